/** Counts the readers of a corpus, which must finish before it is closed. */
export class Readers {
  #count = 0
  /** Called after the last reader. */
  readonly #whenDone: (() => void)[] = []

  /** Counts an asynchronous reading. */
  async reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    this.#count++
    try {
      return await read()
    } finally {
      this.#end()
    }
  }

  /** Counts a reading in steps. */
  async *stream<Item>(read: () => Promise<Iterable<Item> | AsyncIterable<Item>>): AsyncGenerator<Item> {
    this.#count++
    try {
      yield* await read()
    } finally {
      this.#end()
    }
  }

  get isBusy(): boolean {
    return this.#count > 0
  }

  /** Resolves when no reader is left. */
  async done(): Promise<void> {
    while (this.isBusy) await new Promise<void>((resolve) => this.#whenDone.push(resolve))
  }

  #end(): void {
    if (--this.#count === 0) for (const resolve of this.#whenDone.splice(0)) resolve()
  }
}
