/** Expands a query: its words, the parts of compounds and paraphrases become weighted terms. */

import type { Analyzer } from './analyzer.ts'
import { inverseDocumentFrequency } from './bm25f.ts'
import type { Evidence, Extent } from './coverage.ts'
import { markOfDesignation, markOfTerm } from './german/marks.ts'
import type { Query } from './query-parser.ts'
import { WORD_WEIGHT } from './ranker.ts'
import type { IndexStatistics, PostingsReader, QueryData } from './records.ts'

/** A term that documents are ranked by. */
export interface QueryTerm {
  term: string
  /** In twentieths of a word of the query. */
  weight: number
  /** `word`: a word of the query; `part`: part of one; `paraphrase`: a word of a paraphrase. */
  origin: 'word' | 'part' | 'paraphrase'
  /** The words of the query that it comes from. */
  from: string
  /** The words of the query that it stands for. */
  evidence: Evidence[]
  /** True for a part of a word of a paraphrase: the farthest from the query. */
  isFar?: true
}

/** The terms of a query, and the words for coverage. */
export interface ExpandedQuery {
  terms: QueryTerm[]
  /** The terms of the words, in their order, each once; the `word` of an {@link Evidence} is an index. */
  words: string[]
  /** Terms that together stand for a word of the query: the halves of a compound, and the term of the compound. */
  wordings: { terms: string[]; evidence: Evidence[]; of: string }[]
}

/** Returns the wordings that may stand for a sequence of terms; undefined if there are none. */
export type Paraphrases = (terms: readonly string[]) => readonly (readonly string[])[] | undefined

/** Weights of the marks of norms, and the maximum number of words in a term that a norm defines. */
const DESIGNATION_WEIGHT = 60
const DEFINITION_WEIGHT = 2
const MOST_DEFINED = 3
/** Weights of halves of a compound and of their parts: together less than the compound, whose term is rarer. */
const PART_WEIGHTS = [10, 5, 5]
/** Weight of each word in a paraphrase of one, two, three, or more words. */
const PARAPHRASE_WEIGHTS = [12, 10, 9, 8]

/**
 * Returns the terms of a query, each once with its highest weight. Stop words count only if the query has no other words.
 * Words of phrases have neither parts nor paraphrases.
 */
export function expandQuery(query: Query, analyzer: Analyzer, paraphrases: Paraphrases): ExpandedQuery {
  const contentWords = (words: readonly string[]) => words.filter((word) => !analyzer.isStopWord(word))
  const free = query.wanted.flatMap((clause) => (clause.kind === 'word' ? [clause.word] : []))
  const fixed = query.wanted.flatMap((clause) => (clause.kind === 'phrase' ? clause.words : []))
  const terms = new QueryTerms(analyzer)
  const hasPrefix = query.wanted.some((clause) => clause.kind === 'prefix')
  if (contentWords(free).length + contentWords(fixed).length === 0 && !hasPrefix) {
    for (const word of [...free, ...fixed]) terms.addWord(word)
    return terms.expanded()
  }
  for (const word of contentWords(free)) {
    terms.addWord(word)
    terms.addParts(word)
  }
  for (const word of contentWords(fixed)) terms.addWord(word)
  terms.addMarks(query, contentWords(free))
  const termOf = (word: string) => analyzer.term(word)
  const isOneAmongStopWords = (row: readonly string[]) => row.length > 1 && contentWords(row).length === 1
  addParaphrases(terms, contentWords(free), (row) => paraphrases(rowOf(row.map(termOf))))
  addAmongStopWords(terms, free, (row) => (isOneAmongStopWords(row) ? paraphrases(row.map(termOf)) : undefined))
  return terms.expanded()
}

/** A part of a paraphrase's word says nothing if at least one norm in this many has it. */
const COMMON = 10

