/** Collects the documents of one law from all its sources, for its history. */
import { isDeepStrictEqual } from 'node:util'
import type { LawHistory, ObservedLaw, ObservedSpan } from '../../model/law-history.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import type { Past } from '../source.ts'
import { lawHistory, wordingOf } from './law-history.ts'

export class ObservedLaws {
  readonly #states: readonly State[]
  readonly #places: ReadonlyMap<string, number>
  readonly #observed: ObservedLaw[]

  /**
   * @param states all of the corpus, oldest first
   * @param observed documents that are already read
   */
  constructor(states: readonly State[], observed: readonly ObservedLaw[]) {
    this.#states = states
    this.#places = new Map(states.map(({ observed_on }, place) => [observed_on, place]))
    this.#observed = observed.map((each) => ({ ...each }))
  }

  add(observed: ObservedLaw): void {
    this.#observed.push(observed)
  }

  /** Adds the law of the newest state. */
  addNewest(law: ParsedLaw): void {
    const { observed_on: day } = this.#states.at(-1) as State
    this.#observed.push({ from: day, to: day, law })
  }

  /** Extends the document before a span to that span, if there is one. */
  continue({ from, to }: ObservedSpan): void {
    const before = this.#observed
      .filter((each) => each.to < from)
      .sort(byDay)
      .at(-1)
    if (before !== undefined) this.#observed.push({ from, to, law: before.law })
  }

  /** Extends the last document to the newest state, in which the law cannot be read. */
  continueToNewest(): void {
    const { observed_on: day } = this.#states.at(-1) as State
    this.continue({ from: day, to: day })
  }

  /** Returns the history of the law; `undefined` without documents. */
  history(): LawHistory | undefined {
    const joined: ObservedLaw[] = []
    for (const each of this.#observed.sort(byDay)) {
      const last = joined.at(-1)
      const isNext = last !== undefined && this.#placeOf(each.from) === this.#placeOf(last.to) + 1
      if (isNext && isSameDocument(last.law, each.law)) last.to = each.to
      else joined.push(each)
    }
    return joined.length === 0 ? undefined : lawHistory(joined, this.#states)
  }

  #placeOf(day: string): number {
    return this.#places.get(day) as number
  }
}

/** Compares texts: publishers may state the hash of something else than the given text. */
function isSameDocument(one: ObservedLaw['law'], other: ObservedLaw['law']): boolean {
  const textsOf = ({ norms }: typeof one) => norms.map((norm) => [norm.path, norm.text, wordingOf(norm)])
  return one.contentHash === other.contentHash && isDeepStrictEqual(textsOf(one), textsOf(other))
}

/** Returns the histories of the laws that no family has taken. */
export function* remainingHistories({ states, laws }: Pick<Past, 'states' | 'laws'>): Generator<LawHistory> {
  for (const observed of laws.rest()) {
    const history = new ObservedLaws(states, observed).history()
    if (history !== undefined) yield history
  }
}

/** Returns a document under its present code; the law had another one then. */
export function withCode(observed: ObservedLaw, code: string): ObservedLaw {
  return { ...observed, law: { ...observed.law, code } }
}

const byDay = (a: ObservedSpan, b: ObservedSpan) => (a.from < b.from ? -1 : 1)
