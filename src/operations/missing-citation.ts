/** What a query names that the corpus lacks. */
import type { Corpus } from '../corpus/corpus.ts'
import { cite } from './cite.ts'

/** What a query that names a norm has. */
const DESIGNATION = /§|\bart(?:\.|ikel|icle)?\s*\d/i

/** Says of a norm or a part of one in a query that its law has no such: the results are those of the words alone. */
export async function missingCitation(corpus: Corpus, query: string): Promise<string | undefined> {
  if (!DESIGNATION.test(query)) return undefined
  const { citations } = await cite.run(corpus, { q: query })
  const missing = citations.find(({ status }) => status === 'not_found' || status === 'out_of_range')
  return missing?.message ?? undefined
}
