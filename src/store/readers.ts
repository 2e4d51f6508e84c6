/** Counts those that read a corpus, which must be done before it is closed. */
export class Readers {
  #count = 0
  /** Called when the last one is done. */
  readonly #whenDone: (() => void)[] = []

  /** Reads what takes a while. */
  async reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    this.#count++
    try {
      return await read()
    } finally {
      this.#end()
    }
  }

  /** Reads what is read in steps. */
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

  /** Resolves when there are none. */
  async done(): Promise<void> {
    while (this.isBusy) await new Promise<void>((resolve) => this.#whenDone.push(resolve))
  }

  #end(): void {
    if (--this.#count === 0) for (const resolve of this.#whenDone.splice(0)) resolve()
  }
}
