/** Search over the index in a bundle. */
import { foldName } from '../citation/laws/law-names.ts'
import type { SearchPage, SearchRequest } from '../corpus/corpus.ts'
import { BlockStore, type ReadRows } from '../sqlite/block-store.ts'
import { IS_NAMED, type SearchRecord } from '../sqlite/bundle-schema.ts'
import { decodeUint32, HeadingCache, NormCache } from '../sqlite/search-storage.ts'
import { type Analyzer, germanAnalyzer, IndexVocabulary } from './analyzer.ts'
import { mayContain } from './bloom-filter.ts'
import { Accumulators, type ScoredDocument } from './collectors.ts'
import {
  documentsWithAny,
  documentsWithPhrase,
  documentsWithTerm,
  groupTerms,
  intersection,
  type TermGroup,
} from './document-sets.ts'
import { explain } from './explanation.ts'
import { createMatcher, type Matcher, snippet } from './highlighter.ts'
import { LruCache } from './lru-cache.ts'
import { type NamedLaw, namedLaws } from './named-laws.ts'
import { Occurrence } from './postings.ts'
import { expandQuery, type QueryTerm } from './query-expansion.ts'
import { type Clause, parseQuery, type Query } from './query-parser.ts'
import { filterOf, type PostingsSource, type Ranking, type RankRequest, rank } from './ranker.ts'
import type { SearchHit } from './records.ts'
import { addShares, boostHeadings, type HeadingMatches, matchHeadings, RERANKED } from './reranking.ts'

/** How much of the index is kept unpacked. */
const CACHE_BYTES = { terms: { names: 8 << 20, lists: 16 << 20 }, words: { names: 10 << 20, lists: 4 << 20 } }

/** Of how many words it is remembered what they are made of. */
const REMEMBERED_WORDS = 30_000

/** Of how many names, or what might be some, the laws are remembered. */
const REMEMBERED_NAMES = 4000

/** How many times the norms of a law count that the query names by its abbreviation, or by its full name. */
const NAMED_LAW_BOOSTS = { abbreviation: 4, name: 2 }

/** A norm that the query designates. */
export interface DesignatedNorm {
  code: string
  norm: string
}

/** A hit in its place, before it is shown. */
export interface RankedHit extends ScoredDocument {
  /** What the shares of its law and its section, and its being designated, have added to the score. */
  law?: number
  section?: number
  designated?: number
  /** False where its terms are not in the score: a designated norm need not be among the best by them. */
  ranked?: boolean
}

/** What the words that begin with a prefix tell about the documents that hold one. */
export interface PrefixGroup extends TermGroup {
  prefix: string
}

/** What an explanation needs to know of the query. */
export interface ExplainedQuery {
  planned: readonly QueryTerm[]
  preferred: RankRequest['boosts']
  /** What the prefixes that are looked for stand for. */
  groups: readonly PrefixGroup[]
  /** Documents whose heading is what is asked for. */
  headings: HeadingMatches
}

export class Searcher {
  readonly record: SearchRecord
  readonly read: ReadRows
  readonly terms: BlockStore
  readonly words: BlockStore
  readonly analysis: Analyzer
  readonly headings: HeadingCache
  readonly #index: PostingsSource
  readonly #sums: Accumulators
  readonly #shown: NormCache
  readonly #laws = new LruCache<string, number[]>(REMEMBERED_NAMES, () => 1)
  #lawOfNorm: Uint32Array | undefined
  readonly #numbers = new Map<string, Uint32Array>()

  /** @param record the bundle's `search` record */
  constructor(record: SearchRecord, read: ReadRows) {
    this.record = record
    this.read = read
    this.#index = { ...record, list: (term) => this.terms.list(term) }
    this.#sums = new Accumulators(record.documents)
    this.#shown = new NormCache(read)
    this.terms = new BlockStore(read, 'term_block', CACHE_BYTES.terms)
    this.words = new BlockStore(read, 'word_block', CACHE_BYTES.words)
    const isKnown = (word: string) => mayContain(this.numbers('word_filter'), word)
    this.analysis = germanAnalyzer(new IndexVocabulary(record.documents, this.words, isKnown), REMEMBERED_WORDS)
    this.headings = new HeadingCache(read, this.analysis)
  }

