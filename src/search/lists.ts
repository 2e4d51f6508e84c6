/**
 * Lists of documents as bytes. For each document, in ascending order: how many documents lie between it and the one
 * before, a value, and, where a list has payloads, as many bytes as the value says. Numbers are unsigned LEB128, below
 * 2^28. Entries come in blocks; in front of a list of several blocks stands a table of them, so that `seek` passes over
 * blocks without reading them.
 *
 * A list: its largest value, the length of the table in bytes (0 for a single block), the table (for each block how far
 * its last document is from the last of the block before, and its length in bytes), the blocks.
 */
import { Bytes } from './bytes.ts'

/** Documents in a block. */
const BLOCK = 128

/** A list as it is stored. */
export interface StoredList {
  /** How many documents it holds. */
  documents: number
  bytes: Uint8Array
}

/** Encodes a list of ascending documents with a value each. */
export function encodeValues(documents: ArrayLike<number>, values: ArrayLike<number>): Uint8Array {
  let largest = 0
  for (let entry = 0; entry < documents.length; entry += 1) largest = Math.max(largest, values[entry] as number)
  return encode(documents, largest, (entry, bytes) => bytes.number(values[entry] as number))
}

/**
 * Encodes a list of ascending documents with ascending positions in each.
 * @param positions of all documents, one behind the other
 * @param counts how many of them each document has, at least one
 */
export function encodePositions(
  documents: ArrayLike<number>,
  counts: ArrayLike<number>,
  positions: ArrayLike<number>,
): Uint8Array {
  const row = new Bytes(64)
  let next = 0
  // Nobody asks how many bytes the positions in a document take at most.
  return encode(documents, 0, (entry, bytes) => {
    row.length = 0
    let previous = -1
    for (const end = next + (counts[entry] as number); next < end; next += 1) {
      const position = positions[next] as number
      row.number(position - previous - 1)
      previous = position
    }
    bytes.number(row.length)
    bytes.append(row.written())
  })
}

function encode(
  documents: ArrayLike<number>,
  largest: number,
  write: (entry: number, bytes: Bytes) => void,
): Uint8Array {
  const bytes = new Bytes(documents.length * 4)
  const table = new Bytes(16)
  let previous = -1
  let lastOfBlock = -1
  let start = 0
  for (let entry = 0; entry < documents.length; entry += 1) {
    const document = documents[entry] as number
    bytes.number(document - previous - 1)
    write(entry, bytes)
    previous = document
    if ((entry + 1) % BLOCK === 0 || entry === documents.length - 1) {
      table.number(document - lastOfBlock)
      table.number(bytes.length - start)
      lastOfBlock = document
      start = bytes.length
    }
  }
  const list = new Bytes(bytes.length + table.length + 10)
  list.number(largest)
  const blocks = documents.length > BLOCK
  list.number(blocks ? table.length : 0)
  if (blocks) list.append(table.written())
  list.append(bytes.written())
  return list.written().slice()
}

/** Room for the entries of a list: documents and their values. It grows. */
export class Entries {
  documents = new Uint32Array(1024)
  values = new Uint32Array(1024)

  /** Makes room for so many; what was there is lost. */
  reserve(count: number): void {
    if (count <= this.documents.length) return
    const room = Math.max(count, 2 * this.documents.length)
    this.documents = new Uint32Array(room)
    this.values = new Uint32Array(room)
  }
}

/**
 * Reads all entries of a list without payloads: what `ListCursor` gives, several times as fast.
 * @throws Error where the bytes are not a list of that length
 */
export function readEntries({ documents, bytes }: StoredList, entries: Entries): void {
  entries.reserve(documents)
  const { documents: found, values } = entries
  let position = lengthOfNumber(bytes, 0)
  const tableLength = numberAt(bytes, position)
  position += lengthOfNumber(bytes, position) + tableLength
  let document = -1
  for (let entry = 0; entry < documents; entry += 1) {
    // Nearly all numbers have one byte or two. A function that reads them and moves on takes twice as long. Behind the
    // end is no number that is small.
    let gap = bytes[position++] as number
    if (!(gap <= 0x7f)) {
      gap = numberAt(bytes, position - 1)
      position += lengthOfNumber(bytes, position)
    }
    document += gap + 1
    found[entry] = document
    let value = bytes[position++] as number
    if (!(value <= 0x7f)) {
      const high = bytes[position++] as number
      value = (value & 0x7f) | (high << 7)
      if (!(high <= 0x7f)) {
        value = numberAt(bytes, position - 2)
        position += lengthOfNumber(bytes, position)
      }
    }
    values[entry] = value
  }
  if (position !== bytes.length) throw damaged()
}

/** The largest value of a list without payloads. */
export function largestValue({ bytes }: StoredList): number {
  return numberAt(bytes, 0)
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
export class ListCursor {
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
  constructor(list: StoredList, payloads = false) {
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
    this.document += this.#number() + 1
    this.value = this.#number()
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
      this.#block = { start: start + length, before: last, entries: entries + BLOCK }
    }
    this.#position = position
    const { start, before, entries } = this.#block
    if (entries <= this.#entries) return
    this.#position = start
    this.#entries = Math.min(entries, this.#documents)
    this.document = before
    this.value = 0
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
export function valueIn(list: StoredList | undefined, document: number): number | undefined {
  const cursor = list && new ListCursor(list)
  return cursor?.seek(document) && cursor.document === document ? cursor.value : undefined
}

function damaged(): Error {
  return new Error('A list of the search index is damaged.')
}
