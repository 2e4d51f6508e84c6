/**
 * Lists of documents as bytes: for each document, in ascending order, how many documents lie between it and the one before,
 * and a value, or positions. Entries come in blocks; in front of a list of several blocks stands a table of them, so that
 * `seek` passes over blocks without reading them.
 *
 * A list: its largest value, the length of the table in bytes (0 for a single block), the table (for each block how far
 * its last document is from the last of the block before, and its length in bytes), the blocks. These numbers are unsigned
 * LEB128, below 2^28.
 *
 * An entry with a value: the gap in a byte, a wide one in two or four behind a byte that says so, and the value in two bytes;
 * little-endian. Nearly all entries have three bytes, so that a processor does not have to guess how the next one goes on.
 * An entry with positions: the gap, the length of what follows, and each position as the distance to the one before, LEB128.
 */

/** Documents in a block. */
export const BLOCK_DOCUMENTS = 128

/** An entry with a value has so many bytes at least. */
export const SHORTEST_ENTRY = 3

/** What stands in front of a gap of two bytes, or four. Smaller gaps are their own byte. */
export const WIDE_GAP = 254
export const WIDEST_GAP = 255

/** A list as it is stored. */
export interface PostingList {
  /** How many documents it holds. */
  documents: number
  bytes: Uint8Array
}

/** The largest value of a list of values. */
export function largestValue({ bytes }: PostingList): number {
  return numberAt(bytes, 0)
}

/**
 * Where the entries of a list of values begin.
 * @throws Error where there are fewer bytes than these entries need
 */
export function startOfEntries({ documents, bytes }: PostingList): number {
  let start = lengthOfNumber(bytes, 0)
  const tableLength = numberAt(bytes, start)
  start += lengthOfNumber(bytes, start) + tableLength
  if (!(start + SHORTEST_ENTRY * documents <= bytes.length)) throw damaged()
  return start
}

/** The gap of the entry at a position, which is no narrow one. */
export function wideGap(bytes: Uint8Array, position: number): number {
  const low = (bytes[position + 1] as number) | ((bytes[position + 2] as number) << 8)
  if (bytes[position] === WIDE_GAP) return low
  return (low | ((bytes[position + 3] as number) << 16) | ((bytes[position + 4] as number) << 24)) >>> 0
}

/** How many bytes a gap that is no narrow one has behind its first. */
export function lengthOfGap(bytes: Uint8Array, position: number): number {
  return bytes[position] === WIDE_GAP ? 2 : 4
}

function numberAt(bytes: Uint8Array, position: number): number {
  let value = 0
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[position + index] as number
    value |= (byte & 0x7f) << (7 * index)
    if (byte <= 0x7f) return value
  }
  throw damaged()
}

function lengthOfNumber(bytes: Uint8Array, position: number): number {
  let length = 1
  while ((bytes[position + length - 1] as number) > 0x7f) length += 1
  return length
}

/** Reads a list entry by entry: `while (cursor.next()) use(cursor.document, cursor.value)`. */
export class PostingsCursor {
  /** The document at hand; -1 in front of the first entry. */
  document = -1
  /** Its value, in a list with payloads the length of its payload. */
  value = 0
  /** Entries read or passed over. */
  #entries = 0
  #position = 0
  readonly #documents: number
  readonly #bytes: Uint8Array
  readonly #payloads: boolean
  readonly #tableEnd: number
  /** Where `seek` is in the table; of the block whose row is there: its first byte, the document and entries before it. */
  #row: number
  #block: { start: number; before: number; entries: number }

  /** @param payloads whether the list has any */
  constructor(list: PostingList, payloads = false) {
    this.#bytes = list.bytes
    this.#documents = list.documents
    this.#payloads = payloads
    this.#number()
    const tableLength = this.#number()
    this.#row = this.#position
    this.#tableEnd = this.#position + tableLength
    this.#position = this.#tableEnd
    this.#block = { start: this.#tableEnd, before: -1, entries: 0 }
  }

