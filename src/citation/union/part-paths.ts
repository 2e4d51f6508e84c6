/** The paths of parts that are written within each other. */
import { mayFollow, type PathElement, type SubdivisionKind } from '../norm-path.ts'
import { parseRoman } from '../numerals.ts'
import type { ActPart } from './read-parts.ts'

/** Most parts of a reference. */
const MOST_PARTS = 60

/**
 * The paths that parts within each other name, outermost first. What a path cannot express, and what is below it, is left out:
 * the sentence of a point, the section of an annex.
 */
export function pathsOf(parts: readonly ActPart[]): PathElement<SubdivisionKind>[][] {
  let paths: PathElement<SubdivisionKind>[][] = [[]]
  for (const { kind, values } of parts) {
    if (kind === 'annex part') break
    const above = paths[0]?.at(-1)
    const isRoman = values.some((value) => value.length > 1 && parseRoman(value) !== undefined)
    const elements = values.map((value) => element(kind, value, isRoman || above?.kind === 'buchst'))
    if (elements.some((each) => !mayFollow(above?.kind, each.kind))) break
    if (paths.length * elements.length > MOST_PARTS) break
    paths = paths.flatMap((path) => elements.map((each) => [...path, each]))
  }
  return paths
}

/**
 * A point is a number or a letter.
 * @param mayBeRoman true if a single Roman numeral is a number: below a letter, or beside other numerals
 */
function element(
  kind: Exclude<ActPart['kind'], 'annex part'>,
  value: string,
  mayBeRoman: boolean,
): PathElement<SubdivisionKind> {
  if (kind !== 'point') return { kind, value }
  if (/^\d/.test(value)) return { kind: 'nr', value }
  const isRoman = parseRoman(value) !== undefined && (value.length > 1 || mayBeRoman)
  return { kind: isRoman ? 'nr' : 'buchst', value }
}
