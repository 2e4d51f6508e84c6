/** The best of many documents, without sorting all of them. */

/** A document and its score. */
export interface Scored {
  document: number
  score: number
}

/** Keeps the best `limit` of the documents that are offered; among equals those with the lower numbers. */
export class Best {
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
  sorted(): Scored[] {
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
