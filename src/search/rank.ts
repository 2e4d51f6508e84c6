/** Ranking: adds up what the terms of a query are worth in each document, reading only the lists of those terms. */
import { PostingCursor, type PostingList } from './postings.ts'

/** Where the compiled index is read from. */
export interface IndexSource {
  /** How many documents there are; they are numbered from 0. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The list of a term, undefined where no document holds it. */
  postings(term: string): PostingList | undefined
}

/** Documents from `start` up to but not including `end`. */
export type Range = readonly [start: number, end: number]

export interface RankOptions {
  /** At most so many hits, after leaving out the first `offset`. */
  limit: number
  offset: number
  /** Search only these documents, as if there were no others. Ranges in any order; undefined means all. */
  ranges?: readonly Range[]
}

export interface Ranking {
  hits: { document: number; score: number }[]
  /** How many documents hold at least one of the terms. */
  total: number
}

/**
 * The documents that hold at least one of `terms`, best first; equal scores in the order of the documents. A term that is
 * given twice counts once. Throws an Error where a posting list is damaged.
 */
export function rank(terms: readonly string[], source: IndexSource, options: RankOptions): Ranking {
  const sums = new Uint32Array(source.documents)
  for (const term of new Set(terms)) {
    const list = source.postings(term)
    if (list !== undefined) addLevels(sums, list)
  }
  const ranges = disjoint(options.ranges ?? [[0, sums.length]], sums.length)
  return select(sums, ranges, source.scale, options)
}

function addLevels(sums: Uint32Array, list: PostingList): void {
  const cursor = new PostingCursor(list)
  while (cursor.next()) {
    if (cursor.document >= sums.length) throw new Error('The search index names a document that does not exist.')
    sums[cursor.document] = (sums[cursor.document] as number) + cursor.level
  }
}

/** Sums are small whole numbers, so one count of each puts every document in its place: no sorting, at any offset. */
function select(sums: Uint32Array, ranges: Range[], scale: number, { limit, offset }: RankOptions): Ranking {
  let largest = 0
  for (const [start, end] of ranges) {
    for (let document = start; document < end; document += 1) {
      if ((sums[document] as number) > largest) largest = sums[document] as number
    }
  }
  const places = new Uint32Array(largest + 1)
  for (const [start, end] of ranges) {
    for (let document = start; document < end; document += 1) {
      const sum = sums[document] as number
      places[sum] = (places[sum] as number) + 1
    }
  }
  let total = 0
  for (let sum = largest; sum > 0; sum -= 1) {
    const count = places[sum] as number
    places[sum] = total
    total += count
  }
  const hits: Ranking['hits'] = []
  for (const [start, end] of ranges) {
    for (let document = start; document < end; document += 1) {
      const sum = sums[document] as number
      if (sum === 0) continue
      const place = places[sum] as number
      places[sum] = place + 1
      if (place >= offset && place < offset + limit) hits[place - offset] = { document, score: sum * scale }
    }
  }
  return { hits, total }
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
