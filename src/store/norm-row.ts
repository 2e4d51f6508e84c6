/** Reads the rows of norms, of today and of older states, and makes records of them. */

import type { ActProvenance, Norm, NormStatus, NormSummary, Subdivision } from '../model/corpus.ts'
import { type LawState, stateOfNorm } from '../model/law-state.ts'
import { goneParts } from '../model/subdivisions.ts'
import type { StoredSubdivision } from './bundle-schema.ts'
import type { ReadRows } from './read-rows.ts'
import { type ContentRow, contentOf, type StoredSource } from './stored-records.ts'

/** A row of {@link SELECT_NORM}. */
export interface NormRow extends ContentRow {
  code: string
  abbreviation: string
  title: string
  status_date: string | null
  /** Of its law. */
  state: string
  /** Of its law. */
  language: string
  path: string
  label: string
  heading: string
  status: NormStatus
  in_force_from: string | null
  headings: string
  source: string
  document_id: string
  html_url: string | null
  previous: string | null
  next: string | null
  observed_from: string | null
  /** Absent in a row of the newest state. */
  observed_to?: string | null
  valid_from: string | null
  valid_to: string | null
}

const select = (norms: string) => `
SELECT law.code, law.abbreviation, law.title, law.status_date, law.state, law.language, norm.path, norm.label, norm.heading, norm.status, norm.in_force_from, content.text, content.footnotes,
       structure.headings, content.subdivisions, content.attachments, content.marks, content.spans, content.tables,
       coalesce(content.source, law.source) AS source, content.document_id, content.html_url,
       norm.observed_from, norm.valid_from, norm.valid_to,
       (SELECT path FROM norm AS before WHERE before.id = norm.id - 1 AND before.law = norm.law) AS previous,
       (SELECT path FROM norm AS after WHERE after.id = norm.id + 1 AND after.law = norm.law) AS next
FROM law
JOIN norm ON ${norms}
JOIN content ON content.norm = norm.id
JOIN structure ON structure.id = content.structure`

/** Selects a norm by the code of its law and its path. */
export const SELECT_NORM = `${select('norm.law = law.id')} WHERE law.code = ? AND norm.path = ?`

/**
 * Selects norms of a law. Parameters: offset, code, limit. Norms are found by their range of numbers: selected by law, all
 * would be read and sorted each time.
 */
const SELECT_NORMS = `${select('norm.id >= law.first_norm + ? AND norm.id < law.first_norm + law.norm_count')}
WHERE law.code = ? ORDER BY norm.id LIMIT ?`

/** How many norms of a law are read at a time. */
const NORMS_PER_READ = 16

/** Yields the norms of a law in document order. @param range only `[start, end)` among them */
export function* readNorms(
  ask: ReadRows,
  code: string,
  { start, end } = { start: 0, end: Number.MAX_SAFE_INTEGER },
): Generator<Norm[]> {
  for (let offset = start; offset < end; offset += NORMS_PER_READ) {
    const rows = ask<NormRow>(SELECT_NORMS, offset, code, Math.min(NORMS_PER_READ, end - offset))
    if (rows.length > 0) yield rows.map(normFromRow)
    if (rows.length < NORMS_PER_READ) return
  }
}

/** A row of {@link SELECT_PAST_NORM}. */
export type PastNormRow = Omit<NormRow, 'observed_to'> & { observed_to: string }

/** Selects a norm of an older state. Parameters: the number of its law in that state, the state twice, and the path. */
export const SELECT_PAST_NORM = `
SELECT line.code, law.abbreviation, law.title, law.status_date, law.state, law.language, version.path, version.label, version.heading, version.status,
       version.in_force_from, content.text, content.footnotes, structure.headings, content.subdivisions,
       content.attachments, content.marks, content.spans, content.tables, coalesce(version.source, law.source) AS source,
       version.document_id, version.html_url, version.version_from AS observed_from, version.version_to AS observed_to,
       version.valid_from, version.valid_to, version.previous, version.next, past_content.answer
FROM law_version AS law
JOIN line ON line.id = law.line
JOIN norm_version AS version ON version.line = law.line
JOIN structure ON structure.id = version.structure
LEFT JOIN content ON content.norm = version.norm
LEFT JOIN past_content ON past_content.id = version.past_content
WHERE law.id = ? AND version.observed_from <= ? AND version.observed_to >= ? AND version.path = ?`

/** Makes the record of a norm of an older state from its row. @param newest day of the newest state */
export function pastNormFromRow(row: PastNormRow, newest: string): Norm {
  return normFromRow({ ...row, observed_to: row.observed_to >= newest ? null : row.observed_to })
}

/** What a source says of an act of the European Union; `undefined` for other laws. */
export function actOf({ celex, eli, consolidated_on, legal_effect }: StoredSource): ActProvenance | undefined {
  if (celex === undefined || legal_effect === undefined) return undefined
  return { celex, eli: eli ?? null, consolidated_on: consolidated_on ?? null, legal_effect }
}

/** Makes the record of a norm from its row. */
export function normFromRow(row: NormRow): Norm {
  const [text, footnotes, subdivisions, attachments, marks, spans, tables] = contentOf(row)
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
    status: row.status,
    ...(row.in_force_from !== null && { in_force_from: row.in_force_from }),
    structure: JSON.parse(row.headings),
    subdivisions: subdivisionsOf(text, subdivisions, row.status),
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
    },
    previous: row.previous,
    next: row.next,
    selection: null,
    ...(row.observed_from !== null && {
      version: {
        observed_from: row.observed_from,
        observed_to: row.observed_to ?? null,
        valid_from: row.valid_from,
        valid_to: row.valid_to,
      },
    }),
  }
}

function subdivisionsOf(text: string, stored: readonly StoredSubdivision[], status: NormStatus): Subdivision[] {
  const gone = goneParts(
    text,
    stored.map(([path, , start, end]) => ({ path, start, end })),
  )
  return stored.map(([path, label, start, end]) => ({
    path,
    label,
    text: text.slice(start, end),
    status: status === 'repealed' || gone.has(path) ? 'repealed' : 'in_force',
  }))
}

/** The columns of a {@link SummaryRow}. */
export const NORM_SUMMARY = 'norm.path AS norm, norm.label, norm.heading, norm.status, norm.in_force_from'

/** A row of {@link NORM_SUMMARY}. */
export type SummaryRow = Omit<NormSummary, 'in_force_from'> & { in_force_from: string | null }

/** Makes the record of a norm in a list from its row. */
export function normSummary({ norm, label, heading, status, in_force_from }: SummaryRow): NormSummary {
  const summary = { norm, label, heading, status }
  return in_force_from === null ? summary : { ...summary, in_force_from }
}
