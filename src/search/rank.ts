/** Ranking: adds up what the terms of a query are worth in each document, reading only the lists of those terms. */
import { Best, type Scored } from './best.ts'
import { largestImpact } from './fields.ts'
import { levelOf } from './impacts.ts'
import { forEachEntry, ListCursor, type StoredList } from './lists.ts'
import { inverseDocumentFrequency } from './weigh.ts'

/** Where the compiled index is read from. */
export interface IndexSource {
  /** How many documents there are; they are numbered from 0. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The list of a term, undefined where no document holds it. */
  list(term: string): StoredList | undefined
}

/** Documents from `start` up to but not including `end`. */
export type Range = readonly [start: number, end: number]

/** A term to add up, and the documents in which it counts (all, where undefined). */
export interface RankedTerm {
  term: string
  /** A whole number of twentieths. */
  weight: number
}

/** Terms that stand for one thing: the best of them counts, and only in some documents. */
export interface TermGroup {
  terms: readonly string[]
  documents: Uint32Array
}

export interface RankRequest {
  terms: readonly RankedTerm[]
  groups: readonly TermGroup[]
  /** How many of the best are wanted. */
  limit: number
  /** Search only these documents, as if there were no others. Ranges in any order. */
  ranges?: readonly Range[] | undefined
  /** Of these, only the ones in this ascending list, */
  only?: Uint32Array | undefined
  /** and none of these. */
  without: readonly Uint32Array[]
  /** Documents whose scores are multiplied. Factors are at least 1. */
  preferred: readonly { range: Range; factor: number }[]
}

export interface Ranking {
  best: Scored[]
  /** How many documents match; where `exact` is false, at least so many. */
  total: number
  exact: boolean
}

/** Totals are counted up to this. */
export const COUNTED_TOTAL = 10_000
/** The weight of a match of a word of the query itself. */
export const UNIT = 20
/** The sum of a document that must not be found. */
const EXCLUDED = -1
/** From so many postings on it pays to look whether they can be passed over. */
const MANY_POSTINGS = 60_000

/** The best of the documents that match, by descending score; equal scores by ascending number. @throws Error where a list is damaged */
export function rank(request: RankRequest, source: IndexSource): Ranking {
  const { limit, preferred, without } = request
  const sums = new Float64Array(source.documents)
  const isFiltered = request.only !== undefined || without.length > 0 || request.ranges !== undefined
  const complete = addTerms(sums, request, source, !isFiltered && request.groups.length === 0)
  for (const group of request.groups) addGroup(sums, group, source)
  for (const documents of without) for (const document of documents) sums[document] = EXCLUDED
  for (const { range, factor } of preferred) {
    for (let document = range[0]; document < range[1]; document += 1) {
      const sum = sums[document] as number
      if (sum > 0) sums[document] = sum * factor
    }
  }
  // A document that holds what it must needs nothing else.
  const least = request.only === undefined ? 1 : 0
  const best = new Best(limit)
  let total = 0
  for (const [start, end] of disjoint(request.ranges ?? [[0, source.documents]], source.documents)) {
    if (request.only === undefined) {
      for (let document = start; document < end; document += 1) {
        const sum = sums[document] as number
        if (sum < least) continue
        total += 1
        if (sum > best.threshold) best.offer(document, sum)
      }
      continue
    }
    for (const document of request.only) {
      const sum = sums[document] as number
      if (document < start || document >= end || sum < least) continue
      total += 1
      if (sum > best.threshold || best.hasRoom) best.offer(document, sum)
    }
  }
  const unit = source.scale / UNIT
  const scored = best.sorted().map(({ document, score }): Scored => ({ document, score: score * unit }))
  return { best: scored, total: complete ? total : Math.max(total, COUNTED_TOTAL), exact: complete }
}

/**
 * Adds up the terms, those that can count most first. Where enough documents are counted, and those that were not met yet
 * can no longer be among the best, the lists that remain are read only where the best may stand.
 * @returns whether all documents that match were met
 */
