/** Norms in other languages than German, and queries in such a language. */

import type { BoostedRange, DocumentRange } from './choice.ts'
import { documentsIn } from './entries.ts'
import { Occurrence } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { IndexStatistics, PostingsReader, Turn } from './records.ts'

/** A word that is so many times as frequent in texts of other languages is one of theirs, */
const MORE_FREQUENT = 50
/** unless one in so many German texts has it: `Service`, `Compliance`. */
const GERMAN_TEXTS = 2000

export class Languages {
  /** 1 for each norm in another language. */
  readonly #foreign: Uint8Array
  readonly #foreignCount: number

  private constructor(documents: number, ranges: readonly DocumentRange[]) {
    this.#foreign = new Uint8Array(documents)
    for (const [start, end] of ranges) this.#foreign.fill(1, start, end)
    this.#foreignCount = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  }

  /** The languages of an index; undefined unless it has German norms and others. */
  static in({ documents, foreign_norms }: IndexStatistics): Languages | undefined {
    const languages = foreign_norms && new Languages(documents, foreign_norms)
    return languages === undefined || languages.#foreignCount === documents ? undefined : languages
  }

  /**
   * The norms that come after all others if a query is in German: 1 for each norm in another language, unless the query names
   * its law.
   */
  lastFor(named: readonly BoostedRange[]): Uint8Array {
    const last = this.#foreign.slice()
    for (const { range } of named) last.fill(0, ...range)
    return last
  }

  /**
   * True if more words of a query are of other languages than are more frequent in German texts. The norms in that language
   * have most of its words, and none is a German compound: `with|draw`.
   */
  async isForeign(terms: readonly QueryTerm[], postings: PostingsReader, turn: Turn): Promise<boolean> {
    const germanCount = this.#foreign.length - this.#foreignCount
    let votes = 0
    for (const { term, origin } of terms) {
      const list = origin === 'word' ? postings.list(term) : undefined
      if (list === undefined) continue
      const norms = documentsIn(list, Occurrence.Word)
      let found = 0
      for (const norm of norms) found += this.#foreign[norm] as number
      const foreign = found / this.#foreignCount
      const german = (norms.length - found) / germanCount
      if (german > foreign) votes -= 1
      else if (german * GERMAN_TEXTS < 1 && foreign > german * MORE_FREQUENT) votes += 1
      const pause = turn()
      if (pause !== undefined) await pause
    }
    return votes > 0
  }
}
