/** From the words of a query to the terms that are looked up, and what a match of each is worth. */
import type { Analyzer } from './analyzer.ts'
import type { Query } from './query-parser.ts'

/** A term to rank by. */
export interface QueryTerm {
  term: string
  /** What a match is worth, in twentieths of a match of a word of the query itself. */
  weight: number
  /** Why it is looked for: it is a word of the query, part of one, or stands in a paraphrase of some. */
  origin: 'word' | 'part' | 'paraphrase'
  /** The words of the query that it comes from. */
  from: string
}

/** The wordings that may stand for a row of terms; undefined where none is known. */
export type Paraphrases = (terms: readonly string[]) => readonly (readonly string[])[] | undefined

const WORD = 20
/** Halves of a compound, and parts of halves: together less than the compound, whose term is rarer than theirs. */
const PARTS = [10, 5, 5]
/** Words of a paraphrase of one, two, three words; of longer ones the last. */
const PARAPHRASES = [12, 10, 9, 8]
const LONGEST_PARAPHRASED = 3

/**
 * The terms of a query, each once, with its highest weight. Function words count only where the query has nothing else;
 * words of phrases count as they are, without parts and paraphrases.
 */
export function expandQuery(query: Query, analysis: Analyzer, paraphrases: Paraphrases): QueryTerm[] {
  const telling = (words: readonly string[]) => words.filter((word) => !analysis.isStopWord(word))
  const free = query.wanted.flatMap((clause) => (clause.kind === 'word' ? [clause.word] : []))
  const fixed = query.wanted.flatMap((clause) => (clause.kind === 'phrase' ? clause.words : []))
  const plan = new QueryTerms(analysis)
  const hasPrefix = query.wanted.some((clause) => clause.kind === 'prefix')
  if (telling(free).length + telling(fixed).length === 0 && !hasPrefix) {
    for (const word of [...free, ...fixed]) plan.add(analysis.term(word), WORD, 'word', word)
    return plan.terms()
  }
  for (const word of telling(free)) plan.addWithParts(word, WORD, 'word', word)
  for (const word of telling(fixed)) plan.add(analysis.term(word), WORD, 'word', word)
  const wordingsFor = (row: readonly string[]) => paraphrases(row.map((word) => analysis.term(word)))
  const isBesideFunctionWords = (row: readonly string[]) => row.length > 1 && telling(row).length === 1
  addParaphrases(plan, telling(free), wordingsFor)
  addParaphrases(plan, free, (row) => (isBesideFunctionWords(row) ? wordingsFor(row) : undefined))
  return plan.terms()
}

/** Whether a query asks for anything: a word, a phrase or a prefix that is not excluded. */
export const hasWantedClause = (query: Query) => query.wanted.length > 0

/** @param wordingsFor the wordings that may stand for a row of words */
function addParaphrases(plan: QueryTerms, words: readonly string[], wordingsFor: Paraphrases): void {
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(LONGEST_PARAPHRASED, words.length - start); length > 0; length -= 1) {
      const row = words.slice(start, start + length)
      const wordings = wordingsFor(row)
      if (wordings === undefined) continue
      const from = row.join(' ')
      for (const wording of wordings) {
        const weight = PARAPHRASES[Math.min(wording.length, PARAPHRASES.length) - 1] ?? 0
        for (const word of wording) plan.addWithParts(word, weight, 'paraphrase', from)
      }
      break
    }
  }
}

class QueryTerms {
  readonly #terms = new Map<string, QueryTerm>()
  readonly #analysis: Analyzer

  constructor(analysis: Analyzer) {
    this.#analysis = analysis
  }

  add(term: string, weight: number, origin: QueryTerm['origin'], from: string): void {
    const known = this.#terms.get(term)
    if (known === undefined || known.weight < weight) this.#terms.set(term, { term, weight, origin, from })
  }

  addWithParts(word: string, weight: number, origin: 'word' | 'paraphrase', from: string): void {
    this.add(this.#analysis.term(word), weight, origin, from)
    for (const { term, depth } of this.#analysis.parts(word)) {
      const share = PARTS[Math.min(depth, PARTS.length) - 1] ?? 0
      this.add(term, Math.round((weight * share) / WORD), origin === 'word' ? 'part' : origin, from)
    }
  }

  terms(): QueryTerm[] {
    return [...this.#terms.values()]
  }
}
