/** The parsed law, in the form used for comparison. */
import type { ParsedLaw } from '../../../src/model/parsed-law.ts'
import type { HeldLaw } from './compare-law.ts'

export function heldInParsed({
  documentId,
  title,
  notes,
  sourceVersion,
  promulgation,
  structure,
  norms,
}: ParsedLaw): HeldLaw {
  return { documentId, title, notes, sourceVersion: sourceVersion ?? null, promulgation, headings: structure, norms }
}
