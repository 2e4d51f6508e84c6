/** Closes the corpora that a process no longer answers from. */
import { inspect } from 'node:util'

/** How long a replaced corpus stays open for requests that began with it, in milliseconds. */
const GRACE = 10_000

export class ReplacedCorpora {
  /** Each ends the wait for a corpus, and resolves once it is closed. */
  readonly #closers = new Set<() => Promise<void>>()
  readonly #log: (text: string) => void

  /** @param log receives messages for the operator, a line each */
  constructor(log: (text: string) => void) {
    this.#log = log
  }

  /** @param close closes a corpus; called once no request that began with it can be under way */
  closeLater(close: () => Promise<void>): void {
    this.#add(close, GRACE)
  }

  /** @param close closes a corpus, although requests that began with it may be under way */
  closeNow(close: () => Promise<void>): void {
    this.#add(close, 0)
  }

  #add(close: () => Promise<void>, delay: number): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = delay > 0 ? setTimeout(resolve, delay) : undefined
    if (delay === 0) resolve()
    const closed = over
      .then(close)
      .catch((error) => this.#log(`A replaced corpus could not be closed: ${inspect(error)}`))
      .finally(() => this.#closers.delete(closeNow))
    const closeNow = () => {
      clearTimeout(timer)
      resolve()
      return closed
    }
    this.#closers.add(closeNow)
  }

  /** Closes all without waiting. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((closeNow) => closeNow()))
  }
}
