/** Reads the days of a bundle: its states, and the first day of laws that are dated. */
import type { State } from '../corpus/corpus.ts'
import type { ReadRows } from './read-rows.ts'

/** All states, oldest first. */
export function readStates(read: ReadRows): State[] {
  const rows = read<State>('SELECT observed_on, source, listing, incomplete FROM state ORDER BY observed_on')
  return rows.map((row) => ({ ...row }))
}

/** The first day of a dated law, or of any; `undefined` if the law is not dated, or none is. */
export function readDatedSince(read: ReadRows, code?: string): string | undefined {
  const [first] = read<{ day: string | null }>(
    `SELECT min(version.observed_from) AS day FROM line JOIN law_version AS version ON version.line = line.id
     WHERE line.dated = 1 AND ? IN ('', line.code)`,
    code ?? '',
  )
  return first?.day ?? undefined
}
