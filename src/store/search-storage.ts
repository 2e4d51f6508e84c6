/**
 * The search index of a corpus in tables. Rows are read when they are needed, so the methods that fetch have nothing to do; an
 * engine that has to fetch overrides them.
 */

import { endianness } from 'node:os'
import { endsLikeLawName } from '../citation/laws/law-form.ts'
import { foldName, nominativeForms } from '../citation/laws/law-names.ts'
import { sentenceAfter } from '../citation/sentences.ts'
import {
  type ColumnName,
  type DesignatedNorm,
  type ExplainedNorm,
  type Headings,
  type IndexStatistics,
  type NormKinds,
  type QueryData,
  type QueryNeeds,
  Searcher,
  type SearchStorage,
  type SectionHeading,
  type StoredNorm,
  tidyText,
} from '../search/index.ts'
import { LruCache } from '../util/lru-cache.ts'
import { BlockStore } from './block-store.ts'
import { IS_NAMED } from './bundle-schema.ts'
import { once } from './once.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { ReadRows } from './read-rows.ts'

/** How many bytes of unpacked blocks are cached. */
const CACHED_TERMS = { terms: 8 << 20, lists: 16 << 20 }
const CACHED_WORDS = { terms: 10 << 20, lists: 4 << 20 }
/**
 * How many UTF-16 code units of texts are cached. In 440 different queries over federal law, an earlier query had found one hit
 * in four; a cache of a quarter of the size still held one in fourteen.
 */
const CACHED_TEXT = 16 << 20
const CACHED_SECTIONS = 2000
/** How many names, and words that might be names, are cached with their laws. */
const CACHED_NAMES = 4000
const CACHED_LAWS = 1000
const CACHED_JURISDICTIONS = 20
/** Norms whose kinds are read at a time: about a millisecond. */
const KINDS_PER_READ = 4096

/** Selects a column of numbers. Parameter: its name. */
export const NUMBERS = 'SELECT numbers FROM search_numbers WHERE name = ?'

const NORM = `
SELECT norm.law, norm.path AS norm, norm.label, norm.heading, content.html_url, content.source ->> 'language' AS language, content.text
FROM norm JOIN content ON content.norm = norm.id WHERE norm.id = ?`

const EXPLAINED_NORM = `
SELECT norm.law, norm.status, norm.kind FROM norm WHERE norm.id = ?`

const EXPLAINED_LAW = 'SELECT title, answer FROM law WHERE id = ?'

type LawHead = Pick<StoredNorm, 'code' | 'abbreviation' | 'title' | 'language'>
type ExplainedLaw = Pick<ExplainedNorm, 'title' | 'aliases'>
type NormRow = Pick<StoredNorm, 'norm' | 'label' | 'heading' | 'html_url'> & {
  law: number
  language: string | null
  text: PackedText
}

/** Opens the search of a bundle. @param statistics its `search` record */
export function openSearcher(statistics: IndexStatistics, read: ReadRows): Searcher {
  return searcherOver(new StoredSearchStorage(statistics, read))
}

export function searcherOver(storage: SearchStorage): Searcher {
  return new Searcher(storage, { foldName, nominativeForms, endsLikeLawName, sentenceAfter })
}

export class StoredSearchStorage implements SearchStorage, QueryData, Headings {
  readonly statistics: IndexStatistics
  readonly terms: BlockStore
  readonly words: BlockStore
  readonly #read: ReadRows
  readonly #columns = new Map<ColumnName, Uint32Array>()
  readonly #namedLaws = new LruCache<string, number[]>(CACHED_NAMES, () => 1)
  readonly #sections = new LruCache<number, SectionHeading[]>(CACHED_SECTIONS, () => 1)
  readonly #norms = new LruCache<number, StoredNorm>(CACHED_TEXT, ({ text }) => text.length)
  readonly #laws = new Map<number, LawHead>()
  readonly #jurisdictions = new LruCache<string, Uint8Array>(CACHED_JURISDICTIONS, () => 1)
  readonly #marks: NormMarks
  readonly #explainedLaws = new LruCache<number, ExplainedLaw>(CACHED_LAWS, () => 1)

