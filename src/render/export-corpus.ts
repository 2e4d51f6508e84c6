/** A corpus, or some of its laws, in pieces of text: as it is read, so that its size does not matter. */
import type { Corpus } from '../model/corpus.ts'
import { norms } from '../operations/norms.ts'
import {
  EXPORTED_TABLES,
  type ExportedRow,
  exportedLaw,
  exportedNorm,
  recordOf,
  recordsOfNorm,
  type TableName,
} from './exported-records.ts'
import { renderParts } from './render.ts'
import { csv } from './tabular.ts'

export const EXPORT_FORMATS = ['ndjson', 'csv', 'md', 'sqlite'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * The laws with these codes, each followed by its norms in document order, and these by their records in the other tables.
 * @param tables those that are wanted
 * @throws LegalTextError `ambiguous` if it is not known which wording a norm had on the day of the corpus
 */
export async function* exportedRows(
  corpus: Corpus,
  codes: readonly string[],
  tables: readonly TableName[] = Object.keys(EXPORTED_TABLES) as TableName[],
): AsyncGenerator<ExportedRow> {
  if (tables.includes('corpus')) yield recordOf('corpus', await corpus.coverage())
  for (const code of codes) {
    const law = await corpus.law(code)
    if (law === undefined) continue
    if (tables.includes('law')) yield { table: 'law', row: exportedLaw(law) }
    if (tables.every((table) => table === 'law' || table === 'corpus')) continue
    let position = 0
    for await (const part of corpus.norms(code)) {
      for (const norm of part) {
        if (tables.includes('norm')) yield { table: 'norm', row: exportedNorm(norm, position++) }
        yield* recordsOfNorm(corpus, norm, tables)
      }
    }
  }
}

/**
 * A table of the laws with these codes, a record a line; or the documents of the laws one below the other.
 * @throws as `exportedRows`
 */
export async function* exportedText(
  corpus: Corpus,
  codes: readonly string[],
  format: Exclude<ExportFormat, 'sqlite'>,
  table: TableName = 'norm',
): AsyncGenerator<string> {
  if (format === 'md') return yield* documents(corpus, codes)
  const { head, lines } = csv(EXPORTED_TABLES[table].columns)
  if (format === 'csv') yield head
  for await (const { row } of exportedRows(corpus, codes, [table]))
    yield format === 'csv' ? lines([row]) : jsonLine(row)
}

/** A record on one line, also for readers that end a line at Unicode's line and paragraph separators. */
const jsonLine = (row: object) =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

async function* documents(corpus: Corpus, codes: readonly string[]): AsyncGenerator<string> {
  let between = ''
  for (const code of codes) {
    yield between
    yield* renderParts(norms, 'md', corpus, await norms.stream(corpus, { code }))
    between = '\n'
  }
}
