/** Numbers of sentences, in paragraphs with several. */

import { sentenceNumbers } from '../../citation/numerals.ts'
import { ordinaryForm } from '../../layout/runs.ts'
import type { TextSpan } from '../../model/norm-text.ts'
import type { PlacedSubdivision, Span } from '../../model/subdivisions.ts'
import { SUPERSCRIPT_DIGITS } from '../../util/superscripts.ts'

export interface Sentence {
  path: string
  number: string
  start: number
  /** True if the number is part of the text. */
  isNumbered: boolean
}

export function sentencesOf(text: string, subdivisions: readonly PlacedSubdivision[]): Sentence[] {
  const paths = new Set(subdivisions.map(({ path }) => path))
  return subdivisions.flatMap(({ path, kind, start }) => {
    const number = /satz:([^/]+)$/.exec(path)?.[1]
    if (kind !== 'satz' || number === undefined) return []
    const isNumbered = beginsWithNumber(text.slice(start, start + number.length + 1), number)
    const isOnly = number === '1' && !paths.has(path.replace(/1$/, '2'))
    return isOnly && !isNumbered ? [] : [{ path, number, start, isNumbered }]
  })
}

/** True if a text begins with a number, in ordinary or raised digits, without a further digit of that form. */
export function beginsWithNumber(text: string, number: string): boolean {
  const [begin, after] = [text.slice(0, number.length), text.charAt(number.length)]
  if (begin === number) return !/\d/.test(after)
  return ordinaryForm(begin) === number && !new RegExp(`[${SUPERSCRIPT_DIGITS}]`).test(after)
}

/**
 * Adds the numbers of sentences to the spans of a norm, unless the source has marked them.
 * @param spans of the source
 */
export function withSentenceNumbers(
  text: string,
  spans: readonly TextSpan[],
  sentences: readonly Sentence[],
  subdivisions: readonly PlacedSubdivision[],
): readonly TextSpan[] {
  if (spans.some(({ kind }) => kind === 'sentence')) return spans
  const numbered = sentences.filter(({ isNumbered }) => isNumbered)
  if (numbered.length === 0) return spans
  const own = numbered.map(({ start, number }) => ({ start, end: start + number.length }))
  const found = [...own, ...innerNumbers(text, subdivisions)]
  return [...spans, ...found.map(({ start, end }): TextSpan => ({ kind: 'sentence', start, end }))]
}

/** Numbers of sentences within list items, which have no path. They occur only in norms whose other sentences are numbered in the text. */
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
