/** The headings above norms, as search sees them. */

import type { StructureElement } from '../../corpus/corpus.ts'
import { sharedSections } from '../../search/fields.ts'
import type { BundleSearch } from './bundle-search.ts'

/** The section of the norm before, if that is of the same law. */
function sectionBefore(document: number, search: BundleSearch): number | undefined {
  const hasBefore = document > 0 && search.lawOf(document - 1) === search.lawOf(document)
  return hasBefore ? search.numbers('sections')[document - 1] : undefined
}

/** Whether a norm stands under other headings than the norm before it. */
export const beginsSection = (document: number, search: BundleSearch) =>
  sectionBefore(document, search) !== search.numbers('sections')[document]

/** The headings above a norm, outermost first: those that it is the first norm under, and the others. */
export function sectionsOf(
  document: number,
  search: BundleSearch,
): { begun: StructureElement[]; above: StructureElement[] } {
  const own = search.headings.ofSection(search.numbers('sections')[document] as number)
  const before = sectionBefore(document, search)
  const previous = before === undefined ? undefined : search.headings.ofSection(before)
  const shared = sharedSections(own.keys, previous?.keys)
  return { begun: own.elements.slice(shared), above: own.elements.slice(0, shared) }
}
