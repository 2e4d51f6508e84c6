/** Documents whose heading is what a query asks for. */

import type { StructureElement } from '../corpus/corpus.ts'
import { joinTerms } from '../sqlite/search-storage.ts'
import type { Analyzer } from './analyzer.ts'
import { sharedSections } from './bm25f.ts'
import type { ScoredDocument } from './collectors.ts'
import type { NamedLaw } from './named-laws.ts'
import { Occurrence, occurrenceOf, type PostingList, PostingsCursor } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import { boostOf, type RankRequest } from './ranker.ts'
import type { Searcher } from './searcher.ts'
import { wordsOf } from './tokenizer.ts'

/**
 * How many times a norm counts: `law_named`, where the query names its law, and its heading has all other words of the
 * query; `heading`, where its heading has the words of the query and no others, and `long_heading`, where these are
 * many; `section`, where it is the first norm under a heading that has.
 */
export const HEADING_BOOSTS = { law_named: 1.5, heading: 1.2, long_heading: 1.5, section: 1.4 } as const

export type HeadingMatch = keyof typeof HEADING_BOOSTS

/** Documents, and how their headings are what is asked for. */
export type HeadingMatches = ReadonlyMap<number, HeadingMatch>

/** The terms of a heading's words, function words aside. */
export function contentTerms(words: readonly string[], analysis: Analyzer): Set<string> {
  const telling = words.filter((word) => !analysis.isStopWord(word))
  return new Set(telling.map((word) => analysis.term(word)))
}

/** Of some documents those that have all of some terms in their heading. @param lists of the terms */
export function documentsWithHeading(documents: readonly number[], lists: readonly PostingList[]): Set<number> {
  let found = documents.toSorted((a, b) => a - b)
  // A short list is soon read, and leaves few documents to look for in the long ones.
  for (const list of lists.toSorted((a, b) => a.documents - b.documents)) {
    const cursor = new PostingsCursor(list)
    found = found.filter(
      (document) =>
        cursor.seek(document) && cursor.document === document && occurrenceOf(cursor.value) === Occurrence.Heading,
    )
  }
  return new Set(found)
}

/** The same documents, those with such headings moved up, best first. */
export function boostHeadings(best: readonly ScoredDocument[], headings: HeadingMatches): readonly ScoredDocument[] {
  if (headings.size === 0) return best
  return best
    .map(({ document, score }) => {
      const match = headings.get(document)
      return { document, score: match === undefined ? score : score * HEADING_BOOSTS[match] }
    })
    .sort((a, b) => b.score - a.score || a.document - b.document)
}

/*FILEDOC What neighbours tell: norms of a law, and of a section, that has many of the best hits move up among them. */

/** So many of the best hits are looked at. */
export const RERANKED = 200
const LAW_WEIGHT = 0.5
const SECTION_WEIGHT = 0.5

export interface SharedScore extends ScoredDocument {
  /** What the shares of its law and its section have added to the score. */
  law: number
  section: number
}

/**
 * The same documents, their scores raised by what their law and their section have of the sum of all scores, best first.
 * @param lawOf a number that tells laws apart, @param sectionOf one that tells the sections of all laws apart
 */
export function addShares(
  best: readonly ScoredDocument[],
  lawOf: (document: number) => number,
  sectionOf: (document: number, law: number) => number,
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
  const shareOf = (sum = 0) => (total === 0 ? 0 : sum / total)
  return hits
    .map(({ document, score, lawNumber, sectionNumber }) => {
      const law = score * LAW_WEIGHT * shareOf(laws.get(lawNumber))
      const section = score * SECTION_WEIGHT * shareOf(sections.get(sectionNumber))
      return { document, score: score + law + section, law, section }
    })
    .sort((a, b) => b.score - a.score || a.document - b.document)
}

/*FILEDOC Which of the best hits have a heading that is what the query asks for. */

/** Of so many of the best hits it is looked whether they begin a section whose title is the query. */
const LOOKED_AT = 20

/** So many telling terms are a long heading: who types all of them has seen it. */
const LONG = 3

/** What was ranked, and the laws that the query names. */
interface Ranked {
  best: readonly ScoredDocument[]
  planned: readonly QueryTerm[]
  laws: readonly NamedLaw[]
  preferred: RankRequest['boosts']
}

/** The best hits that move up because a heading is what is asked for: their own, or that of a section they begin. */
export function matchHeadings({ best, planned, laws, preferred }: Ranked, search: Searcher): HeadingMatches {
  const words = planned.filter(({ origin }) => origin === 'word')
  const documents = best.slice(0, RERANKED).map(({ document }) => document)
  if (laws.length === 0) {
    const asked = new Set(words.map(({ term }) => term))
    const joined = joinTerms(asked)
    const isAsked = (heading: string) => asked.size > 0 && search.headings.termsOf(heading) === joined
    const first = documents
      .slice(0, LOOKED_AT)
      .filter(
        (document) =>
          beginsSection(document, search) && sectionsOf(document, search).begun.some(({ title }) => isAsked(title)),
      )
    const own = withHeading(documents, words, search).filter((document) => isAsked(search.headings.ofNorm(document)))
    return new Map([...asEntries(first, 'section'), ...asEntries(own, asked.size >= LONG ? 'long_heading' : 'heading')])
  }
  const names = new Set(laws.flatMap(({ name }) => wordsOf(name)))
  const beside = words.filter(({ from }) => !names.has(from))
  const ofLaw = documents.filter((document) => boostOf(document, preferred) > 1)
  return new Map(asEntries(withHeading(ofLaw, beside, search), 'law_named'))
}

const asEntries = (documents: readonly number[], match: HeadingMatch) =>
  documents.map((document): [number, HeadingMatch] => [document, match])

/** The documents that have all of some terms in their heading, in their order; none where there are no terms. */
function withHeading(documents: readonly number[], terms: readonly QueryTerm[], search: Searcher): number[] {
  const lists = terms.map(({ term }) => search.terms.list(term))
  if (lists.length === 0 || !lists.every((list) => list !== undefined)) return []
  const found = documentsWithHeading(documents, lists)
  return documents.filter((document) => found.has(document))
}

/*FILEDOC The headings above norms, as search sees them. */

/** The section of the norm before, if that is of the same law. */
function sectionBefore(document: number, search: Searcher): number | undefined {
  const hasBefore = document > 0 && search.lawOf(document - 1) === search.lawOf(document)
  return hasBefore ? search.numbers('sections')[document - 1] : undefined
}

/** Whether a norm stands under other headings than the norm before it. */
export const beginsSection = (document: number, search: Searcher) =>
  sectionBefore(document, search) !== search.numbers('sections')[document]

/** The headings above a norm, outermost first: those that it is the first norm under, and the others. */
export function sectionsOf(
  document: number,
  search: Searcher,
): { begun: StructureElement[]; above: StructureElement[] } {
  const own = search.headings.ofSection(search.numbers('sections')[document] as number)
  const before = sectionBefore(document, search)
  const previous = before === undefined ? undefined : search.headings.ofSection(before)
  const shared = sharedSections(own.keys, previous?.keys)
  return { begun: own.elements.slice(shared), above: own.elements.slice(0, shared) }
}
