/** Highlights: the words of a text that match a query, and the snippet with most of them. */
import type { Analyzer } from './analyzer.ts'
import { createPartFilter } from './part-filter.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { Query } from './query-parser.ts'
import type { Turn } from './records.ts'
import { createShiftAnd } from './shift-and.ts'
import { placedWordsOf, STRETCH, scanWords, stretchesOf } from './tokenizer.ts'

/** What is highlighted in a text. */
export interface HighlightTargets {
  /** Terms of words, or of parts of compounds. */
  terms: ReadonlySet<string>
  prefixes: readonly string[]
  phrases: readonly (readonly string[])[]
}

/** What is highlighted. Words of a phrase are only highlighted within it, unless the query also has them on their own. */
export function highlightTargets({ wanted }: Query, terms: readonly QueryTerm[], analyzer: Analyzer): HighlightTargets {
  const phrases = wanted.flatMap((clause) => (clause.kind === 'phrase' ? [clause.words] : []))
  const inPhrases = new Set(phrases.flat().map((word) => analyzer.term(word)))
  const free = new Set(wanted.flatMap((clause) => (clause.kind === 'word' ? [analyzer.term(clause.word)] : [])))
  return {
    terms: new Set(terms.map(({ term }) => term).filter((term) => free.has(term) || !inPhrases.has(term))),
    prefixes: wanted.flatMap((clause) => (clause.kind === 'prefix' ? [clause.prefix] : [])),
    phrases,
  }
}

/** A word of the text that matches, and the term, prefix or word that it matches. */
export interface Match {
  key: string
  start: number
  end: number
}

/** A word of texts: the term or prefix that it matches, and the phrases that begin with it. */
interface KnownWord {
  key: string | undefined
  /** False if it matches nothing, and is in no phrase. */
  mayMatch: boolean
  phrases: readonly (readonly string[])[]
}

/** Nearly all words. */
const UNMATCHED: KnownWord = { key: undefined, mayMatch: false, phrases: [] }

/** Returns the matches in a text, in their order; in a promise if the text is long: nearly all are short. */
export type Matcher = (text: string, turn: Turn) => Match[] | Promise<Match[]>

/** Creates a matcher for the texts of one query. It caches all words that it meets. */
export function createMatcher({ terms, prefixes, phrases }: HighlightTargets, analyzer: Analyzer): Matcher {
  const mayHavePart = createPartFilter(terms)
  const automaton = createShiftAnd([...terms, ...prefixes])
  const known = new Map<string, KnownWord>()
  const found = new Map<string, readonly Match[]>()
  const phraseWords = new Set(phrases.flat())
  const phrasesFrom = Map.groupBy(phrases, ([first = '']) => first)

  /** The term or prefix that a word matches. */
  function keyOf(word: string): string | undefined {
    const term = terms.size === 0 ? '' : analyzer.termOnce(word)
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    return mayHavePart(word) ? analyzer.parts(word).find((part) => terms.has(part.term))?.term : undefined
  }

  function look(word: string): KnownWord {
    let result = known.get(word)
    if (result === undefined) {
      const key = keyOf(word)
      const mayMatch = key !== undefined || phraseWords.has(word)
      result = mayMatch ? { key, mayMatch, phrases: phrasesFrom.get(word) ?? [] } : UNMATCHED
      known.set(word, result)
    }
    return result
  }

  /** Looks only at the stretches of text that the automaton finds. */
  function matchCandidates(text: string, turn: Turn): Match[] | Promise<Match[]> {
    const matches: Match[] = []
    const read = (stretch: string, from: number) =>
      automaton(stretch, (start, end) => {
        for (const match of matchesIn(stretch.slice(start, end))) {
          matches.push({ key: match.key, start: from + start + match.start, end: from + start + match.end })
        }
      })
    return inStretches(text, read, turn, () => matches)
  }

  /** The matches between two spaces; the same words are frequent. */
  function matchesIn(stretch: string): readonly Match[] {
    let matches = found.get(stretch)
    if (matches === undefined) {
      matches = placedWordsOf(stretch).flatMap(({ word, start, end }) => {
        const { key } = look(word)
        return key === undefined ? [] : [{ key, start, end }]
      })
      found.set(stretch, matches)
    }
    return matches
  }

  function matchAllWords(text: string, turn: Turn): Match[] | Promise<Match[]> {
    const words: string[] = []
    const candidates: { index: number; known: KnownWord; start: number; end: number }[] = []
    const read = (stretch: string, from: number) =>
      scanWords(stretch, (word, start, end) => {
        const index = words.push(word) - 1
        const known = look(word)
        if (known.mayMatch) candidates.push({ index, known, start: from + start, end: from + end })
      })
    return inStretches(text, read, turn, () => {
      const inPhrase = new Uint8Array(words.length)
      for (const { index, known } of candidates) {
        for (const phrase of known.phrases) {
          const isPhrase = phrase.every((word, place) => words[index + place] === word)
          if (isPhrase) inPhrase.fill(1, index, index + phrase.length)
        }
      }
      return candidates.flatMap(({ index, known, start, end }) => {
        const key = known.key ?? (inPhrase[index] === 1 ? words[index] : undefined)
        return key === undefined ? [] : [{ key, start, end }]
      })
    })
  }

  return phrases.length > 0 ? matchAllWords : matchCandidates
}

