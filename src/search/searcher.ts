/** Runs searches over an index that a storage engine holds. */
import { type Analyzer, germanAnalyzer, IndexVocabulary } from './analyzer.ts'
import { mayContain } from './bloom-filter.ts'
import { Accumulators } from './collectors.ts'
import { Columns } from './columns.ts'
import { documentsWithAny, documentsWithPhrase, documentsWithTerm, groupTerms, intersection } from './document-sets.ts'
import { type ExplainedQuery, explain, type PrefixGroup, type RankedHit } from './explanation.ts'
import { createMatcher, type HighlightTargets, snippet } from './highlighter.ts'
import { type LawNameRules, lawNameCandidates, namedLaws } from './named-laws.ts'
import { Occurrence } from './postings.ts'
import { expandQuery, type QueryTerm } from './query-expansion.ts'
import type { Clause, Query } from './query-parser.ts'
import { filterOf, type Ranking, type RankRequest, rank } from './ranker.ts'
import type { PostingsReader, QueryData, SearchHit, SearchPage, SearchRequest, SearchStorage } from './records.ts'
import { addShares, boostHeadings, HeadingMatcher, type HeadingMatches, RERANKED, sectionsAround } from './reranking.ts'

/** How many words the analyzer remembers. */
const CACHED_WORDS = 30_000

/** Factors for the norms of a law that the query names by its abbreviation, or by its full name. */
const NAMED_LAW_BOOSTS = { abbreviation: 4, name: 2 }

export class Searcher {
  readonly #storage: SearchStorage
  readonly #lawNameRules: LawNameRules
  readonly #analyzer: Analyzer
  readonly #columns: Columns
  readonly #headings: HeadingMatcher
  readonly #accumulators: Accumulators

  constructor(storage: SearchStorage, lawNameRules: LawNameRules) {
    this.#storage = storage
    this.#lawNameRules = lawNameRules
    this.#analyzer = germanAnalyzer(new IndexVocabulary(storage), CACHED_WORDS)
    this.#columns = new Columns(storage)
    this.#headings = new HeadingMatcher(storage, this.#columns, this.#analyzer)
    this.#accumulators = new Accumulators(storage.statistics.documents)
  }

