/** Where snippets begin: with a sentence or an item, or with a word. */
import { SUPERSCRIPT_DIGITS } from '../superscripts.ts'
import { type Cluster, shownFrom } from './clusters.ts'
import type { Match } from './highlighter.ts'

/** How sentences are parted; the room `citation` knows it. */
export interface SentenceRules {
  /** The beginning of the next sentence; undefined if the mark (`.`, `!`, `?`) at a place does not end one, or nothing follows. */
  sentenceAfter(text: string, mark: number): number | undefined
}

/** Marks of omitted text. */
export const BEFORE = '… '
export const AFTER = ' …'

/** The length of text that a snippet has between its ellipses. */
export const roomFor = (maximum: number): number => maximum - BEFORE.length - AFTER.length

/** A snippet that would begin at most as far from the beginning of the text begins there, unless it had no match then. */
const NEAR_BEGINNING = 60

/** Returns the place of the next mark that may end a sentence; infinite if there is none. */
export function nextMark(text: string, from: number): number {
  MARK.lastIndex = from
  return MARK.exec(text)?.index ?? Number.POSITIVE_INFINITY
}

const MARK = /[.!?]/g

/** The places at which sentences begin after the marks of a span. */
export function sentencesIn(text: string, from: number, to: number, rules: SentenceRules): number[] {
  const starts: number[] = []
  for (let mark = nextMark(text, from); mark < to; mark = nextMark(text, mark + 1)) {
    const start = rules.sentenceAfter(text, mark)
    if (start !== undefined) starts.push(start)
  }
  return starts
}

/** Returns the end of the first sentence that has a word, not only a number. */
export function endOfFirst(text: string, maximum: number, rules: SentenceRules): number {
  const next = sentencesIn(text, 0, maximum, rules).find((start) => /\p{L}{3}/u.test(text.slice(0, start)))
  return text.slice(0, next).trimEnd().length
}

/**
 * Chooses where a snippet begins: with the sentence of its matches; if they do not all fit then, with the last line before them,
 * which is an item or a paragraph; else with a word. At the end of a text it begins earlier, to fill its room.
 * @param cluster the matches that it must show, all in one sentence
 * @param matches all matches of the text
 */
export function chooseStart(
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

/** The first such place from `from` up to `highest`; `highest` if there is none. */
function lineFrom(text: string, from: number, highest: number): number {
  for (let feed = text.indexOf('\n', from - 1); feed !== -1 && feed < highest; feed = text.indexOf('\n', feed + 1)) {
    if (isBeginning(text, feed + 1)) return feed + 1
  }
  return highest
}

/** The first place from `from` up to `latest` at which a word begins that is not a label; else the last before; else `latest`. */
function wordFrom(text: string, from: number, latest: number): number {
  if (from <= 0) return 0
  for (let place = from; place <= latest; place += 1) if (isWordBeginning(text, place)) return place
  for (let place = latest; place > Math.max(0, latest - LONGEST_LABEL); place -= 1) {
    if (isWordBeginning(text, place)) return place
  }
  return latest
}

/** How far before a match that is a number or a label a word may be looked for. */
const LONGEST_LABEL = 20

/** A word with a letter, or section signs with their number; not `a)` or `Nr.`, which belong to the text before them. */
const WORD = /(?!\p{L}{1,2}[.)])(?:§+ |[„"“»‚]?\p{L})/uy
const SENTENCE = new RegExp(`[(„"“»‚]*(?:[§\\p{L}]|[${SUPERSCRIPT_DIGITS}]{1,2}[§\\p{L}])`, 'uy')
/** The mark of an item or a paragraph: `(1a)`, `2.`, `1.2`, `aa)`, a dash. */
const LABEL = /(?:\(?(?:\d{1,3}(?:\.\d{1,3})*\p{Ll}{0,3}|\p{L}{1,5})[.)]+|\d{1,3}(?:\.\d{1,3})+|[–•-])\s/uy

const isWordBeginning = (text: string, place: number) => BLANK.test(text.charAt(place - 1)) && isAt(WORD, text, place)
const BLANK = /[ \n]/

/** True if what stands at a place can begin a snippet: a sentence or, in a new line, the mark of an item. */
function isBeginning(text: string, place: number): boolean {
  const isLine = place === 0 || text.charAt(place - 1) === '\n'
  return isAt(SENTENCE, text, place) || (isLine && isAt(LABEL, text, place))
}

function isAt(expression: RegExp, text: string, place: number): boolean {
  expression.lastIndex = place
  return expression.test(text)
}
