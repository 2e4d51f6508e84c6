import { createHash } from 'node:crypto'

/** Written anew into every element each time the site makes its files, whether or not anything has changed. */
const ATTRIBUTE = Buffer.from(' builddate="')
const QUOTE = 0x22
/** Longest value that counts as a date. */
const LONGEST_DATE = 20
const LONGEST = ATTRIBUTE.length + LONGEST_DATE + 1

/** The SHA-256 of XML without its `builddate` attributes: equal where the content is. XML comes in parts of any size. */
export class ContentHash {
  readonly #hash = createHash('sha256')
  /** The end of what has come, which may be the beginning of an attribute. */
  #rest: Uint8Array = new Uint8Array()

  update(chunk: Uint8Array): void {
    const data = Buffer.concat([this.#rest, chunk])
    this.#rest = data.subarray(this.#take(data, data.length - LONGEST))
  }

  /** @returns hex digits */
  digest(): string {
    const data = Buffer.from(this.#rest)
    return this.#hash.update(data.subarray(this.#take(data, data.length))).digest('hex')
  }

  /**
   * Hashes all of the data that does not depend on what is still to come. The data is overwritten.
   * @param last the last place at which an attribute would be here as a whole
   * @returns how much that was
   */
  #take(data: Buffer, last: number): number {
    let from = 0
    let kept = 0
    const keep = (end: number) => {
      if (kept < from) data.copyWithin(kept, from, end)
      kept += end - from
    }
    for (;;) {
      const found = data.indexOf(ATTRIBUTE, from)
      if (found < 0 || found > last) break
      const value = found + ATTRIBUTE.length
      const end = data.subarray(value, value + LONGEST_DATE + 1).indexOf(QUOTE)
      keep(end < 0 ? value : found)
      from = end < 0 ? value : value + end + 1
    }
    const ready = Math.max(from, last)
    keep(ready)
    this.#hash.update(data.subarray(0, kept))
    return ready
  }
}
