/** Finds a pattern in a bundle. */
import type { Corpus, NormMatches, PatternRequest } from '../../model/corpus.ts'
import { documentsWithAny, type PostingList, wordsOf } from '../../search/index.ts'
import { BlockStore } from '../block-store.ts'
import { NORM_COUNT } from '../bundle-schema.ts'
import type { ReadRows } from '../read-rows.ts'
import { type NormRange, normRanges, scanNorms } from '../scan-pool.ts'
import type { ScanOrder } from './pattern-worker.ts'

/** Yields the norms with matches. @throws LegalTextError as `scanNorms` */
export async function* readMatches(
  ask: ReadRows,
  { file, digest }: Corpus['bundle'],
  { pattern, parts, ...laws }: PatternRequest,
): AsyncGenerator<NormMatches[]> {
  const ranges = await normRanges(async (...given) => ask(...given), laws)
  const norms = await normsWithLetters(ask, pattern.letters)
  yield* scanBundle({ file, digest, pattern, parts }, norms === undefined ? ranges : within(ranges, norms))
}

/** @param longestScan in milliseconds */
export function scanBundle(
  order: ScanOrder,
  ranges: readonly NormRange[],
  longestScan?: number,
): AsyncGenerator<NormMatches[]> {
  const jobFor = (norms: NormRange) => norms
  return scanNorms(
    { module: 'store/sqlite/pattern-worker', order, jobFor, ...(longestScan && { longestScan }) },
    ranges,
  )
}

/** The index cuts words at 100 characters, some of them invisible: words of this length may lack their end. */
const LONG_WORD = 50

/**
 * Returns the numbers of the norms that may contain one of some runs of letters, ascending, by the words of the search index.
 * @returns undefined if no letters are given, the bundle has no index, or reading all norms is faster
 */
export async function normsWithLetters(ask: ReadRows, letters: readonly string[]): Promise<Uint32Array | undefined> {
  if (letters.length === 0) return undefined
  const [{ norms = 0 } = {}] = ask<{ norms: number }>(NORM_COUNT)
  const spelled = letters.flatMap((each) => wordsOf(each))
  const lists: PostingList[] = []
  let words = 0
  let entries = 0
  for (const entry of new BlockStore(ask, 'word_block', { terms: 0, lists: LISTS_CACHED }).withPrefix('')) {
    words += 1
    if (entry.term.length < LONG_WORD && !spelled.some((each) => entry.term.includes(each))) continue
    entries += entry.documents
    if (entries > norms) return undefined
    lists.push(entry.list)
  }
  return words === 0 ? undefined : documentsWithAny(lists, norms)
}

const LISTS_CACHED = 1 << 20

/** Maximum gap, in norms, that is read along rather than split into two reads. */
const NEAR = 4

/** The parts of ranges that contain some norms. */
function within(ranges: readonly NormRange[], norms: Uint32Array): NormRange[] {
  const parts: NormRange[] = []
  let at = 0
  for (const { start, end } of ranges) {
    let part: NormRange | undefined
    for (; at < norms.length && (norms[at] as number) < end; at++) {
      const norm = norms[at] as number
      if (norm < start) continue
      if (part !== undefined && norm - part.end <= NEAR) part.end = norm + 1
      else {
        part = { start: norm, end: norm + 1 }
        parts.push(part)
      }
    }
  }
  return parts
}
