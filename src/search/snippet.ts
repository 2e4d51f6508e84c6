/** Snippets: the piece of a text that tells best why it was found, and the matches in it. */
import { SUPERSCRIPT_DIGITS, SUPERSCRIPTS } from '../superscripts.ts'
import { densestCluster } from './clusters.ts'
import type { Match, Matcher } from './highlighter.ts'
import type { Turn } from './records.ts'
import { chooseSentence } from './sentence-choice.ts'
import { AFTER, BEFORE, chooseStart, endOfFirst, roomFor, type SentenceRules } from './snippet-start.ts'

export interface Snippet {
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`, in order. */
  highlights: [number, number][]
}

/** Only the beginning of a text is searched for matches, unless it has none or the best are at its end. */
const SEARCHED_LENGTH = 20_000

/**
 * Cuts a snippet out of a text, in one line. It shows the sentence with the most different terms of the query, and begins
 * with it, with its item, or between words if both begin too far away. Without a match it is the first sentence. Raised
 * numbers of sentences are set off from their words. Linear in the length.
 * @param text as `tidyText` makes it
 * @param maximum length in UTF-16 code units
 */
export function snippet(
  text: string,
  matcher: Matcher,
  rules: SentenceRules,
  turn: Turn,
  maximum = 240,
): Snippet | Promise<Snippet> {
  if (text.length > SEARCHED_LENGTH) return longSnippet(text, matcher, rules, turn, maximum)
  const matches = matcher(text, turn)
  return Array.isArray(matches)
    ? around(text, matches, rules, maximum)
    : matches.then((matches) => around(text, matches, rules, maximum))
}

async function longSnippet(
  text: string,
  matcher: Matcher,
  rules: SentenceRules,
  turn: Turn,
  maximum: number,
): Promise<Snippet> {
  const beginning = text.slice(0, cutBefore(text, SEARCHED_LENGTH, 0))
  const found = around(beginning, await matcher(beginning, turn), rules, maximum)
  if (found.highlights.length > 0 && found.snippet.endsWith(AFTER)) return found
  const matches = (await matcher(text, turn)).filter(({ start, end }) => end - start <= roomFor(maximum))
  const densest = densestCluster(matches, roomFor(maximum))
  const isNear = ({ start }: Match) => densest !== undefined && Math.abs(start - densest.start) < SEARCHED_LENGTH
  return around(text, matches.filter(isNear), rules, maximum)
}

function around(text: string, matches: readonly Match[], rules: SentenceRules, maximum: number): Snippet {
  if (text.length <= maximum) return cutOut(text, matches, { start: 0, end: text.length }, maximum)
  const room = roomFor(maximum)
  const fitting = matches.filter((match) => match.end - match.start <= room)
  if (fitting.length === 0) return cutOut(text, [], { start: 0, end: endOfFirst(text, maximum, rules) }, maximum)
  const cluster = chooseSentence(text, fitting, room, rules)
  const start = chooseStart(text, cluster, fitting, maximum, rules)
  return cutOut(text, fitting, { start, end: text.length, kept: cluster.end }, maximum)
}

/** What is shown of a text, and the end of the matches that must not be cut, if any. */
interface Cut {
  start: number
  end: number
  kept?: number
}

/** The part of a text that fits, with its ellipses, its matches, and numbers of sentences set off. */
function cutOut(text: string, matches: readonly Match[], { start, end, kept = 0 }: Cut, maximum: number): Snippet {
  const before = start > 0 ? BEFORE : ''
  const { spaced, placeOf } = setOffNumbers(text.slice(start, Math.min(end, start + maximum)))
  const limit = maximum - before.length
  const isWhole = end === text.length && text.length - start <= maximum && spaced.length <= limit
  const room = isWhole ? limit : limit - AFTER.length
  const last = kept > start ? placeOf(kept - 1 - start) + 1 : 0
  const shown = spaced.length <= room ? spaced : cutOff(spaced, room, last <= room ? last : 0)
  const highlights: [number, number][] = []
  for (const match of matches) {
    if (match.start < start || match.end > start + maximum) continue
    const place = placeOf(match.start - start)
    const after = placeOf(match.end - 1 - start) + 1
    if (after <= shown.length) highlights.push([place + before.length, after + before.length])
  }
  return { snippet: before + shown.replaceAll('\n', ' ') + (isWhole ? '' : AFTER), highlights }
}

/** The beginning of a text that fits, without the mark of an item or the number of a sentence at its end. */
function cutOff(text: string, room: number, kept: number): string {
  const beginning = text.slice(0, cutBefore(text, room, kept))
  const label = LAST_LABEL.exec(beginning)
  return label === null || label.index < kept ? beginning : beginning.slice(0, label.index)
}

const LAST_LABEL = new RegExp(`(?:\\n\\S{0,4}[.)]|\\s[${SUPERSCRIPT_DIGITS}]{1,2})$`, 'u')

/** A raised number before a word, at the beginning of a text, after a blank or the end of a sentence: `¹Der`. */
const SENTENCE_NUMBER = new RegExp(
  `(?<![^\\s.:;!?])[${SUPERSCRIPT_DIGITS}]{1,2}(?=[\\p{L}§„"“»(])(?![${SUPERSCRIPTS}])`,
  'gu',
)

const RAISED_DIGIT = new RegExp(`[${SUPERSCRIPT_DIGITS}]`)

/**
 * Puts a space between the raised numbers of sentences and the text around them.
 * @returns the text with these spaces, and the place in it of each place of the text
 */
function setOffNumbers(text: string): { spaced: string; placeOf: (place: number) => number } {
  if (!RAISED_DIGIT.test(text)) return { spaced: text, placeOf: (place) => place }
  const gaps: number[] = []
  for (const { 0: number, index } of text.matchAll(SENTENCE_NUMBER)) {
    if (index > 0 && !/\s/.test(text.charAt(index - 1))) gaps.push(index)
    gaps.push(index + number.length)
  }
  const pieces = [0, ...gaps].map((gap, index) => text.slice(gap, gaps[index]))
  return {
    spaced: pieces.join(' '),
    placeOf: (place) => place + gaps.filter((gap) => gap <= place).length,
  }
}

/** The last end of a word at or before `position`, at least `earliest`. A word that fills the whole line is cut. */
function cutBefore(line: string, position: number, earliest: number): number {
  const blank = Math.max(line.lastIndexOf(' ', position), line.lastIndexOf('\n', position))
  if (blank > earliest) return blank
  if (earliest > 0) return earliest
  return /[\ud800-\udbff]/.test(line.charAt(position - 1)) ? position - 1 : position
}
