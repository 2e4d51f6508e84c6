/** Explains a score: the parts that it is made of. */
import type { Analyzer } from './analyzer.ts'
import {
  BM25,
  FIELDS,
  type FieldName,
  headingShare,
  inverseDocumentFrequency,
  isAmendingTitle,
  lawWords,
  lengthOf,
  OPENING_WORDS,
  PART_WEIGHT,
  priorsOf,
  saturate,
} from './bm25f.ts'
import type { ScoredDocument } from './collectors.ts'
import type { Columns } from './columns.ts'
import { lowerBound, type TermGroup } from './document-sets.ts'
import { levelOf, Occurrence, occurrenceOf, valueIn } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import { boostOf, type RankRequest, WORD_WEIGHT } from './ranker.ts'
import type { ExplainedNorm, Headings, PostingsReader, ScorePart, SearchStorage, StoredNorm } from './records.ts'
import { contentTerms, HEADING_BOOSTS, type HeadingMatches, sectionsOf } from './reranking.ts'
import { wordsOf } from './tokenizer.ts'

/** The field of words around citations, which are not in the norm itself. */
const CITATIONS = 'citations'
const DIGITS = 4

/** A hit in its place, with what reranking and designation have added to its score. */
export interface RankedHit extends ScoredDocument {
  law?: number
  section?: number
  designated?: number
  /** False if its terms are not in the score: a designated norm need not be among the best. */
  ranked?: boolean
}

/** A prefix of the query, and the documents with words that begin with it. */
export interface PrefixGroup extends TermGroup {
  prefix: string
}

/** What is known of a query when its hits are ranked, and the index that they were found in. */
export interface ExplainedQuery {
  terms: readonly QueryTerm[]
  groups: readonly PrefixGroup[]
  boosts: RankRequest['boosts']
  headings: HeadingMatches
  storage: Pick<SearchStorage, 'statistics' | 'terms'>
  columns: Columns
  analyzer: Analyzer
  postings: PostingsReader
}

/** The norm of a hit, with the headings of its section. */
export interface HitNorm extends StoredNorm, ExplainedNorm {
  headings: Headings
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
    const fields = new FieldWords(norm, document, query)
    for (const term of query.terms) parts.push(...explainTerm(term, document, prior, fields, query))
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
  multiply('law_named', 'law', boostOf(document, boosts))
  const match = query.headings.get(document)
  if (match === 'law_named') multiply('law_named', 'heading', HEADING_BOOSTS.law_named)
  else if (match !== undefined) {
    multiply('heading', match === 'section' ? 'section' : 'heading', HEADING_BOOSTS[match])
  }
  parts.push(partOf('share', 'law', law), partOf('share', 'section', section))
  parts.push(partOf('designation', 'norm', designated))
  return rounded(parts, score)
}

function partOf(kind: ScorePart['kind'], name: string, score: number): ScorePart {
  return { kind, name, field: null, from: null, origin: null, score }
}

/** Divides a term's impact, which is stored as a whole, among the fields in proportion to what they contribute. */
function explainTerm(
  { term, weight, origin, from }: QueryTerm,
  document: number,
  prior: number,
  fields: FieldWords,
  { storage, columns, postings }: ExplainedQuery,
): ScorePart[] {
  const list = postings.list(term)
  const value = valueIn(list, document)
  if (list === undefined || value === undefined) return []
  const { documents, scale: levelScore } = storage.statistics
  const level = levelScore / prior
  const impact = levelOf(value) * level
  const own = inverseDocumentFrequency(documents, list.documents)
  const counts = fields.countsOf(term)
  const frequency = counts.reduce((sum, { count }) => sum + count, 0)
  const inFields = own * saturate(frequency, fields.length, BM25)
  const ofHeading = occurrenceOf(value) === Occurrence.Heading ? headingShare(own, fields.headingWeight()) : 0
  const rest = impact - inFields - ofHeading
  // Impacts are rounded to levels: less than one is not evidence of words around citations.
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

/** The words of a norm by fields, as they were indexed. */
class FieldWords {
  /** The length of the document in multiples of the average. */
  readonly length: number
  readonly #words: Record<FieldName, string[]>
  readonly #query: ExplainedQuery

  constructor(norm: HitNorm, document: number, query: ExplainedQuery) {
    const text = wordsOf(norm.text)
    const { opened, above } = sectionsOf(document, query.columns, norm.headings)
    this.#query = query
    this.#words = {
      label: wordsOf(norm.label),
      heading: wordsOf(norm.heading),
      law: lawWords([norm.abbreviation, norm.title, ...norm.aliases], wordsOf),
      section: opened.flatMap(({ title }) => wordsOf(title)),
      above: above.flatMap(({ title }) => wordsOf(title)),
      text,
      opening: text.slice(0, OPENING_WORDS),
    }
    this.length = lengthOf(this.#words) / query.storage.statistics.average_length
  }

  /** How much a term counts in each field that has it. */
  countsOf(term: string): { field: FieldName; count: number }[] {
    const { analyzer } = this.#query
    return FIELDS.map(({ name, weight }) => {
      let count = 0
      for (const word of this.#words[name]) {
        if (analyzer.term(word) === term) count += weight
        else if (analyzer.parts(word).some((part) => part.term === term)) count += weight * PART_WEIGHT
      }
      return { field: name, count }
    }).filter(({ count }) => count > 0)
  }

  /** The sum of the inverse document frequencies of the heading's content terms. */
  headingWeight(): number {
    const { analyzer, storage } = this.#query
    return [...contentTerms(this.#words.heading, analyzer)].reduce(
      (sum, term) => sum + inverseDocumentFrequency(storage.statistics.documents, storage.terms.documents(term)),
      0,
    )
  }
}
