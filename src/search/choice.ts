/** Chooses the best of the documents that match, by their sums and boosts. */
import { type Accumulators, type Bound, type ScoredDocument, sortByScore, TopK } from './collectors.ts'
import type { Coverage } from './coverage.ts'

/** Documents from `start` up to but not including `end`. */
export type DocumentRange = readonly [start: number, end: number]

/** Documents whose scores are multiplied. */
export interface BoostedRange {
  range: DocumentRange
  factor: number
}

/** The sum of a document that matches without a term. */
export const LEAST = 1
/** One document in this many is sampled to estimate a threshold that about twice as many documents pass as are wanted. */
const SAMPLING = 16
const SAMPLED = 2
/** Maximum size of a heap: of more documents all are sorted, because a heap of so many is slow. */
const MOST_IN_HEAP = 4096

export interface Choice {
  offered: Uint32Array
  sums: Pick<Accumulators, 'values' | 'marks'>
  /** Upper bounds for the documents offered, as in {@link Accumulators.bounds}. */
  bounds: readonly Bound[]
  coverage: Coverage
  /** 1 for each document that is searched; all if undefined. */
  isSearched: Uint8Array | undefined
  /** 1 for each document that comes after all others; none if undefined. */
  last: Uint8Array | undefined
  /** Only documents with this mark in `last` are chosen. */
  mark: 0 | 1
  boosts: readonly BoostedRange[]
}

/** The best of the documents offered, in their order: first those that are not `last`, then those that are. */
export function chooseBest(choice: Omit<Choice, 'mark'>, limit: number): ScoredDocument[] {
  const first = choose({ ...choice, mark: 0 }, limit)
  if (choice.last === undefined || first.length >= limit) return first
  const second = choose({ ...choice, mark: 1 }, limit - first.length)
  return [...first, ...second]
}

function choose(choice: Choice, limit: number): ScoredDocument[] {
  if (Math.min(limit, choice.offered.length) > MOST_IN_HEAP) return sortAll(choice, limit)
  if (choice.offered.length > SAMPLING * limit) {
    const sample = offer(choice, Math.ceil((SAMPLED * limit) / SAMPLING), SAMPLING, 0)
    const best = offer(choice, limit, 1, sample.threshold)
    if (best.isFull) return best.sorted()
  }
  return offer(choice, limit, 1, 0).sorted()
}

function sortAll({ offered, sums, isSearched, last, mark, boosts, coverage }: Choice, limit: number): ScoredDocument[] {
  const searched = new Uint32Array(offered.length)
  const scores = new Float64Array(offered.length)
  let count = 0
  for (let place = 0; place < offered.length; place += 1) {
    const document = offered[place] as number
    if (isSearched !== undefined && isSearched[document] === 0) continue
    if (last !== undefined && last[document] !== mark) continue
    searched[count] = document
    scores[count] = scoreOf(document, sums, boosts, coverage)
    count += 1
  }
  const sorted = sortByScore(searched.subarray(0, count), scores)
  const best: ScoredDocument[] = []
  for (const index of sorted.subarray(0, limit)) {
    best.push({ document: searched[index] as number, score: scores[index] as number })
  }
  return best
}

/** Documents that match without a term score 0. */
function scoreOf(
  document: number,
  { values, marks }: Choice['sums'],
  boosts: readonly BoostedRange[],
  coverage: Coverage,
): number {
  const value = values[document] as number
  return value === LEAST ? 0 : value * boostOf(document, boosts) * coverage.factor(marks[document] as number)
}

/**
 * Offers documents until the rest cannot be among the best.
 * @param step 1 for all documents, 2 for every other one
 * @param least the lowest score that is collected
 */
function offer(
  { offered, sums: { values, marks }, bounds, isSearched, last, mark, boosts, coverage }: Choice,
  limit: number,
  step: number,
  least: number,
): TopK {
  const best = new TopK(limit)
  const isPlain = boosts.length === 0
  const highest = highestBoost(boosts)
  let threshold = least
  let place = 0
  for (const [index, bound] of bounds.entries()) {
    if (bound.sum * highest * coverage.factor(bound.marks) < threshold) break
    const end = bounds[index + 1]?.from ?? offered.length
    for (; place < end; place += step) {
      const document = offered[place] as number
      if (isSearched !== undefined && isSearched[document] === 0) continue
      const value = values[document] as number
      const own = value === LEAST ? 0 : value
      const most = isPlain ? own : own * boostOf(document, boosts)
      // Most documents end here, without a call.
      if (most < threshold || (last !== undefined && last[document] !== mark)) continue
      const score = most * coverage.factor(marks[document] as number)
      if (score < threshold) continue
      best.offer(document, score)
      threshold = Math.max(least, best.threshold)
    }
  }
  return best
}

/** The factor of a document that is in all ranges. */
export const highestBoost = (boosts: readonly BoostedRange[]) =>
  boosts.reduce((product, { factor }) => product * factor, 1)

/** The factor of a document's score. */
export function boostOf(document: number, boosts: readonly BoostedRange[]): number {
  let product = 1
  for (const { range, factor } of boosts) if (document >= range[0] && document < range[1]) product *= factor
  return product
}
