/** The sentences of a norm that are numbered: those of a paragraph that has several. */
import type { Span } from '../../layout/span.ts'
import type { PlacedSubdivision } from '../../layout/subdivisions.ts'

export interface Sentence {
  path: string
  number: string
  /** Where it begins in the text. */
  start: number
  /** Whether the text itself has the number there. */
  isNumbered: boolean
}

export function sentencesOf(text: string, subdivisions: readonly PlacedSubdivision[]): Sentence[] {
  const paths = new Set(subdivisions.map(({ path }) => path))
  return subdivisions.flatMap(({ path, kind, start }) => {
    const number = /satz:([^/]+)$/.exec(path)?.[1]
    if (kind !== 'satz' || number === undefined) return []
    const isNumbered = new RegExp(`^${number}(?!\\d)`).test(text.slice(start, start + number.length + 1))
    const isOnly = number === '1' && !paths.has(path.replace(/1$/, '2'))
    return isOnly && !isNumbered ? [] : [{ path, number, start, isNumbered }]
  })
}

/** The number of a sentence in front of its first word, behind the sentence before it. */
const INNER_NUMBER = /(?<=[.:;!?)] )\d{1,2}(?=\p{Lu})/gu

/**
 * Where the text has numbers of sentences within the items of its lists, which no path names. Only a norm whose other
 * sentences have numbers in the text has them there.
 */
export function innerNumbers(text: string, subdivisions: readonly PlacedSubdivision[]): Span[] {
  const numbers = new Map<number, Span>()
  for (const { kind, start, end } of subdivisions) {
    if (kind !== 'nr' && kind !== 'buchst') continue
    for (const { index, 0: number } of text.slice(start, end).matchAll(INNER_NUMBER)) {
      numbers.set(start + index, { start: start + index, end: start + index + number.length })
    }
  }
  return [...numbers.values()]
}
