/**
 * Posting lists: the documents that hold a term, each with the term's impact on its score. The bytes of a list are, for
 * each document in ascending order, two unsigned LEB128 numbers: how many documents lie between it and the one before,
 * and the impact's level (1 to IMPACT_LEVELS).
 */

/**
 * Impacts are stored as whole multiples of 1/IMPACT_LEVELS of the largest impact of the index: 14 bits, the most that two
 * bytes hold.
 */
export const IMPACT_LEVELS = 16383

/** The index entry of a term. */
export interface PostingList {
  /** How many documents hold the term. */
  documents: number
  /** The encoded list. */
  postings: Uint8Array
}

/** The level of an impact (`0 < impact`), where `scale` is the impact of level 1. A match is never worth nothing. */
export function impactLevel(impact: number, scale: number): number {
  return Math.min(IMPACT_LEVELS, Math.max(1, Math.round(impact / scale)))
}

/** Encodes a list: ascending document numbers, and as many impact levels. Both below 2^28. */
export function encodePostings(documents: ArrayLike<number>, levels: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(documents.length * 8)
  let length = 0
  let previous = -1
  const write = (value: number) => {
    let rest = value
    while (rest > 0x7f) {
      bytes[length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[length++] = rest
  }
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index] as number
    write(document - previous - 1)
    write(levels[index] as number)
    previous = document
  }
  return bytes.slice(0, length)
}

/** Reads a list posting by posting: `while (cursor.next()) use(cursor.document, cursor.level)`. */
export class PostingCursor {
  document = -1
  level = 0
  #remaining: number
  #position = 0
  readonly #bytes: Uint8Array

  constructor(list: PostingList) {
    this.#bytes = list.postings
    this.#remaining = list.documents
  }

  /** Goes on to the next posting; false behind the last. Throws an Error where the bytes are not a list of that length. */
  next(): boolean {
    if (this.#remaining === 0) {
      if (this.#position !== this.#bytes.length) throw damaged()
      return false
    }
    this.#remaining -= 1
    this.document += this.#read() + 1
    this.level = this.#read()
    if (this.level === 0 || this.level > IMPACT_LEVELS) throw damaged()
    return true
  }

  #read(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#position++] as number
    if (byte <= 0x7f) return byte
    let value = 0
    let shift = 0
    while (byte > 0x7f) {
      value |= (byte & 0x7f) << shift
      shift += 7
      byte = bytes[this.#position++] as number
      if (shift > 21 || byte === undefined) throw damaged()
    }
    if (byte === undefined) throw damaged()
    return value | (byte << shift)
  }
}

function damaged(): Error {
  return new Error('A posting list of the search index is damaged.')
}
