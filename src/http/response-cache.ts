/**
 * Ready answers. A corpus never changes, so that an answer stays right as long as its corpus is served; the answers of
 * another corpus are other answers.
 */
import type { Corpus } from '../corpus/corpus.ts'
import type { BufferedRepresentation } from './representation.ts'

/** How many bytes are kept. */
const CAPACITY = 32 * 1024 * 1024

/** A body that takes a larger share than this would push out too many others. */
const LARGEST_SHARE = 1 / 8

/** What an entry takes beside its body and its target, roughly, in bytes. */
const ENTRY_OVERHEAD = 500

interface Entry {
  answer: BufferedRepresentation
  /** Whether it was asked for again since it was kept, or since it was last passed over. */
  isUsed: boolean
}

/**
 * What was not asked for again goes first, the oldest of it. What was is passed over once: to move it whenever it is asked for
 * would have V8 build the table of the map anew each time, twelve megabytes a second of garbage that only its slow collector
 * takes away.
 */
export class ResponseCache {
  readonly #capacity: number
  /** By request target, in the order in which they go. */
  readonly #entries = new Map<string, Entry>()
  #corpus: Corpus | undefined
  #size = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** What a request target (path and query string as they came) was answered with, if it is still kept. */
  get(corpus: Corpus, target: string): BufferedRepresentation | undefined {
    if (corpus !== this.#corpus) {
      this.#corpus = corpus
      this.#entries.clear()
      this.#size = 0
    }
    const entry = this.#entries.get(target)
    if (entry !== undefined) entry.isUsed = true
    return entry?.answer
  }

  /** Keeps an answer, unless it is very large, or that of a corpus that is no longer the one asked for. */
  set(corpus: Corpus, target: string, answer: BufferedRepresentation): void {
    const size = sizeOf(target, answer)
    if (corpus !== this.#corpus || size > this.#capacity * LARGEST_SHARE || this.#entries.has(target)) return
    this.#entries.set(target, { answer, isUsed: false })
    this.#size += size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#capacity) break
      this.#entries.delete(oldest)
      if (entry.isUsed) this.#entries.set(oldest, { ...entry, isUsed: false })
      else this.#size -= sizeOf(oldest, entry.answer)
    }
  }
}

function sizeOf(target: string, { size }: BufferedRepresentation): number {
  return size + target.length + ENTRY_OVERHEAD
}
