/**
 * Blocks of names with their lists: terms or words in the order of their UTF-8 bytes. The names of a block are bytes of
 * their own, so that a name is found without touching lists: the number of names; for every sixteenth name where it begins
 * and where its list does; for each name how many bytes it shares with the one before it (0 for every sixteenth), how many
 * follow, these, how many documents its list holds and how long the list is. The first numbers have 32 bits, little-endian,
 * those of the names are LEB128.
 */
import { Bytes, type StoredList } from './lists.ts'

/** A name with its list. */
export interface NamedList extends StoredList {
  name: string
}

/** Where the list of a name is: from `start` on in the lists of its block. */
export interface ListPlace {
  documents: number
  start: number
  length: number
}

/** A block ends with the name that makes its lists this long, */
const LISTS_BYTES = 1 << 16
/** or with so many names. */
const MOST_NAMES = 1024
const RESTART = 16
const HEAD_BYTES = 4
const RESTART_BYTES = 8

export interface Block {
  first: string
  names: Uint8Array
  lists: Uint8Array
}

/** Packs lists into blocks. @param lists in the order of `compareNames` */
export function* packBlocks(lists: Iterable<NamedList>): Generator<Block> {
  let names: NamedList[] = []
  let bytes = 0
  for (const list of lists) {
    names.push(list)
    bytes += list.bytes.length
    if (bytes < LISTS_BYTES && names.length < MOST_NAMES) continue
    yield packBlock(names)
    names = []
    bytes = 0
  }
  if (names.length > 0) yield packBlock(names)
}

function packBlock(entries: readonly NamedList[]): Block {
  const names = new Bytes(entries.length * 12)
  const lists = new Bytes(LISTS_BYTES)
  const restarts: [name: number, list: number][] = []
  let previous: Uint8Array = new Uint8Array()
  for (const [index, { name, documents, bytes }] of entries.entries()) {
    const own = Buffer.from(name)
    if (index % RESTART === 0) {
      restarts.push([names.length, lists.length])
      previous = new Uint8Array()
    }
    const shared = sharedLength(previous, own)
    names.number(shared)
    names.number(own.length - shared)
    names.append(own.subarray(shared))
    names.number(documents)
    names.number(bytes.length)
    lists.append(bytes)
    previous = own
  }
  const head = new DataView(new ArrayBuffer(HEAD_BYTES + restarts.length * RESTART_BYTES))
  head.setUint32(0, entries.length, true)
  for (const [index, [name, list]] of restarts.entries()) {
    head.setUint32(HEAD_BYTES + index * RESTART_BYTES, head.byteLength + name, true)
    head.setUint32(HEAD_BYTES + index * RESTART_BYTES + 4, list, true)
  }
  return {
    first: entries[0]?.name ?? '',
    names: Buffer.concat([new Uint8Array(head.buffer), names.written()]),
    lists: lists.written().slice(),
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** The order of names: that of their UTF-8 bytes, which is that of their code points. */
export function compareNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const one = a.charCodeAt(index)
    const other = b.charCodeAt(index)
    if (one !== other) return ordinal(one) - ordinal(other)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others. */
const ordinal = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** The place of a name's list, undefined where the block does not have the name. */
export function findName(names: Uint8Array, name: string): ListPlace | undefined {
  const wanted = Buffer.from(name)
  for (const entry of entriesFrom(names, wanted)) {
    const order = Buffer.compare(entry.name, wanted)
    if (order === 0) return entry
    if (order > 0) return undefined
  }
  return undefined
}

/** The names of a block that begin with `prefix`, with the places of their lists. */
export function* namesWithPrefix(names: Uint8Array, prefix: string): Generator<ListPlace & { name: string }> {
  const wanted = Buffer.from(prefix)
  for (const { name, ...place } of entriesFrom(names, wanted)) {
    const order = Buffer.compare(name.subarray(0, wanted.length), wanted)
    if (order > 0) return
    if (order === 0) yield { name: Buffer.from(name).toString(), ...place }
  }
}

interface Entry extends ListPlace {
  name: Uint8Array
}

/** The names of a block in their order, beginning at most fifteen in front of `wanted`. */
function* entriesFrom(bytes: Uint8Array, wanted: Uint8Array): Generator<Entry> {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = head.getUint32(0, true)
  const placeOf = (restart: number) => head.getUint32(HEAD_BYTES + restart * RESTART_BYTES, true)
  const reader = new NameReader(bytes)

  let restart = 0
  for (let after = Math.ceil(count / RESTART); after - restart > 1; ) {
    const middle = (restart + after) >> 1
    reader.position = placeOf(middle)
    if (Buffer.compare(reader.name(), wanted) > 0) after = middle
    else restart = middle
  }
  reader.position = placeOf(restart)
  let start = head.getUint32(HEAD_BYTES + restart * RESTART_BYTES + 4, true)
  for (let index = restart * RESTART; index < count; index += 1) {
    const name = reader.name()
    const documents = reader.number()
    const length = reader.number()
    yield { name, documents, start, length }
    start += length
  }
}

class NameReader {
  position = 0
  readonly #bytes: Uint8Array
  #name: Uint8Array = new Uint8Array()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  name(): Uint8Array {
    const shared = this.number()
    const own = this.number()
    const name = new Uint8Array(shared + own)
    name.set(this.#name.subarray(0, shared))
    name.set(this.#bytes.subarray(this.position, this.position + own), shared)
    this.position += own
    this.#name = name
    return name
  }

  number(): number {
    let value = 0
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.#bytes[this.position++] as number
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) return value
    }
    throw new Error('A block of the search index is damaged.')
  }
}
