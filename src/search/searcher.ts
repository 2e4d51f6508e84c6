/** Runs searches over an index that a storage engine holds. */
import { type Analyzer, germanAnalyzer, IndexVocabulary } from './analyzer.ts'
import { mayContain } from './bloom-filter.ts'
import { MAX_EXPLAINED_LENGTH, PrefixBudget } from './budgets.ts'
import { Accumulators, type ScoredDocument } from './collectors.ts'
import { Columns } from './columns.ts'
import { documentsWithAny, documentsWithPhrase, documentsWithTerm, groupTerms, intersection } from './document-sets.ts'
import { type ExplainedQuery, explain, type PrefixGroup, postingsOfHits, type RankedHit } from './explanation.ts'
import { TermEvidence } from './field-counts.ts'
import { createMatcher, highlightTargets, snippet } from './highlighter.ts'
import { Languages } from './languages.ts'
import { type LawNameRules, lawNameCandidates, namedLaws } from './named-laws.ts'
import { Pool } from './pool.ts'
import { Occurrence } from './postings.ts'
import { expandQuery, type QueryTerm } from './query-expansion.ts'
import type { Clause, Query } from './query-parser.ts'
import { filterOf, type Ranking, type RankRequest, rank } from './ranker.ts'
import type { PostingsReader, QueryData, SearchHit, SearchPage, SearchRequest, SearchStorage, Turn } from './records.ts'
import { addShares, boostHeadings, HeadingMatcher, type HeadingMatches, RERANKED, sectionsAround } from './reranking.ts'

/** How many words the analyzer remembers. */
const CACHED_WORDS = 30_000

/** Factors for the norms of a law that the query names by its abbreviation, or by its full name. */
const NAMED_LAW_BOOSTS = { abbreviation: 4, name: 2 }

/** What the clauses of a query are matched with. */
interface Matched {
  groups: readonly PrefixGroup[]
  data: QueryData
  prefixes: PrefixBudget
}

/** How many searches are under way at once; others wait. One may take 10 MB of memory. */
const MOST_AT_ONCE = 4

export class Searcher {
  readonly #storage: SearchStorage
  readonly #lawNameRules: LawNameRules
  readonly #analyzer: Analyzer
  readonly #columns: Columns
  readonly #headings: HeadingMatcher
  readonly #languages: Languages | undefined
  readonly #accumulators: Pool<Accumulators>
  readonly #turn: Turn

  /** @param turn called by searches, so that long ones let others go on */
  constructor(storage: SearchStorage, lawNameRules: LawNameRules, turn: Turn = () => undefined) {
    this.#storage = storage
    this.#lawNameRules = lawNameRules
    this.#analyzer = germanAnalyzer(new IndexVocabulary(storage), CACHED_WORDS)
    this.#columns = new Columns(storage)
    this.#headings = new HeadingMatcher(storage, this.#columns, this.#analyzer)
    this.#languages = Languages.in(storage.statistics)
    this.#accumulators = new Pool(MOST_AT_ONCE, () => new Accumulators(storage.statistics.documents))
    this.#turn = turn
  }

  /** Returns the norms that match a query, best first. @throws QueryBudgetError if its prefixes stand for too many words */
  async search(asked: SearchRequest): Promise<SearchPage> {
    const accumulators = await this.#accumulators.take()
    try {
      return await this.#searchWith(accumulators, asked)
    } finally {
      this.#accumulators.giveBack(accumulators)
    }
  }

