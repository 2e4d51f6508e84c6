/** The sentences of a norm that are numbered: those of a paragraph that has several. */
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
