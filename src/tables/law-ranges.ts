/** The norms of laws, by their numbers. */
import type { PatternRequest } from '../corpus/corpus.ts'
import type { ReadRows } from './read-rows.ts'
import type { NormRange } from './scan-pool.ts'

/** The numbers of the norms of laws. Laws that follow one another are one range. */
export function normRanges(
  ask: ReadRows,
  { codes, jurisdiction }: Pick<PatternRequest, 'codes' | 'jurisdiction'>,
): NormRange[] {
  const ranges: NormRange[] = []
  const laws = ask<NormRange>(
    `SELECT first_norm AS start, first_norm + norm_count AS "end" FROM law
     WHERE ${codes.length > 0 ? `code IN (${codes.map(() => '?').join()})` : 'true'}
     AND ${jurisdiction === undefined ? 'true' : 'jurisdiction = ? COLLATE NOCASE'} ORDER BY first_norm`,
    ...codes,
    ...(jurisdiction === undefined ? [] : [jurisdiction]),
  )
  for (const { start, end } of laws) {
    const last = ranges.at(-1)
    if (last?.end === start) last.end = end
    else ranges.push({ start, end })
  }
  return ranges
}
