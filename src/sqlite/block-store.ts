/** The lists of a bundle's search index, read block by block and kept while there is room. */

import { LruCache } from '../search/lru-cache.ts'
import type { PostingList } from '../search/postings.ts'
import {
  compareUtf8,
  findTerm,
  MAXIMUM_NAMES_BYTES,
  type TermEntry,
  type TermInfo,
  termsWithPrefix,
} from '../search/term-dictionary.ts'
import { unpackBytes } from './packed-text.ts'

/** Reads rows of the bundle. */
export type ReadRows = <Row>(sql: string, ...values: (string | number)[]) => Row[]

/** Of how many names it is remembered where their lists are. */
const REMEMBERED_PLACES = 4000

interface Place extends TermInfo {
  /** The first name of the block. */
  block: string
}

/** Of names without a list. */
const NOWHERE: Place = { block: '', documents: 0, start: 0, length: 0 }

const bytesOf = ({ length }: Uint8Array) => length

export class BlockStore {
  readonly #read: ReadRows
  readonly #table: string
  /** The first name of each block. */
  #blocks: readonly string[] | undefined
  readonly #places = new LruCache<string, Place>(REMEMBERED_PLACES, () => 1)
  readonly #names: LruCache<string, Uint8Array>
  readonly #lists: LruCache<string, Uint8Array>

  /** @param bytes how much unpacked data may be kept */
  constructor(read: ReadRows, table: 'term_block' | 'word_block', bytes: { names: number; lists: number }) {
    this.#read = read
    this.#table = table
    this.#names = new LruCache(bytes.names, bytesOf)
    this.#lists = new LruCache(bytes.lists, bytesOf)
  }

  /** How many documents the list of a name holds; 0 where there is none. */
  documents(name: string): number {
    return this.#find(name)?.place.documents ?? 0
  }

  /** What else is known of a name; undefined where it has no list. */
  data(name: string): Uint8Array | undefined {
    return this.#find(name)?.place.data
  }

  list(name: string): PostingList | undefined {
    const found = this.#places.get(name, () => this.#placeOf(name))
    return found === NOWHERE ? undefined : this.#listAt(found.block, found)
  }

  /** The names that begin with `prefix`, in their order, with their lists. */
  *withPrefix(prefix: string): Generator<{ name: string; list: PostingList }> {
    const blocks = this.#blockNames()
    for (let index = Math.max(0, this.#indexOf(prefix)); index < blocks.length; index += 1) {
      const block = blocks[index] as string
      if (compareUtf8(block, prefix) > 0 && !block.startsWith(prefix)) return
      for (const { name, ...place } of termsWithPrefix(this.#namesOf(block), prefix)) {
        yield { name, list: this.#listAt(block, place) }
      }
    }
  }

  #placeOf(name: string): Place {
    const found = this.#find(name)
    if (found === undefined) return NOWHERE
    const { documents, start, length } = found.place
    return { block: found.block, documents, start, length }
  }

  #find(name: string): { block: string; place: TermEntry } | undefined {
    const block = this.#blockNames()[this.#indexOf(name)]
    const place = block === undefined ? undefined : findTerm(this.#namesOf(block), name)
    return block === undefined || place === undefined ? undefined : { block, place }
  }

  /** The index of the block that has `name`, if any has; -1 where it stands in front of all blocks. */
  #indexOf(name: string): number {
    const blocks = this.#blockNames()
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareUtf8(blocks[middle] as string, name) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #blockNames(): readonly string[] {
    this.#blocks ??= this.#read<{ first: string }>(`SELECT first FROM ${this.#table} ORDER BY first`).map(
      ({ first }) => first,
    )
    return this.#blocks
  }

  #namesOf(block: string): Uint8Array {
    // What unpacks lies in a buffer of 16 KB, which would be kept with it.
    return this.#names.get(block, () => new Uint8Array(unpackBytes(this.#bytes('names', block), MAXIMUM_NAMES_BYTES)))
  }

  #listAt(block: string, { documents, start, length }: TermInfo): PostingList {
    const lists = this.#lists.get(block, () => this.#bytes('lists', block))
    return { documents, bytes: lists.subarray(start, start + length) }
  }

  #bytes(column: 'names' | 'lists', block: string): Uint8Array {
    const [row] = this.#read<{ bytes: Uint8Array }>(
      `SELECT ${column} AS bytes FROM ${this.#table} WHERE first = ?`,
      block,
    )
    if (row === undefined) throw new Error(`the search index has no block ${block}`)
    return row.bytes
  }
}
