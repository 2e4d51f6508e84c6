/** The differences of two texts of a norm: first by Absatz, then by words; very long ones line by line. */
import type { Subdivision, TextPart } from '../corpus/corpus.ts'
import { placeSubdivisions } from '../corpus/subdivisions.ts'
import { turn } from '../turns.ts'
import { type AlignedPair, alignUnits } from './align.ts'
import { PartList } from './parts.ts'
import { Work } from './sequences.ts'
import { compareWords, replaced } from './words.ts'

/** A text, with its subdivisions in its order, outer ones before inner ones. */
export interface DividedText {
  text: string
  subdivisions: readonly Subdivision[]
}

/** Longer texts are compared line by line, since their words would take long. */
const LONG = 20_000

/**
 * Compares two texts in bounded time, in turns.
 * @param work of the answer that has them
 */
export async function compareTexts(before: DividedText, after: DividedText, work = new Work()): Promise<TextPart[]> {
  const parts = new PartList()
  if (before.text === after.text) parts.add('equal', before.text)
  else {
    for (const pair of alignUnits(paragraphsOf(before), paragraphsOf(after), work)) {
      for (const text of await comparePair(pair, work)) parts.addAll(text)
    }
  }
  return parts.toParts()
}

async function comparePair({ before, after }: AlignedPair, work: Work): Promise<TextPart[][]> {
  const pause = turn()
  if (pause !== undefined) await pause
  if (before === undefined || after === undefined) return [replaced(before ?? '', after ?? '')]
  if (before === after) return [[{ type: 'equal', text: before }]]
  const isLong = Math.max(before.length, after.length) > LONG
  const parts = isLong ? undefined : compareWords(before, after, work)
  return parts === undefined ? compareLines(before, after, work) : [parts]
}

async function compareLines(before: string, after: string, work: Work): Promise<TextPart[][]> {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)]
  const found: TextPart[][] = []
  for (const pair of alignUnits(oldLines, newLines, work)) {
    const pause = turn()
    if (pause !== undefined) await pause
    const { before: old = '', after: present = '' } = pair
    const isOneSided = old === '' || present === ''
    found.push((isOneSided ? undefined : compareWords(old, present, work)) ?? replaced(old, present))
  }
  return found
}

/** Each line with its end. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Its Absätze, each with the white space after it, and the text before the first. Without Absätze: the whole text. */
function paragraphsOf({ text, subdivisions }: DividedText): string[] {
  const outer = subdivisions.filter(({ path }) => /^abs:[^/]+$/.test(path))
  const starts = placeSubdivisions(text, outer).map(({ start }) => start)
  const bounds = [...new Set([0, ...starts, text.length])].sort((a, b) => a - b)
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
}
