/** Documents whose heading is what a query asks for. */
import type { Analysis } from './analysis.ts'
import type { Scored } from './best.ts'
import { Occurrence, occurrenceOf } from './impacts.ts'
import { ListCursor, type StoredList } from './lists.ts'

/**
 * How many times a norm counts: `law_named`, where the query names its law, and its heading has all other words of the
 * query; `heading`, where its heading has the words of the query and no others, and `long_heading`, where these are
 * many; `section`, where it is the first norm under a heading that has.
 */
export const HEADING_FACTORS = { law_named: 1.5, heading: 1.2, long_heading: 1.5, section: 1.4 } as const

export type HeadingMatch = keyof typeof HEADING_FACTORS

/** Documents, and how their headings are what is asked for. */
export type AskedHeadings = ReadonlyMap<number, HeadingMatch>

/** The terms of a heading's words, function words aside. */
export function tellingTerms(words: readonly string[], analysis: Analysis): Set<string> {
  const telling = words.filter((word) => !analysis.isFunctionWord(word))
  return new Set(telling.map((word) => analysis.term(word)))
}

/** Of some documents those that have all of some terms in their heading. @param lists of the terms */
export function documentsWithHeading(documents: readonly number[], lists: readonly StoredList[]): Set<number> {
  let found = documents.toSorted((a, b) => a - b)
  // A short list is soon read, and leaves few documents to look for in the long ones.
  for (const list of lists.toSorted((a, b) => a.documents - b.documents)) {
    const cursor = new ListCursor(list)
    found = found.filter(
      (document) =>
        cursor.seek(document) && cursor.document === document && occurrenceOf(cursor.value) === Occurrence.Heading,
    )
  }
  return new Set(found)
}

/** The same documents, those with such headings moved up, best first. */
export function raiseHeadings(best: readonly Scored[], headings: AskedHeadings): readonly Scored[] {
  if (headings.size === 0) return best
  return best
    .map(({ document, score }) => {
      const match = headings.get(document)
      return { document, score: match === undefined ? score : score * HEADING_FACTORS[match] }
    })
    .sort((a, b) => b.score - a.score || a.document - b.document)
}
