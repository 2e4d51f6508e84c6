/** The terms that norms define, with the defining parts. */
import { type Definition, findDefinitions } from '../search/index.ts'
import type { Norm } from './corpus.ts'
import { type PlacedSubdivision, placeSubdivisions } from './subdivisions.ts'

/** A definition, and the smallest part of the norm around its term; `null` if that is the whole norm. */
export interface PlacedDefinition extends Definition {
  part: PlacedSubdivision | null
}

/** Returns the terms that a norm defines, in the order of its text. */
export function definitionsOf(
  norm: Pick<Norm, 'norm' | 'heading' | 'text' | 'subdivisions' | 'language'>,
): PlacedDefinition[] {
  const kind = /^[^:]*/.exec(norm.norm)?.[0] ?? ''
  const found = findDefinitions({ ...norm, kind })
  if (found.length === 0) return []
  const placed = placeSubdivisions(norm.text, norm.subdivisions)
  // Outer parts come before inner ones.
  return found.map((definition) => ({
    ...definition,
    part: placed.findLast(({ start, end }) => start <= definition.start && definition.end <= end) ?? null,
  }))
}
