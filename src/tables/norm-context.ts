/** Reads what surrounds a norm: its neighbours, and the numbers of its citations. */
import type { CitationCount, NormContext } from '../corpus/corpus.ts'
import { NORM_SUMMARY, normSummary, type SummaryRow } from './norm-summary.ts'
import type { ReadRows } from './read-rows.ts'

/**
 * Selects a norm and the norms next to it in its law. Norms are numbered in document order. The plus keeps SQLite from the
 * index on law, in which it would read all norms of the law.
 */
const SELECT_NEIGHBOURS = `
SELECT ${NORM_SUMMARY}, norm.id, norm.id - own.id AS distance
FROM law JOIN norm AS own ON own.law = law.id
JOIN norm ON norm.id BETWEEN own.id - 1 AND own.id + 1 AND +norm.law = own.law
WHERE law.code = ? AND own.path = ?`

/** Selects a {@link CitationCount} of the norm with a number. Each count reads one range of an index. */
const COUNTS = {
  cites: countBy('citing', 'norm, law, path, name'),
  cited_by: countBy('norm', 'citing'),
}

/** @param linked the columns that tell the linked norms apart */
function countBy(own: string, linked: string): string {
  return `SELECT coalesce(sum(times), 0) AS total, count(*) AS norms
    FROM (SELECT count(*) AS times FROM citation WHERE ${own} = ? GROUP BY ${linked}) AS linked`
}

/** @returns `undefined` if the law has no norm at exactly this path */
export function readNormContext(read: ReadRows, code: string, path: string): NormContext | undefined {
  const rows = read<SummaryRow & { id: number; distance: number }>(SELECT_NEIGHBOURS, code, path)
  const at = (distance: number) => rows.find((row) => row.distance === distance)
  const [own, previous, next] = [at(0), at(-1), at(1)]
  if (own === undefined) return undefined
  const count = (type: keyof typeof COUNTS) => read<CitationCount>(COUNTS[type], own.id)[0] as CitationCount
  return {
    previous: previous ? normSummary(previous) : null,
    next: next ? normSummary(next) : null,
    citations: { cites: { ...count('cites') }, cited_by: { ...count('cited_by') } },
  }
}
