/** The words in which two texts differ. */
import type { TextPart } from '../corpus/corpus.ts'
import { PartList, sharedPortion } from './parts.ts'
import type { Work } from './sequences.ts'

/** Words, white space, and each other character. Every character is in one of them. */
const TOKEN = /[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu

/** Texts that share less than this are two different texts: the words that they share say nothing. */
const LEAST_SHARED = 0.2

/** @returns `undefined` if they differ in too many words to be compared */
export function compareWords(before: string, after: string, work: Work): TextPart[] | undefined {
  const { start, end } = sharedEnds(before, after)
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

/** A text that is another one as a whole. */
export function replaced(before: string, after: string): TextPart[] {
  const parts = new PartList()
  parts.add('deleted', before)
  parts.add('inserted', after)
  return parts.toParts()
}

/** How many characters the texts share at their beginning and at their end, as whole words. */
export function sharedEnds(before: string, after: string): { start: number; end: number } {
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
