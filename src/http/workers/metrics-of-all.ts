/** The figures of all workers, as one of them gets them from the primary. */
import type { ToPrimary } from './messages.ts'

export class MetricsOfAll {
  readonly #tell: (message: ToPrimary) => void
  readonly #waiting = new Map<number, (text: string) => void>()
  #count = 0

  constructor(tell: (message: ToPrimary) => void) {
    this.#tell = tell
  }

  /** Asks the primary. */
  text(): Promise<string> {
    const request = ++this.#count
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#waiting.set(request, resolve)
    this.#tell({ type: 'metrics_wanted', request })
    return promise
  }

  /** What the primary has answered. */
  receive(request: number, text: string): void {
    this.#waiting.get(request)?.(text)
    this.#waiting.delete(request)
  }
}