  constructor(statistics: IndexStatistics, read: ReadRows, kindsPerRead = KINDS_PER_READ) {
    this.statistics = statistics
    this.#read = read
    this.#marks = new NormMarks(read, { count: statistics.documents, perRead: kindsPerRead })
    this.terms = new BlockStore(read, 'term_block', CACHED_TERMS)
    this.words = new BlockStore(read, 'word_block', CACHED_WORDS)
  }

  column(name: ColumnName): Uint32Array {
    let column = this.#columns.get(name)
    if (column === undefined) {
      const row = this.#one<{ numbers: Uint8Array }>(NUMBERS, name)
      if (row === undefined) throw new Error(`the search index has no ${name}`)
      column = decodeUint32(row.numbers)
      this.#columns.set(name, column)
    }
    return column
  }

  paraphrases(terms: readonly string[]): string[][] | undefined {
    const row = this.#one<{ wordings: string }>('SELECT wordings FROM paraphrase WHERE terms = ?', terms.join(' '))
    return row && (JSON.parse(row.wordings) as string[][])
  }

  async fetch(_needs: QueryNeeds): Promise<QueryData> {
    return this
  }

  normsOf(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    return this.#marks.of(kinds, inForce)
  }

  kinds(): Promise<NormKinds> {
    return this.#marks.kinds()
  }

  async laws(numbers: readonly number[]): Promise<LawHead[]> {
    return this.#each(numbers, (number) => this.lawNumbered(number))
  }

  async headings(_norms: readonly number[], _sections: readonly number[]): Promise<Headings> {
    return this
  }

  norms(numbers: readonly number[]): Promise<StoredNorm[]> {
    return this.#each(numbers, (number) => this.normNumbered(number))
  }

  explainedNorms(numbers: readonly number[]): Promise<ExplainedNorm[]> {
    return this.#each(numbers, (number) => this.explainedNorm(number))
  }

  protected explainedNorm(number: number): ExplainedNorm {
    const row = this.#one<{ law: number; status: string; kind: string }>(EXPLAINED_NORM, number)
    if (row === undefined) throw missing('norm', number)
    const law = this.#explainedLaws.get(row.law, () => this.#explainedLaw(row.law))
    return { kind: row.kind, repealed: row.status === 'repealed', ...law }
  }

  async #each<Row>(numbers: readonly number[], read: (number: number) => Row): Promise<Row[]> {
    const rows: Row[] = []
    for (const number of numbers) {
      rows.push(read(number))
    }
    return rows
  }

  lawsNamed(name: string): number[] {
    return this.#namedLaws.get(name, () =>
      this.#read<{ law: number }>(`SELECT law FROM alias WHERE ${IS_NAMED} LIMIT 4`, name).map(({ law }) => law),
    )
  }

  lawWithCode(code: string): number | undefined {
    return this.#one<{ id: number }>('SELECT id FROM law WHERE code = ?', code)?.id
  }

  lawsIn(jurisdiction: string): Uint8Array {
    return this.#jurisdictions.get(jurisdiction, () => {
      const marks = new Uint8Array(this.column('first_norms').length)
      const sql = 'SELECT id FROM law WHERE jurisdiction = ? COLLATE NOCASE'
      for (const { id } of this.#read<{ id: number }>(sql, jurisdiction)) marks[id] = 1
      return marks
    })
  }

  normNumber({ code, norm }: DesignatedNorm): number | undefined {
    const sql = 'SELECT norm.id FROM law JOIN norm ON norm.law = law.id WHERE code = ? AND path = ?'
    return this.#one<{ id: number }>(sql, code, norm)?.id
  }

  norm(number: number): string {
    return this.#one<{ heading: string }>('SELECT heading FROM norm WHERE id = ?', number)?.heading ?? ''
  }

  section(number: number): SectionHeading[] {
    return this.#sections.get(number, () => {
      const row = this.#one<{ headings: string }>('SELECT headings FROM structure WHERE id = ?', number)
      return JSON.parse(row?.headings ?? '[]') as SectionHeading[]
    })
  }

  protected normNumbered(number: number): StoredNorm {
    return this.#norms.get(number, () => this.#readNorm(number))
  }

  #readNorm(number: number): StoredNorm {
    const row = this.#one<NormRow>(NORM, number)
    if (row === undefined) throw missing('norm', number)
    const law = this.lawNumbered(row.law)
    const { norm, label, heading, html_url } = row
    const language = row.language ?? law.language
    return { ...law, norm, label, heading, html_url, language, text: tidyText(unpackText(row.text)) }
  }

  #explainedLaw(number: number): ExplainedLaw {
    const row = this.#one<{ title: string; answer: PackedText }>(EXPLAINED_LAW, number)
    if (row === undefined) throw missing('law', number)
    const { aliases } = JSON.parse(unpackText(row.answer)) as { aliases: string[] }
    return { title: row.title, aliases }
  }

  protected lawNumbered(number: number): LawHead {
    let law = this.#laws.get(number)
    if (law === undefined) {
      law = this.#one<LawHead>('SELECT code, abbreviation, title, language FROM law WHERE id = ?', number)
      if (law === undefined) throw missing('law', number)
      this.#laws.set(number, law)
    }
    return law
  }

  #one<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#read<Row>(sql, ...values)[0]
  }
}