  async #searchWith(accumulators: Accumulators, asked: SearchRequest): Promise<SearchPage> {
    const { query, codes, jurisdiction, designated, limit, offset } = asked
    const storage = this.#storage
    const terms = await expandQuery(query, this.#analyzer, (row) => storage.paraphrases(row), this.#turn)
    const nameFilter = storage.column('name_filter')
    const names = await lawNameCandidates(
      query.text,
      this.#lawNameRules,
      (name) => mayContain(nameFilter, name),
      this.#turn,
    )
    const data = await storage.fetch({
      terms: this.#termsRead(query, terms),
      words: this.#wordsRead(query),
      lawNames: names.flatMap(({ forms }) => forms),
      codes,
      norms: designated,
      jurisdiction,
    })

    const laws = namedLaws(names, (name) => data.lawsNamed(name))
    const boosts = laws.map(({ law, by }) => ({ range: this.#columns.rangeOf(law), factor: NAMED_LAW_BOOSTS[by] }))
    const prefixes = new PrefixBudget()
    const groups: PrefixGroup[] = []
    for (const clause of query.wanted) {
      if (clause.kind === 'prefix') groups.push(await this.#group(clause.prefix, data, prefixes))
    }
    const matched = { groups, data, prefixes }
    const required = query.wanted.filter((clause) => clause.required)
    const request: RankRequest = {
      terms,
      groups,
      limit: Math.max(RERANKED, offset + limit),
      ranges: this.#rangesOf(asked, data),
      required: await this.#documentsWithAll(required, matched),
      excluded: await this.#documentsWithEach(query.excluded, matched),
      included: [...new Set(designated.flatMap((norm) => data.normNumber(norm) ?? []))],
      boosts,
      last: await this.#languages?.lastFor(terms, boosts, data.terms, this.#turn),
    }
    const source = { ...storage.statistics, list: (term: string) => data.terms.list(term) }
    const ranking = await rank(request, source, accumulators, this.#turn)
    const pause = this.#turn()
    if (pause !== undefined) await pause
    const headings = await this.#headings.match({ best: ranking.best, terms, laws, boosts }, data.terms)
    const hits = this.#inOrder(ranking, request, headings).slice(offset, offset + limit)
    const items = await this.#show(hits, asked, { terms, groups, boosts, headings }, data.terms)
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

  async #group(prefix: string, { terms, words }: QueryData, budget: PrefixBudget): Promise<PrefixGroup> {
    const { documents: count } = this.#storage.statistics
    const found = new Set<string>()
    const lists = listsOf(words.withPrefix(prefix), budget, (word) => found.add(this.#analyzer.termOnce(word)))
    const documents = await documentsWithAny(lists, count, this.#turn)
    const source = { documents: count, list: (term: string) => terms.list(term) }
    return { prefix, ...(await groupTerms(found, documents, source, this.#turn)) }
  }

  /** The documents that match all clauses; undefined if there are none. A part of a word is enough. */
  async #documentsWithAll(clauses: readonly Clause[], matched: Matched): Promise<Uint32Array | undefined> {
    let common: Uint32Array | undefined
    // A phrase is looked for in the documents that match the clauses before it: words and prefixes are faster.
    for (const clause of clauses.toSorted((a, b) => Number(a.kind === 'phrase') - Number(b.kind === 'phrase'))) {
      const documents = await this.#documentsWith(clause, Occurrence.Part, matched, common)
      common = common === undefined ? documents : intersection([common, documents])
      const pause = this.#turn()
      if (pause !== undefined) await pause
    }
    return common
  }

  /** The documents that match each clause, with whole words. */
  async #documentsWithEach(clauses: readonly Clause[], matched: Matched): Promise<Uint32Array[]> {
    const found: Uint32Array[] = []
    for (const clause of clauses) {
      found.push(await this.#documentsWith(clause, Occurrence.Word, matched))
      const pause = this.#turn()
      if (pause !== undefined) await pause
    }
    return found
  }

  /**
   * The documents that match a clause.
   * @param least the weakest occurrence of a word that counts
   * @param among the documents in which a phrase is looked for
   */
  async #documentsWith(
    clause: Clause,
    least: number,
    { groups, data: { terms, words }, prefixes }: Matched,
    among?: Uint32Array,
  ): Promise<Uint32Array> {
    if (clause.kind === 'phrase') {
      return documentsWithPhrase(clause.words, (word) => words.list(word), this.#turn, among)
    }
    if (clause.kind === 'word') return documentsWithTerm(terms.list(this.#analyzer.term(clause.word)), least)
    const group = groups.find(({ prefix }) => prefix === clause.prefix)
    if (group !== undefined) return group.documents
    const lists = listsOf(words.withPrefix(clause.prefix), prefixes)
    return documentsWithAny(lists, this.#storage.statistics.documents, this.#turn)
  }

  /** The documents of the laws searched; undefined if all laws are. */
  #rangesOf({ codes, jurisdiction }: SearchRequest, data: QueryData): RankRequest['ranges'] {
    const marks = jurisdiction === undefined ? undefined : data.lawsIn(jurisdiction)
    if (codes.length === 0) return marks?.includes(0) ? this.#columns.rangesOf(marks) : undefined
    const laws = codes.flatMap((code) => data.lawWithCode(code) ?? [])
    return laws.filter((law) => marks?.[law] !== 0).map((law) => this.#columns.rangeOf(law))
  }

  /** Those documents that match in any case and are among the documents searched. */
  #searchedOf(request: RankRequest): number[] {
    if (request.included.length === 0) return []
    const isSearched = filterOf(request, this.#storage.statistics.documents)
    return request.included.filter((document) => isSearched?.[document] !== 0)
  }

  /** The hits in their order: designated norms, the best reranked, the others. */
  #inOrder({ best }: Ranking, request: RankRequest, headings: HeadingMatches): RankedHit[] {
    const columns = this.#columns
    const sections = this.#storage.column('sections').length
    const rerank = (hits: readonly ScoredDocument[]) =>
      addShares(
        boostHeadings(hits, headings),
        (norm) => columns.lawOf(norm),
        (norm, law) => law * sections + columns.sectionOf(norm),
      )
    const placeOf = ({ document }: ScoredDocument) => (request.last?.[document] === 1 ? 'last' : 'first')
    const { first = [], last = [] } = Object.groupBy(best.slice(0, RERANKED), placeOf)
    const hits: RankedHit[] = [...rerank(first), ...rerank(last), ...best.slice(RERANKED)]
    const designated = this.#searchedOf(request)
    if (designated.length === 0) return hits
    const highest = hits[0]?.score ?? 1
    const ranked = new Map(hits.map((hit) => [hit.document, hit]))
    const leading = designated.map((document, place): RankedHit => {
      const hit = ranked.get(document)
      const score = 2 * highest + designated.length - place
      return { document, ...hit, ranked: hit !== undefined, score, designated: score - (hit?.score ?? 0) }
    })
    for (const document of designated) ranked.delete(document)
    return [...leading, ...ranked.values()]
  }

  async #show(
    hits: readonly RankedHit[],
    { query, explain: isExplained = false }: SearchRequest,
    ranked: Pick<ExplainedQuery, 'terms' | 'groups' | 'boosts' | 'headings'>,
    postings: PostingsReader,
  ): Promise<SearchHit[]> {
    const { terms } = ranked
    const numbers = hits.map(({ document }) => document)
    const [norms, details, headings] = await Promise.all([
      this.#storage.norms(numbers),
      isExplained ? this.#storage.explainedNorms(numbers) : [],
      isExplained ? this.#storage.headings([], sectionsAround(numbers, this.#columns)) : undefined,
    ])
    const analyzer = this.#analyzer
    const turn = this.#turn
    const matcher = createMatcher(highlightTargets(query, terms, analyzer), analyzer)
    const explained: ExplainedQuery | undefined = isExplained
      ? {
          ...ranked,
          storage: this.#storage,
          columns: this.#columns,
          analyzer,
          evidence: new TermEvidence(
            terms.map(({ term }) => term),
            analyzer,
          ),
          postings: await postingsOfHits(numbers, terms, postings, turn),
        }
      : undefined
    const shown: SearchHit[] = []
    let explainedLength = 0
    for (const [index, stored] of norms.entries()) {
      const { text, ...norm } = stored
      const hit = hits[index] as RankedHit
      const score = Number(hit.score.toFixed(4))
      const found = snippet(text, matcher, turn)
      const item: SearchHit = { ...norm, ...(found instanceof Promise ? await found : found), score }
      const detail = details[index]
      if (explained !== undefined && detail !== undefined && headings !== undefined) {
        explainedLength += text.length
        item.explanation =
          index === 0 || explainedLength <= MAX_EXPLAINED_LENGTH
            ? await explain({ ...hit, score }, { ...stored, ...detail, headings }, explained, turn)
            : null
      }
      shown.push(item)
      const pause = turn()
      if (pause !== undefined) await pause
    }
    return shown
  }
}

/** The posting lists of terms. @param visit called with each term before its list is read */
function* listsOf(
  entries: ReturnType<PostingsReader['withPrefix']>,
  budget: PrefixBudget,
  visit?: (term: string) => void,
) {
  for (const { term, list } of entries) {
    budget.spend()
    visit?.(term)
    yield list
  }
}
