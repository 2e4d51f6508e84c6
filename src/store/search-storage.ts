/** The search index of a corpus in tables: the parts that every search needs are read at once, the others on demand. */

import { endianness } from 'node:os'
import { endsLikeLawName } from '../citation/laws/law-form.ts'
import { foldName, nominativeForms } from '../citation/laws/law-names.ts'
import { sentenceAfter } from '../citation/sentences.ts'
import { jurisdictionsNamed } from '../model/jurisdictions.ts'
import {
  type AskedQuestion,
  type ColumnName,
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
import { cached } from '../util/cached.ts'
import { LruCache } from '../util/lru-cache.ts'
import { BlockStore } from './block-store.ts'
import { IS_NAMED, isOfToday } from './bundle-schema.ts'
import { once } from './once.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { AskRows, Parameter, ReadRows } from './read-rows.ts'

/** Cache sizes, in bytes of unpacked blocks. */
const CACHED_TERMS = { terms: 8 << 20, lists: 16 << 20 }
const CACHED_WORDS = { terms: 10 << 20, lists: 4 << 20 }
const CACHED_QUESTIONS = { terms: 2 << 20, lists: 2 << 20 }
/**
 * Cache size, in UTF-16 code units of texts. In 440 different queries over federal law, an earlier query had found one hit in four;
 * a cache of a quarter of the size still held one in fourteen.
 */
const CACHED_TEXT = 16 << 20
const CACHED_SECTIONS = 2000
/** Cache size: names, and words that may be names, with their laws. */
const CACHED_NAMES = 4000
const CACHED_LAWS = 1000
const CACHED_JURISDICTIONS = 20
/** Norms whose kinds are read at a time: about a millisecond. */
const KINDS_PER_READ = 4096

/** Selects a column of numbers. Parameter: its name. */
export const NUMBERS = 'SELECT numbers FROM search_numbers WHERE name = ?'

const QUESTION = 'SELECT text, subdivision FROM question WHERE id = ?'

const NORM = `
SELECT norm.law, norm.path AS norm, norm.label, norm.heading, norm.html_url, norm.source ->> 'language' AS language, content.text
FROM norm JOIN content ON content.id = norm.content WHERE norm.id = ?`

const EXPLAINED_NORM = `
SELECT norm.law, norm.status, norm.kind FROM norm WHERE norm.id = ?`

const EXPLAINED_LAW = `
SELECT title, law_answer.answer FROM law JOIN law_answer ON law_answer.id = law.answer WHERE law.id = ?`

type LawHead = Pick<StoredNorm, 'code' | 'abbreviation' | 'title' | 'language'>
type ExplainedLaw = Pick<ExplainedNorm, 'title' | 'aliases'>
type NormRow = Pick<StoredNorm, 'norm' | 'label' | 'heading' | 'html_url'> & {
  law: number
  language: string | null
  text: PackedText
}

/** Selects the paraphrases of some terms, separated by blanks. Parameter: the terms. */
export const PARAPHRASE = 'SELECT wordings FROM paraphrase WHERE terms = ?'

/** Opens the search of a corpus. */
export function openSearcher(
  statistics: IndexStatistics,
  read: ReadRows,
  fetching?: ConstructorParameters<typeof StoredSearchStorage>[2],
): Searcher {
  const storage = new StoredSearchStorage(statistics, read, fetching)
  return new Searcher(storage, { foldName, nominativeForms, endsLikeLawName, jurisdictionsNamed, sentenceAfter })
}

export class StoredSearchStorage implements SearchStorage {
  readonly statistics: IndexStatistics
  readonly terms: BlockStore
  readonly words: BlockStore
  readonly questions: BlockStore
  readonly #read: ReadRows
  readonly #columns = new Map<ColumnName, Uint32Array>()
  readonly #ask: AskRows
  readonly #namedLaws = new LruCache<string, number[]>(CACHED_NAMES, () => 1)
  readonly #sections = new LruCache<number, SectionHeading[]>(CACHED_SECTIONS, () => 1)
  readonly #norms = new LruCache<number, StoredNorm>(CACHED_TEXT, ({ text }) => text.length)
  readonly #laws = new LruCache<number, LawHead>(CACHED_LAWS, () => 1)
  readonly #jurisdictions = new LruCache<string, Uint8Array>(CACHED_JURISDICTIONS, () => 1)
  readonly #marks: NormMarks
  readonly #explainedLaws = new LruCache<number, ExplainedLaw>(CACHED_LAWS, () => 1)

  /**
   * @param read reads names of blocks, numbers, paraphrases, and lists, unless those are fetched
   * @param ask fetches everything else
   */
  constructor(statistics: IndexStatistics, read: ReadRows, fetching: { ask?: AskRows; kindsPerRead?: number } = {}) {
    const { ask = async <Row>(sql: string, ...values: Parameter[]) => read<Row>(sql, ...values) } = fetching
    this.statistics = statistics
    this.#read = read
    this.#ask = ask
    const { kindsPerRead = KINDS_PER_READ } = fetching
    this.#marks = new NormMarks(ask, { count: statistics.documents, perRead: kindsPerRead })
    this.terms = new BlockStore(read, 'term_block', CACHED_TERMS, fetching.ask)
    this.words = new BlockStore(read, 'word_block', CACHED_WORDS, fetching.ask)
    this.questions = new BlockStore(read, 'question_block', CACHED_QUESTIONS, fetching.ask)
  }

  column(name: ColumnName): Uint32Array {
    return cached(this.#columns, name, () => {
      const [row] = this.#read<{ numbers: Uint8Array }>(NUMBERS, name)
      if (row === undefined) throw new Error(`the search index has no ${name}`)
      return decodeUint32(row.numbers)
    })
  }

  paraphrases(terms: readonly string[]): string[][] | undefined {
    const [row] = this.#read<{ wordings: string }>(PARAPHRASE, terms.join(' '))
    return row && (JSON.parse(row.wordings) as string[][])
  }

  async fetch(needs: QueryNeeds): Promise<QueryData> {
    const jurisdictions = needs.jurisdiction === undefined ? [] : [needs.jurisdiction]
    const [terms, words, questions, lawsNamed, lawWithCode, normNumber, lawsIn] = await Promise.all([
      this.terms.reader(needs.terms),
      this.words.reader(needs.words),
      this.questions.reader(needs.questions),
      this.#each(needs.lawNames, (name) => this.#lawsNamed(name)),
      this.#each(needs.codes, (code) => this.#number(LAW_WITH_CODE, code)),
      this.#each(needs.norms, ({ code, norm }) => this.#number(NORM_AT, code, norm)),
      this.#each(jurisdictions, (jurisdiction) => this.#lawsIn(jurisdiction)),
    ])
    return { terms, words, questions, lawsNamed, lawWithCode, normNumber, lawsIn }
  }

  /** Queries all items in parallel. @returns the result of an item */
  async #each<Item, Found>(items: readonly Item[], ask: (item: Item) => Promise<Found>) {
    const found = await Promise.all(items.map(async (item): Promise<[Item, Found]> => [item, await ask(item)]))
    const byItem = new Map(found)
    return (item: Item): Found => byItem.get(item) as Found
  }

  normsOf(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    return this.#marks.of(kinds, inForce)
  }

  kinds(): Promise<NormKinds> {
    return this.#marks.kinds()
  }

  laws(numbers: readonly number[]): Promise<LawHead[]> {
    return Promise.all(numbers.map((number) => this.#law(number)))
  }

  async headings(norms: readonly number[], sections: readonly number[]): Promise<Headings> {
    const [norm, section] = await Promise.all([
      this.#each(norms, async (number) => {
        const [row] = await this.#ask<{ heading: string }>('SELECT heading FROM norm WHERE id = ?', number)
        return row?.heading ?? ''
      }),
      this.#each(sections, (number) => this.#section(number)),
    ])
    return { norm, section }
  }

  norms(numbers: readonly number[]): Promise<StoredNorm[]> {
    return this.#unpacked(numbers, async (number) => {
      const known = this.#norms.peek(number)
      if (known !== undefined) return () => known
      const [row] = await this.#ask<NormRow>(NORM, number)
      if (row === undefined) throw missing('norm', number)
      const law = await this.#law(row.law)
      return () => this.#norms.get(number, () => storedNorm(row, law))
    })
  }

  async askedQuestions(numbers: readonly number[]): Promise<AskedQuestion[]> {
    const rows = await Promise.all(numbers.map((number) => this.#ask<AskedQuestion>(QUESTION, number)))
    return rows.map(([row], index) => {
      if (row === undefined) throw missing('question', numbers[index] as number)
      return row
    })
  }

  explainedNorms(numbers: readonly number[]): Promise<ExplainedNorm[]> {
    return this.#unpacked(numbers, async (number) => {
      const [row] = await this.#ask<{ law: number; status: string; kind: string }>(EXPLAINED_NORM, number)
      if (row === undefined) throw missing('norm', number)
      const law = await this.#explainedLaw(row.law)
      return () => ({ kind: row.kind, repealed: row.status === 'repealed', ...law() })
    })
  }

  /** Queries rows in parallel, and unpacks them one after the other. */
  async #unpacked<Item>(numbers: readonly number[], read: (number: number) => Promise<() => Item>): Promise<Item[]> {
    return (await Promise.all(numbers.map(read))).map((unpack) => unpack())
  }

  async #explainedLaw(number: number): Promise<() => ExplainedLaw> {
    const known = this.#explainedLaws.peek(number)
    if (known !== undefined) return () => known
    const [row] = await this.#ask<{ title: string; answer: PackedText }>(EXPLAINED_LAW, number)
    if (row === undefined) throw missing('law', number)
    return () =>
      this.#explainedLaws.get(number, () => {
        const { aliases } = JSON.parse(unpackText(row.answer)) as { aliases: string[] }
        return { title: row.title, aliases }
      })
  }

  async #lawsNamed(name: string): Promise<number[]> {
    const known = this.#namedLaws.peek(name)
    if (known !== undefined) return known
    const rows = await this.#ask<{ law: number }>(`SELECT law FROM alias WHERE ${IS_NAMED} LIMIT 4`, name)
    return this.#namedLaws.get(name, () => rows.map(({ law }) => law))
  }

  async #number(sql: string, ...values: string[]): Promise<number | undefined> {
    return (await this.#ask<{ id: number }>(sql, ...values))[0]?.id
  }

  async #lawsIn(jurisdiction: string): Promise<Uint8Array> {
    const known = this.#jurisdictions.peek(jurisdiction)
    if (known !== undefined) return known
    const marks = new Uint8Array(this.column('first_norms').length)
    const sql = `SELECT id FROM law WHERE ${isOfToday()} AND lower(jurisdiction) = lower(?)`
    for (const { id } of await this.#ask<{ id: number }>(sql, jurisdiction)) marks[id] = 1
    return this.#jurisdictions.get(jurisdiction, () => marks)
  }

  async #section(number: number): Promise<SectionHeading[]> {
    const known = this.#sections.peek(number)
    if (known !== undefined) return known
    const [row] = await this.#ask<{ headings: string }>('SELECT headings FROM structure WHERE id = ?', number)
    return this.#sections.get(number, () => JSON.parse(row?.headings ?? '[]') as SectionHeading[])
  }

  async #law(number: number): Promise<LawHead> {
    const known = this.#laws.peek(number)
    if (known !== undefined) return known
    const sql = 'SELECT code, abbreviation, title, language FROM law WHERE id = ?'
    const [law] = await this.#ask<LawHead>(sql, number)
    if (law === undefined) throw missing('law', number)
    return this.#laws.get(number, () => law)
  }
}

