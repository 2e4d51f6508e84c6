/** Reads the rows of norms, and makes records of them. */

import type {
  ActProvenance,
  ConversionProvenance,
  Norm,
  NormStatus,
  NormSummary,
  Subdivision,
} from '../model/corpus.ts'
import { NOW } from '../model/law-history.ts'
import { type LawState, stateOfNorm } from '../model/law-state.ts'
import { goneParts } from '../model/subdivisions.ts'
import { type InForceSpan, statusOn } from '../model/versions.ts'
import { FIRST_PAST, isOfToday, type StoredSubdivision } from './bundle-schema.ts'
import type { AskRows } from './read-rows.ts'
import { type ContentRow, contentOf, type StoredSource } from './stored-records.ts'
import { TODAY, type View } from './view.ts'

/** A row of {@link selectNorm}. */
export interface NormRow
  extends ContentRow,
    Pick<Norm, 'code' | 'abbreviation' | 'title' | 'status_date' | 'label' | 'heading' | 'status'>,
    Pick<Norm, 'in_force_from' | 'in_force_to' | 'previous' | 'next'> {
  /** Of its law. */
  state: string
  /** Of its law. */
  language: string
  path: string
  /** 1 for a law whose source tells its days. */
  dated: number
  headings: string
  source: string
  document_id: string
  html_url: string | null
  version_from: string | null
  version_to: string | null
  valid_from: string | null
  valid_to: string | null
}

/** A neighbour in the newest state, whose norms are numbered in document order; in other states the column holds it. */
export const neighbour = (column: 'previous' | 'next') => `CASE WHEN norm.id >= ${FIRST_PAST} THEN norm.${column} ELSE
  (SELECT path FROM norm AS other WHERE other.id = norm.id ${column === 'next' ? '+' : '-'} 1 AND other.law = norm.law) END AS ${column}`

const select = (view: View) => `
SELECT law.code, law.abbreviation, law.title, law.status_date, law.state, law.language, norm.path, norm.label, norm.heading, norm.status,
       norm.in_force_from, norm.in_force_to, law.dated, content.text, content.footnotes, structure.headings, content.subdivisions, content.attachments,
       content.marks, content.spans, content.tables, coalesce(norm.source, law.source) AS source, norm.document_id,
       norm.html_url, norm.version_from, norm.version_to, norm.valid_from, norm.valid_to,
       ${neighbour('previous')}, ${neighbour('next')}
FROM law
JOIN norm ON norm.law = law.line AND ${view.on('norm')}
JOIN content ON content.id = norm.content
JOIN structure ON structure.id = norm.structure
WHERE ${view.on('law')}`

/** Selects a norm. Parameters: those of the view twice, the code of its law and its path. */
export const selectNorm = (view: View) => `${select(view)} AND law.code = ? AND norm.path = ?`

/** Selects norms of today by their numbers, `[first, end)`. */
const SELECT_NORMS = `${select(TODAY)} AND norm.id >= ? AND norm.id < ? ORDER BY norm.id`

const SELECT_RANGE = `SELECT first_norm, norm_count FROM law WHERE code = ? AND ${isOfToday()}`

/** Norms of a law read at a time. */
export const NORMS_PER_READ = 16

