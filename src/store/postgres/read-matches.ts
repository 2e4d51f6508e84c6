/** Finds a pattern in a published corpus. */
import type { NormMatches, PatternRequest } from '../../model/corpus.ts'
import { type NormRange, normRanges, scanNorms } from '../scan-pool.ts'
import type { DatabaseRows } from './database-rows.ts'
import type { TextRow } from './pattern-worker.ts'

const TEXTS = `
SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading, content.text
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.id = norm.content
WHERE norm.id >= ? AND norm.id < ? ORDER BY norm.id`

/** Yields the norms with matches. @throws LegalTextError as `scanNorms` */
export async function* readMatches(
  source: DatabaseRows,
  { pattern, parts, ...laws }: PatternRequest,
): AsyncGenerator<NormMatches[]> {
  const ranges = await normRanges(source.ask, laws)
  const jobFor = ({ start, end }: NormRange) => source.fetch({ sql: TEXTS, values: [start, end] }) as Promise<TextRow[]>
  yield* scanNorms({ module: 'store/postgres/pattern-worker', order: { pattern, parts }, jobFor }, ranges)
}
