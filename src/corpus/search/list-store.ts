/** The lists of a bundle's search index, read block by block and kept while there is room. */
import { zstdDecompressSync } from 'node:zlib'
import { findName, type ListPlace, namesWithPrefix } from '../../search/blocks.ts'
import type { StoredList } from '../../search/lists.ts'

/** Reads rows of the bundle. */
export type ReadRows = <Row>(sql: string, ...values: (string | number)[]) => Row[]

/** Keeps what was unpacked, up to a number of bytes; what was not used for longest goes first. */
class Kept {
  readonly #limit: number
  readonly #entries = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, unpack: () => Uint8Array): Uint8Array {
    let bytes = this.#entries.get(key)
    if (bytes === undefined) {
      bytes = unpack()
      this.#bytes += bytes.length
    } else this.#entries.delete(key)
    this.#entries.set(key, bytes)
    for (const [oldest, { length }] of this.#entries) {
      if (this.#bytes <= this.#limit || oldest === key) break
      this.#entries.delete(oldest)
      this.#bytes -= length
    }
    return bytes
  }
}

export class ListStore {
  readonly #read: ReadRows
  readonly #table: string
  readonly #names: Kept
  readonly #lists: Kept

  /** @param bytes how much unpacked data may be kept */
  constructor(read: ReadRows, table: 'term_block' | 'word_block', bytes: { names: number; lists: number }) {
    this.#read = read
    this.#table = table
    this.#names = new Kept(bytes.names)
    this.#lists = new Kept(bytes.lists)
  }

  /** How many documents the list of a name holds; 0 where there is none. */
  documents(name: string): number {
    return this.#find(name)?.place.documents ?? 0
  }

  list(name: string): StoredList | undefined {
    const found = this.#find(name)
    return found && this.#listAt(found.block, found.place)
  }

  /** The names that begin with `prefix`, in their order, with their lists. */
  *withPrefix(prefix: string): Generator<{ name: string; list: StoredList }> {
    const first = this.#blockOf(prefix)
    const blocks = this.#read<{ first: string }>(
      `SELECT first FROM ${this.#table} WHERE first >= ? AND first < ? ORDER BY first`,
      prefix,
      `${prefix}\u{10ffff}`,
    ).map((row) => row.first)
    for (const block of new Set(first === undefined ? blocks : [first, ...blocks])) {
      for (const { name, ...place } of namesWithPrefix(this.#namesOf(block), prefix)) {
        yield { name, list: this.#listAt(block, place) }
      }
    }
  }

  #find(name: string): { block: string; place: ListPlace } | undefined {
    const block = this.#blockOf(name)
    const place = block === undefined ? undefined : findName(this.#namesOf(block), name)
    return block === undefined || place === undefined ? undefined : { block, place }
  }

  /** The first name of the block that has `name`, if any has. */
  #blockOf(name: string): string | undefined {
    return this.#read<{ first: string }>(
      `SELECT first FROM ${this.#table} WHERE first <= ? ORDER BY first DESC LIMIT 1`,
      name,
    )[0]?.first
  }

  #namesOf(block: string): Uint8Array {
    return this.#names.get(block, () => this.#unpack('names', block))
  }

  #listAt(block: string, { documents, start, length }: ListPlace): StoredList {
    const lists = this.#lists.get(block, () => this.#unpack('lists', block))
    return { documents, bytes: lists.subarray(start, start + length) }
  }

  #unpack(column: 'names' | 'lists', block: string): Uint8Array {
    const [row] = this.#read<{ bytes: Uint8Array }>(
      `SELECT ${column} AS bytes FROM ${this.#table} WHERE first = ?`,
      block,
    )
    if (row === undefined) throw new Error(`the search index has no block ${block}`)
    return zstdDecompressSync(row.bytes)
  }
}
