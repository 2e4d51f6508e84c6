/** The best of many documents, without sorting all of them. */

/** A document and its score. */
export interface Scored {
  document: number
  score: number
}

/** Keeps the best `limit` of the documents that are offered; among equals those with the lower numbers. */
export class Best {
  readonly #limit: number
  /** A heap with the worst in front. */
  readonly #heap: Scored[] = []
  #worst = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The score of the worst that is kept; 0 as long as there is room. */
  get threshold(): number {
    return this.#heap.length < this.#limit ? 0 : this.#worst
  }

  offer(document: number, score: number): void {
    const heap = this.#heap
    const isFull = heap.length >= this.#limit
    // Most documents end here, and nothing must be made for them.
    if (isFull && (score < this.#worst || this.#limit === 0)) return
    const offered = { document, score }
    if (!isFull) {
      heap.push(offered)
      this.#rise(heap.length - 1)
    } else if (isWorse(heap[0] as Scored, offered)) {
      heap[0] = offered
      this.#sink()
    }
    this.#worst = heap[0]?.score ?? 0
  }

  /** The documents kept, best first. */
  sorted(): Scored[] {
    return [...this.#heap].sort((a, b) => (isWorse(a, b) ? 1 : -1))
  }

  #rise(from: number): void {
    const heap = this.#heap
    for (let place = from; place > 0; ) {
      const above = (place - 1) >> 1
      if (!isWorse(heap[place] as Scored, heap[above] as Scored)) return
      this.#swap(place, above)
      place = above
    }
  }

  #sink(): void {
    const heap = this.#heap
    for (let place = 0; ; ) {
      let worst = place
      for (const below of [2 * place + 1, 2 * place + 2]) {
        if (below < heap.length && isWorse(heap[below] as Scored, heap[worst] as Scored)) worst = below
      }
      if (worst === place) return
      this.#swap(place, worst)
      place = worst
    }
  }

  #swap(a: number, b: number): void {
    const one = this.#heap[a] as Scored
    this.#heap[a] = this.#heap[b] as Scored
    this.#heap[b] = one
  }
}

function isWorse(a: Scored, b: Scored): boolean {
  return a.score < b.score || (a.score === b.score && a.document > b.document)
}
