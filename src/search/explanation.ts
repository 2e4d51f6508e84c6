/** What the score of a hit is made of. */

import type { Law, NormStatus, StructureElement } from '../corpus/corpus.ts'
import { type PackedText, unpackText } from '../sqlite/packed-text.ts'
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
import { lowerBound, type TermGroup } from './document-sets.ts'
import { levelOf, Occurrence, occurrenceOf, valueIn } from './postings.ts'
import type { QueryTerm } from './query-expansion.ts'
import { boostOf, WORD_WEIGHT } from './ranker.ts'
import type { ScorePart } from './records.ts'
import { contentTerms, HEADING_BOOSTS, sectionsOf } from './reranking.ts'
import type { ExplainedQuery, RankedHit, Searcher } from './searcher.ts'
import { wordsOf } from './tokenizer.ts'

/** Words around citations are no text of the norm. */
const CITATIONS = 'citations'
const DIGITS = 4

interface Row {
  label: string
  heading: string
  status: NormStatus
  kind: string
  abbreviation: string
  title: string
  answer: PackedText
}

/**
 * The parts of a hit's score; they add up to it. Parts of no weight are left out.
 * @param text of the norm
 */
export function explain(
  hit: RankedHit,
  { planned, preferred, groups, headings }: ExplainedQuery,
  text: string,
  search: Searcher,
): ScorePart[] {
  const row = readRow(hit.document, search)
  const priors = priorsOf({
    citations: search.numbers('citations')[hit.document] ?? 0,
    citingLaws: search.numbers('citing_laws')[search.lawOf(hit.document)] ?? 0,
    kind: row.kind,
    repealed: row.status === 'repealed',
    amending: isAmendingTitle(row.title),
  })
  const prior = priors.reduce((product, { factor }) => product * factor, 1)
  const fields = new FieldWords(row, hit.document, text, search)
  const isRanked = hit.ranked !== false
  const parts: ScorePart[] = isRanked
    ? planned.flatMap((term) => explainTerm(term, hit.document, prior, fields, search))
    : []
  for (const group of isRanked ? groups : []) {
    const score = (levelIn(group, hit.document) * search.record.scale) / prior
    parts.push(plain('prefix', `${group.prefix}*`, score))
  }
  let sum = parts.reduce((total, { score }) => total + score, 0)
  const multiply = (kind: ScorePart['kind'], name: string, factor: number) => {
    parts.push(plain(kind, name, sum * (factor - 1)))
    sum *= factor
  }
  for (const { name, factor } of priors) multiply('prior', name, factor)
  multiply('law_named', 'law', boostOf(hit.document, preferred))
  const heading = headings.get(hit.document)
  if (heading === 'law_named') multiply('law_named', 'heading', HEADING_BOOSTS.law_named)
  else if (heading !== undefined) {
    multiply('heading', heading === 'section' ? 'section' : 'heading', HEADING_BOOSTS[heading])
  }
  const { law = 0, section = 0, designated = 0 } = hit
  parts.push(plain('share', 'law', law), plain('share', 'section', section), plain('designation', 'norm', designated))
  return rounded(parts, hit.score)
}

const plain = (kind: ScorePart['kind'], name: string, score: number): ScorePart => ({
  kind,
  name,
  field: null,
  from: null,
  origin: null,
  score,
})

/** A term's impact, which is known as a whole, divided among the fields as they contribute to it. */
function explainTerm(
  { term, weight, origin, from }: QueryTerm,
  document: number,
  prior: number,
  fields: FieldWords,
  search: Searcher,
): ScorePart[] {
  const list = search.terms.list(term)
  const value = valueIn(list, document)
  if (list === undefined || value === undefined) return []
  const level = search.record.scale / prior
  const impact = levelOf(value) * level
  const own = inverseDocumentFrequency(search.record.documents, list.documents)
  const counts = fields.countsOf(term)
  const frequency = counts.reduce((sum, { count }) => sum + count, 0)
  const inFields = own * saturate(frequency, fields.length, BM25)
  const ofHeading = occurrenceOf(value) === Occurrence.Heading ? headingShare(own, fields.headingWeight()) : 0
  const isCited = search.numbers('citations')[document] !== 0
  const rest = impact - inFields - ofHeading
  // Impacts are rounded to levels: what is less than one is no sign of a word around a citation.
  const share = isCited && rest > level ? rest : 0
  const scale = frequency === 0 ? 0 : (impact - share) / (inFields + ofHeading)
  const part = (field: string, score: number): ScorePart => ({
    kind: 'term',
    name: term,
    field,
    from,
    origin,
    score: (score * weight) / WORD_WEIGHT,
  })
  return [
    ...counts.map(({ field, count }) =>
      part(field, scale * ((inFields * count) / frequency + (field === 'heading' ? ofHeading : 0))),
    ),
    part(CITATIONS, frequency === 0 ? impact : share),
  ]
}

/** The impact level of a group in a document; 0 where it does not count there. */
function levelIn({ documents, levels }: TermGroup, document: number): number {
  const place = lowerBound(documents, document)
  return documents[place] === document ? (levels[place] as number) : 0
}

/** Rounds parts so that they add up to the score, which is rounded itself; the largest first. */
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

function readRow(norm: number, search: Searcher): Row {
  const [row] = search.read<Row>(
    `SELECT norm.label, norm.heading, norm.status, norm.kind, law.abbreviation, law.title, law.answer
     FROM norm JOIN law ON law.id = norm.law WHERE norm.id = ?`,
    norm,
  )
  if (row === undefined) throw new Error(`there is no norm ${norm}`)
  return row
}

/** The words of a norm by fields, as they were learned. */
class FieldWords {
  readonly length: number
  readonly #words: Record<FieldName, string[]>
  readonly #search: Searcher

  constructor(row: Row, document: number, text: string, search: Searcher) {
    const words = wordsOf(text)
    const { begun, above } = sectionsOf(document, search)
    const titleWords = (headings: readonly StructureElement[]) => headings.flatMap(({ title }) => wordsOf(title))
    const { aliases } = JSON.parse(unpackText(row.answer)) as Law
    this.#search = search
    this.#words = {
      label: wordsOf(row.label),
      heading: wordsOf(row.heading),
      law: lawWords([row.abbreviation, row.title, ...aliases], wordsOf),
      section: titleWords(begun),
      above: titleWords(above),
      text: words,
      opening: words.slice(0, OPENING_WORDS),
    }
    this.length = lengthOf(this.#words) / search.record.average_length
  }

  /** How much a term counts in each field that has it. */
  countsOf(term: string): { field: FieldName; count: number }[] {
    const { analysis } = this.#search
    return FIELDS.map(({ name, weight }) => {
      let count = 0
      for (const word of this.#words[name]) {
        if (analysis.term(word) === term) count += weight
        else if (analysis.parts(word).some((part) => part.term === term)) count += weight * PART_WEIGHT
      }
      return { field: name, count }
    }).filter(({ count }) => count > 0)
  }

  /** What all words of the heading tell, together. */
  headingWeight(): number {
    const { analysis, terms, record } = this.#search
    return [...contentTerms(this.#words.heading, analysis)].reduce(
      (total, term) => total + inverseDocumentFrequency(record.documents, terms.documents(term)),
      0,
    )
  }
}
