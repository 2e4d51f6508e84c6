/** Highlights: the words of a text that match a query, and the snippet with most of them. */
import type { Analyzer } from './analyzer.ts'
import { createShiftAnd } from './shift-and.ts'
import { placedWordsOf } from './tokenizer.ts'

/** What is highlighted in a text. */
export interface HighlightTargets {
  /** Terms of words, or of parts of compounds. */
  terms: ReadonlySet<string>
  prefixes: readonly string[]
  phrases: readonly (readonly string[])[]
}

/** A word of the text that matches, and the term, prefix or word that it matches. */
export interface Match {
  key: string
  start: number
  end: number
}

/** Returns the matches in a text, in their order. */
export type Matcher = (text: string) => Match[]

/** The shortest term that may be part of a compound: `ol` of `Öl`. Only terms of letters may. */
const SHORTEST_PART_TERM = 2
const LETTERS = /^[a-z]+$/

/** Creates a matcher for the texts of one query. It caches all words that it meets. */
export function createMatcher({ terms, prefixes, phrases }: HighlightTargets, analyzer: Analyzer): Matcher {
  const inner = [...terms].filter((term) => term.length >= SHORTEST_PART_TERM && LETTERS.test(term)).map(bareTerm)
  const automaton = createShiftAnd([...terms, ...prefixes])
  const keys = new Map<string, string | undefined>()
  const found = new Map<string, readonly Match[]>()

  /** The term or prefix that a word matches. */
  function keyOf(word: string): string | undefined {
    const term = analyzer.term(word)
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    // Only words with the letters of a term can have it as a part, and few do.
    const letters = bare(word)
    return inner.some((part) => letters.includes(part))
      ? analyzer.parts(word).find((part) => terms.has(part.term))?.term
      : undefined
  }

  function knownKeyOf(word: string): string | undefined {
    if (!keys.has(word)) keys.set(word, keyOf(word))
    return keys.get(word)
  }

  /** Looks only at the stretches of text that the automaton finds. */
  function matchCandidates(text: string): Match[] {
    const matches: Match[] = []
    automaton(text, (start, end) => {
      for (const match of matchesIn(text.slice(start, end))) {
        matches.push({ key: match.key, start: start + match.start, end: start + match.end })
      }
    })
    return matches
  }

  /** The matches between two spaces; the same words are frequent. */
  function matchesIn(stretch: string): readonly Match[] {
    let matches = found.get(stretch)
    if (matches === undefined) {
      matches = placedWordsOf(stretch).flatMap(({ word, start, end }) => {
        const key = knownKeyOf(word)
        return key === undefined ? [] : [{ key, start, end }]
      })
      found.set(stretch, matches)
    }
    return matches
  }

  function matchAllWords(text: string): Match[] {
    const words = placedWordsOf(text)
    const found = words.map(({ word }) => knownKeyOf(word))
    for (const phrase of phrases) {
      for (let first = 0; first + phrase.length <= words.length; first += 1) {
        if (phrase.some((word, index) => words[first + index]?.word !== word)) continue
        for (const [index, word] of phrase.entries()) found[first + index] ??= word
      }
    }
    return words.flatMap(({ start, end }, index) => {
      const key = found[index]
      return key === undefined ? [] : [{ key, start, end }]
    })
  }

  return phrases.length > 0 ? matchAllWords : matchCandidates
}

/** A word without the letters that its term may have lost: those of umlauts and doubled letters. */
const bare = (word: string) => word.replace(/([aou])e+/g, '$1').replace(/s+/g, 's')

/** A term as it occurs in bare words, whatever letter precedes it there. */
const bareTerm = (term: string) => bare(term.replace(/^e+/, ''))

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
export function snippet(line: string, matcher: Matcher, maximum = 240): Snippet {
  const beginning = line.length > SEARCHED_LENGTH ? around(cutLine(line), matcher, maximum) : undefined
  if (beginning !== undefined && beginning.highlights.length > 0 && beginning.snippet.endsWith(AFTER)) return beginning
  return around(line, matcher, maximum)
}

const cutLine = (line: string) => line.slice(0, cutBefore(line, SEARCHED_LENGTH, 0))

function around(line: string, matcher: Matcher, maximum: number): Snippet {
  const matches = matcher(line)
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