function storedNorm(row: NormRow, law: LawHead): StoredNorm {
  const { norm, label, heading, html_url } = row
  const language = row.language ?? law.language
  return { ...law, norm, label, heading, html_url, language, text: tidyText(unpackText(row.text)) }
}

const LAW_WITH_CODE = `SELECT id FROM law WHERE code = ? AND ${isOfToday()}`

const NORM_AT = `
SELECT norm.id FROM law JOIN norm ON norm.law = law.id
WHERE code = ? AND ${isOfToday('law')} AND path = ? AND ${isOfToday('norm')}`

const missing = (kind: string, number: number) =>
  new Error(`the search index refers to ${kind} ${number}, which the bundle does not have`)

/** Decodes little-endian numbers. */
function decodeUint32(bytes: Uint8Array): Uint32Array {
  if (endianness() === 'LE') return new Uint32Array(bytes.slice().buffer)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true))
}

/** Cache size: sets, each of one byte per norm. */
const CACHED_SETS = 16

/** Numbers only: rows would take several times as long. Parameters: the range of norms, the kinds. */
const numbersOf = (conditions: readonly string[]) =>
  `SELECT json_group_array(id) AS ids FROM norm WHERE ${['id >= ?', 'id < ?', ...conditions].join(' AND ')}`

const KINDS = 'SELECT json_group_array(json_array(id, kind)) AS kinds FROM norm WHERE id >= ? AND id < ?'

