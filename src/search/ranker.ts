/** Ranking: adds up what the terms of a query are worth in each document, reading only the lists of those terms. */
import { Accumulators, type ScoredDocument, TopK } from './collectors.ts'
import type { TermGroup } from './document-sets.ts'
import { largestValue, levelOf, type PostingList, PostingsCursor } from './postings.ts'

/** Where the compiled index is read from. */
export interface PostingsSource {
  /** How many documents there are; they are numbered from 0. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The list of a term, undefined where no document holds it. */
  list(term: string): PostingList | undefined
}

/** Documents from `start` up to but not including `end`. */
export type DocumentRange = readonly [start: number, end: number]

/** A term to add up, and the documents in which it counts (all, where undefined). */
export interface RankedTerm {
  term: string
  /** A whole number of twentieths. */
  weight: number
}

export interface RankRequest {
  terms: readonly RankedTerm[]
  groups: readonly TermGroup[]
  /** How many of the best are wanted. */
  limit: number
  /** Search only these documents, as if there were no others. Ranges in any order. */
  ranges?: readonly DocumentRange[] | undefined
  /** Of these, only the ones in this ascending list, */
  required?: Uint32Array | undefined
  /** and none of these. */
  excluded: readonly Uint32Array[]
  /** Documents that match in any case, if they are searched at all. */
  included: readonly number[]
  /** Documents whose scores are multiplied. Factors are at least 1. */
  boosts: readonly { range: DocumentRange; factor: number }[]
}

export interface Ranking {
  best: ScoredDocument[]
  /** How many documents match; where `exact` is false, at least so many. */
  total: number
  exact: boolean
}

/** Totals are counted up to this. */
export const COUNTED_TOTAL = 10_000
/** The weight of a match of a word of the query itself. */
export const WORD_WEIGHT = 20
/** Sums are kept in half units, so that a document that matches without any term can have less than any term adds. */
const HALVES = 2
const LEAST = 1
/** From so many postings on it pays to look whether they can be passed over. */
const MANY_POSTINGS = 50_000
/**
 * One of so many documents is looked at to see what the best have at least: what a document of these has, of which so many
 * times as many would be better as are wanted, if all were like them.
 */
const SAMPLING = 16
const SAMPLED = 2
/** How many postings are read in the time in which one is looked up. */
const SEEK_COST = 8

/**
 * The best of the documents that match, by descending score; equal scores by ascending number.
 * @throws Error where a list is damaged
 */
export function rank(
  request: RankRequest,
  source: PostingsSource,
  sums: Accumulators = new Accumulators(source.documents),
): Ranking {
  sums.clear()
  const candidates = addTerms(sums, request, source)
  for (const group of request.groups) addGroup(sums, group)
  // A document that holds what it must needs nothing else.
  for (const documents of [request.included, request.required ?? []]) {
    for (const document of documents) if (sums.values[document] === 0) sums.add(document, LEAST)
  }
  const isSearched = filterOf(request, source.documents)
  const offered = candidates ?? sums.matched.subarray(0, sums.count)
  const { best, total } = choose({ offered, values: sums.values, isSearched, preferred: request.boosts }, request.limit)
  const unit = source.scale / (HALVES * WORD_WEIGHT)
  const scored = best.sorted().map(({ document, score }): ScoredDocument => ({ document, score: score * unit }))
  const exact = candidates === undefined
  return { best: scored, total: exact ? total : COUNTED_TOTAL, exact }
}

interface Choice {
  offered: Uint32Array
  values: Int32Array
  isSearched: Uint8Array | undefined
  preferred: RankRequest['boosts']
}

/** The best of the documents that are offered, and how many of these are searched. */
function choose(choice: Choice, limit: number): { best: TopK; total: number } {
  if (choice.offered.length > SAMPLING * limit) {
    const { best: sample } = offer(choice, Math.ceil((SAMPLED * limit) / SAMPLING), SAMPLING, 0)
    const chosen = offer(choice, limit, 1, sample.threshold)
    if (chosen.best.isFull) return chosen
  }
  return offer(choice, limit, 1, 0)
}

/**
 * @param step of how many documents one is looked at
 * @param least what a document must have to be among the best
 */
function offer({ offered, values, isSearched, preferred }: Choice, limit: number, step: number, least: number) {
  const best = new TopK(limit)
  const isPlain = preferred.length === 0
  let total = 0
  let threshold = least
  for (let place = 0; place < offered.length; place += step) {
    const document = offered[place] as number
    if (isSearched !== undefined && isSearched[document] === 0) continue
    total += 1
    const value = values[document] as number
    const sum = value === LEAST ? 0 : value
    const score = isPlain ? sum : sum * boostOf(document, preferred)
    // Most documents end here, where nothing is called for them.
    if (score < threshold) continue
    best.offer(document, score)
    threshold = Math.max(least, best.threshold)
  }
  return { best, total }
}

