/** Expands a query: its words, the parts of compounds and paraphrases become weighted terms. */
import type { Analyzer } from './analyzer.ts'
import type { Query } from './query-parser.ts'
import { WORD_WEIGHT } from './ranker.ts'
import type { Turn } from './records.ts'

/** A term that documents are ranked by. */
export interface QueryTerm {
  term: string
  /** In twentieths of a word of the query. */
  weight: number
  /** `word`: a word of the query; `part`: part of one; `paraphrase`: a word of a paraphrase. */
  origin: 'word' | 'part' | 'paraphrase'
  /** The words of the query that it comes from. */
  from: string
}

/** Returns the wordings that may stand for a sequence of terms; undefined if there are none. */
export type Paraphrases = (terms: readonly string[]) => readonly (readonly string[])[] | undefined

/** Weights of halves of a compound and of parts of halves: together less than the compound, whose term is rarer. */
const PART_WEIGHTS = [10, 5, 5]
/** The weight of each word in a paraphrase of one, two, three, or more words. */
const PARAPHRASE_WEIGHTS = [12, 10, 9, 8]
const MAX_PARAPHRASED_WORDS = 3

/**
 * Returns the terms of a query, each once with its highest weight. Stop words count only if the query has no other words.
 * Words of phrases have neither parts nor paraphrases.
 */
export async function expandQuery(
  query: Query,
  analyzer: Analyzer,
  paraphrases: Paraphrases,
  turn: Turn = () => undefined,
): Promise<QueryTerm[]> {
  const contentWords = (words: readonly string[]) => words.filter((word) => !analyzer.isStopWord(word))
  const free = query.wanted.flatMap((clause) => (clause.kind === 'word' ? [clause.word] : []))
  const fixed = query.wanted.flatMap((clause) => (clause.kind === 'phrase' ? clause.words : []))
  const terms = new QueryTerms(analyzer)
  const hasPrefix = query.wanted.some((clause) => clause.kind === 'prefix')
  if (contentWords(free).length + contentWords(fixed).length === 0 && !hasPrefix) {
    for (const word of [...free, ...fixed]) terms.add(analyzer.term(word), WORD_WEIGHT, 'word', word)
    return terms.list()
  }
  for (const word of contentWords(free)) {
    terms.addWithParts(word, WORD_WEIGHT, 'word', word)
    const pause = turn()
    if (pause !== undefined) await pause
  }
  for (const word of contentWords(fixed)) terms.add(analyzer.term(word), WORD_WEIGHT, 'word', word)
  const wordingsOf = (row: readonly string[]) => paraphrases(row.map((word) => analyzer.term(word)))
  const isOneAmongStopWords = (row: readonly string[]) => row.length > 1 && contentWords(row).length === 1
  await addParaphrases(terms, contentWords(free), wordingsOf, turn)
  await addParaphrases(terms, free, (row) => (isOneAmongStopWords(row) ? wordingsOf(row) : undefined), turn)
  return terms.list()
}

/** Adds paraphrases of consecutive words, of the longest sequences that have any. */
async function addParaphrases(
  terms: QueryTerms,
  words: readonly string[],
  wordingsOf: Paraphrases,
  turn: Turn,
): Promise<void> {
  for (let start = 0; start < words.length; start += 1) {
    const pause = turn()
    if (pause !== undefined) await pause
    for (let length = Math.min(MAX_PARAPHRASED_WORDS, words.length - start); length > 0; length -= 1) {
      const row = words.slice(start, start + length)
      const wordings = wordingsOf(row)
      if (wordings === undefined) continue
      const from = row.join(' ')
      for (const wording of wordings) {
        const weight = PARAPHRASE_WEIGHTS[Math.min(wording.length, PARAPHRASE_WEIGHTS.length) - 1] ?? 0
        for (const word of wording) terms.addWithParts(word, weight, 'paraphrase', from)
      }
      break
    }
  }
}

class QueryTerms {
  readonly #terms = new Map<string, QueryTerm>()
  readonly #analyzer: Analyzer

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  add(term: string, weight: number, origin: QueryTerm['origin'], from: string): void {
    const known = this.#terms.get(term)
    if (known === undefined || known.weight < weight) this.#terms.set(term, { term, weight, origin, from })
  }

  addWithParts(word: string, weight: number, origin: 'word' | 'paraphrase', from: string): void {
    this.add(this.#analyzer.term(word), weight, origin, from)
    for (const { term, depth } of this.#analyzer.parts(word)) {
      const share = PART_WEIGHTS[Math.min(depth, PART_WEIGHTS.length) - 1] ?? 0
      this.add(term, Math.round((weight * share) / WORD_WEIGHT), origin === 'word' ? 'part' : origin, from)
    }
  }

  list(): QueryTerm[] {
    return [...this.#terms.values()]
  }
}