/** Reads a text, in stretches with turns between them if it is long. @returns what `result` makes when it is read */
function inStretches(
  text: string,
  read: (stretch: string, from: number) => void,
  turn: Turn,
  result: () => Match[],
): Match[] | Promise<Match[]> {
  if (text.length <= STRETCH) {
    read(text, 0)
    return result()
  }
  return (async () => {
    for (const [from, stretch] of stretchesOf(text)) {
      read(stretch, from)
      const pause = turn()
      if (pause !== undefined) await pause
    }
    return result()
  })()
}

export interface Snippet {
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`, in order. */
  highlights: [number, number][]
}

interface Extent {
  start: number
  end: number
}

/** Only the beginning of a text is searched for matches, unless it has none or the best are at its end. */
const SEARCHED_LENGTH = 20_000

/** Marks of omitted text. */
const BEFORE = '… '
const AFTER = ' …'
/** White space and control characters, except the space. */
const BLANKS = /[^\S ]|\p{Cc}/gu
const SPACES = / {2,}/g

/**
 * Cuts a snippet out of a text: the densest cluster of matches, which is the one with the most different terms, then with
 * the most matches, then the first; if nothing matches, the beginning. It is cut between words. Linear in the length.
 * @param line the text as `oneLine` makes it
 * @param maximum length in UTF-16 code units
 */
export function snippet(line: string, matcher: Matcher, turn: Turn, maximum = 240): Snippet | Promise<Snippet> {
  if (line.length > SEARCHED_LENGTH) return longSnippet(line, matcher, turn, maximum)
  const matches = matcher(line, turn)
  return Array.isArray(matches)
    ? around(line, matches, maximum)
    : matches.then((matches) => around(line, matches, maximum))
}

async function longSnippet(line: string, matcher: Matcher, turn: Turn, maximum: number): Promise<Snippet> {
  const beginning = cutLine(line)
  const found = around(beginning, await matcher(beginning, turn), maximum)
  if (found.highlights.length > 0 && found.snippet.endsWith(AFTER)) return found
  return around(line, await matcher(line, turn), maximum)
}

const cutLine = (line: string) => line.slice(0, cutBefore(line, SEARCHED_LENGTH, 0))

function around(line: string, matches: readonly Match[], maximum: number): Snippet {
  const extent = line.length <= maximum ? { start: 0, end: line.length } : chooseExtent(line, matches, maximum)
  const before = extent.start > 0 ? BEFORE : ''
  const after = extent.end < line.length ? AFTER : ''
  const shift = before.length - extent.start
  return {
    snippet: before + line.slice(extent.start, extent.end) + after,
    highlights: matches
      .filter((match) => match.start >= extent.start && match.end <= extent.end)
      .map((match) => [match.start + shift, match.end + shift]),
  }
}

/** Replaces runs of white space and control characters by single spaces, and removes them at the ends. */
export function oneLine(text: string): string {
  return text.replace(BLANKS, ' ').replace(SPACES, ' ').trim()
}

/** The part of a line longer than `maximum` that has the densest cluster and fits with its ellipses. */
function chooseExtent(line: string, matches: readonly Match[], maximum: number): Extent {
  const room = maximum - BEFORE.length - AFTER.length
  const cluster = densestCluster(matches, room)
  if (cluster === undefined) return { start: 0, end: cutBefore(line, maximum - AFTER.length, 0) }
  const lead = Math.floor((room - (cluster.end - cluster.start)) / 3)
  const start = cutAfter(line, cluster.start - lead, cluster.start)
  const limit = start + maximum - AFTER.length - (start > 0 ? BEFORE.length : 0)
  if (limit + AFTER.length < line.length) return { start, end: cutBefore(line, limit, cluster.end) }
  return { start: cutAfter(line, line.length - maximum + BEFORE.length, cluster.start), end: line.length }
}

function densestCluster(matches: readonly Match[], room: number): Extent | undefined {
  const fitting = matches.filter((match) => match.end - match.start <= room)
  const inside = new Map<string, number>()
  let best: Extent | undefined
  let bestTerms = 0
  let bestCount = 0
  let first = 0
  for (const [last, match] of fitting.entries()) {
    inside.set(match.key, (inside.get(match.key) ?? 0) + 1)
    let opening = fitting[first] as Match
    while (match.end - opening.start > room) {
      const left = (inside.get(opening.key) as number) - 1
      if (left === 0) inside.delete(opening.key)
      else inside.set(opening.key, left)
      first += 1
      opening = fitting[first] as Match
    }
    const count = last - first + 1
    if (inside.size > bestTerms || (inside.size === bestTerms && count > bestCount)) {
      best = { start: opening.start, end: match.end }
      bestTerms = inside.size
      bestCount = count
    }
  }
  return best
}

/** The first start of a word at or after `position`, at most `latest`. */
function cutAfter(line: string, position: number, latest: number): number {
  if (position <= 0) return 0
  const blank = line.indexOf(' ', position - 1)
  return blank === -1 || blank >= latest ? latest : blank + 1
}

/** The last end of a word at or before `position`, at least `earliest`. A word that fills the whole line is cut. */
function cutBefore(line: string, position: number, earliest: number): number {
  const blank = line.lastIndexOf(' ', position)
  if (blank > earliest) return blank
  if (earliest > 0) return earliest
  return /[\ud800-\udbff]/.test(line.charAt(position - 1)) ? position - 1 : position
}