function addTerms(
  sums: Float64Array,
  { terms, limit, preferred }: RankRequest,
  source: IndexSource,
  mayPass: boolean,
): boolean {
  const lists = terms
    .flatMap(({ term, weight }) => {
      const list = source.list(term)
      return list === undefined ? [] : [{ list, weight, most: mostOf(list, weight, source) }]
    })
    .sort((a, b) => b.most - a.most || a.list.documents - b.list.documents)
  const factor = preferred.reduce((most, { factor }) => Math.max(most, factor), 1)
  let rest = lists.reduce((sum, { most }) => sum + most, 0)
  let postings = lists.reduce((sum, { list }) => sum + list.documents, 0)
  let met = 0
  for (const [index, { list, weight, most }] of lists.entries()) {
    // The last of the best hardly ever has more than half of what it could have: before that, looking is in vain.
    const read = lists.slice(0, index).reduce((sum, { most }) => sum + most, 0)
    if (mayPass && met > COUNTED_TOTAL && postings > MANY_POSTINGS && rest * factor < read / 2) {
      const threshold = thresholdOf(sums, limit)
      if (rest * factor < threshold) {
        addToCandidates(sums, lists.slice(index), threshold / factor - rest)
        return false
      }
    }
    met += addList(sums, list, weight)
    rest -= most
    postings -= list.documents
  }
  return true
}

/** The most that a term adds to any document, in the unit of the sums. */
function mostOf({ documents }: StoredList, weight: number, source: IndexSource): number {
  return (weight * largestImpact(inverseDocumentFrequency(source.documents, documents))) / source.scale + weight
}

/** @returns how many documents were met for the first time */
function addList(sums: Float64Array, list: StoredList, weight: number): number {
  let met = 0
  forEachEntry(list, (document, value) => {
    const sum = sums[document]
    if (sum === undefined) throw new Error('The search index names a document that does not exist.')
    if (sum === 0) met += 1
    sums[document] = sum + levelOf(value) * weight
  })
  return met
}

/** The sum of the last of the best. */
function thresholdOf(sums: Float64Array, limit: number): number {
  const best = new Best(limit)
  for (let document = 0; document < sums.length; document += 1) {
    const sum = sums[document] as number
    if (sum > best.threshold) best.offer(document, sum)
  }
  return best.threshold
}

/** Adds lists to the documents that have at least `least` already. */
function addToCandidates(
  sums: Float64Array,
  lists: readonly { list: StoredList; weight: number }[],
  least: number,
): void {
  const candidates: number[] = []
  for (let document = 0; document < sums.length; document += 1) {
    const sum = sums[document] as number
    if (sum > 0 && sum >= least) candidates.push(document)
  }
  for (const { list, weight } of lists) {
    const cursor = new ListCursor(list)
    for (const document of candidates) {
      if (!cursor.seek(document)) break
      if (cursor.document === document) sums[document] = (sums[document] as number) + levelOf(cursor.value) * weight
    }
  }
}

function addGroup(sums: Float64Array, { terms, documents }: TermGroup, source: IndexSource): void {
  const levels = new Uint32Array(documents.length)
  for (const term of terms) {
    const list = source.list(term)
    if (list === undefined) continue
    const cursor = new ListCursor(list)
    for (const [place, document] of documents.entries()) {
      if (!cursor.seek(document)) break
      if (cursor.document === document) levels[place] = Math.max(levels[place] as number, levelOf(cursor.value))
    }
  }
  for (const [place, document] of documents.entries()) {
    sums[document] = (sums[document] as number) + Math.max(1, levels[place] as number) * UNIT
  }
}

/** The same documents as ranges in ascending order that do not overlap and end with the last document. */
function disjoint(ranges: readonly Range[], documents: number): Range[] {
  const result: Range[] = []
  let covered = 0
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(first, covered)
    const end = Math.min(last, documents)
    if (start >= end) continue
    result.push([start, end])
    covered = end
  }
  return result
}
