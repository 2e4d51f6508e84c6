/** What a query asks for. Every string is a query; one without a single word asks for nothing. */
import { analyzeTerms } from './analysis.ts'
import { isFunctionWord } from './function-words.ts'

export interface Query {
  /** The terms to rank by, each once, in the order of the query. Empty where the query holds no word. */
  terms: string[]
}

/**
 * Reads a query. Any of its terms may match; punctuation is ignored. Function words count only where the query has
 * nothing else, a word that is repeated counts once.
 */
export function parseQuery(text: string): Query {
  const terms = [...new Set(analyzeTerms(text))]
  const telling = terms.filter((term) => !isFunctionWord(term))
  return { terms: telling.length > 0 ? telling : terms }
}
