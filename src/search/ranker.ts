/** Ranks documents term at a time: adds up the impacts of the terms of a query, reading only their posting lists. */
import { type BoostedRange, chooseBest, type DocumentRange, highestBoost, LEAST } from './choice.ts'
import { Accumulators, type AskedDocument, type ScoredDocument, TopK, UNBOUNDED } from './collectors.ts'
import { type CompleteRequest, type Coverage, completeDocuments } from './coverage.ts'
import type { TermGroup } from './document-sets.ts'
import { levelOf, type PostingList, PostingsCursor } from './postings.ts'

export interface PostingsSource {
  /** The number of documents; they are numbered from 0. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The posting list of a term; undefined if no document has it. */
  list(term: string): PostingList | undefined
}

export interface RankedTerm {
  term: string
  /** Integer, in twentieths of a word of the query. */
  weight: number
  /** The marks of a document that has it, as {@link Coverage} reads them. */
  marks: number
}

export interface RankRequest extends CompleteRequest {
  terms: readonly RankedTerm[]
  groups: readonly TermGroup[]
  /** The number of documents returned. */
  limit: number
  /** The documents searched, in any order; all if undefined. */
  ranges?: readonly DocumentRange[] | undefined
  /** Of these, only documents marked 1, */
  among?: Uint8Array | undefined
  /** only the ones in this ascending list, */
  required?: Uint32Array | undefined
  /** and none of these. */
  excluded: readonly Uint32Array[]
  /** Documents whose scores are multiplied. Factors are at least 1. */
  boosts: readonly BoostedRange[]
  /** Scores that questions add to documents. */
  asked?: readonly AskedDocument[]
  /** If true, finds all matching documents. Else documents without all words may be skipped if they are not among the best. */
  isExhaustive?: boolean
  /** 1 for each document that comes after all others, whatever its score; none if undefined. */
  last?: Uint8Array | undefined
}

export interface Ranking {
  best: ScoredDocument[]
  /** The number of documents that have all words of the query, or are included. */
  complete: number
  /** The number of documents that match; a lower bound if `exact` is false. */
  total: number
  exact: boolean
}

/** Total if some documents were skipped. */
export const COUNTED_TOTAL = 10_000
/** The weight of a word of the query itself. */
export const WORD_WEIGHT = 20
/** Sums are in half units, so that a document that matches without a term has less than any term adds. */
const HALVES = 2
/** Skipping does not pay below this number of postings. */
const MIN_SKIPPED_POSTINGS = 50_000
/** Cost of one `seek`, in postings read. */
const SEEK_COST = 8

/**
 * Ranks the documents that match, by descending score; tie-break: the lower number. Those that are `last` follow the others.
 * @throws Error if a list is damaged
 */
export function rank(
  request: RankRequest,
  source: PostingsSource,
  sums: Accumulators = new Accumulators(source.documents),
): Ranking {
  sums.clear()
  const candidates = addTerms(sums, request, source)
  for (const group of request.groups) {
    addGroup(sums, group)
  }
  // Documents with all required clauses match without any term.
  for (const documents of [request.included, request.required ?? []]) {
    for (const document of documents) if (sums.values[document] === 0) sums.add(document, LEAST, 0)
  }
  const isSearched = filterOf(request, source.documents)
  const offered = candidates ?? sums.matched.subarray(0, sums.count)
  const { boosts, coverage, last, limit } = request
  const exact = candidates === undefined
  const bounds = exact ? sums.bounds : [UNBOUNDED]
  const best = chooseBest({ offered, sums, bounds, isSearched, last, boosts, coverage }, limit)
  const unit = unitOf(source.scale)
  const scored = best.map(({ document, score }): ScoredDocument => ({ document, score: score * unit }))
  const { length: complete } = completeDocuments(sums, request, source, isSearched)
  const total = exact ? countSearched(offered, isSearched) : Math.max(complete, COUNTED_TOTAL)
  return { best: scored, complete, total, exact }
}

/** The score of a sum of 1. @param scale the score of one impact level */
export const unitOf = (scale: number) => scale / (HALVES * WORD_WEIGHT)

function countSearched(documents: Uint32Array, isSearched: Uint8Array | undefined): number {
  if (isSearched === undefined) return documents.length
  let count = 0
  for (const document of documents) count += isSearched[document] as number
  return count
}

