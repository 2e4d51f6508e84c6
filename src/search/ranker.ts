/** Ranks documents term at a time: adds up the impacts of the terms of a query, reading only their posting lists. */
import { Accumulators, type ScoredDocument, sortByScore, TopK } from './collectors.ts'
import type { TermGroup } from './document-sets.ts'
import { levelOf, type PostingList, PostingsCursor } from './postings.ts'
import type { Turn } from './records.ts'

export interface PostingsSource {
  /** The number of documents; they are numbered from 0. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The posting list of a term; undefined if no document has it. */
  list(term: string): PostingList | undefined
}

/** Documents from `start` up to but not including `end`. */
export type DocumentRange = readonly [start: number, end: number]

export interface RankedTerm {
  term: string
  /** A whole number, in twentieths of a word of the query. */
  weight: number
}

export interface RankRequest {
  terms: readonly RankedTerm[]
  groups: readonly TermGroup[]
  /** The number of documents returned. */
  limit: number
  /** The documents searched, in any order; all if undefined. */
  ranges?: readonly DocumentRange[] | undefined
  /** Of these only the ones in this ascending list, */
  required?: Uint32Array | undefined
  /** and none of these. */
  excluded: readonly Uint32Array[]
  /** Documents that match in any case if they are searched. */
  included: readonly number[]
  /** Documents whose scores are multiplied. Factors are at least 1. */
  boosts: readonly { range: DocumentRange; factor: number }[]
}

export interface Ranking {
  best: ScoredDocument[]
  /** The number of documents that match; a lower bound if `exact` is false. */
  total: number
  exact: boolean
}

/** If some documents were skipped, this is the total. */
export const COUNTED_TOTAL = 10_000
/** The weight of a word of the query itself. */
export const WORD_WEIGHT = 20
/** Sums are in half units, so that a document that matches without a term has less than any term adds. */
const HALVES = 2
const LEAST = 1
/** With fewer postings left, trying to skip them does not pay. */
const MIN_SKIPPED_POSTINGS = 50_000
/** One of 16 documents is sampled to estimate a threshold that about twice as many documents pass as are wanted. */
const SAMPLING = 16
const SAMPLED = 2
/** The number of postings that are read in the time of one `seek`. */
const SEEK_COST = 8
/** Of more documents than this all are sorted: a heap of so many is slow. */
const MOST_IN_HEAP = 4096

/**
 * Ranks the documents that match, by descending score; those with equal scores by ascending number.
 * @throws Error if a list is damaged
 */
export async function rank(
  request: RankRequest,
  source: PostingsSource,
  sums: Accumulators = new Accumulators(source.documents),
  turn: Turn = () => undefined,
): Promise<Ranking> {
  sums.clear()
  const candidates = await addTerms(sums, request, source, turn)
  for (const group of request.groups) {
    addGroup(sums, group)
    const pause = turn()
    if (pause !== undefined) await pause
  }
  // A document that has all required clauses matches without any term.
  for (const documents of [request.included, request.required ?? []]) {
    for (const document of documents) if (sums.values[document] === 0) sums.add(document, LEAST)
  }
  const isSearched = filterOf(request, source.documents)
  const offered = candidates ?? sums.matched.subarray(0, sums.count)
  const choice = { offered, values: sums.values, isSearched, boosts: request.boosts }
  const { best, total } = await choose(choice, request.limit, turn)
  const pause = turn()
  if (pause !== undefined) await pause
  const unit = source.scale / (HALVES * WORD_WEIGHT)
  const scored = best.map(({ document, score }): ScoredDocument => ({ document, score: score * unit }))
  const exact = candidates === undefined
  return { best: scored, total: exact ? total : COUNTED_TOTAL, exact }
}

interface Choice {
  offered: Uint32Array
  values: Int32Array
  isSearched: Uint8Array | undefined
  boosts: RankRequest['boosts']
}

interface Chosen {
  best: ScoredDocument[]
  /** The number of documents offered that are searched. */
  total: number
}

/** The best of the documents offered, in their order. */
async function choose(choice: Choice, limit: number, turn: Turn): Promise<Chosen> {
  if (Math.min(limit, choice.offered.length) > MOST_IN_HEAP) return sortAll(choice, limit, turn)
  if (choice.offered.length > SAMPLING * limit) {
    const { best: sample } = offer(choice, Math.ceil((SAMPLED * limit) / SAMPLING), SAMPLING, 0)
    const pause = turn()
    if (pause !== undefined) await pause
    const { best, total } = offer(choice, limit, 1, sample.threshold)
    if (best.isFull) return { best: best.sorted(), total }
  }
  const { best, total } = offer(choice, limit, 1, 0)
  return { best: best.sorted(), total }
}

async function sortAll({ offered, values, isSearched, boosts }: Choice, limit: number, turn: Turn): Promise<Chosen> {
  const searched = new Uint32Array(offered.length)
  const scores = new Float64Array(offered.length)
  let total = 0
  for (let place = 0; place < offered.length; place += 1) {
    const document = offered[place] as number
    if (isSearched !== undefined && isSearched[document] === 0) continue
    searched[total] = document
    scores[total] = scoreOf(document, values, boosts)
    total += 1
  }
  const sorted = await sortByScore(searched.subarray(0, total), scores, turn)
  const best: ScoredDocument[] = []
  for (const index of sorted.subarray(0, limit)) {
    best.push({ document: searched[index] as number, score: scores[index] as number })
  }
  return { best, total }
}

/** A document that matches without a term has 0. */
function scoreOf(document: number, values: Int32Array, boosts: RankRequest['boosts']): number {
  const value = values[document] as number
  return value === LEAST ? 0 : value * boostOf(document, boosts)
}

