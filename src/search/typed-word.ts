/** The unfinished last word of a query: words of the index that begin with it count, too. */
import { LruCache } from '../util/lru-cache.ts'
import type { Analyzer } from './analyzer.ts'
import { inverseDocumentFrequency } from './bm25f.ts'
import { Coverage } from './coverage.ts'
import { documentsOf } from './document-sets.ts'
import { raiseLevels } from './entries.ts'
import type { PrefixGroup } from './explanation.ts'
import { IMPACT_LEVELS, type PostingList } from './postings.ts'
import type { Query } from './query-parser.ts'
import type { PostingsReader, SearchStorage } from './records.ts'
import { placedWordsOf } from './tokenizer.ts'

/** Minimum length of a beginning: a shorter one says nothing. */
const SHORTEST_BEGINNING = 2
/** Maximum number of words considered for a beginning, the most frequent. */
const MOST_WORDS = 100
/** Maximum number of their documents together; more would take longer than the rest of the search. */
const MOST_DOCUMENTS = 8000
/** A word with this share of all documents is taken as meant. */
const LIKELY_SHARE = 0.5
/** Cache size, in beginnings: in federal law up to 12,000 words share their first two letters. */
const CACHED_WORDS = 2000
/** Maximum share for continuations of a known word; they always count less than the word in any document. */
const MOST_SHARE = 0.25
const CLOSED_QUOTATIONS = /"[^"]*"|[„“”][^„“”"]*[“”"]|[»«][^»«]*[»«]/g
const QUOTATION_MARK = /["„“”»«]/

/** A beginning of words in the index. */
export interface TypedWord {
  /** As typed, in the spelling of the index. */
  typed: string
  /** The word searched: `typed`, or its continuation in the most documents. */
  word: string
  /** True if the index has `typed`, or one of its continuations is far more frequent than the others. */
  isKnown: boolean
  /** The terms of the most frequent other words with this beginning. */
  terms: readonly string[]
}

/**
 * The unfinished word: the last one, if the query ends with it, outside quotation marks, without an operator, and if it is
 * neither a number nor a function word.
 */
function unfinishedWord({ text, wanted, condition }: Query, analyzer: Analyzer): string | undefined {
  const last = wanted.at(-1)
  if (condition !== undefined || last?.kind !== 'word' || last.required || last.inHeading) return undefined
  const { word, end } = placedWordsOf(text).at(-1) ?? {}
  if (word !== last.word || end !== text.length || word.length < SHORTEST_BEGINNING) return undefined
  if (!/^\p{L}/u.test(word) || analyzer.isStopWord(word)) return undefined
  return QUOTATION_MARK.test(text.replace(CLOSED_QUOTATIONS, '')) ? undefined : word
}

/** Completes the last word of a query from an index. */
export class TypedWords {
  readonly #words: SearchStorage['words']
  readonly #analyzer: Analyzer
  readonly #known = new LruCache<string, { word: TypedWord | undefined }>(CACHED_WORDS, () => 1)

  constructor({ words }: Pick<SearchStorage, 'words'>, analyzer: Analyzer) {
    this.#words = words
    this.#analyzer = analyzer
  }

  /** The unfinished last word of a query; undefined if it is complete, or no word of the index begins with it. */
  of(query: Query): TypedWord | undefined {
    const typed = unfinishedWord(query, this.#analyzer)
    return typed === undefined ? undefined : this.#known.get(typed, () => ({ word: this.#continued(typed) })).word
  }

  #continued(typed: string): TypedWord | undefined {
    const found = [...this.#words.withPrefix(typed)]
    if (found.length === 0) return undefined
    const frequent = found.sort((a, b) => b.documents - a.documents).slice(0, MOST_WORDS)
    const byTerm = Map.groupBy(
      frequent.filter(({ term: word }) => !this.#analyzer.isStopWord(word)),
      ({ term: word }) => this.#analyzer.termOnce(word),
    )
    const counts = Array.from(byTerm, ([term, words]) => {
      return {
        term,
        word: words[0]?.term ?? typed,
        documents: words.reduce((sum, { documents }) => sum + documents, 0),
      }
    }).sort((a, b) => b.documents - a.documents)
    const all = counts.reduce((sum, { documents }) => sum + documents, 0)
    const [first] = counts
    const isComplete = this.#words.documents(typed) > 0
    const isLikely = first !== undefined && first.documents >= LIKELY_SHARE * all
    const isKnown = isComplete || isLikely
    const word = isLikely && !isComplete ? first.word : typed
    const own = this.#analyzer.term(word)
    const terms: string[] = []
    let documents = 0
    for (const { term, documents: more } of counts) {
      if (term === own) continue
      documents += more
      if ((isKnown || terms.length > 0) && documents > MOST_DOCUMENTS) break
      terms.push(term)
    }
    return { typed, word, isKnown, terms }
  }
}

/** A query with its unfinished word completed. */
export function withTyped({ wanted, ...query }: Query, { word }: TypedWord): Query {
  const last = wanted.at(-1)
  return { ...query, wanted: last?.kind === 'word' ? wanted.with(-1, { ...last, word }) : wanted }
}

interface GroupOptions {
  analyzer: Analyzer
  postings: PostingsReader
  /** The number of all documents. */
  documents: number
}

/**
 * The documents of the words that a typed word may become. If it is a word itself, they count less than its own documents,
 * exclude them, and do not have all of it.
 * @param place of the word among the words for coverage
 */
export function groupOfTyped(
  { word, isKnown, terms, typed }: TypedWord,
  place: number,
  { analyzer, postings, documents: count }: GroupOptions,
): PrefixGroup {
  const best = new Uint16Array(count)
  for (const term of terms) {
    const list = postings.list(term)
    if (list !== undefined) raiseLevels(list, best)
  }
  const own = isKnown ? postings.list(analyzer.term(word)) : undefined
  const least = own === undefined ? undefined : withoutDocuments(best, own)
  const found = new Uint8Array(count)
  for (let document = 0; document < count; document += 1) found[document] = Number((best[document] as number) > 0)
  const documents = documentsOf(found)
  const levels = Uint16Array.from(documents, (document) => best[document] as number)
  if (least !== undefined) lower(levels, least)
  const marks = Coverage.marksOf([{ word: place, extent: isKnown ? 'first' : 'whole' }])
  return { prefix: typed, documents, levels, marks }
}

/** Clears the levels of the documents in a list. @returns the lowest level of the list */
function withoutDocuments(levels: Uint16Array, list: PostingList): number {
  const own = new Uint16Array(levels.length)
  raiseLevels(list, own)
  let least = IMPACT_LEVELS
  for (let document = 0; document < own.length; document += 1) {
    const level = own[document] as number
    if (level === 0) continue
    levels[document] = 0
    if (level < least) least = level
  }
  return least
}

/** Scales levels down, below `least`. */
function lower(levels: Uint16Array, least: number): void {
  let most = 1
  for (let index = 0; index < levels.length; index += 1) most = Math.max(most, levels[index] as number)
  const factor = Math.min(MOST_SHARE, least / most)
  for (let index = 0; index < levels.length; index += 1) {
    levels[index] = Math.max(1, Math.floor((levels[index] as number) * factor))
  }
}

/** The weights of words, with that of a typed one that the index lacks. @param weights from {@link weightsOf} */
export function weighTyped(weights: number[], place: number, group: PrefixGroup, documents: number): void {
  if (weights[place] === 0) weights[place] = inverseDocumentFrequency(documents, group.documents.length)
}
