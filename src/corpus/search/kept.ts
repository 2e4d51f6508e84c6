/** Keeps what was made, up to a limit; what was not used for longest goes first. */
export class Kept<Key, Value> {
  readonly #limit: number
  readonly #sizeOf: (value: Value) => number
  readonly #entries = new Map<Key, Value>()
  #size = 0

  /** @param limit of the sizes of all that is kept, together; the last value made is kept in any case */
  constructor(limit: number, sizeOf: (value: Value) => number) {
    this.#limit = limit
    this.#sizeOf = sizeOf
  }

  get(key: Key, make: () => Value): Value {
    let value = this.#entries.get(key)
    if (value === undefined) {
      value = make()
      this.#size += this.#sizeOf(value)
    } else this.#entries.delete(key)
    // What was used last is at the end.
    this.#entries.set(key, value)
    for (const [oldest, old] of this.#entries) {
      if (this.#size <= this.#limit || oldest === key) break
      this.#entries.delete(oldest)
      this.#size -= this.#sizeOf(old)
    }
    return value
  }
}
