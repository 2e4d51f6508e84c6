/** Reranking: headings and neighbours move the best hits up. */

import { LruCache } from '../util/lru-cache.ts'
import type { Analyzer } from './analyzer.ts'
import { sectionKey, sharedSections } from './bm25f.ts'
import { boostOf } from './choice.ts'
import type { ScoredDocument } from './collectors.ts'
import type { Columns } from './columns.ts'
import type { NamedLaw } from './named-laws.ts'
import { Occurrence, occurrenceOf, type PostingList, PostingsCursor } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import { type Query, wordsIn } from './query-parser.ts'
import type { RankRequest } from './ranker.ts'
import type { Headings, PostingsReader, SearchStorage, SectionHeading } from './records.ts'
import { wordsOf } from './tokenizer.ts'

/** Number of best hits that are reranked. */
export const RERANKED = 200
/** Maximum number of them that are compared by the title of the section that they open. */
const MAX_SECTION_OPENERS = 20
/** A query with this many content words hardly equals a heading by chance. */
const LONG_HEADING_TERMS = 3
const CACHED_HEADINGS = 4000
const LAW_SHARE_WEIGHT = 0.5
const SECTION_SHARE_WEIGHT = 0.5
/** Weight of the share that a law has in the questions that match the query. */
const ASKED_LAW_WEIGHT = 0.5

/**
 * Factors of the score. `law_named`: the query names the norm's law, and the norm's heading has all its other words;
 * `law_heading`: and no others;
 * `heading`: the heading has the words of the query and no others, and `long_heading` the same with three words or more;
 * `title`: the heading is the query, word for word, with two words or more, and `long_title` with three; `section`: the norm is
 * the first under a heading that has the words of the query and no others, and `section_title` and `long_section_title`: that is
 * the query, word for word.
 */
export const HEADING_BOOSTS = {
  law_named: 1.5,
  law_heading: 2,
  heading: 1.2,
  long_heading: 1.5,
  title: 2,
  long_title: 4,
  section: 1.4,
  section_title: 2,
  long_section_title: 4,
} as const

export type HeadingMatch = keyof typeof HEADING_BOOSTS

/** Documents whose headings match the query, and how. */
export type HeadingMatches = ReadonlyMap<number, HeadingMatch>

/** A ranking, and the laws that the query names. */
interface Ranked {
  query: Query
  best: readonly ScoredDocument[]
  terms: readonly QueryTerm[]
  laws: readonly NamedLaw[]
  boosts: RankRequest['boosts']
}

/** Finds those of the best hits whose heading, or the heading of the section that they open, is the query. */
export class HeadingMatcher {
  readonly #storage: Pick<SearchStorage, 'headings'>
  readonly #columns: Columns
  readonly #analyzer: Analyzer
  readonly #terms = new LruCache<string, string>(CACHED_HEADINGS, () => 1)

  constructor(storage: Pick<SearchStorage, 'headings'>, columns: Columns, analyzer: Analyzer) {
    this.#storage = storage
    this.#columns = columns
    this.#analyzer = analyzer
  }

