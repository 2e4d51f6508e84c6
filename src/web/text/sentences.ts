/** The sentences of a norm that are numbered: those of a paragraph that has several. */
import { sentenceNumbers } from '../../citation/sentence-numbers.ts'
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

/**
 * Where the text has numbers of sentences within the items of its lists, which no path names. Only a norm whose other
 * sentences have numbers in the text has them there.
 */
export function innerNumbers(text: string, subdivisions: readonly PlacedSubdivision[]): Span[] {
  const numbers = new Map<number, Span>()
  for (const item of subdivisions) {
    if (item.kind !== 'nr' && item.kind !== 'buchst') continue
    for (const { start, end } of sentenceNumbers(text.slice(item.start, item.end))) {
      numbers.set(item.start + start, { start: item.start + start, end: item.start + end })
    }
  }
  return [...numbers.values()]
}
