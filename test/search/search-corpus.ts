import type { Corpus, SearchPage, SearchRequest } from '../../src/model/corpus.ts'
import { designatedNorms } from '../../src/resolve/named-norm.ts'
import { parseQuery } from '../../src/search/index.ts'

/** Searches as the operation does, from the text of a query, with other limits if need be. */
export async function searchCorpus(
  corpus: Corpus,
  text: string,
  changes: Partial<Omit<SearchRequest, 'query' | 'designated'>> = {},
): Promise<SearchPage> {
  const query = parseQuery(text)
  const designated = await designatedNorms(corpus, query.prose)
  return corpus.search({ query, designated, codes: [], limit: 20, offset: 0, ...changes })
}
