/**
 * An LRU cache of two generations: when the young one is full, it replaces the old one. A single map in order of use is slower than
 * a search: V8 walks over its deleted entries.
 */
export class LruCache<Key, Value> {
  readonly #half: number
  readonly #sizeOf: (value: Value, key: Key) => number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  /** The size of the young generation. */
  #size = 0

  /** @param limit of the sum of all sizes; a value larger than half of it is cached alone */
  constructor(limit: number, sizeOf: (value: Value, key: Key) => number) {
    this.#half = limit / 2
    this.#sizeOf = sizeOf
  }

  /** The value of `key`; undefined if it is not cached. */
  peek(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  /** The value of `key`, which counts as used; undefined if it is not cached. */
  find(key: Key): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const old = this.#old.get(key)
    return old && this.get(key, () => old)
  }

  /** The value of `key`, made and cached on a miss. */
  get(key: Key, make: (key: Key) => Value): Value {
    let value = this.#young.get(key)
    if (value !== undefined) return value
    value = this.#old.get(key) ?? make(key)
    const size = this.#sizeOf(value, key)
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
