/** Corpora that were replaced: each stays open for the requests that began with it. */
import { inspect } from 'node:util'
import type { Corpus } from '../corpus/corpus.ts'

/** How long that is, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  readonly #timers = new Map<Corpus, NodeJS.Timeout>()
  readonly #say: (text: string) => void

  /** @param say called with what the operator should know, a line each */
  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** @param end called once no request that began with the corpus can be under way; it closes it. */
  closeLater(corpus: Corpus, end: () => Promise<void>): void {
    const endIt = async () => {
      try {
        await end()
      } catch (error) {
        this.#say(`A corpus that was replaced is left behind: ${inspect(error)}`)
      }
      this.#timers.delete(corpus)
    }
    this.#timers.set(corpus, setTimeout(endIt, GRACE))
  }

  /** Closes all at once. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const corpus of this.#timers.keys()) await corpus.close()
  }
}
