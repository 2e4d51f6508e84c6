/** Highlights: the words of a text that match a query. */
import { type Analyzer, lettersOf } from './analyzer.ts'
import { createPartFilter, isPartTerm } from './part-filter.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { Query } from './query-parser.ts'
import type { Turn } from './records.ts'
import { createShiftAnd } from './shift-and.ts'
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
