/** Which words of a text match a query. */
import type { Analyzer } from './analyzer.ts'
import { createShiftAnd } from './shift-and.ts'
import { placedWordsOf } from './tokenizer.ts'

/** What is looked for in a text. */
export interface HighlightTargets {
  /** Terms that words stand for, as a whole or in part. */
  terms: ReadonlySet<string>
  /** Beginnings of words. */
  prefixes: readonly string[]
  /** Rows of words. */
  phrases: readonly (readonly string[])[]
}

/** A word of the text that matches, and what it matches. */
export interface Match {
  key: string
  start: number
  end: number
}

/** Finds the matches in a text, in their order. */
export type Matcher = (text: string) => Match[]

/** Only terms of letters are parts of compounds, and no shorter ones: `ol` of `Öl` is one. */
const SHORTEST_INNER = 2
const LETTERS = /^[a-z]+$/

/** @returns a matcher, which remembers what it found out about words: to be used for one query */
export function createMatcher({ terms, prefixes, phrases }: HighlightTargets, analysis: Analyzer): Matcher {
  const inner = [...terms].filter((term) => term.length >= SHORTEST_INNER && LETTERS.test(term)).map(bareTerm)
  const sieve = createShiftAnd([...terms, ...prefixes])
  const keys = new Map<string, string | undefined>()
  const found = new Map<string, readonly Match[]>()

  /** What a word matches on its own. */
  function keyOf(word: string): string | undefined {
    const term = analysis.term(word)
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    // Few words hold what is looked for, and only these are worth taking apart.
    const letters = bare(word)
    return inner.some((part) => letters.includes(part))
      ? analysis.parts(word).find((part) => terms.has(part.term))?.term
      : undefined
  }

  function knownKeyOf(word: string): string | undefined {
    if (!keys.has(word)) keys.set(word, keyOf(word))
    return keys.get(word)
  }

  /** Looks only at the words that may hold what is looked for. */
  function findQuickly(text: string): Match[] {
    const matches: Match[] = []
    sieve(text, (start, end) => {
      for (const match of matchesIn(text.slice(start, end))) {
        matches.push({ key: match.key, start: start + match.start, end: start + match.end })
      }
    })
    return matches
  }

  /** The matches in what stands between two spaces, which is often the same. */
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

  function findThoroughly(text: string): Match[] {
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

  return phrases.length > 0 ? findThoroughly : findQuickly
}

/** A word without what terms may have lost of it: written umlauts, doubled letters. */
const bare = (word: string) => word.replace(/([aou])e+/g, '$1').replace(/s+/g, 's')

/** A term so that the words that may hold it do so when they are bare, whatever letter stands in front of it there. */
const bareTerm = (term: string) => bare(term.replace(/^e+/, ''))

/*FILEDOC The part of a norm's text that shows why it was found. */

export interface Snippet {
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`, in order. */
  highlights: [number, number][]
}

interface Extent {
  start: number
  end: number
}

/** A text is searched for matches up to here, and further only if there are none, or the best stand at the edge. */
const SEARCHED = 20_000

/** Stands for text that is left out. */
const BEFORE = '… '
const AFTER = ' …'
/** White space and control characters other than the space. */
const BLANKS = /[^\S ]|\p{Cc}/gu
const SPACES = / {2,}/g

/**
 * The words around the densest cluster of matches: the one that matches most of what is looked for, then with most
 * matches, then the first. Where nothing matches, the beginning of the line. The result is cut between words and has at most
 * `maximum` UTF-16 code units. Linear in the length of the line.
 * @param line as `oneLine` makes it
 */
export function snippet(line: string, matcher: Matcher, maximum = 240): Snippet {
  const beginning = line.length > SEARCHED ? around(cutLine(line), matcher, maximum) : undefined
  if (beginning !== undefined && beginning.highlights.length > 0 && beginning.snippet.endsWith(AFTER)) return beginning
  return around(line, matcher, maximum)
}

const cutLine = (line: string) => line.slice(0, cutBefore(line, SEARCHED, 0))

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

/** The text with single spaces for stretches of white space and control characters, none at its ends. */
export function oneLine(text: string): string {
  return text.replace(BLANKS, ' ').replace(SPACES, ' ').trim()
}

/** The part of `line`, which is longer than `maximum`, that fits with its ellipses and holds the densest cluster. */
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

/** The first start of a word at or behind `position`, at most `latest`. */
function cutAfter(line: string, position: number, latest: number): number {
  if (position <= 0) return 0
  const blank = line.indexOf(' ', position - 1)
  return blank === -1 || blank >= latest ? latest : blank + 1
}

/** The last end of a word at or before `position`, at least `earliest`; a word that fills all of it is cut in two. */
function cutBefore(line: string, position: number, earliest: number): number {
  const blank = line.lastIndexOf(' ', position)
  if (blank > earliest) return blank
  if (earliest > 0) return earliest
  return /[\ud800-\udbff]/.test(line.charAt(position - 1)) ? position - 1 : position
}
