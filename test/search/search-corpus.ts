import type { Corpus, SearchPage, SearchRequest } from '../../src/model/corpus.ts'
import { designatedNorms } from '../../src/resolve/named-norm.ts'
import { parseQuery } from '../../src/search/index.ts'

/** Searches like the operation, by the text of a query, optionally with other limits. */
export async function searchCorpus(
  corpus: Corpus,
  text: string,
  changes: Partial<Omit<SearchRequest, 'query' | 'designated'>> = {},
): Promise<SearchPage> {
  const query = parseQuery(text)
  const designated = await designatedNorms(corpus, query.prose)
  return corpus.search({ query, designated, codes: [], limit: 20, offset: 0, ...changes })
}