class NormMarks {
  readonly #ask: AskRows
  readonly #count: number
  /** The kinds of all norms. */
  readonly kinds = once(() => this.#readKinds())
  readonly #sets = new LruCache<string, () => Promise<Uint8Array>>(CACHED_SETS, () => 1)

  readonly #perRead: number

  /** @param count number of all norms @param perRead number of norms read at a time */
  constructor(ask: AskRows, { count, perRead }: { count: number; perRead: number }) {
    this.#ask = ask
    this.#count = count
    this.#perRead = perRead
  }

  /** One byte per norm, 1 for norms of some kinds (any if empty), and in force if `inForce`. */
  of(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const sorted = [...new Set(kinds)].sort()
    return this.#sets.get(JSON.stringify([sorted, inForce]), () => once(() => this.#readMarks(sorted, inForce)))()
  }

  async #readKinds(): Promise<NormKinds> {
    const kindOf = new Uint8Array(this.#count)
    const numbers = new Map<string, number>()
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = await this.#ask<{ kinds: string }>(KINDS, start, start + this.#perRead)
      for (const [id, kind] of JSON.parse(row?.kinds ?? '[]') as [number, string][]) {
        if (!numbers.has(kind)) numbers.set(kind, numbers.size)
        kindOf[id] = numbers.get(kind) as number
      }
    }
    return { names: [...numbers.keys()], kindOf }
  }

  async #readMarks(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const marks = new Uint8Array(this.#count)
    const ofKinds = kinds.length === 0 ? [] : [`kind IN (${kinds.map(() => '?').join()})`]
    const sql = numbersOf([...ofKinds, ...(inForce ? [`status = 'in_force'`] : [])])
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = await this.#ask<{ ids: string }>(sql, start, start + this.#perRead, ...kinds)
      for (const id of JSON.parse(row?.ids ?? '[]') as number[]) marks[id] = 1
    }
    return marks
  }
}
