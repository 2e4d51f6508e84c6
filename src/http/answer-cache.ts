/**
 * Ready answers. A corpus never changes, so that an answer stays right as long as its corpus is served; the answers of
 * another corpus are other answers.
 */
import type { Corpus } from '../corpus/corpus.ts'

/** How many bytes of bodies are kept. */
const CAPACITY = 32 * 1024 * 1024
/** A body that takes a larger share than this would push out too many others. */
const LARGEST_BODY = CAPACITY / 8
/** Longer request targets are not remembered. */
const LONGEST_TARGET = 500

export class AnswerCache {
  #corpus: Corpus | undefined
  #bodies = new Map<string, Buffer>()
  #bytes = 0

  /** The body that a request target of this corpus was answered with, if it is still kept. */
  get(corpus: Corpus, target: string): Buffer | undefined {
    if (corpus !== this.#corpus) return undefined
    const body = this.#bodies.get(target)
    if (body !== undefined) {
      // What was asked for last is last in the map, and so is thrown out last.
      this.#bodies.delete(target)
      this.#bodies.set(target, body)
    }
    return body
  }

  /** Keeps a body; the longest unused ones make room. The bodies of another corpus are dropped. */
  set(corpus: Corpus, target: string, body: Buffer): void {
    if (corpus !== this.#corpus) {
      this.#corpus = corpus
      this.#bodies.clear()
      this.#bytes = 0
    }
    if (body.length > LARGEST_BODY || target.length > LONGEST_TARGET) return
    this.#bytes += body.length - (this.#bodies.get(target)?.length ?? 0)
    this.#bodies.delete(target)
    this.#bodies.set(target, body)
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= CAPACITY) break
      this.#bodies.delete(oldest)
      this.#bytes -= length
    }
  }
}
