/** Runs searches over an index that a storage engine holds. */

import { type Analyzer, germanAnalyzer, IndexVocabulary } from './analyzer.ts'
import { inverseDocumentFrequency } from './bm25f.ts'
import { MAX_EXPLAINED_LENGTH } from './budgets.ts'
import type { BoostedRange, DocumentRange } from './choice.ts'
import { ClauseMatcher } from './clause-matcher.ts'
import { Accumulators, type AskedDocument, type ScoredDocument } from './collectors.ts'
import { Columns } from './columns.ts'
import { ConditionMatcher } from './condition-matcher.ts'
import { Coverage, completeDocuments } from './coverage.ts'
import { documentsIn } from './entries.ts'
import { type ExplainedQuery, explain, postingsOfHits, type RankedHit } from './explanation.ts'
import { TermEvidence } from './field-counts.ts'
import { createMatcher, highlightTargets } from './highlighter.ts'
import { KnownNames, type LawNameRules, lawNameCandidates, namedLaws } from './named-laws.ts'
import { Occurrence } from './postings.ts'
import { expandQuery, type QueryTerm, weightsOf, withoutCommonParts, withoutParts } from './query-expansion.ts'
import { lawsNamedIn, type Query } from './query-parser.ts'
import { questionRanker } from './questions.ts'
import { filterOf, type PostingsSource, type Ranking, type RankRequest, rank, unitOf } from './ranker.ts'
import type {
  AskedQuestion,
  Facets,
  IndexStatistics,
  PostingsReader,
  QueryData,
  SearchHit,
  SearchPage,
  SearchRequest,
  SearchStorage,
} from './records.ts'
import {
  addShares,
  boostHeadings,
  boostOpenings,
  HeadingMatcher,
  type HeadingMatches,
  RERANKED,
  sectionsAround,
} from './reranking.ts'
import { type SentenceRules, snippet } from './snippet.ts'
import { nearWords, SpellingCorrector } from './spelling.ts'
import { groupOfTyped, type TypedWord, TypedWords, weighTyped, withTyped } from './typed-word.ts'

/** Cache size of the analyzer, in words. */
const CACHED_WORDS = 30_000

/** Factors for the norms of a law that the query names by its abbreviation, or by its full name. */
const NAMED_LAW_BOOSTS = { abbreviation: 4, name: 2 }

export class Searcher {
  readonly #storage: SearchStorage
  readonly #rules: LawNameRules & SentenceRules
  readonly #vocabulary: IndexVocabulary
  readonly #analyzer: Analyzer
  readonly #columns: Columns
  readonly #headings: HeadingMatcher
  readonly #precedence: Precedence | undefined
  /** Of the current ranking: rankings are synchronous and never overlap. */
  readonly #accumulators: Accumulators
  readonly #spelling: SpellingCorrector
  readonly #typedWords: TypedWords
  readonly #askedDocuments: ReturnType<typeof questionRanker>

  constructor(storage: SearchStorage, rules: LawNameRules & SentenceRules) {
    this.#storage = storage
    this.#rules = rules
    this.#vocabulary = new IndexVocabulary(storage)
    this.#analyzer = germanAnalyzer(this.#vocabulary, CACHED_WORDS)
    this.#columns = new Columns(storage)
    this.#headings = new HeadingMatcher(storage, this.#columns, this.#analyzer)
    this.#precedence = Precedence.in(storage.statistics)
    this.#accumulators = new Accumulators(storage.statistics.documents)
    this.#spelling = new SpellingCorrector(storage, this.#analyzer)
    this.#typedWords = new TypedWords(storage, this.#analyzer)
    this.#askedDocuments = questionRanker(storage)
  }