/** 1 for each document that is searched; undefined if all are. */
export function filterOf(request: RankRequest, documents: number): Uint8Array | undefined {
  const { ranges, among, required, excluded } = request
  if (!isFiltered(request)) return undefined
  const inRanges = new Uint8Array(documents)
  for (const [start, end] of ranges ?? [[0, documents]]) inRanges.fill(1, start, end)
  if (among !== undefined) {
    for (let document = 0; document < documents; document += 1)
      inRanges[document] = (inRanges[document] as number) & (among[document] as number)
  }
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

const isFiltered = ({ ranges, among, required, excluded }: RankRequest) =>
  ranges !== undefined || among !== undefined || required !== undefined || excluded.length > 0

interface WeightedList {
  list: PostingList
  /** In half units. */
  weight: number
  marks: number
  /** The maximum that it adds to a document. */
  most: number
}

/**
 * Adds up the terms, those with the highest possible impact first, and stops early (MaxScore): once documents without the
 * terms so far can no longer be among the best, the remaining lists are read only at the candidates.
 * @returns the candidates and all included documents if it stopped early; else undefined
 */
function addTerms(sums: Accumulators, request: RankRequest, source: PostingsSource): Uint32Array | undefined {
  const { terms, limit, boosts, included, groups, last, coverage, asked = [] } = request
  const lists: WeightedList[] = []
  for (const { term, weight, marks } of terms) {
    const list = source.list(term)
    if (list === undefined) continue
    lists.push({
      list,
      marks,
      weight: HALVES * weight,
      most: HALVES * weight * levelOf(new PostingsCursor(list).largest),
    })
  }
  lists.sort((a, b) => b.most - a.most || a.list.documents - b.list.documents)
  const maySkip = request.isExhaustive !== true && !isFiltered(request) && groups.length === 0
  const factor = highestBoost(boosts)
  let rest = lists.reduce((sum, { most }) => sum + most, 0)
  const all = rest + asked.reduce((highest, { value }) => Math.max(highest, value), 0)
  let postings = lists.reduce((sum, { list }) => sum + list.documents, 0)
  let added = 0
  const marksFrom = allFrom(lists.map(({ marks }) => marks))
  // Groups have no upper bound.
  if (groups.length === 0 && lists.length > 0) sums.bounds = []
  // Questions come first, so that no document met later has one.
  if (asked.length > 0 && groups.length === 0) sums.bounds = [UNBOUNDED]
  for (const { document, value, marks } of asked) sums.add(document, value, marks)
  for (const [index, { list, weight, most, marks }] of lists.entries()) {
    // No sum, and therefore no threshold, is higher than the most that the terms so far can add.
    const mayStop = rest * factor < all - rest
    // Short lists are added: a threshold would cost more.
    const isDue = added + list.documents > COUNTED_TOTAL
    if (maySkip && mayStop && isDue && sums.count > COUNTED_TOTAL && postings > MIN_SKIPPED_POSTINGS) {
      added = 0
      const threshold = thresholdOf(sums, limit, last, coverage)
      const left = lists.slice(index)
      const marksLeft = marksFrom[index] as number
      const isOpen = (marks: number) => !coverage.hasAll(marks) && coverage.mayHaveAll(marks | marksLeft)
      const candidates =
        rest * factor < threshold && !isOpen(0)
          ? candidatesIn(sums, threshold / factor - rest, last, isOpen)
          : undefined
      if (candidates !== undefined && candidates.length * left.length * SEEK_COST < postings) {
        candidates.sort()
        const offered =
          included.length === 0 ? candidates : Uint32Array.from(new Set([...candidates, ...included])).sort()
        for (const { list, weight, marks } of left) {
          addToCandidates(sums, offered, list, weight, marks)
        }
        return offered
      }
    }
    if (groups.length === 0) sums.bounds.push({ from: sums.count, sum: rest, marks: marksFrom[index] as number })
    sums.addList(list, weight, marks)
    rest -= most
    postings -= list.documents
    added += list.documents
  }
  return undefined
}

/** For each index, all marks from there on. */
const allFrom = (marks: readonly number[]): number[] => {
  let all = 0
  return marks
    .toReversed()
    .map((mark) => (all |= mark))
    .reverse()
}

/** Lower bound of the last sum among the best: that of the first documents that matched, without those that are `last`. */
function thresholdOf(
  { values, matched, marks, count }: Accumulators,
  limit: number,
  last: Uint8Array | undefined,
  coverage: Coverage,
): number {
  const best = new TopK(limit)
  let threshold = 0
  for (const document of matched.subarray(0, Math.min(count, COUNTED_TOTAL))) {
    const value = values[document] as number
    if (value < threshold || last?.[document] === 1) continue
    best.offer(document, value * coverage.factor(marks[document] as number))
    threshold = best.threshold
  }
  return threshold
}

/**
 * The documents with a sum of at least `least`, without those that are `last`, and those that may have all words, depending on
 * the lists not yet read; in any order.
 */
function candidatesIn(
  { values, matched, marks, count }: Accumulators,
  least: number,
  last: Uint8Array | undefined,
  isOpen: (marks: number) => boolean,
): Uint32Array {
  const found = new Uint32Array(count)
  let length = 0
  for (let place = 0; place < count; place += 1) {
    const document = matched[place] as number
    const isGood = (values[document] as number) >= least && last?.[document] !== 1
    if (isGood || isOpen(marks[document] as number)) found[length++] = document
  }
  return found.subarray(0, length)
}

function addToCandidates(
  sums: Accumulators,
  candidates: Uint32Array,
  list: PostingList,
  weight: number,
  marks: number,
): void {
  const cursor = new PostingsCursor(list)
  for (const document of candidates) {
    if (!cursor.seek(document)) return
    if (cursor.document === document) sums.add(document, levelOf(cursor.value) * weight, marks)
  }
}

/** Adds the impact of the group's best term in each document. */
function addGroup(sums: Accumulators, { documents, levels, marks }: TermGroup): void {
  for (let place = 0; place < documents.length; place += 1) {
    sums.add(documents[place] as number, (levels[place] as number) * WORD_WEIGHT * HALVES, marks)
  }
}
