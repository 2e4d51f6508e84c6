/** Highlights: the words of a text that match a query. */

import { cached } from '../util/cached.ts'
import { type Analyzer, lettersOf } from './analyzer.ts'
import { createPartFilter, isPartTerm } from './part-filter.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { Query } from './query-parser.ts'
import { scanWords } from './tokenizer.ts'

/** Terms, prefixes and phrases to highlight in a text. */
export interface HighlightTargets {
  /** Terms of words, or of parts of compounds. */
  terms: ReadonlySet<string>
  prefixes: readonly string[]
  phrases: readonly (readonly string[])[]
}

/** Returns the targets of a query. Words of a phrase are only highlighted within it, unless the query also has them alone. */
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
  /** False if it matches nothing and is in no phrase. */
  mayMatch: boolean
  phrases: readonly (readonly string[])[]
}

/** Shared by nearly all words. */
const UNMATCHED: KnownWord = { key: undefined, mayMatch: false, phrases: [] }

/** Returns the matches in a text, in their order. */
export type Matcher = (text: string) => Match[]

/** Creates a matcher for the texts of one query. It caches all words that it meets. */
export function createMatcher({ terms, prefixes, phrases }: HighlightTargets, analyzer: Analyzer): Matcher {
  const letters = Array.from(terms, lettersOf)
  const mayHaveTerm = createPartFilter(letters)
  const hasOtherTerms = !letters.every(isPartTerm)
  const findCandidates = createFinder([...letters, ...prefixes])
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

  /** Looks only at the stretches of text that the finder finds. */
  function matchCandidates(text: string): Match[] {
    const matches: Match[] = []
    findCandidates(text, (start, end) => {
      for (const match of matchesIn(text.slice(start, end))) {
        matches.push({ key: match.key, start: start + match.start, end: start + match.end })
      }
    })
    return matches
  }

  /** The matches between two spaces, cached: words recur. */
  function matchesIn(stretch: string): readonly Match[] {
    return cached(found, stretch, () => {
      const inside: Match[] = []
      scanWords(stretch, (word, start, end) => {
        const { key } = look(word)
        if (key !== undefined) inside.push({ key, start, end })
      })
      return inside
    })
  }

  function matchAllWords(text: string): Match[] {
    const words: string[] = []
    const candidates: { index: number; known: KnownWord; start: number; end: number }[] = []
    scanWords(text, (word, start, end) => {
      const index = words.push(word) - 1
      const known = look(word)
      if (known.mayMatch) candidates.push({ index, known, start, end })
    })
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
  }

  return phrases.length > 0 ? matchAllWords : matchCandidates
}

/** Calls `visit` for each stretch `[start, end)` between spaces that may contain a pattern, in order. */
type FindCandidates = (text: string, visit: (start: number, end: number) => void) => void

/** Characters with one spelling, or with the spellings of `expressionOf`. A word with another one may always match. */
const USUAL = '\\n -~§äöüÄÖÜß–—„“”‚‘…•'
const ONLY_USUAL = new RegExp(`^[${USUAL}]+$`)

/**
 * Finds the stretches of texts that may contain one of some patterns; tokenizing the others would take half of the time of a
 * search.
 * @param patterns words, their beginnings or stems, as `scanWords` spells them; also found with umlauts and `ß`
 */
export function createFinder(patterns: readonly string[]): FindCandidates {
  const expressions = patterns.filter((pattern) => ONLY_USUAL.test(pattern)).map(expressionOf)
  const candidate = new RegExp([...expressions, `[^${USUAL}]`].join('|'), 'g')
  return (text, visit) => {
    candidate.lastIndex = 0
    while (candidate.test(text)) {
      const found = candidate.lastIndex - 1
      const space = text.indexOf(' ', found)
      const end = space === -1 ? text.length : space
      visit(text.lastIndexOf(' ', found) + 1, end)
      candidate.lastIndex = end
    }
  }
}

/** Terms have vowels for umlauts, words write them out, and a prefix may end within one, or within `ß`. */
function expressionOf(text: string): string {
  return text.replace(/s+|[aou]e?|./g, (signs, at: number) => {
    const letter = signs.charAt(0)
    const umlaut = UMLAUTS[letter]
    if (umlaut !== undefined) return `[${letter}${umlaut}${(letter + umlaut).toUpperCase()}][eE]*`
    // A run of `s` has one beginning: reading it otherwise would take quadratic time.
    if (letter === 's') return at === 0 ? '(?<![sSß])[sSß]+' : '[sSß]+'
    return /\w/.test(letter)
      ? `[${letter}${letter.toUpperCase()}]`
      : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }
