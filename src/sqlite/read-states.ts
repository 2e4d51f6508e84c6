/** Reads the states of a bundle. */
import type { State } from '../corpus/corpus.ts'
import type { ReadRows } from './block-store.ts'

/** All states, oldest first. */
export function readStates(read: ReadRows): State[] {
  const rows = read<State>('SELECT observed_on, source, listing, incomplete FROM state ORDER BY observed_on')
  return rows.map((row) => ({ ...row }))
}
