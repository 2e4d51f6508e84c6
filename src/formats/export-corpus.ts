/** A corpus, or some of its laws, in pieces of text: as it is read, so that its size does not matter. */
import type { Corpus } from '../corpus/corpus.ts'
import { norms } from '../operations/norms.ts'
import { exportedLaw, exportedNorm, LAW_COLUMNS, NORM_COLUMNS } from './exported-records.ts'
import { renderParts } from './render.ts'
import { csv } from './tabular.ts'

export const EXPORT_FORMATS = ['ndjson', 'csv', 'md', 'sqlite'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A table of an exported database: its columns, in order, and those that tell its rows apart. */
export interface ExportedTable {
  columns: readonly string[]
  key: readonly string[]
}

/** The tables of an export as a database. */
export const EXPORTED_TABLES = {
  law: { columns: LAW_COLUMNS, key: ['code'] },
  norm: { columns: NORM_COLUMNS, key: ['code', 'norm'] },
} as const satisfies Record<string, ExportedTable>

/** A record, and the table that it belongs to. */
export type ExportedRow =
  | { table: 'law'; row: ReturnType<typeof exportedLaw> }
  | { table: 'norm'; row: ReturnType<typeof exportedNorm> }

/**
 * The laws with these codes, each followed by its norms in document order.
 * @throws LegalTextError `ambiguous` if it is not known which wording a norm had on the day of the corpus
 */
export async function* exportedRows(corpus: Corpus, codes: readonly string[]): AsyncGenerator<ExportedRow> {
  for (const code of codes) {
    const law = await corpus.law(code)
    if (law === undefined) continue
    yield { table: 'law', row: exportedLaw(law) }
    let position = 0
    for await (const part of corpus.norms(code)) {
      for (const norm of part) yield { table: 'norm', row: exportedNorm(norm, position++) }
    }
  }
}

/** The norms of the laws with these codes: a record a line, or the documents of the laws one below the other. @throws as `exportedRows` */
export async function* exportedText(
  corpus: Corpus,
  codes: readonly string[],
  format: Exclude<ExportFormat, 'sqlite'>,
): AsyncGenerator<string> {
  if (format === 'md') return yield* documents(corpus, codes)
  const table = csv(NORM_COLUMNS)
  if (format === 'csv') yield table.head
  for await (const { table: name, row } of exportedRows(corpus, codes)) {
    if (name === 'norm') yield format === 'csv' ? table.lines([row]) : jsonLine(row)
  }
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
