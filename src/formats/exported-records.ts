/** Laws and norms as flat records, for data frames and databases. docs/scripting.md describes the columns. */
import type { Law, Norm, StructureElement } from '../corpus/corpus.ts'
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

/** A record of these columns, in their order. */
export type Exported<Column extends string> = Record<Column, string | number | null>

/** The record of a law. `aliases` has a line for each name. */
export function exportedLaw(law: Law): Exported<(typeof LAW_COLUMNS)[number]> {
  return chosen(LAW_COLUMNS, { ...law, ...law.provenance, aliases: law.aliases.join('\n') })
}

/** The record of a norm. @param position its place in the law, from 0 */
export function exportedNorm(norm: Norm, position: number): Exported<(typeof NORM_COLUMNS)[number]> {
  const [kind = ''] = norm.norm.split(':', 1)
  const section = norm.structure.map(headingText).join(' › ')
  return chosen(NORM_COLUMNS, { ...norm, ...norm.provenance, position, kind, section })
}

/** Columns of answers: a part of a norm has its subdivision, and the text of that. */
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