  /** Goes on to the next entry; false behind the last. @throws Error where the bytes are not a list of that length */
  next(): boolean {
    if (this.#payloads) this.#position += this.value
    if (this.#entries === this.#documents) {
      this.value = 0
      if (this.#position !== this.#bytes.length) throw damaged()
      return false
    }
    this.#entries += 1
    if (this.#payloads) {
      this.document += this.#number() + 1
      this.value = this.#number()
    } else this.#readValue()
    return true
  }

  /**
   * Goes on to the first entry at or behind `document`; false where there is none. Stays where it is if it is there
   * already. @throws Error as `next`
   */
  seek(document: number): boolean {
    if (this.document >= document) return true
    this.#passBlocks(document)
    while (this.next()) if (this.document >= document) return true
    return false
  }

  /** The positions in the document at hand, ascending. */
  positions(): number[] {
    const start = this.#position
    const end = start + this.value
    const positions: number[] = []
    let previous = -1
    while (this.#position < end) {
      previous += this.#number() + 1
      positions.push(previous)
    }
    if (this.#position !== end) throw damaged()
    this.#position = start
    return positions
  }

  /** Moves to the beginning of the block that may hold `document`, unless that is where it reads. */
  #passBlocks(document: number): void {
    const position = this.#position
    while (this.#row < this.#tableEnd) {
      this.#position = this.#row
      const { start, before, entries } = this.#block
      const last = before + this.#number()
      const length = this.#number()
      if (last >= document) break
      this.#row = this.#position
      this.#block = { start: start + length, before: last, entries: entries + BLOCK_DOCUMENTS }
    }
    this.#position = position
    const { start, before, entries } = this.#block
    if (entries <= this.#entries) return
    this.#position = start
    this.#entries = Math.min(entries, this.#documents)
    this.document = before
    this.value = 0
  }

  #readValue(): void {
    const bytes = this.#bytes
    let position = this.#position
    let gap = bytes[position] as number
    if (gap >= WIDE_GAP) {
      gap = wideGap(bytes, position)
      position += lengthOfGap(bytes, position)
    }
    this.document += gap + 1
    this.value = (bytes[position + 1] as number) | ((bytes[position + 2] as number) << 8)
    this.#position = position + SHORTEST_ENTRY
    if (this.#position > bytes.length) throw damaged()
  }

  #number(): number {
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

/** The value of a document in a list; undefined where the list does not hold it. */
export function valueIn(list: PostingList | undefined, document: number): number | undefined {
  const cursor = list && new PostingsCursor(list)
  return cursor?.seek(document) && cursor.document === document ? cursor.value : undefined
}

export function damaged(): Error {
  return new Error('A list of the search index is damaged.')
}

/*FILEDOC
 * Postings: what a term adds to the score of a document, its priors included, and how it stands in it. Both make one
 * value of a list: the impact as a whole multiple of a scale, and two bits for the occurrence.
 */

/** How a term occurs in a document. */
export const Occurrence = {
  /** Not in the norm: in the title of its law, of its section, or around a citation of it. */
  Around: 0,
  /** In the norm, as part of a compound. */
  Part: 1,
  /** In the norm, as a word. */
  Word: 2,
  /** In the heading of the norm, as a word. */
  Heading: 3,
} as const

/** Impacts are kept in so many levels. With 14 bits, 99 % of top tens are those of unrounded scores; with 10 bits 87 %. */
export const IMPACT_LEVELS = 16383

/** @param impact more than 0 @param scale the impact of level 1; a match is never worth nothing */
export function encodeImpact(impact: number, scale: number, occurrence: number): number {
  const level = Math.min(IMPACT_LEVELS, Math.max(1, Math.round(impact / scale)))
  return (level << 2) | occurrence
}

export const levelOf = (value: number) => value >>> 2
export const occurrenceOf = (value: number) => value & 3