/** The terms of a query without common far ones: ranking them takes a sixth of the time, and they hardly tell norms apart. */
export function withoutCommonParts(
  { terms, ...expanded }: ExpandedQuery,
  postings: PostingsReader,
  { documents }: Pick<IndexStatistics, 'documents'>,
): ExpandedQuery {
  const isCommon = (term: string) => (postings.list(term)?.documents ?? 0) > documents / COMMON
  return { ...expanded, terms: terms.filter(({ term, isFar }) => !isFar || !isCommon(term)) }
}

/** The terms of a query in another language, without parts of German compounds. */
export function withoutParts({ terms, words }: ExpandedQuery): ExpandedQuery {
  return { terms: terms.filter(({ origin }) => origin !== 'part'), words, wordings: [] }
}

/** Amount subtracted from the IDF of a word among the questions. */
const WORD_OF_QUESTIONS = 2.5

/**
 * The weights of the words for coverage: the IDF of a word; if no document has it, the highest IDF of the terms that stand for
 * it; if none has them either, the IDF among the questions. Words of many questions count little, however rare in the laws:
 * `mitnehmen`, `kaputt`.
 * @param asked the number of questions; 0 if they are not read
 */
export function weightsOf(
  { terms, words }: Pick<ExpandedQuery, 'terms' | 'words'>,
  { terms: postings, questions }: Pick<QueryData, 'terms' | 'questions'>,
  { documents, asked }: Pick<IndexStatistics, 'documents'> & { asked: number },
): number[] {
  const weights: number[] = words.map(() => 0)
  for (const { term, evidence } of terms) {
    const list = postings.list(term)
    if (list === undefined) continue
    const own = inverseDocumentFrequency(documents, list.documents)
    for (const { word } of evidence) {
      if (words[word] === term) weights[word] = own
      else if (postings.list(words[word] as string) === undefined)
        weights[word] = Math.max(weights[word] as number, own)
    }
  }
  return weights.map((weight, index) => {
    const list = asked === 0 ? undefined : questions.list(words[index] as string)
    if (list === undefined) return weight
    const own = inverseDocumentFrequency(asked, list.documents)
    return weight === 0 ? own : Math.min(weight, Math.max(0.1, own - WORD_OF_QUESTIONS))
  })
}

/** Adds paraphrases of nearby words: single words have their own unless they are in a row of several. */
function addParaphrases(terms: QueryTerms, words: readonly string[], wordingsOf: Paraphrases): void {
  const covered = new Set<number>()
  for (const places of placesOfRows(words.length)) {
    if (places.every((place) => covered.has(place))) continue
    const row = places.map((place) => words[place] as string)
    const wordings = wordingsOf(row)
    if (wordings === undefined) continue
    for (const wording of wordings) terms.addWording(wording, row)
    for (const place of places) covered.add(place)
  }
}

/** Maximum length of a row with stop words, in words. */
const MOST_WITH_STOP_WORDS = 3

/** Adds paraphrases of the longest sequences of consecutive words that have any. */
function addAmongStopWords(terms: QueryTerms, words: readonly string[], wordingsOf: Paraphrases): void {
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(MOST_WITH_STOP_WORDS, words.length - start); length > 0; length -= 1) {
      const row = words.slice(start, start + length)
      const wordings = wordingsOf(row)
      if (wordings === undefined) continue
      for (const wording of wordings) terms.addWording(wording, row)
      break
    }
  }
}

