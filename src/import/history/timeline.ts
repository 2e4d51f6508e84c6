/** The states of a corpus that tell something of one law. */
import type { ObservedSpan } from '../../model/law-history.ts'
import type { State } from '../../model/versions.ts'

/** So many states in a row may lack a law or norm that then returns: it was left out by mistake, not repealed. */
const TOLERATED_ABSENCES = 2

export class LawTimeline {
  /** Days of the states that have the law, and of those that would have it if it was published. */
  readonly #days: readonly string[]
  readonly #places: ReadonlyMap<string, number>
  readonly #tolerated: number

  /**
   * @param states all of the corpus, oldest first
   * @param spans in which the law was published, oldest first
   * @param tolerated so many states in a row may lack something by mistake
   */
  constructor(states: readonly State[], spans: readonly ObservedSpan[], tolerated = TOLERATED_ABSENCES) {
    this.#tolerated = tolerated
    const isPresent = (day: string) => spans.some(({ from, to }) => from <= day && day <= to)
    this.#days = states
      .filter(({ observed_on, listing }) => listing !== 'partial' || isPresent(observed_on))
      .map(({ observed_on }) => observed_on)
    this.#places = new Map(this.#days.map((day, place) => [day, place]))
  }

  /**
   * When something of the law appeared and disappeared. What the first state has is not new.
   * @param spans in which it was published, oldest first
   */
  appearances(spans: readonly ObservedSpan[]): { type: 'added' | 'removed'; day: string }[] {
    const events: { type: 'added' | 'removed'; day: string }[] = []
    let before: ObservedSpan | undefined
    const leave = () => {
      const day = before && this.#days[this.#placeOf(before.to) + 1]
      if (day !== undefined) events.push({ type: 'removed', day })
    }
    for (const span of spans) {
      const isNew = before === undefined ? span.from !== this.#days[0] : !this.isContinued(before, span)
      if (isNew) {
        leave()
        events.push({ type: 'added', day: span.from })
      }
      before = span
    }
    leave()
    return events
  }

  /** True if there are no more states between two spans than leave something out by mistake. */
  isContinued(before: ObservedSpan, after: ObservedSpan): boolean {
    return this.#placeOf(after.from) - this.#placeOf(before.to) <= this.#tolerated + 1
  }

  #placeOf(day: string): number {
    const place = this.#places.get(day)
    if (place === undefined) throw new Error(`${day} is no state of the law`)
    return place
  }
}
