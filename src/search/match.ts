/** Which words of a text match a query. */
import type { Analysis } from './analysis.ts'
import { createSieve } from './sieve.ts'
import { placedWordsOf } from './words.ts'

/** What is looked for in a text. */
export interface Sought {
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
export function createMatcher({ terms, prefixes, phrases }: Sought, analysis: Analysis): Matcher {
  const inner = [...terms].filter((term) => term.length >= SHORTEST_INNER && LETTERS.test(term)).map(bareTerm)
  const sieve = createSieve([...terms, ...prefixes])
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
