/**
 * Cache of complete responses, and of errors that depend on the corpus: an unknown law costs more than a known one. A corpus never
 * changes, so that a response stays valid as long as its corpus is served, and for a day: it may say what is in force today.
 * Another corpus and another day empty the cache.
 */

import type { Corpus } from '../model/corpus.ts'
import { errorBody, LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { LruCache } from '../util/lru-cache.ts'
import type { Representation } from './representation.ts'

/** Capacity in bytes. */
const CAPACITY = 16 * 1024 * 1024

/** Maximum share of a body in the capacity: larger ones would evict too many others. */
const LARGEST_SHARE = 1 / 8

/** Approximate memory of an entry besides its body and its target, in bytes. */
const ENTRY_OVERHEAD = 500
/** Approximate memory of an error besides its texts, with its stack trace, in bytes. */
const ERROR_OVERHEAD = 2000

/** A cached answer with its size, or an error. */
export type CachedAnswer<Answer extends Sized> = Answer | LegalTextError

interface Sized {
  readonly size: number
}

/**
 * A cache of two generations moves an entry at most once in each of them. An LRU list would move one at each request, for which V8
 * rebuilds the table of the map: twelve megabytes of garbage a second that only its slow collector frees.
 */
export class ResponseCache<Answer extends Sized = Representation> {
  readonly #capacity: number
  #entries: LruCache<string, CachedAnswer<Answer>>
  #corpus: Corpus | undefined
  #day = ''

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
    this.#entries = new LruCache<string, CachedAnswer<Answer>>(capacity, sizeOf)
  }

  /** Returns the cached response to a request target (path and query string as received). */
  get(corpus: Corpus, target: string, day = today()): CachedAnswer<Answer> | undefined {
    if (corpus !== this.#corpus || day !== this.#day) {
      this.#corpus = corpus
      this.#day = day
      this.#entries = new LruCache<string, CachedAnswer<Answer>>(this.#capacity, sizeOf)
    }
    return this.#entries.find(target)
  }

  /** Adds a response, unless it is very large, or its corpus is no longer that of the last request. */
  set(corpus: Corpus, target: string, answer: CachedAnswer<Answer>): void {
    if (corpus !== this.#corpus || sizeOf(answer, target) > this.#capacity * LARGEST_SHARE) return
    this.#entries.get(target, () => answer)
  }
}

function sizeOf(answer: CachedAnswer<Sized>, target: string): number {
  const size =
    answer instanceof LegalTextError ? ERROR_OVERHEAD + JSON.stringify(errorBody(answer)).length : answer.size
  return size + target.length + ENTRY_OVERHEAD
}
