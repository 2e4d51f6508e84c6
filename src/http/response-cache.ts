/**
 * Cache of complete responses, and of the errors that follow from the corpus: an unknown law costs more than a known one. A
 * corpus never changes, so that a response stays valid as long as its corpus is served, and for a day: it may say what is in force
 * today. Another corpus and another day empty the cache.
 */

import type { Corpus } from '../model/corpus.ts'
import { errorBody, LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import type { BufferedRepresentation } from './representation.ts'

/** Capacity in bytes. */
const CAPACITY = 16 * 1024 * 1024

/** A body with a larger share of the capacity would evict too many others. */
const LARGEST_SHARE = 1 / 8

/** Memory of an entry besides its body and its target, roughly, in bytes. */
const ENTRY_OVERHEAD = 500
/** Memory of an error besides its texts, with its trace, roughly, in bytes. */
const ERROR_OVERHEAD = 2000

/** What is cached: an answer that knows its memory in bytes, or an error. */
export type CachedAnswer<Answer extends Sized> = Answer | LegalTextError

interface Sized {
  readonly size: number
}

interface Entry<Answer extends Sized> {
  answer: CachedAnswer<Answer>
  /** Whether it was requested since it was added, or since it got its second chance. */
  isUsed: boolean
}

/**
 * Evicts the oldest entries first, those that were requested again get a second chance (the clock algorithm). An LRU list
 * would move entries at each request, for which V8 rebuilds the table of the map: twelve megabytes of garbage a second that
 * only its slow collector frees.
 */
export class ResponseCache<Answer extends Sized = BufferedRepresentation> {
  readonly #capacity: number
  /** By request target, in the order of eviction. */
  readonly #entries = new Map<string, Entry<Answer>>()
  #corpus: Corpus | undefined
  #day = ''
  #size = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** Returns the cached response to a request target (path and query string as received). */
  get(corpus: Corpus, target: string, day = today()): CachedAnswer<Answer> | undefined {
    if (corpus !== this.#corpus || day !== this.#day) {
      this.#corpus = corpus
      this.#day = day
      this.#entries.clear()
      this.#size = 0
    }
    const entry = this.#entries.get(target)
    if (entry !== undefined) entry.isUsed = true
    return entry?.answer
  }

  /** Adds a response, unless it is very large, or its corpus is no longer that of the last request. */
  set(corpus: Corpus, target: string, answer: CachedAnswer<Answer>): void {
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

function sizeOf(target: string, answer: CachedAnswer<Sized>): number {
  const size =
    answer instanceof LegalTextError ? ERROR_OVERHEAD + JSON.stringify(errorBody(answer)).length : answer.size
  return size + target.length + ENTRY_OVERHEAD
}