  /** Returns the norms that match a query, best first. */
  async search(asked: SearchRequest): Promise<SearchPage> {
    const { query, codes, designated, limit, offset } = asked
    const storage = this.#storage
    const terms = expandQuery(query, this.#analyzer, (row) => storage.paraphrases(row))
    const nameFilter = storage.column('name_filter')
    const names = lawNameCandidates(query.text, this.#lawNameRules, (name) => mayContain(nameFilter, name))
    const data = await storage.fetch({
      terms: this.#termsRead(query, terms),
      words: this.#wordsRead(query),
      lawNames: names.flatMap(({ forms }) => forms),
      codes,
      norms: designated,
    })

    const laws = namedLaws(names, (name) => data.lawsNamed(name))
    const boosts = laws.map(({ law, by }) => ({ range: this.#columns.rangeOf(law), factor: NAMED_LAW_BOOSTS[by] }))
    const groups = query.wanted.flatMap((clause) => (clause.kind === 'prefix' ? this.#group(clause.prefix, data) : []))
    const searched = codes.flatMap((code) => data.lawWithCode(code) ?? [])
    const required = query.wanted.filter((clause) => clause.required)
    const request: RankRequest = {
      terms,
      groups,
      limit: Math.max(RERANKED, offset + limit),
      ranges: codes.length > 0 ? searched.map((law) => this.#columns.rangeOf(law)) : undefined,
      required: intersection(required.map((clause) => this.#matching(clause, Occurrence.Part, groups, data))),
      excluded: query.excluded.map((clause) => this.#matching(clause, Occurrence.Word, groups, data)),
      included: [...new Set(designated.flatMap((norm) => data.normNumber(norm) ?? []))],
      boosts,
    }
    const source = { ...storage.statistics, list: (term: string) => data.terms.list(term) }
    const ranking = rank(request, source, this.#accumulators)
    const headings = await this.#headings.match({ best: ranking.best, terms, laws, boosts }, data.terms)
    const hits = this.#inOrder(ranking, this.#searchedOf(request), headings).slice(offset, offset + limit)
    const context = { storage, columns: this.#columns, analyzer: this.#analyzer, postings: data.terms }
    const items = await this.#show(hits, asked, { terms, groups, boosts, headings, ...context })
    return { items, total: ranking.total, exact: ranking.exact }
  }

  /** The terms whose postings a query reads. */
  *#termsRead(query: Query, terms: readonly QueryTerm[]): Generator<string> {
    for (const { term } of terms) yield term
    for (const clause of [...query.wanted, ...query.excluded]) {
      if (clause.kind === 'word') yield this.#analyzer.term(clause.word)
    }
    for (const clause of query.wanted) {
      if (clause.kind !== 'prefix') continue
      for (const { term: word } of this.#storage.words.withPrefix(clause.prefix)) yield this.#analyzer.term(word)
    }
  }

  /** The words whose postings a query reads. */
  *#wordsRead(query: Query): Generator<string> {
    for (const clause of [...query.wanted, ...query.excluded]) {
      if (clause.kind === 'phrase') yield* clause.words
      else if (clause.kind === 'prefix') {
        for (const { term: word } of this.#storage.words.withPrefix(clause.prefix)) yield word
      }
    }
  }

  #group(prefix: string, { terms, words }: QueryData): PrefixGroup {
    const { documents: count } = this.#storage.statistics
    const found = new Set<string>()
    const lists = listsOf(words.withPrefix(prefix), (word) => found.add(this.#analyzer.term(word)))
    const documents = documentsWithAny(lists, count)
    return { prefix, ...groupTerms(found, documents, { documents: count, list: (term) => terms.list(term) }) }
  }

  /** The documents that match a clause. @param least the weakest occurrence of a word that counts */
  #matching(clause: Clause, least: number, groups: readonly PrefixGroup[], { terms, words }: QueryData): Uint32Array {
    if (clause.kind === 'phrase') return documentsWithPhrase(clause.words, (word) => words.list(word))
    if (clause.kind === 'word') return documentsWithTerm(terms.list(this.#analyzer.term(clause.word)), least)
    const group = groups.find(({ prefix }) => prefix === clause.prefix)
    if (group !== undefined) return group.documents
    return documentsWithAny(listsOf(words.withPrefix(clause.prefix)), this.#storage.statistics.documents)
  }

  /** Those documents that match in any case and are among the documents searched. */
  #searchedOf(request: RankRequest): number[] {
    if (request.included.length === 0) return []
    const isSearched = filterOf(request, this.#storage.statistics.documents)
    return request.included.filter((document) => isSearched?.[document] !== 0)
  }

  /** The hits in their order: designated norms, the best reranked, the others. */
  #inOrder({ best }: Ranking, designated: readonly number[], headings: HeadingMatches): RankedHit[] {
    const columns = this.#columns
    const sections = this.#storage.column('sections').length
    const shared = addShares(
      boostHeadings(best.slice(0, RERANKED), headings),
      (norm) => columns.lawOf(norm),
      (norm, law) => law * sections + columns.sectionOf(norm),
    )
    const hits: RankedHit[] = [...shared, ...best.slice(RERANKED)]
    if (designated.length === 0) return hits
    const highest = hits[0]?.score ?? 1
    const first = designated.map((document, place): RankedHit => {
      const hit = hits.find((other) => other.document === document)
      const score = 2 * highest + designated.length - place
      return { document, ...hit, ranked: hit !== undefined, score, designated: score - (hit?.score ?? 0) }
    })
    return [...first, ...hits.filter((hit) => !designated.includes(hit.document))]
  }

  async #show(
    hits: readonly RankedHit[],
    { query, explain: isExplained = false }: SearchRequest,
    ranked: ExplainedQuery,
  ): Promise<SearchHit[]> {
    const numbers = hits.map(({ document }) => document)
    const [norms, details, headings] = await Promise.all([
      this.#storage.norms(numbers),
      isExplained ? this.#storage.explainedNorms(numbers) : [],
      isExplained ? this.#storage.headings([], sectionsAround(numbers, this.#columns)) : undefined,
    ])
    const matcher = createMatcher(highlightTargets(query, ranked.terms, this.#analyzer), this.#analyzer)
    return norms.map((stored, index): SearchHit => {
      const { text, ...norm } = stored
      const hit = hits[index] as RankedHit
      const score = Number(hit.score.toFixed(4))
      const shown = { ...norm, ...snippet(text, matcher), score }
      const detail = details[index]
      if (detail === undefined || headings === undefined) return shown
      return { ...shown, explanation: explain({ ...hit, score }, { ...stored, ...detail, headings }, ranked) }
    })
  }
}

/** The posting lists of terms. @param visit called with each term before its list is read */
function* listsOf(entries: ReturnType<PostingsReader['withPrefix']>, visit?: (term: string) => void) {
  for (const { term, list } of entries) {
    visit?.(term)
    yield list
  }
}

/** What is highlighted. Words of a phrase are only highlighted within it, unless the query also has them on their own. */
function highlightTargets({ wanted }: Query, terms: readonly QueryTerm[], analyzer: Analyzer): HighlightTargets {
  const phrases = wanted.flatMap((clause) => (clause.kind === 'phrase' ? [clause.words] : []))
  const inPhrases = new Set(phrases.flat().map((word) => analyzer.term(word)))
  const free = new Set(wanted.flatMap((clause) => (clause.kind === 'word' ? [analyzer.term(clause.word)] : [])))
  return {
    terms: new Set(terms.map(({ term }) => term).filter((term) => free.has(term) || !inPhrases.has(term))),
    prefixes: wanted.flatMap((clause) => (clause.kind === 'prefix' ? [clause.prefix] : [])),
    phrases,
  }
}
