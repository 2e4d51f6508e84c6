/** Finds a pattern in a bundle. */
import type { Corpus, NormMatches, PatternRequest } from '../corpus/corpus.ts'
import type { ReadRows } from '../tables/read-rows.ts'
import { type NormRange, normRanges, scanNorms } from '../tables/scan-pool.ts'
import type { ScanOrder } from './pattern-worker.ts'

/** Yields the norms with matches. @throws LegalTextError as `scanNorms` */
export function readMatches(
  ask: ReadRows,
  { file, digest }: Corpus['bundle'],
  { pattern, parts, ...laws }: PatternRequest,
): AsyncGenerator<NormMatches[]> {
  return scanBundle({ file, digest, pattern, parts }, normRanges(ask, laws))
}

/** @param longestScan in milliseconds */
export function scanBundle(
  order: ScanOrder,
  ranges: readonly NormRange[],
  longestScan?: number,
): AsyncGenerator<NormMatches[]> {
  const jobFor = (norms: NormRange) => norms
  return scanNorms({ module: 'sqlite/pattern-worker', order, jobFor, ...(longestScan && { longestScan }) }, ranges)
}
