/** Reads the rows of norms in lists. */
import type { NormSummary } from '../corpus/corpus.ts'

/** The columns of a {@link SummaryRow}. */
export const NORM_SUMMARY = 'norm.path AS norm, norm.label, norm.heading, norm.status, norm.in_force_from'

/** A row of {@link NORM_SUMMARY}. */
export type SummaryRow = Omit<NormSummary, 'in_force_from'> & { in_force_from: string | null }

/** Makes the record of a norm in a list from its row. */
export function normSummary({ norm, label, heading, status, in_force_from }: SummaryRow): NormSummary {
  const summary = { norm, label, heading, status }
  return in_force_from === null ? summary : { ...summary, in_force_from }
}
