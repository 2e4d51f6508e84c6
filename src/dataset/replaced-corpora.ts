/** Corpora that were replaced: each stays open for the requests that began with it. */
import { inspect } from 'node:util'

/** How long that is, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  /** What ends the wait for each, and resolves once it is closed. */
  readonly #ends = new Set<() => Promise<void>>()
  readonly #say: (text: string) => void

  /** @param say called with what the operator should know, a line each */
  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** @param end called once no request that began with a corpus can be under way; it closes it. */
  closeLater(end: () => Promise<void>): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GRACE)
    const ended = over
      .then(end)
      .catch((error) => this.#say(`A corpus that was replaced is left behind: ${inspect(error)}`))
      .finally(() => this.#ends.delete(endNow))
    const endNow = () => {
      clearTimeout(timer)
      resolve()
      return ended
    }
    this.#ends.add(endNow)
  }

  /** Closes all at once. */
  async close(): Promise<void> {
    await Promise.all([...this.#ends].map((endNow) => endNow()))
  }
}
