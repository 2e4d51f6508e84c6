/** The search index of a published corpus: three round trips per search. */
import type { IndexStatistics, Searcher } from '../../search/index.ts'
import { type BlockTable, selectBlock, selectFirsts } from '../block-store.ts'
import type { Parameter, ReadRows } from '../read-rows.ts'
import { NUMBERS, openSearcher, PARAPHRASE } from '../search-storage.ts'
import type { DatabaseRows } from './database-rows.ts'

/** Opens the search of a corpus. Reads first what every search needs: names of blocks, numbers and paraphrases. */
export async function openPublishedSearcher(
  statistics: IndexStatistics,
  { ask, fetch }: DatabaseRows,
): Promise<Searcher> {
  /** The rows of statements with one parameter, or none. */
  const known = new Map<string, Map<Parameter | undefined, object[]>>()
  /** Reads a whole table, to answer a statement by the value of a column. */
  const keep = async (sql: string, statement: string, key: string) => {
    const rows = (await fetch({ sql, values: [] })) as Record<string, Parameter>[]
    known.set(statement, new Map(rows.map((row) => [row[key], [row]])))
    return rows
  }
  const keepNames = async (table: BlockTable) => {
    const blocks = await keep(
      `SELECT first, names AS bytes FROM ${table} ORDER BY first`,
      selectBlock(table, 'names'),
      'first',
    )
    known.set(selectFirsts(table), new Map([[undefined, blocks]]))
  }
  await Promise.all([
    keepNames('term_block'),
    keepNames('word_block'),
    keepNames('question_block'),
    keep('SELECT name, numbers FROM search_numbers', NUMBERS, 'name'),
    keep('SELECT terms, wordings FROM paraphrase', PARAPHRASE, 'terms'),
  ])
  const read: ReadRows = <Row>(sql: string, value?: Parameter) => (known.get(sql)?.get(value) ?? []) as Row[]
  return openSearcher(statistics, read, { ask, kindsPerRead: statistics.documents })
}
