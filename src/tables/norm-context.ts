/** Reads what surrounds a norm: its neighbours, and the numbers of its citations. */
import type { NormContext } from '../corpus/corpus.ts'
import { NORM_SUMMARY, normSummary, type SummaryRow } from './norm-summary.ts'
import type { ReadRows } from './read-rows.ts'

/** Selects a count of citations of `own`. Each reads one range of an index. @param linked what tells the linked norms apart */
function countsBy(column: 'citing' | 'norm', linked: string, name: string): string {
  const others = column === 'norm' ? ' AND citation.citing <> own.id' : ''
  const citations = `FROM citation WHERE citation.${column} = own.id${others}`
  return `CASE WHEN norm.id = own.id THEN (SELECT count(*) ${citations}) END AS ${name}_total,
    CASE WHEN norm.id = own.id THEN (SELECT count(*) FROM (SELECT DISTINCT ${linked} ${citations}) AS linked) END AS ${name}_norms`
}

/**
 * Selects a norm and the norms next to it in its law. Norms are numbered in document order. The plus keeps SQLite from the
 * index on law, in which it would read all norms of the law.
 */
const SELECT_NEIGHBOURS = `
SELECT ${NORM_SUMMARY}, norm.id - own.id AS distance,
  ${countsBy('citing', 'norm, law, path, name', 'cites')},
  ${countsBy('norm', 'citing', 'cited_by')}
FROM law JOIN norm AS own ON own.law = law.id
JOIN norm ON norm.id BETWEEN own.id - 1 AND own.id + 1 AND +norm.law = own.law
WHERE law.code = ? AND own.path = ?`

interface Neighbour extends SummaryRow {
  distance: number
  /** Of the norm itself. */
  cites_total: number
  cites_norms: number
  cited_by_total: number
  cited_by_norms: number
}

/** @returns `undefined` if the law has no norm at exactly this path */
export function readNormContext(read: ReadRows, code: string, path: string): NormContext | undefined {
  const rows = read<Neighbour>(SELECT_NEIGHBOURS, code, path)
  const at = (distance: number) => rows.find((row) => row.distance === distance)
  const [own, previous, next] = [at(0), at(-1), at(1)]
  if (own === undefined) return undefined
  return {
    previous: previous ? normSummary(previous) : null,
    next: next ? normSummary(next) : null,
    citations: {
      cites: { total: own.cites_total, norms: own.cites_norms },
      cited_by: { total: own.cited_by_total, norms: own.cited_by_norms },
    },
  }
}