const missing = (kind: string, number: number) =>
  new Error(`the search index refers to ${kind} ${number}, which the bundle does not have`)

/** Decodes little-endian numbers. */
function decodeUint32(bytes: Uint8Array): Uint32Array {
  if (endianness() === 'LE') return new Uint32Array(bytes.slice().buffer)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true))
}

/** How many sets are kept, each of as many bytes as there are norms. */
const CACHED_SETS = 16

/** Rows would take several times as long. Parameters: the range of norms, the kinds as JSON. */
const numbersOf = (conditions: readonly string[]) =>
  `SELECT json_group_array(id) AS ids FROM norm WHERE ${['id >= ?', 'id < ?', ...conditions].join(' AND ')}`

const KINDS = 'SELECT json_group_array(json_array(id, kind)) AS kinds FROM norm WHERE id >= ? AND id < ?'

class NormMarks {
  readonly #read: ReadRows
  readonly #count: number
  /** The kinds of all norms. */
  readonly kinds = once(() => this.#readKinds())
  readonly #sets = new LruCache<string, () => Promise<Uint8Array>>(CACHED_SETS, () => 1)

  readonly #perRead: number

  /** @param count the number of all norms @param perRead how many are read at a time */
  constructor(read: ReadRows, { count, perRead }: { count: number; perRead: number }) {
    this.#read = read
    this.#count = count
    this.#perRead = perRead
  }

  /** 1 for each norm of some kinds, of any if empty, that is in force if `inForce`. */
  of(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const sorted = [...new Set(kinds)].sort()
    return this.#sets.get(JSON.stringify([sorted, inForce]), () => once(() => this.#readMarks(sorted, inForce)))()
  }

  async #readKinds(): Promise<NormKinds> {
    const kindOf = new Uint8Array(this.#count)
    const numbers = new Map<string, number>()
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = this.#read<{ kinds: string }>(KINDS, start, start + this.#perRead)
      for (const [id, kind] of JSON.parse(row?.kinds ?? '[]') as [number, string][]) {
        if (!numbers.has(kind)) numbers.set(kind, numbers.size)
        kindOf[id] = numbers.get(kind) as number
      }
    }
    return { names: [...numbers.keys()], kindOf }
  }

  async #readMarks(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const marks = new Uint8Array(this.#count)
    const ofKinds = kinds.length === 0 ? [] : ['kind IN (SELECT value FROM json_each(?))']
    const sql = numbersOf([...ofKinds, ...(inForce ? [`status = 'in_force'`] : [])])
    const values = kinds.length === 0 ? [] : [JSON.stringify(kinds)]
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = this.#read<{ ids: string }>(sql, start, start + this.#perRead, ...values)
      for (const id of JSON.parse(row?.ids ?? '[]') as number[]) marks[id] = 1
    }
    return marks
  }
}
