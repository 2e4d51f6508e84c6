/** Finds the documents that have all words of a query. */
import type { Accumulators } from './collectors.ts'
import type { Coverage } from './coverage.ts'
import { type PostingList, PostingsCursor } from './postings.ts'
import type { Turn } from './records.ts'

export interface CompleteRequest {
  /** Tells from the marks of a document which words it has. */
  coverage: Coverage
  /** Halves of compounds that no norm has, and the marks of a document that has both. */
  wordings?: readonly { terms: readonly string[]; marks: number }[]
  /** Documents that match in any case if they are searched. */
  included: readonly number[]
}

/**
 * The documents with all words of a query, in any order. A document has a word if it has its term, or both halves of a compound
 * that no norm has: of two common parts, `Teilzeit` and `Gesetz`, the coverage of a score makes more, and so it does of a
 * paraphrase. Included documents count in any case.
 * @param sums with the marks of all documents that may have all words
 * @param isSearched 1 for each document that is searched; all if undefined
 */
export async function completeDocuments(
  { matched, marks, count, bounds }: Pick<Accumulators, 'matched' | 'marks' | 'count' | 'bounds'>,
  { coverage, included, wordings = [] }: CompleteRequest,
  source: { list(term: string): PostingList | undefined },
  isSearched: Uint8Array | undefined,
  turn: Turn,
): Promise<number[]> {
  const counted = new Set(included.filter((document) => isSearched?.[document] !== 0))
  // The documents of common parts come last, and have no other words.
  const end = bounds.find(({ marks }) => !coverage.mayHaveAll(marks))?.from ?? count
  const complete = [...counted]
  const open: number[] = []
  for (let place = 0; place < end; place += 1) {
    const document = matched[place] as number
    const own = marks[document] as number
    if (!coverage.mayHaveAll(own) || isSearched?.[document] === 0 || counted.has(document)) continue
    if (coverage.hasAll(own)) complete.push(document)
    else open.push(document)
  }
  const among = Uint32Array.from(open).sort()
  const more = new Map<number, number>()
  for (const wording of wordings) {
    const lists = wording.terms.flatMap((term) => source.list(term) ?? [])
    if (among.length === 0 || lists.length < wording.terms.length) continue
    let having: Uint32Array = among
    for (const list of lists.sort((a, b) => a.documents - b.documents)) {
      const cursor = new PostingsCursor(list)
      having = having.filter((document) => cursor.seek(document) && cursor.document === document)
      const pause = turn()
      if (pause !== undefined) await pause
    }
    for (const document of having) more.set(document, (more.get(document) ?? 0) | wording.marks)
  }
  for (const [document, others] of more) {
    if (coverage.hasAll((marks[document] as number) | others)) complete.push(document)
  }
  return complete
}
