/** What a query names that the corpus lacks. */
import type { Corpus } from '../corpus/corpus.ts'

/** What a query that names a norm has. */
const DESIGNATION = /§|\bart(?:\.|ikel|icle)?\s*\d/i

/** Says why a norm, or a part of one, that a query names is not among its results: the law has no such norm or part. */
export async function missingCitation(corpus: Corpus, query: string): Promise<string | undefined> {
  if (!DESIGNATION.test(query)) return undefined
  // Loading it takes a while, and few queries name a norm.
  const { cite } = await import('./cite.ts')
  const { citations } = await cite.run(corpus, { q: query })
  const missing = citations.find(({ status }) => status === 'not_found' || status === 'out_of_range')
  return missing?.message ?? undefined
}
