/** What to search for instead of a query that finds nothing. */
import type { Corpus, SearchRequest } from '../corpus/corpus.ts'
import { designatedNorms } from '../resolve/named-norm.ts'
import { type Correction, hasWantedClause, parseQuery } from '../search/index.ts'

/** A query that finds norms. */
export interface SuggestedQuery {
  q: string
  /** True if it is to be asked of all norms, false if of those that were searched. */
  everywhere: boolean
  total: number
  partial_total: number
}

const MAX_QUERIES = 5

/**
 * Queries that find norms: without operators, with similar words, and of all norms, in this order.
 * @param asked of the query that finds nothing
 * @param near words of the index that are similar to words of the query
 */
export async function suggestedQueries(
  corpus: Corpus,
  asked: SearchRequest,
  near: readonly Correction[],
): Promise<SuggestedQuery[]> {
  const { text } = asked.query
  const plain = withoutOperators(text)
  const others = near.map(({ from, to }) => plain.replaceAll(from, () => to))
  const { codes, jurisdiction, kinds = [], inForce = false } = asked
  const everywhere = { ...asked, codes: [], jurisdiction: undefined, kinds: [], inForce: false }
  const isRestricted = codes.length + kinds.length > 0 || jurisdiction !== undefined || inForce
  const found: SuggestedQuery[] = []
  for (const q of new Set([text, plain, ...others])) {
    const query = parseQuery(q)
    if (found.length === MAX_QUERIES || !hasWantedClause(query)) continue
    for (const request of [...(q === text ? [] : [asked]), ...(isRestricted ? [everywhere] : [])]) {
      const designated = await designatedNorms(corpus, query.prose)
      const { total, partial } = await corpus.search({
        ...request,
        ...{ query, designated, limit: 1, offset: 0, facets: false, typing: false },
      })
      if (total + partial === 0) continue
      found.push({ q, everywhere: request === everywhere, total, partial_total: partial })
      break
    }
  }
  return found
}

/** The words of a query without quotation marks, other operators, names of laws, and what it excludes. */
function withoutOperators(text: string): string {
  return text
    .replace(/(?<!\S)(?:-|NOT\s+|[+(-]*law:)(?:"[^"]*"?|\S+)/g, ' ')
    .replace(/(?<!\S)[+(]*heading:/gi, ' ')
    .replace(/(?<!\S)\+|["„“”»«]|(?<!\S)\(|\)(?!\S)|\b(?:AND|OR|NOT)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
