/** Aligns the units of two texts: which one of the new text was which of the old text. */
import type { Run, Work } from './sequences.ts'

/** A unit of each text, or of one of them. */
export interface AlignedPair {
  before?: string
  after?: string
}

/** A number or letter in front of a unit, which changes when one is inserted before it: `(2)`, `3.`, `a)`. */
const MARK = /^\s*(?:\(\d+[a-z]*\)|\d+[a-z]*\.|[a-z]{1,3}\))\s*/

/** Less alike units are two different ones. */
const LEAST_SIMILAR = 0.4
/** Units between two shared ones are compared each with each, unless there are more. */
const MOST_PAIRS = 400
/** So many characters of a unit tell what it is like. */
const COMPARED_LENGTH = 2000

/** Pairs in the order of both texts. Every unit is in one of them. */
export function alignUnits(before: readonly string[], after: readonly string[], work: Work): AlignedPair[] {
  const [oldKeys, newKeys] = [before.map(keyOf), after.map(keyOf)]
  const runs = work.compare(oldKeys, newKeys) ?? sharedEnds(oldKeys, newKeys)
  const pairs: AlignedPair[][] = []
  let gap: { before: readonly string[]; after: readonly string[] } = { before: [], after: [] }
  let [oldPlace, newPlace] = [0, 0]
  for (const { type, count } of runs) {
    const oldUnits = type === 'inserted' ? [] : before.slice(oldPlace, oldPlace + count)
    const newUnits = type === 'deleted' ? [] : after.slice(newPlace, newPlace + count)
    oldPlace += oldUnits.length
    newPlace += newUnits.length
    if (type === 'equal') {
      pairs.push(alignGap(gap.before, gap.after), inSequence(oldUnits, newUnits))
      gap = { before: [], after: [] }
    } else gap = { before: [...gap.before, ...oldUnits], after: [...gap.after, ...newUnits] }
  }
  return [...pairs, alignGap(gap.before, gap.after)].flat()
}

/** What sequences share at their beginning and at their end; they differ in everything between. */
function sharedEnds(before: readonly string[], after: readonly string[]): Run[] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const runs: Run[] = [
    { type: 'equal', count: start },
    { type: 'deleted', count: before.length - start - end },
    { type: 'inserted', count: after.length - start - end },
    { type: 'equal', count: end },
  ]
  return runs.filter(({ count }) => count > 0)
}

/** What a unit says, without its number. */
const keyOf = (unit: string) => unit.replace(MARK, '').replace(/\s+/g, ' ').trim()

/** Pairs the units that are alike, in their order, with the greatest sum of likeness. */
function alignGap(before: readonly string[], after: readonly string[]): AlignedPair[] {
  if (before.length * after.length > MOST_PAIRS) return inSequence(before, after)
  const [oldWords, newWords] = [before.map(wordsOf), after.map(wordsOf)]
  const likeness = oldWords.map((old) => newWords.map((present) => similarity(old, present)))
  // best[i][j]: the greatest sum of the units from i and j on.
  const best = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const sumAt = (old: number, present: number) => best[old]?.[present] ?? 0
  const likenessAt = (old: number, present: number) => likeness[old]?.[present] ?? 0
  for (let old = before.length - 1; old >= 0; old--) {
    for (let present = after.length - 1; present >= 0; present--) {
      const paired = likenessAt(old, present) + sumAt(old + 1, present + 1)
      const apart = Math.max(sumAt(old + 1, present), sumAt(old, present + 1))
      ;(best[old] as number[])[present] = likenessAt(old, present) < LEAST_SIMILAR ? apart : Math.max(paired, apart)
    }
  }
  const pairs: AlignedPair[] = []
  let [old, present] = [0, 0]
  while (old < before.length && present < after.length) {
    const like = likenessAt(old, present)
    if (like >= LEAST_SIMILAR && sumAt(old, present) === like + sumAt(old + 1, present + 1)) {
      pairs.push({ before: before[old++] as string, after: after[present++] as string })
    } else if (sumAt(old, present) === sumAt(old + 1, present)) pairs.push({ before: before[old++] as string })
    else pairs.push({ after: after[present++] as string })
  }
  return [...pairs, ...inSequence(before.slice(old), []), ...inSequence([], after.slice(present))]
}

/** Pairs units by their places. */
function inSequence(before: readonly string[], after: readonly string[]): AlignedPair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): AlignedPair => {
    const [old, present] = [before[index], after[index]]
    return { ...(old !== undefined && { before: old }), ...(present !== undefined && { after: present }) }
  })
}

/** The words of a unit, with how often each is in it. */
interface Words {
  counts: Map<string, number>
  total: number
}

function wordsOf(unit: string): Words {
  const words: readonly string[] = unit.slice(0, COMPARED_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** How many of their words two units share (Dice's coefficient), from 0 to 1. */
function similarity(one: Words, other: Words): number {
  let shared = 0
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0)
  return one.total + other.total === 0 ? 1 : (2 * shared) / (one.total + other.total)
}
