/** Reads the findings of a bundle. */
import type { DatabaseSync } from 'node:sqlite'
import type { SourceFinding } from '../corpus/corpus.ts'

/** All findings, in the order of the identifiers of their sources. */
export function readFindings(database: DatabaseSync): SourceFinding[] {
  const rows = database.prepare('SELECT source_family, source_id, law_id, reason FROM finding ORDER BY id').all()
  return rows.map((row) => ({ ...row }) as unknown as SourceFinding)
}
