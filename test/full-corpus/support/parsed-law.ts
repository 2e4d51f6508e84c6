/** The parsed law in the form in which it is compared. */
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
