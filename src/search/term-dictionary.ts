/**
 * Blocks of names with their lists: terms or words in the order of their UTF-8 bytes. The names of a block are bytes of
 * their own, so that a name is found without touching lists: the number of names; for every sixteenth name where it begins
 * and where its list does; for each name how many bytes it shares with the one before it (0 for every sixteenth), how many
 * follow, these, how many documents its list holds, how long the list is, how long its data is, and its data. The first
 * numbers have 32 bits, little-endian, those of the names are LEB128.
 */
import { ByteWriter } from './index-writer.ts'
import type { PostingList } from './postings.ts'

/** A name with its list. */
export interface DictionaryEntry extends PostingList {
  name: string
  /** What else is known of the name. */
  data?: Uint8Array
}

/** Where the list of a name is: from `start` on in the lists of its block. */
export interface TermInfo {
  documents: number
  start: number
  length: number
}

export interface TermEntry extends TermInfo {
  /** What else is known of the name; empty where that is nothing. */
  data: Uint8Array
}

/** A block ends with the name that makes its lists this long, */
const LISTS_BYTES = 1 << 14
/** or with so many names. */
const MOST_NAMES = 1024
/** Names have at most 100 characters, which is a tenth of this in all: more is no block. */
export const MAXIMUM_NAMES_BYTES = 4 * 1024 * 1024
const RESTART = 16
const HEAD_BYTES = 4
const RESTART_BYTES = 8
const NO_DATA = new Uint8Array()

export interface DictionaryBlock {
  first: string
  names: Uint8Array
  lists: Uint8Array
}

/** Packs lists into blocks. @param lists in the order of `compareNames` */
export function* writeBlocks(lists: Iterable<DictionaryEntry>): Generator<DictionaryBlock> {
  let names: DictionaryEntry[] = []
  let bytes = 0
  for (const list of lists) {
    names.push(list)
    bytes += list.bytes.length
    if (bytes < LISTS_BYTES && names.length < MOST_NAMES) continue
    yield writeBlock(names)
    names = []
    bytes = 0
  }
  if (names.length > 0) yield writeBlock(names)
}

function writeBlock(entries: readonly DictionaryEntry[]): DictionaryBlock {
  const names = new ByteWriter(entries.length * 12)
  const lists = new ByteWriter(LISTS_BYTES)
  const restarts: [name: number, list: number][] = []
  let previous: Uint8Array = new Uint8Array()
  for (const [index, { name, documents, bytes, data = NO_DATA }] of entries.entries()) {
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
    names.number(data.length)
    names.append(data)
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
export function compareUtf8(a: string, b: string): number {
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

/** The place of a name's list, and its data; undefined where the block does not have the name. */
export function findTerm(names: Uint8Array, name: string): TermEntry | undefined {
  const wanted = utf8(name)
  const cursor = new TermCursor(names, nameBuffer)
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

/** The names of a block that begin with `prefix`, with the places of their lists. */
export function* termsWithPrefix(names: Uint8Array, prefix: string): Generator<TermInfo & { name: string }> {
  const wanted = utf8(prefix)
  const cursor = new TermCursor(names, new Uint8Array(128))
  cursor.seek(wanted)
  while (cursor.next()) {
    const order = cursor.compare(wanted, wanted.length)
    if (order > 0) return
    const { name, documents, start, length } = cursor
    if (order === 0) yield { name, documents, start, length }
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The UTF-8 bytes of a name. Most names are ASCII, and short. */
function utf8(name: string): Uint8Array {
  const bytes = new Uint8Array(name.length)
  for (let index = 0; index < name.length; index += 1) {
    const unit = name.charCodeAt(index)
    if (unit > 0x7f) return encoder.encode(name)
    bytes[index] = unit
  }
  return bytes
}

/** What `findName` reads names into. */
const nameBuffer = new Uint8Array(512)

/** Goes through the names of a block: `while (cursor.next()) use(cursor.name, cursor.documents)`. */
class TermCursor {
  documents = 0
  /** Where the list begins, and how long it is. */
  start = 0
  length = 0
  readonly #bytes: Uint8Array
  readonly #head: DataView
  readonly #count: number
  #index = 0
  #position: number
  #dataLength = 0
  /** The bytes of the name at hand; longer ones than its length are left from others. */
  #name: Uint8Array
  #nameLength = 0

  /** @param name what names are read into */
  constructor(bytes: Uint8Array, name: Uint8Array) {
    this.#bytes = bytes
    this.#name = name
    this.#head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#count = this.#head.getUint32(0, true)
    this.#position = this.#restart(0)
  }

  get name(): string {
    return decoder.decode(this.#name.subarray(0, this.#nameLength))
  }

  get data(): Uint8Array {
    return this.#bytes.subarray(this.#position - this.#dataLength, this.#position)
  }

  /** Goes to at most fifteen names in front of `wanted`. */
  seek(wanted: Uint8Array): void {
    let restart = 0
    for (let after = Math.ceil(this.#count / RESTART); after - restart > 1; ) {
      const middle = (restart + after) >> 1
      this.#position = this.#restart(middle)
      this.#readName()
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
    this.#readName()
    this.documents = this.#number()
    this.length = this.#number()
    this.#dataLength = this.#number()
    this.#position += this.#dataLength
    return true
  }

  /** Whether the name at hand, or its first bytes, stand before (negative), at or behind `other`. */
  compare(other: Uint8Array, first = Number.POSITIVE_INFINITY): number {
    const own = Math.min(this.#nameLength, first)
    const shared = Math.min(own, other.length)
    for (let index = 0; index < shared; index += 1) {
      const difference = (this.#name[index] as number) - (other[index] as number)
      if (difference !== 0) return difference
    }
    return own - other.length
  }

  #restart(restart: number): number {
    return this.#head.getUint32(HEAD_BYTES + restart * RESTART_BYTES, true)
  }

  #readName(): void {
    const shared = this.#number()
    const own = this.#number()
    const left = this.#bytes.length - this.#position
    if (shared < 0 || shared > this.#nameLength || own < 0 || own > left) throw damaged()
    this.#nameLength = shared + own
    if (this.#nameLength > this.#name.length) {
      const larger = new Uint8Array(this.#nameLength * 2)
      larger.set(this.#name)
      this.#name = larger
    }
    for (let index = 0; index < own; index += 1) {
      this.#name[shared + index] = this.#bytes[this.#position + index] as number
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
