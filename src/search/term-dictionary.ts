/**
 * The term dictionary: blocks of terms in the order of their UTF-8 bytes, each with the place of its posting list. The
 * terms of a block are stored apart from its lists, so that looking up a term does not touch lists.
 *
 * The terms of a block: their number; for every 16th term (a restart) its offset and the offset of its list; then each
 * term: the number of bytes shared with the term before it (0 at a restart), the number of bytes that follow, these bytes,
 * the number of documents, the length of its list, the length of its data, its data. The number of terms and the offsets
 * have 32 bits, little-endian; the other numbers are LEB128.
 */
import type { PostingList } from './postings.ts'

/** A term with its posting list. */
export interface DictionaryEntry extends PostingList {
  term: string
  data?: Uint8Array
}

/** The place of a term's posting list: from `start` on in the lists of its block. */
export interface TermInfo {
  documents: number
  start: number
  length: number
}

export interface TermEntry extends TermInfo {
  /** Data stored with the term; may be empty. */
  data: Uint8Array
}

/** Maximum size of a block: terms have at most 100 characters, so all terms of a block take a tenth of it. Larger ones are damaged. */
export const MAX_TERMS_BYTES = 4 * 1024 * 1024
/** Number of terms between restarts, and the sizes of the header and of its entries. */
export const RESTART = 16
export const HEAD_BYTES = 4
export const RESTART_BYTES = 8

/** Compares terms by their UTF-8 bytes, that is, by code points. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const one = a.charCodeAt(index)
    const other = b.charCodeAt(index)
    if (one !== other) return ordinal(one) - ordinal(other)
  }
  return a.length - b.length
}

/** Surrogates sort as the highest code points. */
const ordinal = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Finds a term in the terms of a block. */
export function findTerm(terms: Uint8Array, term: string): TermEntry | undefined {
  const wanted = utf8(term)
  const cursor = new TermCursor(terms, termBuffer)
  cursor.seek(wanted)
  while (cursor.next()) {
    const order = cursor.compare(wanted)
    if (order === 0) {
      const { documents, start, length, data } = cursor
      return { documents, start, length, data }
    }
    if (order > 0) return undefined
  }
  return undefined
}

/** The terms of a block that begin with `prefix`, in their order. */
export function* termsWithPrefix(terms: Uint8Array, prefix: string): Generator<TermInfo & { term: string }> {
  const wanted = utf8(prefix)
  const cursor = new TermCursor(terms, new Uint8Array(128))
  cursor.seek(wanted)
  while (cursor.next()) {
    const order = cursor.compare(wanted, wanted.length)
    if (order > 0) return
    const { term, documents, start, length } = cursor
    if (order === 0) yield { term, documents, start, length }
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The UTF-8 bytes of a term. Fast path for short ASCII, as most terms are: faster than `TextEncoder`. */
function utf8(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length)
  for (let index = 0; index < term.length; index += 1) {
    const unit = term.charCodeAt(index)
    if (unit > 0x7f) return encoder.encode(term)
    bytes[index] = unit
  }
  return bytes
}

/** The buffer of `findTerm`. */
const termBuffer = new Uint8Array(512)

/** Reads the terms of a block: `while (cursor.next()) use(cursor.term, cursor.documents)`. */
class TermCursor {
  documents = 0
  /** The place of the posting list. */
  start = 0
  length = 0
  readonly #bytes: Uint8Array
  readonly #head: DataView
  readonly #count: number
  #index = 0
  #position: number
  #dataLength = 0
  /** The bytes of the current term: the first `#termLength`. */
  #term: Uint8Array
  #termLength = 0

  /** @param buffer for the bytes of a term */
  constructor(bytes: Uint8Array, buffer: Uint8Array) {
    this.#bytes = bytes
    this.#term = buffer
    this.#head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#count = this.#head.getUint32(0, true)
    this.#position = this.#restart(0)
  }

  get term(): string {
    return decoder.decode(this.#term.subarray(0, this.#termLength))
  }

  get data(): Uint8Array {
    return this.#bytes.subarray(this.#position - this.#dataLength, this.#position)
  }

  /** Moves to the last restart that is not after `wanted`, so that at most 15 terms precede it. */
  seek(wanted: Uint8Array): void {
    let restart = 0
    for (let after = Math.ceil(this.#count / RESTART); after - restart > 1; ) {
      const middle = (restart + after) >> 1
      this.#position = this.#restart(middle)
      this.#readTerm()
      if (this.compare(wanted) > 0) after = middle
      else restart = middle
    }
    this.#index = restart * RESTART
    this.#position = this.#restart(restart)
    this.start = this.#head.getUint32(HEAD_BYTES + restart * RESTART_BYTES + 4, true)
    this.length = 0
  }

  next(): boolean {
    if (this.#index === this.#count) return false
    this.#index += 1
    this.start += this.length
    this.#readTerm()
    this.documents = this.#number()
    this.length = this.#number()
    this.#dataLength = this.#number()
    this.#position += this.#dataLength
    return true
  }

  /** Compares the current term, or its first `most` bytes, with `other`: negative if it comes before it. */
  compare(other: Uint8Array, most = Number.POSITIVE_INFINITY): number {
    const own = Math.min(this.#termLength, most)
    const shared = Math.min(own, other.length)
    for (let index = 0; index < shared; index += 1) {
      const difference = (this.#term[index] as number) - (other[index] as number)
      if (difference !== 0) return difference
    }
    return own - other.length
  }

  #restart(restart: number): number {
    return this.#head.getUint32(HEAD_BYTES + restart * RESTART_BYTES, true)
  }

  #readTerm(): void {
    const shared = this.#number()
    const own = this.#number()
    const left = this.#bytes.length - this.#position
    if (shared < 0 || shared > this.#termLength || own < 0 || own > left) throw damaged()
    this.#termLength = shared + own
    if (this.#termLength > this.#term.length) {
      const larger = new Uint8Array(this.#termLength * 2)
      larger.set(this.#term)
      this.#term = larger
    }
    for (let index = 0; index < own; index += 1) {
      this.#term[shared + index] = this.#bytes[this.#position + index] as number
    }
    this.#position += own
  }

  #number(): number {
    let byte = this.#bytes[this.#position++] as number
    if (byte <= 0x7f) return byte
    let value = byte & 0x7f
    for (let shift = 7; shift <= 28; shift += 7) {
      byte = this.#bytes[this.#position++] as number
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) return value
    }
    throw damaged()
  }
}

const damaged = () => new Error('A block of the search index is damaged.')
