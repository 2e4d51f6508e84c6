/**
 * Ready answers. A corpus never changes, so that an answer stays right as long as its corpus is served; the answers of
 * another corpus are other answers.
 */
import type { Corpus } from '../corpus/corpus.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/** How many bytes are kept. */
const CAPACITY = 32 * 1024 * 1024

/** A body that takes a larger share than this would push out too many others. */
const LARGEST_SHARE = 1 / 8

/** What an entry takes beside its body and its target, roughly, in bytes. */
const ENTRY_OVERHEAD = 500

export class AnswerCache {
  readonly #capacity: number
  /** By request target, the least recently used first. */
  readonly #answers = new Map<string, ReadyAnswer>()
  #corpus: Corpus | undefined
  #size = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** What a request target (path and query string as they came) was answered with, if it is still kept. */
  get(corpus: Corpus, target: string): ReadyAnswer | undefined {
    if (corpus !== this.#corpus) {
      this.#corpus = corpus
      this.#answers.clear()
      this.#size = 0
    }
    const answer = this.#answers.get(target)
    if (answer !== undefined) {
      this.#answers.delete(target)
      this.#answers.set(target, answer)
    }
    return answer
  }

  /** Keeps an answer, unless it is very large, or that of a corpus that is no longer the one asked for. */
  set(corpus: Corpus, target: string, answer: ReadyAnswer): void {
    const size = sizeOf(target, answer)
    if (corpus !== this.#corpus || size > this.#capacity * LARGEST_SHARE || this.#answers.has(target)) return
    this.#answers.set(target, answer)
    this.#size += size
    for (const [oldest, old] of this.#answers) {
      if (this.#size <= this.#capacity) break
      this.#answers.delete(oldest)
      this.#size -= sizeOf(oldest, old)
    }
  }
}

function sizeOf(target: string, { size }: ReadyAnswer): number {
  return size + target.length + ENTRY_OVERHEAD
}
