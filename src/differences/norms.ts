/** The differences of two norms, or of one on two days or before and after a renumbering: by Absatz, then by words. */
import { COMPARED, type Norm, type Subdivision, type TextPart } from '../model/corpus.ts'
import { placeSubdivisions } from '../model/subdivisions.ts'
import { PartList, type Run, sharedPortion, Work } from './parts.ts'

export interface NormDifference {
  /** The differing fields. White space alone does not count. */
  differs: (typeof COMPARED)[number][]
  /** Of the text, of the heading and of the footnotes. */
  parts: TextPart[]
  heading_parts: TextPart[]
  footnote_parts: TextPart[]
}

type ComparedNorm = Pick<Norm, (typeof COMPARED)[number] | 'subdivisions'>

const NONE: ComparedNorm = { label: '', heading: '', status: 'in_force', text: '', footnotes: '', subdivisions: [] }

/** @param work budget of the answer with the difference */
export function compareNorms(
  before: ComparedNorm | undefined,
  after: ComparedNorm | undefined,
  work = new Work(),
): NormDifference {
  const [old, present] = [before ?? NONE, after ?? NONE]
  return {
    differs: differencesOf(old, present),
    parts: compareTexts(old, present, work),
    heading_parts: compareShort(old.heading, present.heading, work),
    footnote_parts: compareShort(old.footnotes, present.footnotes, work),
  }
}

/** The fields in which two norms differ. */
export function differencesOf(before: ComparedNorm, after: ComparedNorm): NormDifference['differs'] {
  return COMPARED.filter((field) => withoutSpace(before[field]) !== withoutSpace(after[field]))
}

/** Normalizes a text for comparison. */
export const withoutSpace = (text: string) => text.replace(/\s+/g, '')

function compareShort(before: string, after: string, work: Work): TextPart[] {
  const parts = new PartList()
  if (before === after) parts.add('equal', before)
  else parts.addAll(compareWords(before, after, work) ?? replaced(before, after))
  return parts.toParts()
}

/** A text with its subdivisions in text order, outer ones before inner ones. */
interface DividedText {
  text: string
  subdivisions: readonly Subdivision[]
}

/** Maximum length compared by words; longer texts, which would take long, are compared line by line. */
const LONG = 20_000

/**
 * Compares two texts in bounded time.
 * @param work budget of the answer with them
 */
export function compareTexts(before: DividedText, after: DividedText, work = new Work()): TextPart[] {
  const parts = new PartList()
  if (before.text === after.text) parts.add('equal', before.text)
  else {
    for (const pair of alignUnits(paragraphsOf(before), paragraphsOf(after), work)) {
      for (const text of comparePair(pair, work)) parts.addAll(text)
    }
  }
  return parts.toParts()
}

function comparePair({ before, after }: AlignedPair, work: Work): TextPart[][] {
  if (before === undefined || after === undefined) return [replaced(before ?? '', after ?? '')]
  if (before === after) return [[{ type: 'equal', text: before }]]
  const isLong = Math.max(before.length, after.length) > LONG
  const parts = isLong ? undefined : compareWords(before, after, work)
  return parts === undefined ? compareLines(before, after, work) : [parts]
}

function compareLines(before: string, after: string, work: Work): TextPart[][] {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)]
  const found: TextPart[][] = []
  for (const pair of alignUnits(oldLines, newLines, work)) {
    const { before: old = '', after: present = '' } = pair
    const isOneSided = old === '' || present === ''
    found.push((isOneSided ? undefined : compareWords(old, present, work)) ?? replaced(old, present))
  }
  return found
}

/** Splits a text into lines with their line ends. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** The Absätze of a text, each with the white space after it, and the text before the first. Without Absätze: the whole text. */
function paragraphsOf({ text, subdivisions }: DividedText): string[] {
  const outer = subdivisions.filter(({ path }) => /^abs:[^/]+$/.test(path))
  const starts = placeSubdivisions(text, outer).map(({ start }) => start)
  const bounds = [...new Set([0, ...starts, text.length])].sort((a, b) => a - b)
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
}

