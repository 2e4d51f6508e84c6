/** A few objects for many users: who finds none free waits, in order, for one that is given back. */
export class Pool<Item> {
  readonly #make: () => Item
  readonly #free: Item[] = []
  readonly #waiting: ((item: Item) => void)[] = []
  #left: number

  /** @param limit of objects that are made, each when it is first needed */
  constructor(limit: number, make: () => Item) {
    this.#left = limit
    this.#make = make
  }

  /** Returns a free object, or a promise of the next one. The caller gives it back. */
  take(): Item | Promise<Item> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#left > 0) {
      this.#left -= 1
      return this.#make()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  giveBack(item: Item): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free.push(item)
    else next(item)
  }
}
