/** Reads the source limitations of a corpus, and the faults of its sources. */
import type { LimitationFilter, SourceFinding, SourceLimitation } from '../corpus/corpus.ts'
import type { ReadRows } from './read-rows.ts'

type LimitationRow = Omit<SourceLimitation, 'retryable'> & { retryable: number | null }

const FIELDS = ['source_family', 'terminal_state', 'state_code', 'law_id'] as const

/** Reads those that have all values of the filter, in the order of the source. */
export function readLimitations(read: ReadRows, filter: LimitationFilter): SourceLimitation[] {
  const wanted = FIELDS.filter((field) => filter[field] !== undefined)
  const conditions = wanted.map((field) => ` AND ${field} = ?`).join('')
  const values = wanted.map((field) => filter[field] as string)
  const rows = read<LimitationRow>(
    `SELECT coalesce(limitation_id, source_family || ':' || source_id || ':' || id) AS limitation_id, source_family,
            source_id, title, source_url, terminal_state, reason, state_code, law_id, retrieved_at, http_status, retryable
     FROM limitation WHERE true${conditions} ORDER BY id`,
    ...values,
  )
  return rows.map((row) => ({ ...row, retryable: row.retryable === null ? null : row.retryable !== 0 }))
}

/** Reads all findings, ordered by the ids of their sources. */
export function readFindings(read: ReadRows): SourceFinding[] {
  const rows = read<SourceFinding>('SELECT source_family, source_id, law_id, reason FROM finding ORDER BY id')
  return rows.map((row) => ({ ...row }))
}
