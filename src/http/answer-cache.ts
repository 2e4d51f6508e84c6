/**
 * Ready answers. A corpus never changes, so that an answer stays right as long as its corpus is served; the answers of
 * another corpus are other answers.
 */
import type { Corpus } from '../corpus/corpus.ts'

/** How many bytes are kept. */
const CAPACITY = 32 * 1024 * 1024

/** A body that takes a larger share than this would push out too many others. */
const LARGEST_SHARE = 1 / 8

/** What an entry takes beside its body and its target, roughly, in bytes. */
const ENTRY_OVERHEAD = 500

export class AnswerCache {
  readonly #capacity: number
  /** By request target, the least recently used first. */
  readonly #bodies = new Map<string, Buffer>()
  #corpus: Corpus | undefined
  #size = 0

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** The body that a request target (path and query string as they came) was answered with, if it is still kept. */
  get(corpus: Corpus, target: string): Buffer | undefined {
    if (corpus !== this.#corpus) {
      this.#corpus = corpus
      this.#bodies.clear()
      this.#size = 0
    }
    const body = this.#bodies.get(target)
    if (body !== undefined) {
      this.#bodies.delete(target)
      this.#bodies.set(target, body)
    }
    return body
  }

  /** Keeps a body, unless it is very large, or the answer of a corpus that is no longer the one asked for. */
  set(corpus: Corpus, target: string, body: Buffer): void {
    const size = sizeOf(target, body)
    if (corpus !== this.#corpus || size > this.#capacity * LARGEST_SHARE || this.#bodies.has(target)) return
    this.#bodies.set(target, body)
    this.#size += size
    for (const [oldest, old] of this.#bodies) {
      if (this.#size <= this.#capacity) break
      this.#bodies.delete(oldest)
      this.#size -= sizeOf(oldest, old)
    }
  }
}

function sizeOf(target: string, body: Buffer): number {
  return body.length + target.length + ENTRY_OVERHEAD
}

/** A body in memory of its own: as part of Node's shared pool it would keep the whole pool for as long as it is kept. */
export function toBytes(json: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return bytes
}
