/** Days of one source among all states. */
import type { ObservedSpan } from '../../model/law-history.ts'

export class OwnDays {
  readonly #all: readonly string[]
  readonly #own: ReadonlySet<string>
  readonly #places: ReadonlyMap<string, number>

  /**
   * @param all days of all states, oldest first
   * @param own days of the source
   */
  constructor(all: readonly string[], own: Iterable<string>) {
    this.#all = all
    this.#own = new Set(own)
    this.#places = new Map(all.map((day, place) => [day, place]))
  }

  has(day: string): boolean {
    return this.#own.has(day)
  }

  /** Splits a span of the source at the states of other sources, of which it knows nothing. */
  spans({ from, to }: ObservedSpan): ObservedSpan[] {
    const spans: ObservedSpan[] = []
    const start = this.#places.get(from) ?? this.#all.findIndex((day) => day >= from)
    let isOpen = false
    for (let place = Math.max(start, 0); place < this.#all.length; place++) {
      const day = this.#all[place] as string
      if (day > to) break
      const last = spans.at(-1)
      const isOwn = day >= from && this.#own.has(day)
      if (isOwn && isOpen && last !== undefined) last.to = day
      else if (isOwn) spans.push({ from: day, to: day })
      isOpen = isOwn
    }
    return spans
  }
}
