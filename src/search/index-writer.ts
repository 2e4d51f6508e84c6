/** Writes an index: posting lists and the blocks of term dictionaries. */
import { BLOCK_DOCUMENTS, WIDE_GAP, WIDEST_GAP } from './postings.ts'
import { type DictionaryEntry, HEAD_BYTES, RESTART, RESTART_BYTES } from './term-dictionary.ts'

/** A block of a term dictionary, with the posting lists of its terms one after the other. */
export interface DictionaryBlock {
  /** Its first term. */
  first: string
  terms: Uint8Array
  lists: Uint8Array
}

/** A block ends when its lists reach this length, or at this number of terms. */
const BLOCK_LISTS_BYTES = 1 << 14
const MAX_BLOCK_TERMS = 1024
const MAX_WIDE_GAP = 0xffff
const NO_DATA = new Uint8Array()
const encoder = new TextEncoder()

/** Bytes that grow as they are written. */
export class ByteWriter {
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

  /** Appends a number in `length` bytes, at most 4, little-endian. */
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

/** Encodes the postings of ascending documents with one value below 2^16 each. */
export function encodeValues(documents: ArrayLike<number>, values: ArrayLike<number>): Uint8Array {
  let largest = 0
  for (let entry = 0; entry < documents.length; entry += 1) largest = Math.max(largest, values[entry] as number)
  return encode(documents, largest, (entry, gap, bytes) => {
    if (gap < WIDE_GAP) bytes.fixed(gap, 1)
    else {
      const isWidest = gap > MAX_WIDE_GAP
      bytes.fixed(isWidest ? WIDEST_GAP : WIDE_GAP, 1)
      bytes.fixed(gap, isWidest ? 4 : 2)
    }
    bytes.fixed(values[entry] as number, 2)
  })
}

/**
 * Encodes the postings of ascending documents with ascending positions in each.
 * @param counts the number of positions in each document, at least one
 * @param positions of all documents, one after the other
 */
export function encodePositions(
  documents: ArrayLike<number>,
  counts: ArrayLike<number>,
  positions: ArrayLike<number>,
): Uint8Array {
  const row = new ByteWriter(64)
  let next = 0
  // Only lists of values have a largest value.
  return encode(documents, 0, (entry, gap, bytes) => {
    bytes.number(gap)
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
  write: (entry: number, gap: number, bytes: ByteWriter) => void,
): Uint8Array {
  const bytes = new ByteWriter(documents.length * 4)
  const table = new ByteWriter(16)
  let previous = -1
  let lastOfBlock = -1
  let start = 0
  for (let entry = 0; entry < documents.length; entry += 1) {
    const document = documents[entry] as number
    write(entry, document - previous - 1, bytes)
    previous = document
    if ((entry + 1) % BLOCK_DOCUMENTS === 0 || entry === documents.length - 1) {
      table.number(document - lastOfBlock)
      table.number(bytes.length - start)
      lastOfBlock = document
      start = bytes.length
    }
  }
  const list = new ByteWriter(bytes.length + table.length + 10)
  list.number(largest)
  const blocks = documents.length > BLOCK_DOCUMENTS
  list.number(blocks ? table.length : 0)
  if (blocks) list.append(table.written())
  list.append(bytes.written())
  return list.written().slice()
}

/** Writes the blocks of a term dictionary. @param entries in the order of `compareUtf8` */
export function* writeBlocks(entries: Iterable<DictionaryEntry>): Generator<DictionaryBlock> {
  let block: DictionaryEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    block.push(entry)
    bytes += entry.bytes.length
    if (bytes < BLOCK_LISTS_BYTES && block.length < MAX_BLOCK_TERMS) continue
    yield writeBlock(block)
    block = []
    bytes = 0
  }
  if (block.length > 0) yield writeBlock(block)
}

function writeBlock(entries: readonly DictionaryEntry[]): DictionaryBlock {
  const terms = new ByteWriter(entries.length * 12)
  const lists = new ByteWriter(BLOCK_LISTS_BYTES)
  const restarts: [term: number, list: number][] = []
  let previous: Uint8Array = new Uint8Array()
  for (const [index, { term, documents, bytes, data = NO_DATA }] of entries.entries()) {
    const own = encoder.encode(term)
    if (index % RESTART === 0) {
      restarts.push([terms.length, lists.length])
      previous = new Uint8Array()
    }
    const shared = sharedLength(previous, own)
    terms.number(shared)
    terms.number(own.length - shared)
    terms.append(own.subarray(shared))
    terms.number(documents)
    terms.number(bytes.length)
    terms.number(data.length)
    terms.append(data)
    lists.append(bytes)
    previous = own
  }
  const head = new DataView(new ArrayBuffer(HEAD_BYTES + restarts.length * RESTART_BYTES))
  head.setUint32(0, entries.length, true)
  for (const [index, [term, list]] of restarts.entries()) {
    head.setUint32(HEAD_BYTES + index * RESTART_BYTES, head.byteLength + term, true)
    head.setUint32(HEAD_BYTES + index * RESTART_BYTES + 4, list, true)
  }
  const block = new ByteWriter(head.byteLength + terms.length)
  block.append(new Uint8Array(head.buffer))
  block.append(terms.written())
  return { first: entries[0]?.term ?? '', terms: block.written(), lists: lists.written().slice() }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}
