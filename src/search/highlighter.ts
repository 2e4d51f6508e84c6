/** Highlights: the words of a text that match a query. */
import { type Analyzer, lettersOf } from './analyzer.ts'
import { createPartFilter, isPartTerm } from './part-filter.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { Query } from './query-parser.ts'
import type { Turn } from './records.ts'
import { unitsOf } from './text-units.ts'
import { STRETCH, scanWords, stretchesOf } from './tokenizer.ts'

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
  const letters = Array.from(terms, lettersOf)
  const mayHaveTerm = createPartFilter(letters)
  const hasOtherTerms = !letters.every(isPartTerm)
  const automaton = createShiftAnd([...letters, ...prefixes])
  const known = new Map<string, KnownWord>()
  const found = new Map<string, readonly Match[]>()
  const phraseWords = new Set(phrases.flat())
  const phrasesFrom = Map.groupBy(phrases, ([first = '']) => first)

  /** The term or prefix that a word matches. */
  function keyOf(word: string): string | undefined {
    const mayMatch = mayHaveTerm(word)
    const term = mayMatch || hasOtherTerms ? analyzer.term(word) : ''
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    return mayMatch ? analyzer.parts(word).find((part) => terms.has(part.term))?.term : undefined
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
      const inside: Match[] = []
      scanWords(stretch, (word, start, end) => {
        const { key } = look(word)
        if (key !== undefined) inside.push({ key, start, end })
      })
      matches = inside
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

/** Calls `visit` for each stretch `[start, end)` between spaces that may contain a pattern, in order. */
type ShiftAnd = (text: string, visit: (start: number, end: number) => void) => void

/** The number of positions of all patterns together. The sign bit of a number is not used. */
const POSITIONS = 30
/** The bit of unusual characters: a word with one may always match. */
const UNUSUAL = 1 << POSITIONS
/** The least number of positions of a pattern. If there is no room for them, patterns share positions. */
const MIN_PATTERN_POSITIONS = 4

/** Characters with one spelling, or with the spellings of `positionsOf`. */
const USUAL = `\n${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))}§äöüÄÖÜß–—„“”‚‘…•`

/** The classes of characters: usual ones of one byte are their own class, other usual ones and unusual ones one each. */
const SIGNS = 0x101
const ANY_USUAL = 0
const ANY_UNUSUAL = 0x100
const signOf = new Uint16Array(0x10000).fill(ANY_UNUSUAL)
for (const sign of USUAL) {
  const unit = sign.charCodeAt(0)
  signOf[unit] = unit < ANY_UNUSUAL ? unit : ANY_USUAL
}

/** A position of a pattern: one of some letters, then any number of others. */
interface Position {
  letters: string
  repeated: string
}

interface Automaton {
  /** The bits of first and of last positions. */
  first: number
  last: number
  /** For each class of characters the positions that match it, and those that it may follow. */
  next: Int32Array
  stay: Int32Array
}

/**
 * Creates the Shift-And automaton (Ricardo Baeza-Yates and Gaston Gonnet, "A New Approach to Text Searching", CACM 35 (10), 1992)
 * of some patterns: it finds the stretches of a text that may contain one of them in one pass, without tokenizing the others.
 * Each position of a pattern is one bit of a number. A bit may stay set for letters that repeat. A regular expression is not
 * faster, and compiling it for each query takes longer than searching all texts.
 * @param patterns words, their beginnings or stems, as `scanWords` spells them; also found with umlauts and `ß`
 */
export function createShiftAnd(patterns: readonly string[]): ShiftAnd {
  const automaton = automatonOf(patterns.filter(hasUsualSigns).map(positionsOf))
  return (text, visit) => {
    const { length } = text
    const units = unitsOf(text)
    for (let place = 0; place < length; ) {
      const found = findFirst(automaton, units, place, length)
      if (found === length) return
      const space = text.indexOf(' ', found)
      const end = space === -1 ? length : space
      visit(text.lastIndexOf(' ', found) + 1, end)
      place = end + 1
    }
  }
}

/** The end of the first pattern or unusual character from a place on; the length if there is none. */
function findFirst({ first, last, next, stay }: Automaton, units: Uint16Array, from: number, length: number): number {
  let state = 0
  for (let place = from; place < length; place += 1) {
    const sign = signOf[units[place] as number] as number
    state = (((state << 1) | first) & (next[sign] as number)) | (state & (stay[sign] as number))
    if ((state & last) !== 0) return place
  }
  return length
}

function hasUsualSigns(text: string): boolean {
  for (const sign of text) if (!USUAL.includes(sign)) return false
  return true
}

/** In terms umlauts are reduced to vowels, in words they are written out, and a prefix may end within one, or within `ß`. */
function positionsOf(text: string): Position[] {
  return [...text.matchAll(/s+|[aou]e?|./g)].map(([signs]): Position => {
    const letter = signs.charAt(0)
    const umlaut = UMLAUTS[letter]
    if (umlaut !== undefined) return { letters: letter + umlaut, repeated: 'e' }
    return letter === 's' ? { letters: 'sß', repeated: 'sß' } : { letters: letter, repeated: '' }
  })
}

const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }

/** Patterns without room of their own share positions, which lets more text through. */
function automatonOf(patterns: readonly Position[][]): Automaton {
  const automaton = { first: UNUSUAL, last: UNUSUAL, next: new Int32Array(SIGNS), stay: new Int32Array(SIGNS) }
  automaton.next[ANY_UNUSUAL] = UNUSUAL
  const longest = patterns.reduce((most, { length }) => Math.max(most, length), 1)
  const length = Math.min(
    longest,
    Math.max(MIN_PATTERN_POSITIONS, Math.floor(POSITIONS / Math.max(1, patterns.length))),
  )
  const rooms = Math.floor(POSITIONS / length)
  for (const [index, pattern] of patterns.entries()) {
    const bit = (index % rooms) * length
    const positions = pattern.slice(0, length)
    automaton.first |= 1 << bit
    automaton.last |= 1 << (bit + positions.length - 1)
    for (const [place, { letters, repeated }] of positions.entries()) {
      mark(automaton.next, letters, 1 << (bit + place))
      mark(automaton.stay, repeated, 1 << (bit + place))
    }
  }
  return automaton
}

function mark(bits: Int32Array, letters: string, bit: number): void {
  for (const letter of letters + letters.toUpperCase()) {
    const unit = letter.charCodeAt(0)
    bits[unit] = (bits[unit] as number) | bit
  }
}
