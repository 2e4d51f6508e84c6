import { BM25, headingShare, inverseDocumentFrequency, isAmendingTitle, priorsOf, saturate } from './bm25f.ts'
import { boostOf } from './choice.ts'
import type { ScoredDocument } from './collectors.ts'
import { lowerBound, type TermGroup } from './document-sets.ts'
import { type Counted, countTerms, type HitNorm, type TermCounts } from './field-counts.ts'
import { levelOf, Occurrence, occurrenceOf, PostingsCursor } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import { type RankRequest, WORD_WEIGHT } from './ranker.ts'
import type { AskedQuestion, PostingsReader, ScorePart } from './records.ts'
import { HEADING_BOOSTS, type HeadingMatches, openingFactor } from './reranking.ts'

/** The field of words around citations, which are not in the norm itself. */
const CITATIONS = 'citations'
const DIGITS = 4

/** A hit in its place, with the amounts that reranking and designation have added to its score. */
export interface RankedHit extends ScoredDocument {
  law?: number
  section?: number
  designated?: number
  /** Amount that its questions add, and the best of them. */
  asked?: { score: number; question: AskedQuestion } | undefined
  /** False if its terms are not in the score: a designated norm need not be among the best. */
  ranked?: boolean
}

/** A prefix of the query, and the documents with words that begin with it. */
export interface PrefixGroup extends TermGroup {
  prefix: string
}

/** The state of a query when its hits are ranked, and the index that they were found in. */
export interface ExplainedQuery extends Counted {
  terms: readonly QueryTerm[]
  groups: readonly PrefixGroup[]
  boosts: RankRequest['boosts']
  headings: HeadingMatches
  /** The factor of a document's score for the words that it has. */
  coverageOf(document: number): number
  postings: readonly TermPostings[]
}

/** The number of documents with a term, and its values in those documents that are hits. */
export interface TermPostings {
  documents: number
  values: ReadonlyMap<number, number>
}

/** Reads the postings of each term that the explanation of some hits needs. */
export function postingsOfHits(
  hits: readonly number[],
  terms: readonly QueryTerm[],
  reader: PostingsReader,
): TermPostings[] {
  const ascending = hits.toSorted((a, b) => a - b)
  const found: TermPostings[] = []
  for (const { term } of terms) {
    const list = reader.list(term)
    const values = new Map<number, number>()
    const cursor = list && new PostingsCursor(list)
    for (const hit of ascending) {
      if (cursor === undefined || !cursor.seek(hit)) break
      if (cursor.document === hit) values.set(hit, cursor.value)
    }
    found.push({ documents: list?.documents ?? 0, values })
  }
  return found
}

/** The parts of a hit's score, the largest first. They add up to it; parts that round to 0 are left out. */
export function explain(hit: RankedHit, norm: HitNorm, query: ExplainedQuery): ScorePart[] {
  const { columns, storage, boosts } = query
  const { document, score, law = 0, section = 0, designated = 0 } = hit
  const priors = priorsOf({
    citations: columns.citationsOf(document),
    citingLaws: columns.citingLawsOf(document),
    kind: norm.kind,
    repealed: norm.repealed,
    amending: isAmendingTitle(norm.title),
  })
  const prior = priors.reduce((product, { factor }) => product * factor, 1)
  const parts: ScorePart[] = []
  if (hit.ranked !== false) {
    const counts = countTerms(norm, document, query)
    for (const index of query.terms.keys()) parts.push(...explainTerm(index, document, prior, counts, query))
    for (const group of query.groups) {
      const impact = (levelIn(group, document) * storage.statistics.scale) / prior
      parts.push(partOf('prefix', `${group.prefix}*`, impact))
    }
  }
  let sum = parts.reduce((total, { score }) => total + score, 0)
  const multiply = (kind: ScorePart['kind'], name: string, factor: number) => {
    parts.push(partOf(kind, name, sum * (factor - 1)))
    sum *= factor
  }
  for (const { name, factor } of priors) multiply('prior', name, factor)
  if (hit.asked !== undefined) {
    parts.push({ ...partOf('question', hit.asked.question.text, hit.asked.score), field: 'questions' })
    sum += hit.asked.score
  }
  multiply('coverage', 'words', query.coverageOf(document))
  multiply('law_named', 'law', boostOf(document, boosts))
  const match = query.headings.get(document)
  if (match === 'law_named' || match === 'law_heading') multiply('law_named', 'heading', HEADING_BOOSTS[match])
  else if (match !== undefined) {
    multiply('heading', match.includes('section') ? 'section' : 'heading', HEADING_BOOSTS[match])
  }
  if (hit.law !== undefined) multiply('opening', 'section', openingFactor(document, columns))
  parts.push(partOf('share', 'law', law), partOf('share', 'section', section))
  parts.push(partOf('designation', 'norm', designated))
  return rounded(parts, score)
}

function partOf(kind: ScorePart['kind'], name: string, score: number): ScorePart {
  return { kind, name, field: null, from: null, origin: null, score }
}

/** Divides a term's impact, which is stored as one number, among the fields in proportion to their contributions. */
function explainTerm(
  index: number,
  document: number,
  prior: number,
  counted: TermCounts,
  { terms, storage, columns, postings }: ExplainedQuery,
): ScorePart[] {
  const { term, weight, origin, from } = terms[index] as QueryTerm
  const { documents: ownDocuments, values } = postings[index] as TermPostings
  const value = values.get(document)
  if (value === undefined) return []
  const { documents, scale: levelScore } = storage.statistics
  const level = levelScore / prior
  const impact = levelOf(value) * level
  const own = inverseDocumentFrequency(documents, ownDocuments)
  const counts = counted.of(index)
  const frequency = counts.reduce((sum, { count }) => sum + count, 0)
  const inFields = own * saturate(frequency, counted.length, BM25)
  const ofHeading = occurrenceOf(value) === Occurrence.Heading ? headingShare(own, counted.headingWeight) : 0
  const rest = impact - inFields - ofHeading
  // Impacts are rounded to levels: a rest below one level is not evidence of words around citations.
  const share = columns.citationsOf(document) !== 0 && rest > level ? rest : 0
  const scale = frequency === 0 ? 0 : (impact - share) / (inFields + ofHeading)
  const part = (field: string, score: number): ScorePart => {
    return { ...partOf('term', term, (score * weight) / WORD_WEIGHT), field, from, origin }
  }
  return [
    ...counts.map(({ field, count }) =>
      part(field, scale * ((inFields * count) / frequency + (field === 'heading' ? ofHeading : 0))),
    ),
    part(CITATIONS, frequency === 0 ? impact : share),
  ]
}

/** The impact level of a group in a document; 0 if it is not in the group. */
function levelIn({ documents, levels }: TermGroup, document: number): number {
  const index = lowerBound(documents, document)
  return documents[index] === document ? (levels[index] as number) : 0
}

/** Rounds parts so that they add up to the score, which is rounded itself. */
function rounded(parts: readonly ScorePart[], score: number): ScorePart[] {
  const bySize = (a: ScorePart, b: ScorePart) => Math.abs(b.score) - Math.abs(a.score)
  const result = parts
    .map((part) => ({ ...part, score: Number(part.score.toFixed(DIGITS)) }))
    .filter((part) => part.score !== 0)
    .sort(bySize)
  const [largest] = result
  const sum = result.reduce((total, part) => total + part.score, 0)
  if (largest !== undefined) largest.score = Number((largest.score + score - sum).toFixed(DIGITS))
  return result.sort(bySize)
}
