/**
 * Keeps what was made, up to a limit. What was not used for long goes, in two generations: when the young one is full it
 * becomes the old one, and what was the old one goes. Unlike a single map in the order of use this never passes over what
 * was deleted, which takes V8 longer than a search.
 */
export class LruCache<Key, Value> {
  readonly #half: number
  readonly #sizeOf: (value: Value) => number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  /** The sizes of all that is young, together. */
  #size = 0

  /** @param limit of the sizes of all that is kept, together; what is larger than half of it is kept alone */
  constructor(limit: number, sizeOf: (value: Value) => number) {
    this.#half = limit / 2
    this.#sizeOf = sizeOf
  }

  /** What is kept under `key`, or else what `make` makes. */
  get(key: Key, make: (key: Key) => Value): Value {
    let value = this.#young.get(key)
    if (value !== undefined) return value
    value = this.#old.get(key) ?? make(key)
    const size = this.#sizeOf(value)
    if (this.#size + size > this.#half) {
      this.#old = size > this.#half ? new Map() : this.#young
      this.#young = new Map()
      this.#size = 0
    }
    this.#young.set(key, value)
    this.#size += size
    return value
  }
}
