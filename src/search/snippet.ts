/** Snippets: the piece of a text that best shows why it was found, and the matches in it. */

import { firstIndex } from '../util/binary-search.ts'
import { SUPERSCRIPT_DIGITS, SUPERSCRIPTS } from '../util/superscripts.ts'
import type { Match, Matcher } from './highlighter.ts'

export interface Snippet {
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`, in order. */
  highlights: [number, number][]
}

/** Length searched for matches from the beginning; the rest only if it lacks matches or the best are at its end. */
const SEARCHED_LENGTH = 20_000

/**
 * Cuts a snippet out of a text, in one line. It shows the sentence with the most different terms of the query, and begins
 * with it, with its item, or between words if both begin too far away. Without a match it is the first sentence. Raised
 * numbers of sentences are set off from their words. Linear in the length.
 * @param text as `tidyText` makes it
 * @param maximum length in UTF-16 code units
 */
export function snippet(text: string, matcher: Matcher, rules: SentenceRules, maximum = 240): Snippet {
  if (text.length <= SEARCHED_LENGTH) return around(text, matcher(text), rules, maximum)
  const beginning = text.slice(0, cutBefore(text, SEARCHED_LENGTH, 0))
  const found = around(beginning, matcher(beginning), rules, maximum)
  if (found.highlights.length > 0 && found.snippet.endsWith(AFTER)) return found
  const matches = matcher(text).filter(({ start, end }) => end - start <= roomFor(maximum))
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

/** The range shown of a text, and the end of the matches that must not be cut, if any. */
interface Cut {
  start: number
  end: number
  kept?: number
}

/** The part of a text that fits, with ellipses, matches, and sentence numbers set off. */
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

/** The beginning of a text that fits, without an item mark or a sentence number at its end. */
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
 * Puts spaces around raised sentence numbers.
 * @returns the text with these spaces, and a map from places of the text to places in it
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

/** The last end of a word at or before `position`, at least `earliest`. A word that fills the line is cut. */
function cutBefore(line: string, position: number, earliest: number): number {
  const blank = Math.max(line.lastIndexOf(' ', position), line.lastIndexOf('\n', position))
  if (blank > earliest) return blank
  if (earliest > 0) return earliest
  return /[\ud800-\udbff]/.test(line.charAt(position - 1)) ? position - 1 : position
}

/**
 * Chooses the sentence with the most different terms; tie-breaks: the most terms after it, the most matches, the first.
 * @param matches at least one, none longer than `room`
 * @returns the densest cluster in that sentence
 */
function chooseSentence(text: string, matches: readonly Match[], room: number, rules: SentenceRules): Cluster {
  const densest = densestCluster(matches, room) as Cluster
  // Fast path for most texts.
  if (densest.terms === 1 || sentencesIn(text, densest.start, densest.end, rules).length === 0) return densest
  let best: { cluster: Cluster; shown: Shown } | undefined
  for (const [first, after] of sentencesOf(text, matches, room, rules)) {
    const cluster = densestCluster(matches.slice(first, after), room) as Cluster
    if (best !== undefined && cluster.terms < best.cluster.terms) continue
    const shown = shownFrom(matches, cluster.start, room)
    if (best === undefined || cluster.terms > best.cluster.terms || isMore(shown, best.shown)) best = { cluster, shown }
  }
  return (best as { cluster: Cluster }).cluster
}

/** The first match of each sentence, and the one after its last. If no snippet reaches from a match to the next, another begins. */
function* sentencesOf(
  text: string,
  matches: readonly Match[],
  room: number,
  rules: SentenceRules,
): Generator<[first: number, after: number]> {
  let first = 0
  let mark = -1
  for (let index = 1; index < matches.length; index += 1) {
    const { end } = matches[index - 1] as Match
    const { start } = matches[index] as Match
    let isNew = start - end > room
    if (!isNew && mark < end) mark = nextMark(text, end)
    while (!isNew && mark < start) {
      isNew = (rules.sentenceAfter(text, mark) ?? start + 1) <= start
      mark = nextMark(text, mark + 1)
    }
    if (!isNew) continue
    yield [first, index]
    first = index
  }
  yield [first, matches.length]
}

const isMore = (a: Shown, b: Shown) => a.terms > b.terms || (a.terms === b.terms && a.count > b.count)

/** How sentences are separated; the room `citation` knows it. */
export interface SentenceRules {
  /** The beginning of the next sentence; undefined if the mark (`.`, `!`, `?`) does not end one, or nothing follows. */
  sentenceAfter(text: string, mark: number): number | undefined
}

/** Marks of omitted text. */
const BEFORE = '… '
const AFTER = ' …'

/** Length of the text between the ellipses of a snippet. */
const roomFor = (maximum: number): number => maximum - BEFORE.length - AFTER.length

/** A snippet that would begin within this distance of the text's beginning begins there, unless it had no match then. */
const NEAR_BEGINNING = 60

/** Returns the place of the next mark that may end a sentence; infinite if there is none. */
function nextMark(text: string, from: number): number {
  MARK.lastIndex = from
  return MARK.exec(text)?.index ?? Number.POSITIVE_INFINITY
}

const MARK = /[.!?]/g

/** The places at which sentences begin after the marks of a span. */
function sentencesIn(text: string, from: number, to: number, rules: SentenceRules): number[] {
  const starts: number[] = []
  for (let mark = nextMark(text, from); mark < to; mark = nextMark(text, mark + 1)) {
    const start = rules.sentenceAfter(text, mark)
    if (start !== undefined) starts.push(start)
  }
  return starts
}

/** Returns the end of the first sentence with a word, not only a number. */
function endOfFirst(text: string, maximum: number, rules: SentenceRules): number {
  const next = sentencesIn(text, 0, maximum, rules).find((start) => /\p{L}{3}/u.test(text.slice(0, start)))
  return text.slice(0, next).trimEnd().length
}

/**
 * Chooses where a snippet begins: with the sentence of its matches; if they do not all fit then, with the last line before
 * them, an item or a paragraph; else with a word. At the end of a text it begins earlier, to fill its room.
 * @param cluster the matches that it must show, all in one sentence
 * @param matches all matches of the text
 */
function chooseStart(
  text: string,
  cluster: Cluster,
  matches: readonly Match[],
  maximum: number,
  rules: SentenceRules,
): number {
  const room = roomFor(maximum)
  if (cluster.start <= NEAR_BEGINNING && shownFrom(matches, 0, room).count > 0) return 0
  const showsAll = (place: number) => shownFrom(matches, place, room).terms >= cluster.terms
  const reach = Math.max(0, cluster.start - room)
  const sentences = sentencesIn(text, reach, cluster.start, rules).filter((place) => place <= cluster.start)
  if (reach === 0) sentences.unshift(0)
  const sentence = sentences.at(-1)
  const isWithSentence = sentence !== undefined && isBeginning(text, sentence) && showsAll(sentence)
  const own = isWithSentence ? sentence : lineBefore(text, cluster.start, Math.max(0, cluster.end - room))
  const lead = Math.floor((room - (cluster.end - cluster.start)) / 3)
  let start = own ?? wordFrom(text, cluster.start - lead, cluster.start)
  const fitting = text.length - maximum + BEFORE.length
  if (start > fitting) {
    const beginnings = [lineFrom(text, fitting, start), ...sentences.filter((place) => isBeginning(text, place))]
    const earlier = Math.min(start, ...beginnings.filter((place) => place >= fitting))
    start = earlier < start || own !== undefined ? earlier : wordFrom(text, fitting, start)
  }
  return start <= NEAR_BEGINNING && shownFrom(matches, 0, room).count > 0 ? 0 : start
}

/** The last place from `from` down to `lowest` at which a line begins with a word or a mark. */
function lineBefore(text: string, from: number, lowest: number): number | undefined {
  for (let place = from; place >= lowest && place > 0; place -= 1) {
    place = text.lastIndexOf('\n', place - 1) + 1
    if (place >= lowest && isBeginning(text, place)) return place
  }
  return undefined
}

/** As {@link lineBefore}, the first place from `from` up to `highest`; `highest` if there is none. */
function lineFrom(text: string, from: number, highest: number): number {
  for (let feed = text.indexOf('\n', from - 1); feed !== -1 && feed < highest; feed = text.indexOf('\n', feed + 1)) {
    if (isBeginning(text, feed + 1)) return feed + 1
  }
  return highest
}

/** The first beginning of a word, not a label, from `from` up to `latest`; else the last before; else `latest`. */
function wordFrom(text: string, from: number, latest: number): number {
  if (from <= 0) return 0
  for (let place = from; place <= latest; place += 1) if (isWordBeginning(text, place)) return place
  for (let place = latest; place > Math.max(0, latest - LONGEST_LABEL); place -= 1) {
    if (isWordBeginning(text, place)) return place
  }
  return latest
}

/** Maximum distance of a word before a match that is a number or a label. */
const LONGEST_LABEL = 20

/** A word with a letter, or section signs with their number; not `a)` or `Nr.`, which belong to the text before them. */
const WORD = /(?!\p{L}{1,2}[.)])(?:§+ |[„"“»‚]?\p{L})/uy
const SENTENCE = new RegExp(`[(„"“»‚]*(?:[§\\p{L}]|[${SUPERSCRIPT_DIGITS}]{1,2}[§\\p{L}])`, 'uy')
/** The mark of an item or a paragraph: `(1a)`, `2.`, `1.2`, `aa)`, a dash. */
const LABEL = /(?:\(?(?:\d{1,3}(?:\.\d{1,3})*\p{Ll}{0,3}|\p{L}{1,5})[.)]+|\d{1,3}(?:\.\d{1,3})+|[–•-])\s/uy

const isWordBeginning = (text: string, place: number) => BLANK.test(text.charAt(place - 1)) && isAt(WORD, text, place)
const BLANK = /[ \n]/

/** True if a snippet can begin at a place: a sentence or, in a new line, an item mark. */
function isBeginning(text: string, place: number): boolean {
  const isLine = place === 0 || text.charAt(place - 1) === '\n'
  return isAt(SENTENCE, text, place) || (isLine && isAt(LABEL, text, place))
}

function isAt(expression: RegExp, text: string, place: number): boolean {
  expression.lastIndex = place
  return expression.test(text)
}

/** Matches that a snippet can show together: `[start, end)`, their different terms, and their number. */
interface Cluster {
  start: number
  end: number
  terms: number
  count: number
}

/** The number of matches that a snippet shows, and of their terms. */
interface Shown {
  terms: number
  count: number
}

/** Counts the matches that begin at `start` or later and end within `room`. */
function shownFrom(matches: readonly Match[], start: number, room: number): Shown {
  const keys: string[] = []
  let index = firstIndex(matches.length, (index) => (matches[index] as Match).start >= start)
  for (; index < matches.length && (matches[index] as Match).end <= start + room; index += 1) {
    keys.push((matches[index] as Match).key)
  }
  return { terms: new Set(keys).size, count: keys.length }
}

/** Returns the cluster of at most `room` characters with the most terms; tie-breaks: the most matches, the first. */
function densestCluster(matches: readonly Match[], room: number): Cluster | undefined {
  const inside = new Map<string, number>()
  let best: Cluster | undefined
  let first = 0
  for (const [last, match] of matches.entries()) {
    inside.set(match.key, (inside.get(match.key) ?? 0) + 1)
    let opening = matches[first] as Match
    while (match.end - opening.start > room) {
      const left = (inside.get(opening.key) as number) - 1
      if (left === 0) inside.delete(opening.key)
      else inside.set(opening.key, left)
      first += 1
      opening = matches[first] as Match
    }
    const count = last - first + 1
    const isBetter =
      best === undefined || inside.size > best.terms || (inside.size === best.terms && count > best.count)
    if (isBetter) best = { start: opening.start, end: match.end, terms: inside.size, count }
  }
  return best
}