  /** Returns the norms that match a query, best first. @throws QueryBudgetError if its prefixes stand for too many words */
  async search(asked: SearchRequest): Promise<SearchPage> {
    if (asked.bare === true) return this.#searchWords(asked)
    const storage = this.#storage
    const isTyped = asked.typing === true && asked.designated.length === 0
    const typed = isTyped ? this.#typedWords.of(asked.query) : undefined
    const { corrections, ...corrected } = await this.#spelling.correct(asked.query, typed?.typed)
    const query = typed === undefined ? corrected.query : withTyped(corrected.query, typed)
    const { codes, lawCodes, jurisdiction, designated, limit, offset } = asked
    const expanded = expandQuery(query, this.#analyzer, (row) => storage.paraphrases(row))
    const knownNames = new KnownNames(query, storage, this.#analyzer, this.#vocabulary)
    const names = lawNameCandidates(query.prose, this.#rules, knownNames)
    // Phrases and designations use the words of the law.
    const mayBeAsked = query.wanted.some(({ kind }) => kind === 'word')
    const needs = {
      terms: termsRead(query, expanded.terms, typed, { analyzer: this.#analyzer, words: storage.words }),
      words: wordsRead(query, storage),
      questions: mayBeAsked ? expanded.terms.map(({ term }) => term) : [],
      lawNames: names.flatMap(({ forms }) => forms),
      codes: [...codes, ...lawsNamedIn(query).map((name) => lawCodes?.get(name) ?? name)],
      norms: designated,
      jurisdiction,
    }
    const [data, among, ofAllKinds] = await Promise.all([
      storage.fetch(needs),
      this.#searchedNorms(asked),
      asked.facets === true ? this.#searchedNorms({ ...asked, kinds: [] }) : undefined,
    ])
    const isForeign = this.#precedence?.isForeign(expanded.terms, data.terms)
    const { terms, words, wordings } =
      isForeign === true ? withoutParts(expanded) : withoutCommonParts(expanded, data.terms, storage.statistics)
    const laws = namedLaws(names, (name) => data.lawsNamed(name))
    const boosts = laws.map(({ law, by }) => ({ range: this.#columns.rangeOf(law), factor: NAMED_LAW_BOOSTS[by] }))
    const { documents } = storage.statistics
    const matcher = new ClauseMatcher({ analyzer: this.#analyzer, data, storage, documents })
    const groups = matcher.groups(query, words.length)
    const weights = [
      ...weightsOf({ words, terms }, data, { documents, asked: mayBeAsked ? (storage.statistics.questions ?? 0) : 0 }),
      ...groups.map((group) => inverseDocumentFrequency(documents, group.documents.length)),
    ]
    if (typed !== undefined && typed.terms.length > 0) {
      const place = words.indexOf(this.#analyzer.term(typed.word))
      const options = { analyzer: this.#analyzer, postings: data.terms, documents }
      const group = groupOfTyped(typed, place, options)
      weighTyped(weights, place, group, documents)
      groups.push(group)
    }
    const coverage = new Coverage(weights)
    const places =
      jurisdiction === undefined ? this.#rules.jurisdictionsNamed(query.prose) : [jurisdiction.toLowerCase()]
    const rankedTerms = terms.map(({ term, weight, evidence }) => ({
      term,
      weight,
      marks: Coverage.marksOf(evidence),
    }))
    const questions = mayBeAsked ? this.#askedDocuments(rankedTerms, coverage, data.questions) : []
    const request: RankRequest = {
      terms: rankedTerms,
      asked: questions,
      // Known halves of a compound are often elsewhere by chance: `Absatz`, for `Fernabsatz`.
      wordings: wordings
        .filter(({ of }) => data.terms.list(of) === undefined)
        .map(({ terms, evidence }) => ({ terms, marks: Coverage.marksOf(evidence) })),
      coverage,
      groups,
      limit: Math.max(RERANKED, offset + limit),
      ranges: searchedRanges({ ...asked, query }, data, this.#columns),
      among,
      ...(await this.#matching(query, matcher, (name) => data.lawWithCode(lawCodes?.get(name) ?? name))),
      included: [...new Set(designated.flatMap((norm) => data.normNumber(norm) ?? []))],
      boosts,
      last: isForeign === true ? undefined : this.#precedence?.lastFor(boosts, places, expanded.terms, data.terms),
    }
    const source = { ...storage.statistics, list: (term: string) => data.terms.list(term) }
    const accumulators = this.#accumulators
    let ranking = rank(request, source, accumulators)
    if (asked.facets === true && ranking.complete === 0 && !ranking.exact) {
      ranking = rank({ ...request, isExhaustive: true }, source, accumulators)
    }
    const ranked = [...ranking.best.map(({ document }) => document), ...request.included]
    const factors = new Map(
      asked.explain === true
        ? ranked.map((document) => [document, coverage.factor(accumulators.marks[document] as number)])
        : [],
    )
    const isMostOf = ({ document, value }: AskedDocument) => 2 * value > (accumulators.values[document] as number)
    const byQuestion = new Set(questions.filter(isMostOf).map(({ document }) => document))
    const counted =
      asked.facets === true ? this.#counted({ ...asked, query }, { request, source, data, ofAllKinds }) : undefined
    const headings = await this.#headings.match({ query, best: ranking.best, terms, laws, boosts }, data.terms)
    const hits = this.#inOrder(ranking, request, headings).slice(offset, offset + limit)
    const coverageOf = (document: number) => factors.get(document) as number
    const items = await this.#show(
      hits,
      { ...asked, query },
      { terms, groups, boosts, headings, coverageOf, questions, byQuestion },
      data.terms,
    )
    const { total, exact } = ranking
    // With operators, the query itself says which words a norm must have.
    const complete = query.condition === undefined ? ranking.complete : total
    const near = total === 0 ? nearWords(asked.query, storage, this.#analyzer) : []
    const page = { items, total: complete, partial: total - complete, exact, corrections, near }
    return counted === undefined ? page : { ...page, facets: await countFacets(counted, storage, this.#columns) }
  }

  /** The norms with most of some words, in any inflection, with their texts. */
  async #searchWords({ query, limit }: SearchRequest): Promise<SearchPage> {
    const storage = this.#storage
    const words = query.wanted.flatMap((clause) => (clause.kind === 'word' ? clause.word : []))
    const fixed: Query = { ...query, wanted: [{ kind: 'phrase', words, required: true }] }
    const expanded = expandQuery(fixed, this.#analyzer, () => undefined)
    const { terms } = expanded
    const read = terms.map(({ term }) => term)
    const needs = { ...{ words: [], questions: [], lawNames: [], codes: [], norms: [] }, jurisdiction: undefined }
    const data = await storage.fetch({ ...needs, terms: read })
    const isForeign = this.#precedence?.isForeign(terms, data.terms)
    const { documents } = storage.statistics
    const { best, complete, total, exact } = rank(
      {
        terms: terms.map(({ term, weight, evidence }) => ({ term, weight, marks: Coverage.marksOf(evidence) })),
        coverage: new Coverage(weightsOf(expanded, data, { documents, asked: 0 })),
        ...{ groups: [], included: [], excluded: [], boosts: [], limit },
        last: isForeign === true ? undefined : this.#precedence?.lastFor([], [], terms, data.terms),
      },
      { ...storage.statistics, list: (term) => data.terms.list(term) },
      this.#accumulators,
    )
    const norms = await storage.norms(best.map(({ document }) => document))
    const items = norms.map(({ text, ...norm }, index): SearchHit => {
      const { score } = best[index] as ScoredDocument
      return { ...norm, snippet: text, highlights: [], score, matched_by: 'words' }
    })
    return { items, total: complete, partial: total - complete, exact, corrections: [], near: [] }
  }

  /** The norms that facets count, of the search that has just been ranked. */
  #counted(asked: SearchRequest, { request, source, data, ofAllKinds }: RankedSearch): CountedNorms {
    const { documents } = this.#storage.statistics
    const searched = filterOf(request, documents)
    const inAllLaws = { ...request, ranges: searchedRanges({ ...asked, codes: [] }, data, this.#columns) }
    return countedNorms({
      sums: this.#accumulators,
      request,
      source,
      countsAll: asked.query.condition !== undefined,
      searched: {
        laws: asked.codes.length === 0 ? searched : filterOf(inAllLaws, documents),
        kinds: (asked.kinds ?? []).length === 0 ? searched : filterOf({ ...request, among: ofAllKinds }, documents),
      },
    })
  }

  /** The documents that match all required clauses, and those that match excluded ones. */
  async #matching(
    { condition, ...query }: Query,
    clauses: ClauseMatcher,
    lawNamed: (name: string) => number | undefined,
  ): Promise<Pick<RankRequest, 'required' | 'excluded'>> {
    if (condition === undefined) {
      return { required: await clauses.required(query), excluded: await clauses.excluded(query) }
    }
    const { documents } = this.#storage.statistics
    const rangeOf = (name: string) => {
      const law = lawNamed(name)
      return law === undefined ? undefined : this.#columns.rangeOf(law)
    }
    return { required: await new ConditionMatcher({ clauses, documents, rangeOf }).documents(condition), excluded: [] }
  }

  /** 1 for each norm of the kinds searched, in force if requested; undefined if all are searched. */
  async #searchedNorms({ kinds = [], inForce = false }: SearchRequest): Promise<Uint8Array | undefined> {
    if (kinds.length === 0 && !inForce) return undefined
    const marks = await this.#storage.normsOf(kinds, inForce)
    const { spent_laws } = this.#storage.statistics
    if (!inForce || spent_laws === undefined) return marks
    const left = marks.slice()
    for (const law of spent_laws) left.fill(0, ...this.#columns.rangeOf(law))
    return left
  }

  /** Returns the documents that match in any case and are searched. */
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
        boostOpenings(boostHeadings(hits, headings), columns),
        (norm) => columns.lawOf(norm),
        (norm, law) => law * sections + columns.sectionOf(norm),
        request.asked,
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
    {
      questions,
      byQuestion,
      ...ranked
    }: Pick<ExplainedQuery, 'terms' | 'groups' | 'boosts' | 'headings' | 'coverageOf'> & {
      questions: readonly AskedDocument[]
      byQuestion: ReadonlySet<number>
    },
    postings: PostingsReader,
  ): Promise<SearchHit[]> {
    const { terms, groups } = ranked
    const numbers = hits.map(({ document }) => document)
    const shownQuestions = questions.filter(
      ({ document }) => numbers.includes(document) && (isExplained || byQuestion.has(document)),
    )
    const [texts, norms, details, headings] = await Promise.all([
      this.#storage.askedQuestions(shownQuestions.map(({ question }) => question)),
      this.#storage.norms(numbers),
      isExplained ? this.#storage.explainedNorms(numbers) : [],
      isExplained ? this.#storage.headings([], sectionsAround(numbers, this.#columns)) : undefined,
    ])
    const analyzer = this.#analyzer
    const targets = highlightTargets(query, terms, analyzer)
    const prefixes = groups.map(({ prefix }) => prefix)
    const matcher = createMatcher({ ...targets, prefixes }, analyzer)
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
          postings: postingsOfHits(numbers, terms, postings),
        }
      : undefined
    const unit = unitOf(this.#storage.statistics.scale)
    const asked = new Map(
      shownQuestions.map(({ document, value }, index) => [
        document,
        { score: value * unit, question: texts[index] as AskedQuestion },
      ]),
    )
    const shown: SearchHit[] = []
    let explainedLength = 0
    for (const [index, stored] of norms.entries()) {
      const { text, ...norm } = stored
      const hit = hits[index] as RankedHit
      const score = Number(hit.score.toFixed(4))
      const question = asked.get(hit.document)
      const isByQuestion = hit.designated === undefined && byQuestion.has(hit.document)
      const item: SearchHit = {
        ...norm,
        ...snippet(text, matcher, this.#rules),
        score,
        matched_by: isByQuestion ? 'question' : hit.designated === undefined ? 'words' : 'designation',
        ...(isByQuestion && question !== undefined && { question: question.question.text }),
        ...(isByQuestion && question?.question.subdivision && { subdivision: question.question.subdivision }),
      }
      const detail = details[index]
      if (explained !== undefined && detail !== undefined && headings !== undefined) {
        explainedLength += text.length
        item.explanation =
          index === 0 || explainedLength <= MAX_EXPLAINED_LENGTH
            ? explain({ ...hit, score, asked: question }, { ...stored, ...detail, headings }, explained)
            : null
      }
      shown.push(item)
    }
    return shown
  }
}

interface RankedSearch {
  request: RankRequest
  source: PostingsSource
  data: QueryData
  ofAllKinds: Uint8Array | undefined
}

/** The documents of the laws searched; undefined if all laws are. */
function searchedRanges(
  { query, codes, jurisdiction, lawCodes }: SearchRequest,
  data: Pick<QueryData, 'lawsIn' | 'lawWithCode'>,
  columns: Columns,
): DocumentRange[] | undefined {
  const named = [query.laws, query.excludedLaws].map((names) => names.map((name) => lawCodes?.get(name) ?? name))
  const [laws = [], excluded = []] = named
  if (codes.length + laws.length + excluded.length === 0 && jurisdiction === undefined) return undefined
  const marks = jurisdiction === undefined ? new Uint8Array(columns.laws).fill(1) : data.lawsIn(jurisdiction).slice()
  for (const list of [codes, laws]) {
    const numbers = new Set(list.map((code) => data.lawWithCode(code)))
    if (list.length > 0) for (let law = 0; law < marks.length; law += 1) if (!numbers.has(law)) marks[law] = 0
  }
  for (const code of excluded) marks[data.lawWithCode(code) ?? marks.length] = 0
  return marks.includes(0) ? columns.rangesOf(marks) : undefined
}

interface Dictionary {
  analyzer: Analyzer
  words: SearchStorage['words']
}

/** The terms whose postings a query reads. @param typed its unfinished last word */
function* termsRead(
  query: Query,
  terms: readonly QueryTerm[],
  typed: TypedWord | undefined,
  { analyzer, words }: Dictionary,
): Generator<string> {
  for (const { term } of terms) yield term
  if (typed !== undefined) yield* [analyzer.term(typed.word), ...typed.terms]
  for (const clause of [...query.wanted, ...query.excluded]) {
    if (clause.kind === 'word') yield analyzer.term(clause.word)
    else if (clause.kind === 'phrase' && clause.inHeading) {
      for (const word of clause.words) yield analyzer.term(word)
    }
  }
  for (const clause of [...query.wanted, ...query.excluded.filter(({ inHeading }) => inHeading)]) {
    if (clause.kind !== 'prefix') continue
    for (const { term: word } of words.withPrefix(clause.prefix)) yield analyzer.term(word)
  }
}

/** The words whose postings a query reads. */
function* wordsRead(query: Query, { words }: Pick<Dictionary, 'words'>): Generator<string> {
  for (const clause of [...query.wanted, ...query.excluded]) {
    if (clause.kind === 'phrase') yield* clause.words
    else if (clause.kind === 'prefix') {
      for (const { term: word } of words.withPrefix(clause.prefix)) yield word
    }
  }
}

/** Maximum number of laws listed. */
const MOST_LAWS = 20

interface CountedSearch {
  /** With all documents that match, or at least all with every word of the query. */
  sums: Accumulators
  request: Omit<RankRequest, 'ranges' | 'among'>
  source: PostingsSource
  /** True if all documents that match count, as with operators. */
  countsAll: boolean
  /** 1 for each document searched if no laws, or no kinds, were chosen; all if undefined. */
  searched: Record<'laws' | 'kinds', Uint8Array | undefined>
}

/** The norms that are counted by law, and by kind. */
interface CountedNorms {
  byLaw: readonly number[] | Uint32Array
  byKind: readonly number[] | Uint32Array
}

/** Chooses the norms to be counted. */
function countedNorms(search: CountedSearch): CountedNorms {
  const { laws, kinds } = search.searched
  const byLaw = counted(search, laws)
  return { byLaw, byKind: laws === kinds ? byLaw : counted(search, kinds) }
}

/** Counts norms by law, those of all laws, and by kind, those of all kinds. */
async function countFacets(
  { byLaw, byKind }: CountedNorms,
  storage: Pick<SearchStorage, 'kinds' | 'laws'>,
  columns: Columns,
): Promise<Facets> {
  const laws = new Uint32Array(columns.laws)
  for (const document of byLaw) laws[columns.lawOf(document)] = (laws[columns.lawOf(document)] as number) + 1
  const { names, kindOf } = await storage.kinds()
  const kinds = new Uint32Array(names.length)
  for (const document of byKind) {
    const kind = kindOf[document] as number
    kinds[kind] = (kinds[kind] as number) + 1
  }
  const most = largest(laws).slice(0, MOST_LAWS)
  const heads = await storage.laws(most)
  return {
    laws: heads.map(({ code, abbreviation, title }, index) => {
      return { code, abbreviation, title, count: laws[most[index] as number] as number }
    }),
    kinds: largest(kinds).map((kind) => ({ kind: names[kind] as string, count: kinds[kind] as number })),
  }
}

/** The documents with all words of the query; if there are none, all that match. */
function counted(
  { sums, request, source, countsAll }: CountedSearch,
  isSearched: Uint8Array | undefined,
): readonly number[] | Uint32Array {
  const complete = countsAll ? [] : completeDocuments(sums, request, source, isSearched)
  if (complete.length > 0) return complete
  return sums.matched.subarray(0, sums.count).filter((document) => isSearched?.[document] !== 0)
}

/** The indexes of counts above 0, the largest first; of equal ones in their order. */
function largest(counts: Uint32Array): number[] {
  const found: number[] = []
  for (let index = 0; index < counts.length; index += 1) if (counts[index] !== 0) found.push(index)
  return found.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
}

/** A word this many times as frequent in texts of other languages is foreign, */
const MORE_FREQUENT = 50
/** unless one German text in this many has it: `Service`, `Compliance`. */
const GERMAN_TEXTS = 2000

/** Texts in German come before those in other languages, and law of the federation and the Union before that of other places. */
class Precedence {
  /** 1 for each norm in another language, and for each norm that comes last. */
  readonly #foreign: Uint8Array
  readonly #last: Uint8Array
  readonly #foreignCount: number
  /** The norms of other places, if any. */
  readonly #outside: NonNullable<IndexStatistics['outside_norms']>

  private constructor({ documents, foreign_norms = [], outside_norms = {} }: IndexStatistics) {
    const outside = Object.values(outside_norms).flat()
    const [foreignCount, outsideCount] = [foreign_norms, outside].map((ranges) =>
      ranges.reduce((sum, [start, end]) => sum + end - start, 0),
    ) as [number, number]
    const hasGerman = foreignCount < documents
    const hasFederal = foreignCount + outsideCount < documents
    this.#foreign = marked(new Uint8Array(documents), hasGerman ? foreign_norms : [])
    this.#foreignCount = hasGerman ? foreignCount : 0
    this.#outside = hasFederal ? outside_norms : {}
    this.#last = marked(this.#foreign.slice(), hasFederal ? outside : [])
  }

  /** Undefined if no norms of an index come after others. */
  static in(statistics: IndexStatistics): Precedence | undefined {
    const precedence = new Precedence(statistics)
    return precedence.#last.includes(1) ? precedence : undefined
  }

  /**
   * The norms that come after all others if a query is in German: 1 for each in another language or of another place, unless
   * the query names its law. Places have no precedence if one of its words occurs only in law of other places.
   * @param places whose law does not come last, in lower case
   */
  lastFor(
    named: readonly BoostedRange[],
    places: readonly string[],
    terms: readonly QueryTerm[],
    postings: PostingsReader,
  ): Uint8Array {
    const isElsewhere = terms.some(({ term, origin }) => {
      const list = this.#hasPlaces && origin === 'word' ? postings.list(term) : undefined
      const norms = list === undefined ? [] : documentsIn(list, Occurrence.Word)
      return norms.length > 0 && norms.every((norm) => this.#last[norm] === 1)
    })
    const last = (isElsewhere ? this.#foreign : this.#last).slice()
    for (const place of places) marked(last, this.#outside[place] ?? [], 0)
    for (const { range } of named) last.fill(0, ...range)
    return last
  }

  get #hasPlaces(): boolean {
    return Object.keys(this.#outside).length > 0
  }

  /**
   * True if more words of a query are foreign than are more frequent in German texts. Foreign norms have most of its words, and
   * none of them is a German compound: `with|draw`.
   */
  isForeign(terms: readonly QueryTerm[], postings: PostingsReader): boolean {
    if (this.#foreignCount === 0) return false
    const germanCount = this.#foreign.length - this.#foreignCount
    let votes = 0
    for (const { term, origin } of terms) {
      const list = origin === 'word' ? postings.list(term) : undefined
      if (list === undefined) continue
      const norms = documentsIn(list, Occurrence.Word)
      let found = 0
      for (const norm of norms) found += this.#foreign[norm] as number
      const foreign = found / this.#foreignCount
      const german = (norms.length - found) / germanCount
      if (german > foreign) votes -= 1
      else if (german * GERMAN_TEXTS < 1 && foreign > german * MORE_FREQUENT) votes += 1
    }
    return votes > 0
  }
}

function marked(norms: Uint8Array, ranges: readonly DocumentRange[], mark = 1): Uint8Array {
  for (const [start, end] of ranges) norms.fill(mark, start, end)
  return norms
}
