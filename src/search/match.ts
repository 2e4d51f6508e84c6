/** Which words of a text match a query. */
import type { Analysis } from './analysis.ts'
import { placedWordsOf, scanWords } from './words.ts'

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

/** Signs that may have more than one spelling, beside those in `SPELLINGS`: every word with one of them is looked at. */
const UNUSUAL = /[^ -~§äöüÄÖÜß–—„“”‚‘…•]/

/** @returns a matcher, which remembers what it found out about words: to be used for one query */
export function createMatcher({ terms, prefixes, phrases }: Sought, analysis: Analysis): Matcher {
  const inner = [...terms].filter((term) => term.length >= SHORTEST_INNER && LETTERS.test(term))
  const mayHoldPart = anyOf(inner.map(spellings), '')
  const sought = [...terms, ...prefixes].map(spellings)
  const mayMatch = anyOf(sought, 'g')
  const mayMatchOrUnusual = anyOf([...sought, UNUSUAL.source], 'gu')
  const keys = new Map<string, string | undefined>()

  /** What a word matches on its own. */
  function keyOf(word: string): string | undefined {
    const term = analysis.term(word)
    if (terms.has(term)) return term
    const prefix = prefixes.find((prefix) => word.startsWith(prefix))
    if (prefix !== undefined) return prefix
    // Few words hold what is looked for, and only these are worth taking apart.
    return mayHoldPart.test(word) ? analysis.parts(word).find((part) => terms.has(part.term))?.term : undefined
  }

  function knownKeyOf(word: string): string | undefined {
    if (!keys.has(word)) keys.set(word, keyOf(word))
    return keys.get(word)
  }

  /** Looks only at the words that hold a spelling of what is looked for. */
  function findQuickly(text: string): Match[] {
    const matches: Match[] = []
    const lower = text.toLowerCase()
    // Hardly any text changes its length so; then places would not be the same.
    if (lower.length !== text.length) return findThoroughly(text)
    const expression = UNUSUAL.test(text) ? mayMatchOrUnusual : mayMatch
    expression.lastIndex = 0
    for (let candidate = expression.exec(lower); candidate !== null; candidate = expression.exec(lower)) {
      const start = text.lastIndexOf(' ', candidate.index) + 1
      const blank = text.indexOf(' ', candidate.index + candidate[0].length)
      const end = blank === -1 ? text.length : blank
      scanWords(text.slice(start, end), (word, from, to) => {
        const key = knownKeyOf(word)
        if (key !== undefined) matches.push({ key, start: start + from, end: start + to })
      })
      expression.lastIndex = end
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

/** An expression for any of some alternatives, of which there may be none. */
const anyOf = (alternatives: readonly string[], flags: string) =>
  new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), flags)

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * How a term or a beginning of a word may be spelled, and more: terms have lost their umlauts, in words they are written
 * out, and a beginning may end within one, as within `ß`.
 */
const spellings = (text: string) =>
  literally(text).replace(/s+|[aou]e?/g, (signs) => SPELLINGS[signs.charAt(0)] ?? `[sß]{1,${signs.length}}`)

const SPELLINGS: Readonly<Record<string, string>> = { a: '[aä]e?', o: '[oö]e?', u: '[uü]e?' }
