/** Which words of a text match a query. */
import type { Analysis } from './analysis.ts'
import type { Word } from './words.ts'

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

/** Finds the matches in the words of a text, in their order. */
export type Matcher = (words: readonly Word[]) => Match[]

/** Shorter terms are not looked for inside compounds. */
const SHORTEST_INNER = 3

/** @returns a matcher, which remembers what it found out about words: to be used for one query */
export function createMatcher({ terms, prefixes, phrases }: Sought, analysis: Analysis): Matcher {
  const keys = new Map<string, string | undefined>()
  const inner = [...terms].filter((term) => term.length >= SHORTEST_INNER)

  /** What a word matches on its own. */
  function keyOf(word: string): string | undefined {
    const term = analysis.term(word)
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    // Few words hold what is looked for, and only these are worth taking apart.
    if (!inner.some((other) => term.includes(other))) return undefined
    return analysis.parts(word).find((part) => terms.has(part.term))?.term
  }

  return (words) => {
    const found: (string | undefined)[] = words.map(({ word }) => {
      if (!keys.has(word)) keys.set(word, keyOf(word))
      return keys.get(word)
    })
    for (const phrase of phrases) markPhrase(words, phrase, found)
    return words.flatMap(({ start, end }, index) => {
      const key = found[index]
      return key === undefined ? [] : [{ key, start, end }]
    })
  }
}

function markPhrase(words: readonly Word[], phrase: readonly string[], found: (string | undefined)[]): void {
  for (let first = 0; first + phrase.length <= words.length; first += 1) {
    if (phrase.some((word, index) => words[first + index]?.word !== word)) continue
    for (const [index, word] of phrase.entries()) found[first + index] ??= word
  }
}