class QueryTerms {
  readonly #terms = new Map<string, QueryTerm>()
  readonly #words = new Map<string, number>()
  readonly #wordings: ExpandedQuery['wordings'] = []
  readonly #analyzer: Analyzer

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  /** Adds a word of the query. */
  addWord(word: string): void {
    const term = this.#analyzer.term(word)
    if (!this.#words.has(term)) this.#words.set(term, this.#words.size)
    this.#add(term, WORD_WEIGHT, 'word', word, [word], ['whole'])
  }

  /** Adds the parts of a word of the query. */
  addParts(word: string): void {
    const parts = this.#analyzer.parts(word)
    const halves = parts.filter(({ depth }) => depth === 1)
    const start = halves.at(-1)?.start ?? 0
    if (halves.length > 1) {
      const evidence = this.#evidenceOf([word], ['whole'])
      this.#wordings.push({ terms: halves.map(({ term }) => term), evidence, of: this.#analyzer.term(word) })
    }
    for (const part of parts) {
      const extent = part.start < start ? 'first' : 'second'
      this.#add(part.term, shareOfPart(WORD_WEIGHT, part.depth), 'part', word, [word], [extent])
    }
  }

  /** Adds the mark of norms that a query designates, or that define it. @param words its subject */
  addMarks({ prose, wanted }: Query, words: readonly string[]): void {
    const designation = markOfDesignation(prose)
    if (designation !== undefined) this.#add(designation, DESIGNATION_WEIGHT, 'paraphrase', prose, words, ['whole'])
    else if (words.length > 0 && words.length <= MOST_DEFINED && wanted.every(({ kind }) => kind === 'word'))
      this.#add(markOfTerm(words), DEFINITION_WEIGHT, 'paraphrase', words.join(' '), words, ['whole'])
  }

  /** Adds a wording of some words of the query: as good as they are, but it does not count as having them. */
  addWording(wording: readonly string[], row: readonly string[]): void {
    const from = row.join(' ')
    const weight = PARAPHRASE_WEIGHTS[Math.min(wording.length, PARAPHRASE_WEIGHTS.length) - 1] ?? 0
    for (const [index, word] of wording.entries()) {
      const half: Extent = index === 0 ? 'first' : 'second'
      const extents: Extent[] = wording.length === 1 ? ['first', 'second'] : [half]
      this.#add(this.#analyzer.term(word), weight, 'paraphrase', from, row, extents)
      for (const { term, depth } of this.#analyzer.parts(word)) {
        this.#add(term, shareOfPart(weight, depth), 'paraphrase', from, row, [half], true)
      }
    }
  }

  #add(
    term: string,
    weight: number,
    origin: QueryTerm['origin'],
    from: string,
    words: readonly string[],
    extents: readonly Extent[],
    isFar = false,
  ): void {
    const known = this.#terms.get(term)
    const evidence = known?.evidence ?? []
    evidence.push(...this.#evidenceOf(words, extents))
    if (known !== undefined && known.weight >= weight) return
    this.#terms.set(term, { term, weight, origin, from, evidence, ...(isFar && { isFar }) })
  }

  #evidenceOf(words: readonly string[], extents: readonly Extent[]): Evidence[] {
    return words.flatMap((each) => {
      const word = this.#words.get(this.#analyzer.term(each))
      return word === undefined ? [] : extents.map((extent) => ({ word, extent }))
    })
  }

  expanded(): ExpandedQuery {
    return { terms: [...this.#terms.values()], words: [...this.#words.keys()], wordings: this.#wordings }
  }
}

/** The weight of a part of a weighted word. */
function shareOfPart(weight: number, depth: number): number {
  return Math.round((weight * (PART_WEIGHTS[Math.min(depth, PART_WEIGHTS.length) - 1] ?? 0)) / WORD_WEIGHT)
}

/** Maximum number of words of a query that one paraphrase stands for. */
const MOST_WORDS = 3
/** Maximum span of a row, in words: `Nachbar spielt laut` is `lauter Nachbar`. */
const SPAN = 4

/** Lookup key of a row of terms in tables of paraphrases. The order of several content words does not matter. */
export const rowOf = (terms: readonly string[]): string[] => terms.toSorted()

/**
 * Yields the places of words that a row may stand for together, ascending: of three words, then of two, then single ones.
 * @param count of the words
 */
export function* placesOfRows(count: number): Generator<number[]> {
  for (let size = MOST_WORDS; size > 0; size -= 1) {
    for (let first = 0; first < count; first += 1) yield* completed([first], size, Math.min(count, first + SPAN))
  }
}

function* completed(places: number[], size: number, end: number): Generator<number[]> {
  if (places.length === size) {
    yield places
    return
  }
  for (let next = (places.at(-1) as number) + 1; next < end; next += 1) yield* completed([...places, next], size, end)
}
