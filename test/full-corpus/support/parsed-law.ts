/** The parsed law in the form in which it is compared. */
import { lawStructure } from '../../../src/build/law-structure.ts'
import type { ParsedLaw } from '../../../src/build/source.ts'
import type { HeldLaw } from './compare-law.ts'

export function heldInParsed(law: ParsedLaw): HeldLaw {
  return {
    documentId: law.documentId,
    title: law.title,
    notes: law.notes,
    sourceVersion: law.sourceVersion ?? null,
    promulgation: law.promulgation,
    headings: lawStructure(law.norms.map(({ structure }) => structure)),
    norms: law.norms,
  }
}
