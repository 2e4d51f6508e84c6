/** Coverage: the words of a query that a document has, and the factor of its score for their share. */

import type { Accumulators } from './collectors.ts'
import { type PostingList, PostingsCursor } from './postings.ts'

/** A term stands for a whole word of the query, or for one of the two halves of a compound or a wording. */
export type Extent = 'whole' | 'first' | 'second'

/** A word of the query that a term stands for, by its index among the words. */
export interface Evidence {
  word: number
  extent: Extent
}

const EXTENTS: readonly Extent[] = ['whole', 'first', 'second']
const BITS = EXTENTS.length
const WHOLE = 1
const BOTH_HALVES = 0b110
/** The share of a word for one of its halves; both together are as good as the word. */
const HALF = 0.4
/** Words from this number on count as one: the marks of a document are one 32-bit number. */
const MAX_WORDS = Math.floor(31 / BITS)
const ALL_WHOLE = Array.from({ length: MAX_WORDS }, (_, word) => WHOLE << (word * BITS)).reduce(
  (all, mark) => all | mark,
  0,
)
/** Up to this number of words there are few marks. */
const MAX_FEW_WORDS = 4
/** Bounds of IDF weights: no word may count for all, or for nothing. */
const LEAST_WEIGHT = 2
const MOST_WEIGHT = 8
/** Below 1, so that another word counts for more in a document with few of them. */
const EXPONENT = 0.8
/** Documents that have a term score above 0. */
const LEAST_FACTOR = 0.01

export class Coverage {
  /** The share of each word in the query. */
  readonly #shares: readonly number[]
  /** Cache of the factors of marks, 0 if unknown. An array, which is much faster, if there are few marks. */
  readonly #factors: Float64Array | undefined
  readonly #factorsOfMany = new Map<number, number>()
  /** The mark of each word as a whole. */
  readonly #allWhole: number

  /** @param weights IDFs of the words; 0 for a word that nothing in the index stands for */
  constructor(weights: readonly number[]) {
    const counted: number[] = []
    for (const [word, weight] of weights.entries()) {
      const bounded = weight === 0 ? 0 : Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, weight))
      counted[placeOf(word)] = (counted[placeOf(word)] ?? 0) + bounded
    }
    const all = counted.reduce((sum, weight) => sum + weight, 0)
    this.#shares = all === 0 ? [] : counted.map((weight) => weight / all)
    this.#allWhole = counted.reduce((marks, _, word) => marks | (WHOLE << (word * BITS)), 0)
    if (counted.length <= MAX_FEW_WORDS) this.#factors = new Float64Array(1 << (counted.length * BITS))
  }

  /** The marks of a document that has a term: three bits for each word. */
  static marksOf(evidence: readonly Evidence[]): number {
    return evidence.reduce(
      (marks, { word, extent }) => marks | (1 << (placeOf(word) * BITS + EXTENTS.indexOf(extent))),
      0,
    )
  }

  /** The factor of the score of a document with these marks: 1 if it has all words, more than 0, and never less for more marks. */
  factor(marks: number): number {
    const known = this.#factors?.[marks] ?? this.#factorsOfMany.get(marks)
    if (known) return known
    const factor = this.#shares.length === 0 ? 1 : Math.max(LEAST_FACTOR, this.#shareOf(marks) ** EXPONENT)
    if (this.#factors === undefined) this.#factorsOfMany.set(marks, factor)
    else this.#factors[marks] = factor
    return factor
  }

  /** True for the marks of a document that has every word as a whole; from the tenth on, one of them. */
  hasAll(marks: number): boolean {
    return (marks & this.#allWhole) === this.#allWhole
  }

  /** True for the marks of a document that has every word, as a whole or something of both halves. */
  mayHaveAll(marks: number): boolean {
    return this.hasAll(marks | ((marks >>> 1) & (marks >>> 2)))
  }

  #shareOf(marks: number): number {
    let all = 0
    for (const [word, share] of this.#shares.entries()) {
      const own = (marks >>> (word * BITS)) & (WHOLE | BOTH_HALVES)
      if ((own & WHOLE) !== 0 || own === BOTH_HALVES) all += share
      else if (own !== 0) all += share * HALF
    }
    // Shares that add up to 1 may add up to a little more or less.
    return all > 0.999_999 ? 1 : all
  }
}

/** Replaces the marks of whole words by those of both halves: as good for the score, but not the word as a whole. */
export function halvesOf(marks: number): number {
  const whole = marks & ALL_WHOLE
  return (marks & ~ALL_WHOLE) | (whole << 1) | (whole << 2)
}

const placeOf = (word: number) => Math.min(word, MAX_WORDS - 1)

export interface CompleteRequest {
  /** Maps the marks of a document to the words that it has. */
  coverage: Coverage
  /** Halves of compounds that no norm has, and the marks of a document that has both. */
  wordings?: readonly { terms: readonly string[]; marks: number }[]
  /** Documents that match in any case if they are searched. */
  included: readonly number[]
}

/**
 * The documents with all words of a query, in any order. A document has a word if it has its term, or both halves of a compound
 * that no norm has: for two common parts, `Teilzeit` and `Gesetz`, coverage scores more, as it does for a paraphrase. Included
 * documents always count.
 * @param sums with the marks of all documents that may have all words
 * @param isSearched 1 for each document that is searched; all if undefined
 */
export function completeDocuments(
  { matched, marks, count, bounds }: Pick<Accumulators, 'matched' | 'marks' | 'count' | 'bounds'>,
  { coverage, included, wordings = [] }: CompleteRequest,
  source: { list(term: string): PostingList | undefined },
  isSearched: Uint8Array | undefined,
): number[] {
  const counted = new Set(included.filter((document) => isSearched?.[document] !== 0))
  // Documents of common parts come last and have no other words.
  const end = bounds.find(({ marks }) => !coverage.mayHaveAll(marks))?.from ?? count
  const complete = [...counted]
  const open: number[] = []
  for (let place = 0; place < end; place += 1) {
    const document = matched[place] as number
    const own = marks[document] as number
    if (!coverage.mayHaveAll(own) || isSearched?.[document] === 0 || counted.has(document)) continue
    if (coverage.hasAll(own)) complete.push(document)
    else open.push(document)
  }
  const among = Uint32Array.from(open).sort()
  const more = new Map<number, number>()
  for (const wording of wordings) {
    const lists = wording.terms.flatMap((term) => source.list(term) ?? [])
    if (among.length === 0 || lists.length < wording.terms.length) continue
    let having: Uint32Array = among
    for (const list of lists.sort((a, b) => a.documents - b.documents)) {
      const cursor = new PostingsCursor(list)
      having = having.filter((document) => cursor.seek(document) && cursor.document === document)
    }
    for (const document of having) more.set(document, (more.get(document) ?? 0) | wording.marks)
  }
  for (const [document, others] of more) {
    if (coverage.hasAll((marks[document] as number) | others)) complete.push(document)
  }
  return complete
}
