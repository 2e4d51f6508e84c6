/**
 * The scoring model: BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 Extension to Multiple Weighted Fields", CIKM 2004)
 * over the fields of a norm, and priors. The figures were tuned on queries with known answers; docs/search.md says what
 * each of them brings.
 */
import type { SectionHeading } from './records.ts'

export interface Bm25Parameters {
  /** Saturation: the lower, the less further occurrences of a term count. */
  k1: number
  /** Normalization by the length of the document, 0 to 1. */
  b: number
}

export function inverseDocumentFrequency(documents: number, documentsWithTerm: number): number {
  return Math.log((documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5) + 1)
}

/**
 * The saturated term frequency, 0 to `k1 + 1`.
 * @param frequency weighted by fields
 * @param length of the document in multiples of the average
 */
export function saturate(frequency: number, length: number, { k1, b }: Bm25Parameters): number {
  return (frequency * (k1 + 1)) / (k1 * (1 - b + b * length) + frequency)
}

export type FieldName = 'label' | 'heading' | 'law' | 'section' | 'above' | 'text' | 'opening' | 'defined'

export interface Field {
  name: FieldName
  /** The weight of a word. */
  weight: number
  /** Length that each word adds to the document. */
  length: number
  /** False for words of the norm's law or section. */
  inNorm: boolean
}

/**
 * The title of a section is in the field `section` of the first norm under it, which is usually the one that says what the
 * section is about, and in `above` of the others. `opening` counts the first words of the text once more,
 * `defined` the terms that a paragraph or an article defines.
 */
export const FIELDS: readonly Field[] = [
  { name: 'label', weight: 1, length: 0, inNorm: true },
  { name: 'heading', weight: 5, length: 3, inNorm: true },
  { name: 'law', weight: 1, length: 0, inNorm: false },
  { name: 'section', weight: 8, length: 0, inNorm: false },
  { name: 'above', weight: 1, length: 0, inNorm: false },
  { name: 'text', weight: 1, length: 1, inNorm: true },
  { name: 'opening', weight: 1, length: 0, inNorm: true },
  { name: 'defined', weight: 6, length: 0, inNorm: true },
]

/** The weight of a part of a compound relative to the same word on its own. */
export const PART_WEIGHT = 0.1

export const BM25: Bm25Parameters = { k1: 1.2, b: 0.6 }

/** The number of words of the text in its opening. */
export const OPENING_WORDS = 25

/** The words around a citation of a norm say what it is about: this many on either side are indexed with it. */
export const CITATION_WORDS = 12
export const CITATION_WEIGHT = 0.22
/** BM25 of citations, which are scored apart from the other fields, however many there are. */
export const CITATION_BM25: Bm25Parameters = { k1: 2, b: 0 }

/** Weights of the terms of a question, of each further question of a norm, and of parts of compounds in questions. */
export const QUESTION_WEIGHT = 1.6
export const SECOND_QUESTION = 0.5
export const QUESTION_PART_WEIGHT = 0.35
/** Normalization of a question by its length, 0 to 1. */
export const QUESTION_LENGTH_SHARE = 0.5

const HEADING_SHARE_WEIGHT = 0.3

/**
 * The additional score of a term in the heading, by its share of the heading: a one-word heading is about that word.
 * @param own IDF of the term
 * @param heading sum of the IDFs of the heading's terms
 */
export function headingShare(own: number, heading: number): number {
  return own * HEADING_SHARE_WEIGHT * Math.min(1, own / Math.max(1, heading))
}

/** The length of a document, from the words in its fields. */
export function lengthOf(words: Readonly<Record<FieldName, { length: number }>>): number {
  return FIELDS.reduce((sum, { name, length }) => sum + length * words[name].length, 0)
}

/** Key of a heading: equal headings have equal keys. */
export const sectionKey = ({ kind, label, title }: SectionHeading) => `${kind} ${label} ${title}`

/**
 * The number of headings above a norm that are in its field `above`; it is the first norm under the others.
 * @param own keys of the headings above it
 * @param previous keys of the headings above the norm before it in its law
 */
export function sharedSections(own: readonly string[], previous: readonly string[] = []): number {
  const first = own.findIndex((key, level) => key !== previous[level])
  return first === -1 ? own.length : first
}

/** The largest impact of any term. @param highest the highest IDF */
export function largestImpact(highest: number): number {
  const citations = CITATION_WEIGHT * (CITATION_BM25.k1 + 1)
  return highest * (BM25.k1 + 1 + citations + HEADING_SHARE_WEIGHT) * LARGEST_PRIOR
}

/**
 * The words of the field `law`: those of the law's abbreviation and title, and the new ones of its other names.
 * @param names of the law, abbreviation and title first
 */
export function lawWords<Word>(names: readonly string[], words: (name: string) => Word[]): Word[] {
  const found: Word[] = []
  for (const [index, name] of names.entries()) {
    for (const word of words(name)) if (index < 2 || !found.includes(word)) found.push(word)
  }
  return found
}

/** Properties of a norm that its score depends on besides its words. */
export interface NormFacts {
  /** The number of norms that cite it, and of laws that cite its law. */
  citations: number
  citingLaws: number
  /** The first kind of its path: `par`, `annex`, `formula` … */
  kind: string
  repealed: boolean
  /** True if its law only amends or introduces others. */
  amending: boolean
}

export interface Prior {
  name: 'citations' | 'citing_laws' | 'kind' | 'repealed' | 'amending_law'
  factor: number
}

const CITED_WEIGHT = 0.25
const CITED_LAW_WEIGHT = 0.5
/** Logarithm of the number of citations beyond which more do not count. */
const MAX_LOG_CITATIONS = 6
const AMENDING = 0.85
const REPEALED = 0.3
const KINDS: Readonly<Record<string, number>> = { annex: 0.7, formula: 0.5, preamble: 0.5, toc: 0.5 }
const LARGEST_PRIOR = 1 + CITED_WEIGHT + CITED_LAW_WEIGHT

/**
 * The factors of the score that do not depend on the query, in the order in which they are applied, without those that are
 * 1. Their product is between 0.12 and 1.75, so that every norm can be found.
 */
export function priorsOf({ citations, citingLaws, kind, repealed, amending }: NormFacts): Prior[] {
  const cited = CITED_WEIGHT * logarithm(citations)
  const citedLaw = CITED_LAW_WEIGHT * logarithm(citingLaws)
  const priors: Prior[] = [
    { name: 'citations', factor: 1 + cited },
    { name: 'citing_laws', factor: (1 + cited + citedLaw) / (1 + cited) },
    { name: 'kind', factor: KINDS[kind] ?? 1 },
    { name: 'repealed', factor: repealed ? REPEALED : 1 },
    { name: 'amending_law', factor: amending ? AMENDING : 1 },
  ]
  return priors.filter(({ factor }) => factor !== 1)
}

const logarithm = (count: number) => Math.min(1, Math.log1p(count) / MAX_LOG_CITATIONS)

const AMENDING_TITLE = /änderung|Einführungsgesetz zu|zur Anpassung|Überleitung|Bereinigung|Aufhebung/iu

/** True if a law with this title only amends, introduces or repeals others. */
export const isAmendingTitle = (title: string) => AMENDING_TITLE.test(title)