/** @param step 1 for all documents, 2 for every other one @param least the lowest score that is collected */
function offer({ offered, values, isSearched, boosts }: Choice, limit: number, step: number, least: number) {
  const best = new TopK(limit)
  const isPlain = boosts.length === 0
  let total = 0
  let threshold = least
  for (let place = 0; place < offered.length; place += step) {
    const document = offered[place] as number
    if (isSearched !== undefined && isSearched[document] === 0) continue
    total += 1
    const value = values[document] as number
    const sum = value === LEAST ? 0 : value
    const score = isPlain ? sum : sum * boostOf(document, boosts)
    // Most documents end here, without a call.
    if (score < threshold) continue
    best.offer(document, score)
    threshold = Math.max(least, best.threshold)
  }
  return { best, total }
}

/** 1 for each document that is searched; undefined if all are. */
export function filterOf({ ranges, required, excluded }: RankRequest, documents: number): Uint8Array | undefined {
  if (ranges === undefined && required === undefined && excluded.length === 0) return undefined
  const inRanges = new Uint8Array(documents)
  for (const [start, end] of ranges ?? [[0, documents]]) inRanges.fill(1, start, end)
  let filter = inRanges
  if (required !== undefined) {
    filter = new Uint8Array(documents)
    for (let place = 0; place < required.length; place += 1) {
      const document = required[place] as number
      filter[document] = inRanges[document] as number
    }
  }
  for (const skipped of excluded) {
    for (let place = 0; place < skipped.length; place += 1) filter[skipped[place] as number] = 0
  }
  return filter
}

/** The factor of a document's score. */
export function boostOf(document: number, boosts: RankRequest['boosts']): number {
  let product = 1
  for (const { range, factor } of boosts) if (document >= range[0] && document < range[1]) product *= factor
  return product
}

interface WeightedList {
  list: PostingList
  /** In half units. */
  weight: number
  /** The most that it adds to a document. */
  most: number
}

/**
 * Adds up the terms, those with the highest possible impact first, and stops early (MaxScore): once documents without the
 * terms so far can no longer be among the best, the remaining lists are read only at the candidates.
 * @returns the candidates and all included documents if it stopped early; else undefined
 */
async function addTerms(
  sums: Accumulators,
  request: RankRequest,
  source: PostingsSource,
  turn: Turn,
): Promise<Uint32Array | undefined> {
  const { terms, limit, boosts, included, ranges, required, excluded, groups } = request
  const lists: WeightedList[] = []
  for (const { term, weight } of terms) {
    const list = source.list(term)
    if (list === undefined) continue
    lists.push({ list, weight: HALVES * weight, most: HALVES * weight * levelOf(new PostingsCursor(list).largest) })
    const pause = turn()
    if (pause !== undefined) await pause
  }
  lists.sort((a, b) => b.most - a.most || a.list.documents - b.list.documents)
  const maySkip = ranges === undefined && required === undefined && excluded.length === 0 && groups.length === 0
  const factor = boosts.reduce((product, { factor }) => product * factor, 1)
  let rest = lists.reduce((sum, { most }) => sum + most, 0)
  const all = rest
  let postings = lists.reduce((sum, { list }) => sum + list.documents, 0)
  for (const [index, { list, weight, most }] of lists.entries()) {
    const pause = turn()
    if (pause !== undefined) await pause
    // No sum, and therefore no threshold, is higher than the most that the terms so far can add.
    const mayStop = rest * factor < all - rest
    if (maySkip && mayStop && sums.count > COUNTED_TOTAL && postings > MIN_SKIPPED_POSTINGS) {
      const threshold = thresholdOf(sums, limit)
      const candidates = rest * factor < threshold ? candidatesIn(sums, threshold / factor - rest) : undefined
      const left = lists.slice(index)
      if (candidates !== undefined && candidates.length * left.length * SEEK_COST < postings) {
        candidates.sort()
        const offered =
          included.length === 0 ? candidates : Uint32Array.from(new Set([...candidates, ...included])).sort()
        for (const { list, weight } of left) {
          addToCandidates(sums, offered, list, weight)
          const pause = turn()
          if (pause !== undefined) await pause
        }
        return offered
      }
    }
    sums.addList(list, weight)
    rest -= most
    postings -= list.documents
  }
  return undefined
}

/** A lower bound of the last sum among the best: that of the first documents that matched. */
function thresholdOf({ values, matched, count }: Accumulators, limit: number): number {
  const best = new TopK(limit)
  for (const document of matched.subarray(0, Math.min(count, COUNTED_TOTAL)))
    best.offer(document, values[document] as number)
  return best.threshold
}

/** The documents with a sum of at least `least`, in any order. */
function candidatesIn({ values, matched, count }: Accumulators, least: number): Uint32Array {
  const found = new Uint32Array(count)
  let length = 0
  for (let place = 0; place < count; place += 1) {
    const document = matched[place] as number
    if ((values[document] as number) >= least) found[length++] = document
  }
  return found.subarray(0, length)
}

function addToCandidates(sums: Accumulators, candidates: Uint32Array, list: PostingList, weight: number): void {
  const cursor = new PostingsCursor(list)
  for (const document of candidates) {
    if (!cursor.seek(document)) return
    if (cursor.document === document) sums.add(document, levelOf(cursor.value) * weight)
  }
}

/** Adds the impact of the group's best term in each document. */
function addGroup(sums: Accumulators, { documents, levels }: TermGroup): void {
  for (let place = 0; place < documents.length; place += 1) {
    sums.add(documents[place] as number, (levels[place] as number) * WORD_WEIGHT * HALVES)
  }
}