  /**
   * Norms that match a query, best first.
   * @param designated norms that stand in front, in their order, if they are among those that are searched
   */
  search(request: SearchRequest, designated: readonly DesignatedNorm[]): SearchPage {
    const query = parseQuery(request.query, this.analysis.isStopWord)
    const planned = expandQuery(query, this.analysis, (terms) => this.#paraphrases(terms))
    const laws = this.#namedLaws(request.query)
    const named = laws.map(({ law, by }) => ({ range: this.#rangeOf(law), factor: NAMED_LAW_BOOSTS[by] }))
    const groups = query.wanted.flatMap((clause) => (clause.kind === 'prefix' ? [this.#group(clause.prefix)] : []))
    const ranked: RankRequest = {
      terms: planned,
      groups,
      limit: Math.max(RERANKED, request.offset + request.limit),
      ranges: request.codes.length > 0 ? request.codes.flatMap((code) => this.#rangesOf(code)) : undefined,
      required: intersection(this.#required(query, groups)),
      excluded: query.excluded.map((clause) => this.#holding(clause, Occurrence.Word, groups)),
      included: this.#numbersOf(designated),
      boosts: named,
    }
    const ranking = rank(ranked, this.#index, this.#sums)
    const headings = matchHeadings({ best: ranking.best, planned, laws, preferred: named }, this)
    const hits = this.#inOrder(ranking, searchedOf(ranked, this.record.documents), headings)
    const matcher = this.#matcher(query, planned)
    const shown = hits.slice(request.offset, request.offset + request.limit)
    return {
      items: shown.map((hit) =>
        this.#show(hit, matcher, request.explain ? { planned, preferred: named, groups, headings } : undefined),
      ),
      total: ranking.total,
      exact: ranking.exact,
    }
  }

  /** Numbers of the bundle: `first_norms`, `citing_laws` of laws; `sections`, `citations` of norms; and two filters. */
  numbers(name: string): Uint32Array {
    let numbers = this.#numbers.get(name)
    if (numbers === undefined) {
      const [row] = this.read<{ numbers: Uint8Array }>('SELECT numbers FROM search_numbers WHERE name = ?', name)
      if (row === undefined) throw new Error(`the search index has no ${name}`)
      numbers = decodeUint32(row.numbers)
      this.#numbers.set(name, numbers)
    }
    return numbers
  }

  /** The number of the law that a norm is of. */
  lawOf(norm: number): number {
    this.#lawOfNorm ??= lawsOfNorms(this.numbers('first_norms'), this.record.documents)
    return this.#lawOfNorm[norm] as number
  }

  #group(prefix: string): PrefixGroup {
    const terms = new Set<string>()
    const documents = this.#documentsWithPrefix(prefix, (word) => terms.add(this.analysis.term(word)))
    return { prefix, ...groupTerms(terms, documents, this.#index) }
  }

  /** The documents with a word that begins so. @param onWord called with each such word */
  #documentsWithPrefix(prefix: string, onWord: (word: string) => void = () => undefined): Uint32Array {
    const { words } = this
    function* lists() {
      for (const { name, list } of words.withPrefix(prefix)) {
        onWord(name)
        yield list
      }
    }
    return documentsWithAny(lists(), this.record.documents)
  }

  #required(query: Query, groups: readonly PrefixGroup[]): Uint32Array[] {
    const required = query.wanted.filter(({ required }) => required)
    return required.map((clause) => this.#holding(clause, Occurrence.Part, groups))
  }

  /** The documents that hold what a clause names. @param least how a term must occur at least */
  #holding(clause: Clause, least: number, groups: readonly PrefixGroup[]): Uint32Array {
    if (clause.kind === 'phrase') return documentsWithPhrase(clause.words, (word) => this.words.list(word))
    if (clause.kind === 'prefix') {
      const group = groups.find(({ prefix }) => prefix === clause.prefix)
      return group?.documents ?? this.#documentsWithPrefix(clause.prefix)
    }
    return documentsWithTerm(this.terms.list(this.analysis.term(clause.word)), least)
  }

  #paraphrases(terms: readonly string[]): string[][] | undefined {
    const [row] = this.read<{ wordings: string }>('SELECT wordings FROM paraphrase WHERE terms = ?', terms.join(' '))
    return row && (JSON.parse(row.wordings) as string[][])
  }

  #namedLaws(text: string): NamedLaw[] {
    return namedLaws(text, (name) => this.#lawsWithName(name))
  }

  #lawsWithName(name: string): number[] {
    const folded = foldName(name)
    if (!mayContain(this.numbers('name_filter'), folded)) return []
    return this.#laws.get(folded, () =>
      this.read<{ law: number }>(`SELECT law FROM alias WHERE ${IS_NAMED} LIMIT 4`, folded).map(({ law }) => law),
    )
  }

  #rangeOf(law: number): [number, number] {
    const first = this.numbers('first_norms')
    return [first[law] as number, first[law + 1] ?? this.record.documents]
  }

  #rangesOf(code: string): [number, number][] {
    return this.read<{ id: number }>('SELECT id FROM law WHERE code = ?', code).map(({ id }) => this.#rangeOf(id))
  }

  #numbersOf(designated: readonly DesignatedNorm[]): number[] {
    const numbers = designated.flatMap(({ code, norm }) =>
      this.read<{ id: number }>(
        'SELECT norm.id FROM law JOIN norm ON norm.law = law.id WHERE code = ? AND path = ?',
        code,
        norm,
      ),
    )
    return [...new Set(numbers.map(({ id }) => id))]
  }

  /**
   * The ranking with the shares of laws and sections, designated norms in front.
   * @param headings documents that move up, because their heading is what is asked for
   */
  #inOrder({ best }: Ranking, designated: readonly number[], headings: HeadingMatches): RankedHit[] {
    const sections = this.numbers('sections')
    const raised = boostHeadings(best.slice(0, RERANKED), headings)
    const shared = addShares(
      raised,
      (norm) => this.lawOf(norm),
      (norm, law) => law * sections.length + (sections[norm] as number),
    )
    const hits: RankedHit[] = [...shared, ...best.slice(RERANKED)]
    const highest = hits[0]?.score ?? 1
    const first = designated.map((document, place): RankedHit => {
      const hit = hits.find((other) => other.document === document)
      const score = 2 * highest + designated.length - place
      return { document, ...hit, ranked: hit !== undefined, score, designated: score - (hit?.score ?? 0) }
    })
    return first.length === 0 ? hits : [...first, ...hits.filter((hit) => !designated.includes(hit.document))]
  }

  #matcher(query: Query, planned: readonly QueryTerm[]): Matcher {
    const inPhrases = new Set(
      query.wanted.flatMap((clause) =>
        clause.kind === 'phrase' ? clause.words.map((word) => this.analysis.term(word)) : [],
      ),
    )
    const free = new Set(
      query.wanted.flatMap((clause) => (clause.kind === 'word' ? [this.analysis.term(clause.word)] : [])),
    )
    return createMatcher(
      {
        terms: new Set(planned.map(({ term }) => term).filter((term) => free.has(term) || !inPhrases.has(term))),
        prefixes: query.wanted.flatMap((clause) => (clause.kind === 'prefix' ? [clause.prefix] : [])),
        phrases: query.wanted.flatMap((clause) => (clause.kind === 'phrase' ? [clause.words] : [])),
      },
      this.analysis,
    )
  }

  #show(hit: RankedHit, matcher: Matcher, asked: ExplainedQuery | undefined): SearchHit {
    const { line, ...names } = this.#shown.get(hit.document)
    const score = Number(hit.score.toFixed(4))
    return {
      ...names,
      ...snippet(line, matcher),
      score,
      ...(asked && { explanation: explain({ ...hit, score }, asked, line, this) }),
    }
  }
}

/** Of the documents that match in any case, those that are searched. */
function searchedOf(request: RankRequest, documents: number): number[] {
  if (request.included.length === 0) return []
  const isSearched = filterOf(request, documents)
  return request.included.filter((document) => isSearched?.[document] !== 0)
}

/** The law of each norm. @param firstNorms of each law the first of its norms */
function lawsOfNorms(firstNorms: Uint32Array, norms: number): Uint32Array {
  const laws = new Uint32Array(norms)
  for (const [law, first] of firstNorms.entries()) laws.fill(law, first, firstNorms[law + 1] ?? norms)
  return laws
}
