/** What the documents have so far, while the terms of a query are added up. */
import {
  damaged,
  lengthOfGap,
  levelOf,
  type PostingList,
  SHORTEST_ENTRY,
  startOfEntries,
  WIDE_GAP,
  wideGap,
} from './postings.ts'

/** Where more than one of so many documents was met, forgetting all is faster than forgetting these. */
const MANY = 16

/** Room for the work of one ranking after the other. Sums are whole numbers below 2^31. */
export class Accumulators {
  /** What each document has; 0 where it was not met. */
  readonly values: Int32Array
  /** The documents that were met: the first `count`, and room for one that was met before. */
  readonly matched: Uint32Array
  count = 0

  /** @param documents how many there are */
  constructor(documents: number) {
    this.values = new Int32Array(documents)
    this.matched = new Uint32Array(documents + 1)
  }

  /** Forgets everything. */
  clear(): void {
    if (this.count > this.values.length / MANY) this.values.fill(0)
    else for (let place = 0; place < this.count; place += 1) this.values[this.matched[place] as number] = 0
    this.count = 0
  }

  /** @param value more than 0 */
  add(document: number, value: number): void {
    const sum = this.values[document]
    if (sum === undefined) throw unknownDocument()
    if (sum === 0) {
      this.matched[this.count] = document
      this.count += 1
    }
    this.values[document] = sum + value
  }

  /**
   * Adds what a list of impacts says, `weight` times: reads what `ListCursor` gives, but calls nothing for most entries, which is
   * several times as fast. Whether it has read behind the end of the list is seen when it is through.
   * @throws Error where the list is damaged
   */
  addList(list: PostingList, weight: number): void {
    const { values, matched } = this
    const { bytes, documents } = list
    let position = startOfEntries(list)
    let count = this.count
    // What a damaged list leaves behind is forgotten, too.
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
      // A branch would be foreseen wrongly for every other document: written in any case, and kept where it is new.
      matched[count] = document
      count += Number(sum === 0)
      values[document] = sum + impact * weight
    }
    if (position !== bytes.length) throw damaged()
    if (document >= values.length) throw unknownDocument()
    this.count = count
  }
}

function unknownDocument(): Error {
  return new Error('The search index names a document that does not exist.')
}

/*FILEDOC The best of many documents, without sorting all of them. */

/** A document and its score. */
export interface ScoredDocument {
  document: number
  score: number
}

/** Keeps the best `limit` of the documents that are offered; among equals those with the lower numbers. */
export class TopK {
  readonly #limit: number
  /** A heap with the worst in front: documents, and their scores at the same places. */
  readonly #documents: number[] = []
  readonly #scores: number[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The score of the worst that is kept; 0 as long as there is room. */
  get threshold(): number {
    return this.#scores.length < this.#limit ? 0 : (this.#scores[0] ?? 0)
  }

  /** Whether as many were offered as are kept. */
  get isFull(): boolean {
    return this.#scores.length === this.#limit
  }

  offer(document: number, score: number): void {
    const kept = this.#scores.length
    if (kept < this.#limit) this.#rise(kept, document, score)
    else if (kept > 0 && this.#isWorse(0, document, score)) this.#sink(document, score)
  }

  /** The documents kept, best first. */
  sorted(): ScoredDocument[] {
    return this.#documents
      .map((document, place) => ({ document, score: this.#scores[place] as number }))
      .sort((a, b) => b.score - a.score || a.document - b.document)
  }

  /** Whether what is kept at `place` is worse than a document with a score. */
  #isWorse(place: number, document: number, score: number): boolean {
    const other = this.#scores[place] as number
    return other < score || (other === score && (this.#documents[place] as number) > document)
  }

  /** Puts a document where `place` is free, or above. */
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

  /** Puts a document in the place of the worst, or below. */
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
