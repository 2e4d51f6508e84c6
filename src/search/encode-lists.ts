/** Writes lists, see `lists.ts`. */
import { Bytes } from './bytes.ts'
import { BLOCK, WIDE_GAP, WIDEST_GAP } from './lists.ts'

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
  const row = new Bytes(64)
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
  write: (entry: number, gap: number, bytes: Bytes) => void,
): Uint8Array {
  const bytes = new Bytes(documents.length * 4)
  const table = new Bytes(16)
  let previous = -1
  let lastOfBlock = -1
  let start = 0
  for (let entry = 0; entry < documents.length; entry += 1) {
    const document = documents[entry] as number
    write(entry, document - previous - 1, bytes)
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