  async match({ query, best, terms, laws, boosts }: Ranked, postings: PostingsReader): Promise<HeadingMatches> {
    const words = terms.filter(({ origin }) => origin === 'word')
    const isTitle = titleTest(query)
    const titleKind = words.length >= LONG_HEADING_TERMS ? 'long_title' : 'title'
    const documents = best.slice(0, RERANKED).map(({ document }) => document)
    if (laws.length > 0) {
      const names = new Set(laws.flatMap(({ name }) => wordsOf(name)))
      const others = words.filter(({ from }) => !names.has(from))
      const ofLaws = documents.filter((document) => boostOf(document, boosts) > 1)
      const named = withTermsInHeading(ofLaws, others, postings)
      const candidates = withTermsInHeading(documents, words, postings)
      if (named.length + candidates.length === 0) return new Map()
      const headings = await this.#storage.headings([...named, ...candidates], [])
      const rest = joinTerms(new Set(others.map(({ term }) => term)))
      const whole = named.filter((norm) => this.#termsOf(headings.norm(norm)) === rest)
      const titles = candidates.filter((norm) => isTitle(headings.norm(norm)))
      return new Map([...entries(named, 'law_named'), ...entries(whole, 'law_heading'), ...entries(titles, titleKind)])
    }
    const asked = new Set(words.map(({ term }) => term))
    const candidates = withTermsInHeading(documents, words, postings)
    const openers =
      asked.size === 0 ? [] : documents.slice(0, MAX_SECTION_OPENERS).filter((norm) => this.#isOpener(norm))
    if (candidates.length + openers.length === 0) return new Map()
    const headings = await this.#storage.headings(candidates, sectionsAround(openers, this.#columns))
    const joined = joinTerms(asked)
    const isAsked = (heading: string) => this.#termsOf(heading) === joined
    const opening = (isSuch: (title: string) => boolean) =>
      openers.filter((norm) => sectionsOf(norm, this.#columns, headings).opened.some(({ title }) => isSuch(title)))
    const own = candidates.filter((norm) => isAsked(headings.norm(norm)))
    const kind = asked.size >= LONG_HEADING_TERMS ? 'long_heading' : 'heading'
    const titles = own.filter((norm) => isTitle(headings.norm(norm)))
    return new Map([
      ...entries(opening(isAsked), 'section'),
      ...entries(opening(isTitle), words.length >= LONG_HEADING_TERMS ? 'long_section_title' : 'section_title'),
      ...entries(own, kind),
      ...entries(titles, titleKind),
    ])
  }

  /** True if a norm is under other headings than the previous norm. */
  #isOpener(norm: number): boolean {
    return this.#columns.sectionBefore(norm) !== this.#columns.sectionOf(norm)
  }

  /** The content terms of a heading, joined. */
  #termsOf(heading: string): string {
    return this.#terms.get(heading, () => joinTerms(contentTerms(wordsOf(heading), this.#analyzer)))
  }
}

/** Tests if a heading is a query, word for word; one word is rather a topic than a title. */
function titleTest(query: Query): (heading: string) => boolean {
  const asked = query.wanted.flatMap(wordsIn)
  const title = asked.length > 1 ? asked.join(' ') : undefined
  return (heading) => wordsOf(heading).join(' ') === title
}

const entries = (documents: readonly number[], match: HeadingMatch) =>
  documents.map((document): [number, HeadingMatch] => [document, match])

/** Key of a set of terms: equal sets have equal keys. */
const joinTerms = (terms: ReadonlySet<string>) => [...terms].sort().join(' ')

/** The terms of words, stop words aside. */
export function contentTerms(words: readonly string[], analyzer: Analyzer): Set<string> {
  return new Set(words.filter((word) => !analyzer.isStopWord(word)).map((word) => analyzer.term(word)))
}

/** The documents that have all terms in their heading, in their order; none without terms. */
function withTermsInHeading(
  documents: readonly number[],
  terms: readonly QueryTerm[],
  postings: PostingsReader,
): number[] {
  const lists = terms.map(({ term }) => postings.list(term))
  if (lists.length === 0 || !lists.every((list) => list !== undefined)) return []
  const found = documentsWithHeading(documents, lists)
  return documents.filter((document) => found.has(document))
}

/** Returns the documents that have all terms in their heading. @param lists of the terms */
export function documentsWithHeading(documents: readonly number[], lists: readonly PostingList[]): Set<number> {
  let found = documents.toSorted((a, b) => a - b)
  // Short lists are read fast and leave few documents to look up in the long ones.
  for (const list of lists.toSorted((a, b) => a.documents - b.documents)) {
    const cursor = new PostingsCursor(list)
    found = found.filter(
      (document) =>
        cursor.seek(document) && cursor.document === document && occurrenceOf(cursor.value) === Occurrence.Heading,
    )
  }
  return new Set(found)
}

/** The sections of norms and of their predecessors. */
export function sectionsAround(norms: readonly number[], columns: Columns): number[] {
  const sections = norms.flatMap((norm) => [columns.sectionOf(norm), columns.sectionBefore(norm)])
  return sections.filter((section) => section !== undefined)
}

/** The headings above a norm, outermost first: those that it opens, and the others. */
export function sectionsOf(
  norm: number,
  columns: Columns,
  headings: Headings,
): { opened: readonly SectionHeading[]; above: readonly SectionHeading[] } {
  const own = headings.section(columns.sectionOf(norm))
  const before = columns.sectionBefore(norm)
  const previous = before === undefined ? [] : headings.section(before)
  const shared = sharedSections(own.map(sectionKey), previous.map(sectionKey))
  return { opened: own.slice(shared), above: own.slice(0, shared) }
}

/** Multiplies scores by the boosts of headings; keeps the order. */
export function boostHeadings(best: readonly ScoredDocument[], matches: HeadingMatches): readonly ScoredDocument[] {
  if (matches.size === 0) return best
  return best.map(({ document, score }) => {
    const match = matches.get(document)
    return { document, score: match === undefined ? score : score * HEADING_BOOSTS[match] }
  })
}

/** Boost of the first norm of a section; it falls to 0 over this many norms. */
const OPENING_WEIGHT = 0.1
const OPENING_NORMS = 8

/** The factor of the score of a norm by its place in its section: the general rule comes before its exceptions. */
export function openingFactor(norm: number, columns: Columns): number {
  const section = columns.sectionOf(norm)
  const [start] = columns.rangeOf(columns.lawOf(norm))
  let before = 0
  while (before < OPENING_NORMS && norm - before > start && columns.sectionOf(norm - before - 1) === section)
    before += 1
  return 1 + OPENING_WEIGHT * (1 - before / OPENING_NORMS)
}

/** Multiplies scores by the factors of places in sections; keeps the order. */
export function boostOpenings(best: readonly ScoredDocument[], columns: Columns): readonly ScoredDocument[] {
  return best.map(({ document, score }) => ({ document, score: score * openingFactor(document, columns) }))
}

export interface SharedScore extends ScoredDocument {
  /** Scores added for the shares of its law and its section. */
  law: number
  section: number
}

/**
 * Raises the scores of documents by the share that their law and their section have in the sum of all scores, and sorts them,
 * best first: a law with many of the best hits is probably meant.
 * @param lawOf a number that identifies the law
 * @param sectionOf a number that identifies the section among those of all laws
 * @param asked values of documents by questions, which also tell the law that is meant
 */
export function addShares(
  best: readonly ScoredDocument[],
  lawOf: (document: number) => number,
  sectionOf: (document: number, law: number) => number,
  asked: readonly { document: number; value: number }[] = [],
): SharedScore[] {
  const hits = best.map(({ document, score }) => {
    const lawNumber = lawOf(document)
    return { document, score, lawNumber, sectionNumber: sectionOf(document, lawNumber) }
  })
  let total = 0
  const laws = new Map<number, number>()
  const sections = new Map<number, number>()
  for (const { score, lawNumber, sectionNumber } of hits) {
    total += score
    laws.set(lawNumber, (laws.get(lawNumber) ?? 0) + score)
    sections.set(sectionNumber, (sections.get(sectionNumber) ?? 0) + score)
  }
  const allAsked = asked.reduce((sum, { value }) => sum + value, 0)
  const askedLaws = new Map<number, number>()
  for (const { document, value } of asked) {
    askedLaws.set(lawOf(document), (askedLaws.get(lawOf(document)) ?? 0) + value / allAsked)
  }
  const shareOf = (sum = 0) => (total === 0 ? 0 : sum / total)
  return hits
    .map(({ document, score, lawNumber, sectionNumber }) => {
      const askedFor = ASKED_LAW_WEIGHT * (askedLaws.get(lawNumber) ?? 0)
      const law = score * (LAW_SHARE_WEIGHT * shareOf(laws.get(lawNumber)) + askedFor)
      const section = score * SECTION_SHARE_WEIGHT * shareOf(sections.get(sectionNumber))
      return { document, score: score + law + section, law, section }
    })
    .sort(byScore)
}

const byScore = (a: ScoredDocument, b: ScoredDocument) => b.score - a.score || a.document - b.document