/** A unit of each text, or of only one. */
interface AlignedPair {
  before?: string
  after?: string
}

/** A number or letter before a unit, which changes when a unit is inserted before it: `(2)`, `3.`, `a)`. */
const MARK = /^\s*(?:\(\d+[a-z]*\)|\d+[a-z]*\.|[a-z]{1,3}\))\s*/

/** Minimum similarity of two versions of a unit. */
const LEAST_SIMILAR = 0.4
/** Maximum number of pairs for an all-pairs comparison between two shared units. */
const MOST_PAIRS = 400
/** Maximum characters of a unit that count for its similarity. */
const COMPARED_LENGTH = 2000

/** Pairs in the order of both texts, covering every unit. */
function alignUnits(before: readonly string[], after: readonly string[], work: Work): AlignedPair[] {
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

/** The common ends of two sequences, and their differing middle. */
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

/** The text of a unit, without its number. */
const keyOf = (unit: string) => unit.replace(MARK, '').replace(/\s+/g, ' ').trim()

/** Pairs similar units, in their order, maximizing the sum of similarities. */
function alignGap(before: readonly string[], after: readonly string[]): AlignedPair[] {
  if (before.length * after.length > MOST_PAIRS) return inSequence(before, after)
  const [oldWords, newWords] = [before.map(wordsOf), after.map(wordsOf)]
  const likeness = oldWords.map((old) => newWords.map((present) => similarity(old, present)))
  // best[i][j]: the maximum sum of the units from i and j on.
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

/** Pairs units by position. */
function inSequence(before: readonly string[], after: readonly string[]): AlignedPair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): AlignedPair => {
    const [old, present] = [before[index], after[index]]
    return { ...(old !== undefined && { before: old }), ...(present !== undefined && { after: present }) }
  })
}

/** The words of a unit, with their counts. */
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

/** Similarity of two units by shared words (Dice's coefficient), from 0 to 1. */
function similarity(one: Words, other: Words): number {
  let shared = 0
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0)
  return one.total + other.total === 0 ? 1 : (2 * shared) / (one.total + other.total)
}

/** Words, white space, and single other characters, covering every character. */
const TOKEN = /[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu

/** Minimum shared portion of two versions of a text: below it, shared words mean nothing. */
const LEAST_SHARED = 0.2

/** @returns `undefined` if they differ in too many words to be compared */
function compareWords(before: string, after: string, work: Work): TextPart[] | undefined {
  const { start, end } = sharedText(before, after)
  const [old, present] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const oldWords: readonly string[] = old.match(TOKEN) ?? []
  const newWords: readonly string[] = present.match(TOKEN) ?? []
  const runs = work.compare(oldWords, newWords)
  if (runs === undefined) return undefined
  const parts = new PartList()
  parts.add('equal', before.slice(0, start))
  let [oldPlace, newPlace] = [0, 0]
  for (const { type, count } of runs) {
    const words =
      type === 'inserted' ? newWords.slice(newPlace, newPlace + count) : oldWords.slice(oldPlace, oldPlace + count)
    parts.add(type, words.join(''))
    if (type !== 'inserted') oldPlace += count
    if (type !== 'deleted') newPlace += count
  }
  parts.add('equal', before.slice(before.length - end))
  const readable = parts.toReadableParts()
  return sharedPortion(readable) < LEAST_SHARED ? replaced(before, after) : readable
}

/** A complete replacement of a text. */
function replaced(before: string, after: string): TextPart[] {
  const parts = new PartList()
  parts.add('deleted', before)
  parts.add('inserted', after)
  return parts.toParts()
}

/** Lengths in characters of the common prefix and suffix, as whole words. */
function sharedText(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  if (start < before.length || start < after.length) {
    while (start > 0 && !/\s/.test(before.charAt(start - 1))) start--
  }
  let end = 0
  const rest = most - start
  while (end < rest && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++
  if (end < before.length - start || end < after.length - start) {
    while (end > 0 && !/\s/.test(before.charAt(before.length - end))) end--
  }
  return { start, end }
}
