/** Documents whose heading is what a query asks of a law. */
import type { Scored } from './best.ts'
import { Occurrence, occurrenceOf } from './impacts.ts'
import { ListCursor, type StoredList } from './lists.ts'

/** How many times a norm counts whose law the query names, and whose heading has all other words of the query. */
export const HEADING_FACTOR = 1.5

/** Of some documents those that have all of some terms in their heading. @param lists of the terms */
export function documentsWithHeading(documents: readonly number[], lists: readonly StoredList[]): Set<number> {
  let found = documents.toSorted((a, b) => a - b)
  for (const list of lists) {
    const cursor = new ListCursor(list)
    found = found.filter(
      (document) =>
        cursor.seek(document) && cursor.document === document && occurrenceOf(cursor.value) === Occurrence.Heading,
    )
  }
  return new Set(found)
}

/** The same documents, those with the heading moved up, best first. */
export function raiseHeadings(best: readonly Scored[], headings: ReadonlySet<number>): readonly Scored[] {
  if (headings.size === 0) return best
  return best
    .map(({ document, score }) => ({ document, score: headings.has(document) ? score * HEADING_FACTOR : score }))
    .sort((a, b) => b.score - a.score || a.document - b.document)
}
