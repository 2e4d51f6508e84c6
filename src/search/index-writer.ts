import { BLOCK_DOCUMENTS, WIDE_GAP, WIDEST_GAP } from './postings.ts'

/** Bytes that grow. */
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

/*FILEDOC Writes lists, see `lists.ts`. */

const MAXIMUM_WIDE_GAP = 0xffff

/** Encodes a list of ascending documents with a value each, below 2^16. */
export function encodeValues(documents: ArrayLike<number>, values: ArrayLike<number>): Uint8Array {
  let largest = 0
  for (let entry = 0; entry < documents.length; entry += 1) largest = Math.max(largest, values[entry] as number)
  return encode(documents, largest, (entry, gap, bytes) => {
    if (gap < WIDE_GAP) bytes.fixed(gap, 1)
    else {
      const isWidest = gap > MAXIMUM_WIDE_GAP
      bytes.fixed(isWidest ? WIDEST_GAP : WIDE_GAP, 1)
      bytes.fixed(gap, isWidest ? 4 : 2)
    }
    bytes.fixed(values[entry] as number, 2)
  })
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
  const row = new ByteWriter(64)
  let next = 0
  // Nobody asks how many bytes the positions in a document take at most.
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
