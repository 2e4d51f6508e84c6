/** Collectors of a ranking: accumulators of scores, and the top k documents. */
import {
  damaged,
  firstEntry,
  lengthOfGap,
  levelOf,
  type PostingList,
  SHORTEST_ENTRY,
  WIDE_GAP,
  wideGap,
} from './postings.ts'

/** If more than one document in this many matched, clearing all sums is faster than clearing only theirs. */
const CLEAR_ALL = 16

/** Upper bound for the documents of {@link Accumulators.matched} from index `from` on. */
export interface Bound {
  from: number
  sum: number
  marks: number
}

/** No upper bound: all marks, and any sum. */
export const UNBOUNDED: Bound = { from: 0, sum: Number.POSITIVE_INFINITY, marks: -1 }

/** Sums of documents while the terms of a query are added up; reused by all rankings. Integers below 2^31. */
export class Accumulators {
  /** The sum of each document; 0 if it has not matched. */
  readonly values: Int32Array
  /** The documents that have matched: the first `count`. One spare element is for `addList`. */
  readonly matched: Uint32Array
  /** The marks of each document that has matched, as {@link Coverage} reads them. */
  readonly marks: Int32Array
  count = 0
  /** Upper bounds for the documents that have matched, by ascending `from`, beginning at 0; they never increase. */
  bounds: Bound[] = [UNBOUNDED]

  /** @param documents the number of documents */
  constructor(documents: number) {
    this.values = new Int32Array(documents)
    this.matched = new Uint32Array(documents + 1)
    this.marks = new Int32Array(documents)
  }

  clear(): void {
    if (this.count > this.values.length / CLEAR_ALL) {
      this.values.fill(0)
      this.marks.fill(0)
    } else {
      for (let place = 0; place < this.count; place += 1) {
        const document = this.matched[place] as number
        this.values[document] = 0
        this.marks[document] = 0
      }
    }
    this.count = 0
    this.bounds = [UNBOUNDED]
  }

  /** @param value more than 0 @param mark added to the document's marks */
  add(document: number, value: number, mark: number): void {
    const sum = this.values[document]
    if (sum === undefined) throw unknownDocument()
    if (sum === 0) {
      this.matched[this.count] = document
      this.count += 1
    }
    this.values[document] = sum + value
    this.marks[document] = (this.marks[document] as number) | mark
  }

  /**
   * Adds the impact levels of a list, times `weight`, and sets a mark. It decodes the list itself, mostly without a call per
   * entry, and checks for the end of the list only once: several times as fast as `PostingsCursor`.
   * @throws Error if the list is damaged
   */
  addList(list: PostingList, weight: number, mark: number): void {
    const { values, matched, marks } = this
    const { bytes, documents } = list
    let position = firstEntry(bytes)
    if (position + SHORTEST_ENTRY * documents > bytes.length) throw damaged()
    let count = this.count
    // If the list turns out to be damaged, `clear` clears everything.
    this.count = values.length
    let document = -1
    for (let entry = 0; entry < documents; entry += 1) {
      let gap = bytes[position] as number
      if (gap >= WIDE_GAP) {
        gap = wideGap(bytes, position)
        position += lengthOfGap(bytes, position)
      }
      document += gap + 1
      const impact = levelOf((bytes[position + 1] as number) | ((bytes[position + 2] as number) << 8))
      position += SHORTEST_ENTRY
      const sum = values[document] as number
      // A branch would be mispredicted for every other document: always write, but count only new ones.
      matched[count] = document
      count += Number(sum === 0)
      values[document] = sum + impact * weight
      marks[document] = (marks[document] as number) | mark
    }
    if (position !== bytes.length) throw damaged()
    if (document >= values.length) throw unknownDocument()
    this.count = count
  }
}

function unknownDocument(): Error {
  return new Error('The search index names a document that does not exist.')
}

/** A document and its score. */
export interface ScoredDocument {
  document: number
  score: number
}

/** Amount that the questions of a document add to its sum. */
export interface AskedDocument {
  document: number
  /** In half units, like the sums of terms. */
  value: number
  /** The words of the query in its best question: they count like words of the norm, though the norm lacks them. */
  marks: number
  /** The number of its best question. */
  question: number
}

/** Collects the best `limit` of the documents offered. Tie-break: the lower number. */
export class TopK {
  readonly #limit: number
  /** A binary min-heap: documents, and their scores at the same indexes. */
  readonly #documents: number[] = []
  readonly #scores: number[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The lowest score collected; 0 until there are `limit` documents. */
  get threshold(): number {
    return this.#scores.length < this.#limit ? 0 : (this.#scores[0] ?? 0)
  }

  /** True if `limit` documents were collected. */
  get isFull(): boolean {
    return this.#scores.length === this.#limit
  }

  offer(document: number, score: number): void {
    const kept = this.#scores.length
    if (kept < this.#limit) this.#rise(kept, document, score)
    else if (kept > 0 && this.#isWorse(0, document, score)) this.#sink(document, score)
  }

  /** The documents, best first. */
  sorted(): ScoredDocument[] {
    return this.#documents
      .map((document, place) => ({ document, score: this.#scores[place] as number }))
      .sort((a, b) => b.score - a.score || a.document - b.document)
  }

  /** True if the entry at `place` is worse than a document with a score. */
  #isWorse(place: number, document: number, score: number): boolean {
    const other = this.#scores[place] as number
    return other < score || (other === score && (this.#documents[place] as number) > document)
  }

  /** Adds a document at the end and moves it up. */
  #rise(from: number, document: number, score: number): void {
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      if (this.#isWorse(above, document, score)) break
      this.#put(place, this.#documents[above] as number, this.#scores[above] as number)
      place = above
    }
    this.#put(place, document, score)
  }

  /** Replaces the worst and moves the document down. */
  #sink(document: number, score: number): void {
    const documents = this.#documents
    const scores = this.#scores
    const { length } = scores
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= length) break
      const right = below + 1
      if (right < length && this.#isWorse(right, documents[below] as number, scores[below] as number)) below = right
      if (!this.#isWorse(below, document, score)) break
      this.#put(place, documents[below] as number, scores[below] as number)
      place = below
    }
    this.#put(place, document, score)
  }

  #put(place: number, document: number, score: number): void {
    this.#documents[place] = document
    this.#scores[place] = score
  }
}

/**
 * Sorts documents by descending score; tie-break: the lower number. For more documents than a heap sorts fast.
 * @param scores of the documents at the same indexes
 * @returns the indexes in order
 */
export function sortByScore(documents: Uint32Array, scores: Float64Array): Uint32Array {
  return Uint32Array.from(documents.keys()).sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || (documents[a] as number) - (documents[b] as number),
  )
}
