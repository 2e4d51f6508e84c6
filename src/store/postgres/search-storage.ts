/** The search index of a published corpus: three round trips a search. */
import type { Headings, IndexStatistics, QueryData, QueryNeeds, Searcher } from '../../search/index.ts'
import { type BlockTable, selectBlock, selectFirsts } from '../block-store.ts'
import { NUMBERS, StoredSearchStorage, searcherOver } from '../search-storage.ts'
import type { FetchRows, RowsAtHand } from './rows-at-hand.ts'

/** Opens the search of a corpus. What every search needs is read first: names of blocks, numbers and paraphrases. */
export async function openSearcher(statistics: IndexStatistics, rows: RowsAtHand, fetch: FetchRows): Promise<Searcher> {
  const [paraphrases] = await Promise.all([
    readParaphrases(fetch),
    keepNames('term_block', rows, fetch),
    keepNames('word_block', rows, fetch),
    keepNumbers(rows, fetch),
  ])
  return searcherOver(new PublishedSearchStorage(statistics, rows, paraphrases))
}

async function keepNames(table: BlockTable, rows: RowsAtHand, fetch: FetchRows): Promise<void> {
  const blocks = (await fetch({ sql: `SELECT first, names FROM ${table} ORDER BY first`, values: [] })) as {
    first: string
    names: Uint8Array
  }[]
  const firsts = blocks.map(({ first }) => ({ first }))
  rows.keep({ sql: selectFirsts(table), values: [] }, firsts)
  for (const { first, names } of blocks) {
    rows.keep({ sql: selectBlock(table, 'names'), values: [first] }, [{ bytes: names }])
  }
}

async function keepNumbers(rows: RowsAtHand, fetch: FetchRows): Promise<void> {
  const columns = await fetch({ sql: 'SELECT name, numbers FROM search_numbers', values: [] })
  for (const { name, numbers } of columns as { name: string; numbers: Uint8Array }[]) {
    rows.keep({ sql: NUMBERS, values: [name] }, [{ numbers }])
  }
}

async function readParaphrases(fetch: FetchRows): Promise<Map<string, string>> {
  const found = await fetch({ sql: 'SELECT terms, wordings FROM paraphrase', values: [] })
  return new Map((found as { terms: string; wordings: string }[]).map(({ terms, wordings }) => [terms, wordings]))
}

class PublishedSearchStorage extends StoredSearchStorage {
  readonly #rows: RowsAtHand
  readonly #paraphrases: ReadonlyMap<string, string>

  constructor(statistics: IndexStatistics, rows: RowsAtHand, paraphrases: ReadonlyMap<string, string>) {
    super(statistics, rows.ask, statistics.documents)
    this.#rows = rows
    this.#paraphrases = paraphrases
  }

  override paraphrases(terms: readonly string[]): string[][] | undefined {
    const wordings = this.#paraphrases.get(terms.join(' '))
    return wordings === undefined ? undefined : (JSON.parse(wordings) as string[][])
  }

  override async fetch({ terms, words, lawNames, codes, norms, jurisdiction }: QueryNeeds): Promise<QueryData> {
    await this.#rows.prepare([
      ...[...terms].map((term) => () => this.terms.list(term)),
      ...[...words].map((word) => () => this.words.list(word)),
      ...lawNames.map((name) => () => this.lawsNamed(name)),
      ...codes.map((code) => () => this.lawWithCode(code)),
      ...norms.map((norm) => () => this.normNumber(norm)),
      ...(jurisdiction === undefined ? [] : [() => this.lawsIn(jurisdiction)]),
    ])
    return this
  }

  override async headings(norms: readonly number[], sections: readonly number[]): Promise<Headings> {
    await this.#rows.prepare([
      ...norms.map((norm) => () => this.norm(norm)),
      ...sections.map((section) => () => this.section(section)),
    ])
    return this
  }

  override async norms(numbers: readonly number[]) {
    await this.#rows.prepare(numbers.map((number) => () => this.normNumbered(number)))
    return super.norms(numbers)
  }

  override async laws(numbers: readonly number[]) {
    await this.#rows.prepare(numbers.map((number) => () => this.lawNumbered(number)))
    return super.laws(numbers)
  }

  override async explainedNorms(numbers: readonly number[]) {
    await this.#rows.prepare(numbers.map((number) => () => this.explainedNorm(number)))
    return super.explainedNorms(numbers)
  }
}
