/** A term dictionary with its posting lists in a table of a bundle, read block by block and cached. */

import {
  compareUtf8,
  findTerm,
  MAX_TERMS_BYTES,
  type PostingList,
  type PostingsReader,
  type TermDictionary,
  type TermEntry,
  type TermInfo,
  termsWithPrefix,
} from '../search/index.ts'
import { firstIndex } from '../util/binary-search.ts'
import { LruCache } from '../util/lru-cache.ts'
import { unpackBytes } from './packed-text.ts'
import type { AskRows, ReadRows } from './read-rows.ts'

/** Cache size: terms with the places of their lists. */
const CACHED_TERMS = 4000

interface BlockTerm extends TermInfo {
  /** The first term of the block. */
  block: string
}

/** Stands for an unknown term. */
const UNKNOWN: TermInfo = { documents: 0, start: 0, length: 0 }

const byteLength = ({ length }: Uint8Array) => length

/** Tables of blocks. */
export type BlockTable = 'term_block' | 'word_block' | 'question_block'

/** Selects the first names of all blocks. */
export const selectFirsts = (table: BlockTable) => `SELECT first FROM ${table} ORDER BY first`

/** Selects the names of a block, or its lists, as `bytes`. Parameter: its first name. */
export const selectBlock = (table: BlockTable, column: 'names' | 'lists') =>
  `SELECT ${column} AS bytes FROM ${table} WHERE first = ?`

export class BlockStore implements TermDictionary, PostingsReader {
  readonly #read: ReadRows
  readonly #table: BlockTable
  /** The first term of each block. */
  #blocks: readonly string[] | undefined
  readonly #found = new LruCache<string, BlockTerm>(CACHED_TERMS, () => 1)
  readonly #terms: LruCache<string, Uint8Array>
  readonly #lists: LruCache<string, Uint8Array>
  readonly #ask: AskRows | undefined

  /**
   * @param cached bytes of unpacked terms and of lists
   * @param ask fetches lists that `read` does not have
   */
  constructor(read: ReadRows, table: BlockTable, cached: { terms: number; lists: number }, ask?: AskRows) {
    this.#read = read
    this.#table = table
    this.#ask = ask
    this.#terms = new LruCache(cached.terms, byteLength)
    this.#lists = new LruCache(cached.lists, byteLength)
  }

  documents(term: string): number {
    return this.#infoOf(term).documents
  }

  data(term: string): Uint8Array | undefined {
    return this.#find(term)?.entry.data
  }

  list(term: string): PostingList | undefined {
    return this.#listIn(term, this.#ownLists)
  }

  withPrefix(prefix: string): Generator<{ term: string; documents: number; list: PostingList }> {
    return this.#entries(prefix, this.#ownLists)
  }

  /** Makes the lists of terms readable. @param terms used only if lists have to be fetched */
  async reader(terms: Iterable<string>): Promise<PostingsReader> {
    const ask = this.#ask
    if (ask === undefined) return this
    const blocks = new Set<string>()
    for (const term of terms) {
      const { documents, block } = this.#infoOf(term)
      if (documents > 0) blocks.add(block)
    }
    const fetched = [...blocks].map(async (block): Promise<[string, Uint8Array]> => {
      const [row] = await ask<{ bytes: Uint8Array }>(selectBlock(this.#table, 'lists'), block)
      return [block, row?.bytes ?? new Uint8Array()]
    })
    const lists = new Map(await Promise.all(fetched))
    const listsOf = (block: string) => lists.get(block) as Uint8Array
    return { list: (term) => this.#listIn(term, listsOf), withPrefix: (prefix) => this.#entries(prefix, listsOf) }
  }

  #listIn(term: string, listsOf: ListsOf): PostingList | undefined {
    const found = this.#infoOf(term)
    return found.documents === 0 ? undefined : listAt(listsOf(found.block), found)
  }

  *#entries(prefix: string, listsOf: ListsOf): Generator<{ term: string; documents: number; list: PostingList }> {
    const blocks = this.#firstTerms()
    for (let index = Math.max(0, this.#indexOf(prefix)); index < blocks.length; index += 1) {
      const block = blocks[index] as string
      if (compareUtf8(block, prefix) > 0 && !block.startsWith(prefix)) return
      const listOf = (info: TermInfo) => listAt(listsOf(block), info)
      for (const info of termsWithPrefix(this.#termsOf(block), prefix)) yield new FoundTerm(info, listOf)
    }
  }

  #infoOf(term: string): BlockTerm {
    return this.#found.get(term, () => {
      const { block = '', entry: { documents, start, length } = UNKNOWN } = this.#find(term) ?? {}
      return { block, documents, start, length }
    })
  }

  #find(term: string): { block: string; entry: TermEntry } | undefined {
    const block = this.#firstTerms()[this.#indexOf(term)]
    const entry = block === undefined ? undefined : findTerm(this.#termsOf(block), term)
    return block === undefined || entry === undefined ? undefined : { block, entry }
  }

  /** The index of the block that may contain a term; -1 if the term comes before all blocks. */
  #indexOf(term: string): number {
    const blocks = this.#firstTerms()
    return firstIndex(blocks.length, (index) => compareUtf8(blocks[index] as string, term) > 0) - 1
  }

  #firstTerms(): readonly string[] {
    this.#blocks ??= this.#read<{ first: string }>(selectFirsts(this.#table)).map(({ first }) => first)
    return this.#blocks
  }

  #termsOf(block: string): Uint8Array {
    // Copied, because zstd leaves the bytes in a buffer of 16 KB, which would be cached with them.
    return this.#terms.get(block, () => new Uint8Array(unpackBytes(this.#bytes('names', block), MAX_TERMS_BYTES)))
  }

  readonly #ownLists: ListsOf = (block) => this.#lists.get(block, () => this.#bytes('lists', block))

  #bytes(column: 'names' | 'lists', block: string): Uint8Array {
    const [row] = this.#read<{ bytes: Uint8Array }>(selectBlock(this.#table, column), block)
    if (row === undefined) throw new Error(`the search index has no block ${block}`)
    return row.bytes
  }
}

/** The lists of a block. */
type ListsOf = (block: string) => Uint8Array

const listAt = (lists: Uint8Array, { documents, start, length }: TermInfo): PostingList => ({
  documents,
  bytes: lists.subarray(start, start + length),
})

/** A term with a lazily read list: spelling looks at thousands of terms, and at few lists. */
class FoundTerm {
  readonly term: string
  readonly #info: TermInfo
  readonly #listOf: (info: TermInfo) => PostingList

  constructor(info: TermInfo & { term: string }, listOf: (info: TermInfo) => PostingList) {
    this.term = info.term
    this.#info = info
    this.#listOf = listOf
  }

  get documents(): number {
    return this.#info.documents
  }

  get list(): PostingList {
    return this.#listOf(this.#info)
  }
}
