/** Bytes that grow. */
export class Bytes {
  #bytes: Uint8Array
  length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(capacity, 16))
  }

  /** Appends a number below 2^28 as unsigned LEB128. */
  number(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** Appends a number of at most 32 bits in so many bytes, the low ones first. */
  fixed(value: number, length: number): void {
    this.#reserve(length)
    for (let index = 0; index < length; index += 1) this.#bytes[this.length++] = value >>> (8 * index)
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  #reserve(room: number): void {
    if (this.length + room <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + room))
    larger.set(this.written())
    this.#bytes = larger
  }
}
