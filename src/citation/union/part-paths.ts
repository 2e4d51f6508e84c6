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
  for (const { kind, values, isRange } of parts) {
    if (kind === 'annex part') break
    const above = paths[0]?.at(-1)
    const elements = members(values, isRange).map((value) => element(kind, value, above))
    if (elements.some((each) => !mayFollow(above?.kind, each.kind))) break
    if (paths.length * elements.length > MOST_PARTS) break
    paths = paths.flatMap((path) => elements.map((each) => [...path, each]))
  }
  return paths
}

/** A point is a number or a letter; a single Roman numeral below a letter is a number. */
function element(
  kind: Exclude<ActPart['kind'], 'annex part'>,
  value: string,
  above: PathElement<SubdivisionKind> | undefined,
): PathElement<SubdivisionKind> {
  if (kind !== 'point') return { kind, value }
  if (/^\d/.test(value)) return { kind: 'nr', value }
  const isRoman = parseRoman(value) !== undefined && (value.length > 1 || above?.kind === 'buchst')
  return { kind: isRoman ? 'nr' : 'buchst', value }
}

/** All values of a range of whole numbers or single letters; of others, its ends. */
function members(values: readonly string[], isRange: boolean): readonly string[] {
  const [from = '', to = ''] = values.slice(-2)
  if (!isRange || values.length < 2) return values
  const before = values.slice(0, -2)
  if (/^[a-z]$/.test(from) && /^[a-z]$/.test(to) && from < to) {
    const codes = Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => from.charCodeAt(0) + i)
    return [...before, ...codes.map((code) => String.fromCharCode(code))]
  }
  const [low, high] = [Number(from), Number(to)]
  if (!(low < high && high - low < MOST_PARTS)) return values
  return [...before, ...Array.from({ length: high - low + 1 }, (_, i) => String(low + i))]
}