/** 1 for each document that is searched; undefined where all are. */
export function filterOf({ ranges, required, excluded }: RankRequest, documents: number): Uint8Array | undefined {
  if (ranges === undefined && required === undefined && excluded.length === 0) return undefined
  const inRanges = new Uint8Array(documents)
  for (const [start, end] of ranges ?? [[0, documents]]) inRanges.fill(1, start, end)
  let filter = inRanges
  if (required !== undefined) {
    filter = new Uint8Array(documents)
    for (const document of required) filter[document] = inRanges[document] as number
  }
  for (const skipped of excluded) for (const document of skipped) filter[document] = 0
  return filter
}

/** How many times the score of a document counts. */
export function boostOf(document: number, preferred: RankRequest['boosts']): number {
  let product = 1
  for (const { range, factor } of preferred) if (document >= range[0] && document < range[1]) product *= factor
  return product
}

interface WeightedList {
  list: PostingList
  /** In half twentieths. */
  weight: number
  /** The most that it adds to any document. */
  most: number
}

/**
 * Adds up the terms, those that can count most first. Where enough documents are counted, and those that were not met yet
 * can no longer be among the best, the lists that remain are read only where the best may stand.
 * @returns in that case the documents among which the best are, with all that are given; undefined where all that match
 *   were met
 */
function addTerms(sums: Accumulators, request: RankRequest, source: PostingsSource): Uint32Array | undefined {
  const { terms, limit, boosts, included, ranges, required, excluded, groups } = request
  const lists = terms
    .flatMap(({ term, weight }): WeightedList[] => {
      const list = source.list(term)
      if (list === undefined) return []
      return [{ list, weight: HALVES * weight, most: HALVES * weight * levelOf(largestValue(list)) }]
    })
    .sort((a, b) => b.most - a.most || a.list.documents - b.list.documents)
  const mayPass = ranges === undefined && required === undefined && excluded.length === 0 && groups.length === 0
  const factor = boosts.reduce((product, { factor }) => product * factor, 1)
  let rest = lists.reduce((sum, { most }) => sum + most, 0)
  let postings = lists.reduce((sum, { list }) => sum + list.documents, 0)
  for (const [index, { list, weight, most }] of lists.entries()) {
    if (mayPass && sums.count > COUNTED_TOTAL && postings > MANY_POSTINGS) {
      const threshold = thresholdOf(sums, limit)
      const candidates = rest * factor < threshold ? candidatesIn(sums, threshold / factor - rest) : undefined
      const left = lists.slice(index)
      if (candidates !== undefined && candidates.length * left.length * SEEK_COST < postings) {
        const offered =
          included.length === 0 ? candidates : Uint32Array.from(new Set([...candidates, ...included])).sort()
        for (const { list, weight } of left) addToCandidates(sums, offered, list, weight)
        return offered
      }
    }
    sums.addList(list, weight)
    rest -= most
    postings -= list.documents
  }
  return undefined
}

/** A sum that the last of the best has at least: that of the best among the documents that were met first. */
function thresholdOf({ values, matched, count }: Accumulators, limit: number): number {
  const best = new TopK(limit)
  for (const document of matched.subarray(0, Math.min(count, COUNTED_TOTAL)))
    best.offer(document, values[document] as number)
  return best.threshold
}

/** The documents that have at least `least`, in ascending order. */
function candidatesIn({ values, matched, count }: Accumulators, least: number): Uint32Array {
  const found = new Uint32Array(count)
  let length = 0
  for (let place = 0; place < count; place += 1) {
    const document = matched[place] as number
    if ((values[document] as number) >= least) found[length++] = document
  }
  return found.subarray(0, length).sort()
}

function addToCandidates(sums: Accumulators, candidates: Uint32Array, list: PostingList, weight: number): void {
  const cursor = new PostingsCursor(list)
  for (const document of candidates) {
    if (!cursor.seek(document)) return
    if (cursor.document === document) sums.add(document, levelOf(cursor.value) * weight)
  }
}

/** Of the terms of a group the best counts, and a document that none of them tells about has the least. */
function addGroup(sums: Accumulators, { documents, levels }: TermGroup): void {
  for (let place = 0; place < documents.length; place += 1) {
    sums.add(documents[place] as number, (levels[place] as number) * WORD_WEIGHT * HALVES)
  }
}
