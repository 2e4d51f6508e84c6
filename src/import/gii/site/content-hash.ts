/** The hash of the XML of a law, whatever its build date. */
import { createHash } from 'node:crypto'

/** The site renews this attribute of every element whenever it generates its files, changed or not. */
const ATTRIBUTE = Buffer.from(' builddate="')
const QUOTE = 0x22
/** Longest value that counts as a date. */
const LONGEST_DATE = 20
const LONGEST_ATTRIBUTE = ATTRIBUTE.length + LONGEST_DATE + 1

/** SHA-256 of XML without its `builddate` attributes, fed in parts of any size. Equal contents have equal hashes. */
export class ContentHash {
  readonly #hash = createHash('sha256')
  /** The end of the data so far, which may be the beginning of an attribute. */
  #rest: Uint8Array = new Uint8Array()

  update(chunk: Uint8Array): void {
    const data = Buffer.concat([this.#rest, chunk])
    this.#rest = data.subarray(this.#take(data, data.length - LONGEST_ATTRIBUTE))
  }

  /** @returns hex digits */
  digest(): string {
    const data = Buffer.from(this.#rest)
    return this.#hash.update(data.subarray(this.#take(data, data.length))).digest('hex')
  }

  /**
   * Hashes the data that does not depend on later parts. The data is overwritten.
   * @param last the last offset at which an attribute would be complete
   * @returns the number of bytes hashed
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
