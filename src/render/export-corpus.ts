/** Streams a corpus, or some of its laws, as text, so that its size does not matter. */
import type { Corpus, Law, Norm, StructureElement } from '../model/corpus.ts'
import { placeSubdivisions } from '../model/subdivisions.ts'
import { norms } from '../operations/norms.ts'
import { renderParts } from './render.ts'
import { csv } from './tabular.ts'

const SOURCE = ['source_url', 'html_url', 'fetch_timestamp', 'content_hash', 'source_version'] as const

export const LAW_COLUMNS = [
  'code',
  'abbreviation',
  'title',
  'aliases',
  'jurisdiction',
  'language',
  'norm_count',
  'promulgated_on',
  'status_date',
  ...SOURCE,
] as const

export const NORM_COLUMNS = [
  'code',
  'norm',
  'position',
  'kind',
  'label',
  'heading',
  'section',
  'status',
  'abbreviation',
  'title',
  'language',
  'status_date',
  'text',
  'footnotes',
  ...SOURCE,
] as const

const SUBDIVISION_COLUMNS = ['code', 'norm', 'subdivision', 'label', 'status', 'start', 'end', 'text'] as const

const CITATION_COLUMNS = [
  ...['code', 'norm', 'position', 'citation', 'start', 'end', 'resolved'],
  ...['cited_code', 'cited_norm', 'cited_subdivision', 'cited_law'],
] as const

const VERSION_COLUMNS = [
  ...['code', 'norm', 'observed_from', 'observed_to', 'valid_from', 'valid_to', 'label', 'heading', 'status'],
  ...['text_hash', 'status_note', 'moved_from'],
] as const

const CORPUS_COLUMNS = ['bundle_id', 'digest', 'schema_version', 'built_at', 'corpus_date'] as const

/** The tables of an export: the columns of each, in order, and its key. */
export const EXPORTED_TABLES = {
  corpus: { columns: CORPUS_COLUMNS, key: ['bundle_id'] },
  law: { columns: LAW_COLUMNS, key: ['code'] },
  norm: { columns: NORM_COLUMNS, key: ['code', 'norm'] },
  subdivision: { columns: SUBDIVISION_COLUMNS, key: ['code', 'norm', 'subdivision'] },
  citation: { columns: CITATION_COLUMNS, key: ['code', 'norm', 'position'] },
  version: { columns: VERSION_COLUMNS, key: ['code', 'norm', 'observed_from'] },
} as const satisfies Record<string, { columns: readonly string[]; key: readonly string[] }>

export type TableName = keyof typeof EXPORTED_TABLES

/** A record with its table. */
export interface ExportedRow {
  table: TableName
  row: Exported<string>
}

/** The records of a norm in the other tables. @param tables the requested ones */
export async function recordsOfNorm(corpus: Corpus, norm: Norm, tables: readonly TableName[]): Promise<ExportedRow[]> {
  const address = { code: norm.code, norm: norm.norm }
  const cites = { type: 'cites', limit: MOST_CITATIONS, offset: 0 } as const
  const [citations, versions] = await Promise.all([
    tables.includes('citation') ? corpus.relationships(norm.code, norm.norm, cites) : { items: [] },
    tables.includes('version') ? corpus.normVersions(norm.code, norm.norm) : [],
  ])
  const parts = tables.includes('subdivision') ? norm.subdivisions : []
  const places = new Map(placeSubdivisions(norm.text, parts).map((place) => [place.path, place]))
  return [
    ...parts.map(({ path, ...part }) => {
      const { start = null, end = null } = places.get(path) ?? {}
      return recordOf('subdivision', { ...address, ...part, subdivision: path, start, end })
    }),
    ...citations.items.map(({ code, norm: path, subdivision, law, citation, start, end, resolved }, position) => {
      const cited = { cited_code: code, cited_norm: path, cited_subdivision: subdivision, cited_law: law }
      return recordOf('citation', { ...address, position, citation, start, end, resolved: Number(resolved), ...cited })
    }),
    ...versions.toReversed().map((version) => recordOf('version', { ...address, ...version })),
  ]
}

/** Exceeds the citations of any norm. */
const MOST_CITATIONS = 1_000_000

/** @param values of the columns, maybe with others */
export const recordOf = (table: TableName, values: object): ExportedRow => ({
  table,
  row: chosen<string>(EXPORTED_TABLES[table].columns, values as Exported<string>),
})

/** A record with these columns, in order. */
export type Exported<Column extends string> = Record<Column, string | number | null>

/** The record of a law. `aliases` has one name per line. */
export function exportedLaw(law: Law): Exported<(typeof LAW_COLUMNS)[number]> {
  return chosen(LAW_COLUMNS, { ...law, ...law.provenance, aliases: law.aliases.join('\n') })
}

/** The record of a norm. @param position its index in the law, from 0 */
export function exportedNorm(norm: Norm, position: number): Exported<(typeof NORM_COLUMNS)[number]> {
  const [kind = ''] = norm.norm.split(':', 1)
  const section = norm.structure.map(headingText).join(' › ')
  return chosen(NORM_COLUMNS, { ...norm, ...norm.provenance, position, kind, section })
}

/** Columns of answers: a part of a norm has its subdivision, and only its own text. */
const ANSWER_COLUMNS = [...NORM_COLUMNS, 'subdivision'].filter((column) => column !== 'position')

/** Norms, or parts of them, as CSV. */
export async function* answerTable(norms: AsyncIterable<Norm>): AsyncGenerator<string> {
  const table = csv(ANSWER_COLUMNS)
  yield table.head
  for await (const norm of norms) {
    const { text, path } = norm.selection ?? { text: norm.text, path: null }
    yield table.lines([{ ...exportedNorm(norm, 0), text, subdivision: path }])
  }
}

const headingText = ({ label, title }: StructureElement) => [label, title].filter(Boolean).join(' ')

const chosen = <Column extends string>(columns: readonly Column[], values: Exported<Column>) =>
  Object.fromEntries(columns.map((column) => [column, values[column]])) as Exported<Column>

export const EXPORT_FORMATS = ['ndjson', 'csv', 'md', 'parquet', 'sqlite'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** True for formats that can only be written to files. */
export const isBinary = (format: ExportFormat | undefined): format is 'parquet' | 'sqlite' =>
  format === 'parquet' || format === 'sqlite'

/**
 * The laws with these codes, each followed by its norms in document order, and these by their records in the other tables.
 * @param tables the requested ones
 * @throws LegalTextError `ambiguous` if the wording of a norm on the day of the corpus is unknown
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
      const records = await Promise.all(part.map((norm) => recordsOfNorm(corpus, norm, tables)))
      for (const [index, norm] of part.entries()) {
        if (tables.includes('norm')) yield { table: 'norm', row: exportedNorm(norm, position++) }
        yield* records[index] ?? []
      }
    }
  }
}

/**
 * A table of the laws with these codes, a record a line; or the documents of the laws, concatenated.
 * @throws as `exportedRows`
 */
export async function* exportedText(
  corpus: Corpus,
  codes: readonly string[],
  format: Exclude<ExportFormat, 'parquet' | 'sqlite'>,
  table: TableName = 'norm',
): AsyncGenerator<string> {
  if (format === 'md') return yield* documents(corpus, codes)
  const { head, lines } = csv(EXPORTED_TABLES[table].columns)
  if (format === 'csv') yield head
  for await (const { row } of exportedRows(corpus, codes, [table]))
    yield format === 'csv' ? lines([row]) : jsonLine(row)
}

/** A record on one line, also for readers that break lines at Unicode's line and paragraph separators. */
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