/** Yields the norms that a law has today in document order. @param range only `[start, end)` among them */
export async function* readNorms(
  ask: AskRows,
  code: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Norm[]> {
  const [law] = await ask<{ first_norm: number; norm_count: number }>(SELECT_RANGE, code)
  if (law === undefined) return
  const last = law.first_norm + Math.min(law.norm_count, end)
  for (let first = law.first_norm + start; first < last; first += NORMS_PER_READ) {
    const rows = await ask<NormRow>(SELECT_NORMS, first, Math.min(first + NORMS_PER_READ, last))
    yield rows.map((row) => normFromRow(row, NOW))
  }
}

/** Facts of an act of the European Union, from its source; `undefined` for other laws. */
export function actOf({ celex, eli, consolidated_on, legal_effect }: StoredSource): ActProvenance | undefined {
  if (celex === undefined || legal_effect === undefined) return undefined
  return { celex, eli: eli ?? null, consolidated_on: consolidated_on ?? null, legal_effect }
}

/** Marks a text as a conversion; `undefined` for an official one. */
export function conversionOf({ official, file, licence, convention }: StoredSource): ConversionProvenance | undefined {
  if (official === undefined || file === undefined || convention === undefined) return undefined
  return { official, file, licence: licence ?? null, convention }
}

/** Makes the record of a norm from its row. @param newestDay of the newest state @param day on which a dated law is looked at */
export function normFromRow(row: NormRow, newestDay: string, day?: string): Norm {
  const isDated = row.dated !== 0
  const ownDay = isDated ? day : undefined
  const status = ownDay === undefined ? row.status : statusOn(ownDay, row)
  const { text, footnotes, subdivisions, attachments, marks, spans, tables } = contentOf(row)
  const { version_from, version_to } = row
  const source = JSON.parse(row.source) as StoredSource
  return {
    code: row.code,
    abbreviation: row.abbreviation,
    title: row.title,
    status_date: row.status_date,
    ...stateOfNorm(JSON.parse(row.state) as LawState, row.path),
    language: source.language ?? row.language,
    norm: row.path,
    label: row.label,
    heading: row.heading,
    text,
    status,
    in_force_from: row.in_force_from,
    in_force_to: row.in_force_to,
    structure: JSON.parse(row.headings),
    subdivisions: subdivisionsOf(text, subdivisions, isDated || status === 'repealed' ? status : 'in_force', ownDay),
    footnotes,
    attachments,
    marks,
    spans: spans.map(([kind, start, end]) => ({ kind, start, end })),
    tables,
    provenance: {
      source_url: source.source_url,
      html_url: row.html_url,
      fetch_timestamp: source.fetch_timestamp,
      content_hash: source.content_hash,
      parser: source.parser,
      document_id: row.document_id,
      source_version: source.source_version,
      ...actOf(source),
      ...conversionOf(source),
    },
    previous: row.previous,
    next: row.next,
    selection: null,
    ...(version_from !== null && {
      version: {
        observed_from: version_from,
        observed_to: version_to === null || version_to >= newestDay ? null : version_to,
        valid_from: row.valid_from,
        valid_to: row.valid_to,
      },
    }),
  }
}

function subdivisionsOf(
  text: string,
  stored: readonly StoredSubdivision[],
  ofNorm: NormStatus,
  day: string | undefined,
): Subdivision[] {
  const gone = goneParts(
    text,
    stored.map(([path, , start, end]) => ({ path, start, end })),
  )
  return stored.map(([path, label, start, end, from, to, own]): Subdivision => {
    const part = { path, label, text: text.slice(start, end) }
    const days = own !== undefined && { in_force_from: from ?? null, in_force_to: to ?? null }
    if (ofNorm === 'repealed' || gone.has(path)) return { ...part, status: 'repealed', ...days }
    if (!days) return { ...part, status: ofNorm }
    const status = day === undefined ? (own as NormStatus) : statusOn(day, { status: 'in_force', ...days })
    return { ...part, status, ...days }
  })
}

/** The columns of a {@link SummaryRow}. */
export const NORM_SUMMARY =
  'norm.path AS norm, norm.label, norm.heading, norm.status, norm.in_force_from, norm.in_force_to'

/** A row of {@link NORM_SUMMARY}. */
export type SummaryRow = Omit<NormSummary, 'in_force_from' | 'in_force_to'> & Record<keyof InForceSpan, string | null>

/** Makes the record of a norm in a list from its row. @param day on which a dated law is looked at */
export function normSummary(row: SummaryRow, day?: string): NormSummary {
  const { norm, label, heading, in_force_from: from, in_force_to: to } = row
  const status = day === undefined ? row.status : statusOn(day, row)
  const days = { ...(from !== null && { in_force_from: from }), ...(to !== null && { in_force_to: to }) }
  return { norm, label, heading, status, ...days }
}
