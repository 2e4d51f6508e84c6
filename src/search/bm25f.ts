/**
 * What is searched of a norm, and what each part of it is worth. The figures were tuned on queries with known answers;
 * docs/search.md says what each of them brings.
 */

/** Where a word may stand. */
export type FieldName = 'label' | 'heading' | 'law' | 'section' | 'above' | 'text' | 'opening'

export interface Field {
  name: FieldName
  /** How many times a word counts. */
  weight: number
  /** How much a word adds to the length of the document. */
  length: number
  /** Whether it is the norm itself, and not the law or the section that it stands in. */
  inNorm: boolean
}

/**
 * The fields. `section` is the title of a section for the first norm under it, which is mostly the one that says what the
 * section is about; for the others it counts as `above`. `opening` counts the first words of the text once more.
 */
export const FIELDS: readonly Field[] = [
  { name: 'label', weight: 1, length: 0, inNorm: true },
  { name: 'heading', weight: 5, length: 3, inNorm: true },
  { name: 'law', weight: 1, length: 0, inNorm: false },
  { name: 'section', weight: 8, length: 0, inNorm: false },
  { name: 'above', weight: 1, length: 0, inNorm: false },
  { name: 'text', weight: 1, length: 1, inNorm: true },
  { name: 'opening', weight: 1, length: 0, inNorm: true },
]

/** What part of a compound is worth in a document, in comparison with the same word on its own. */
export const PART_WEIGHT = 0.1

export const BM25: Bm25Parameters = { k1: 1.2, b: 0.6 }

/** How many words of the text are its opening. */
export const OPENING_WORDS = 25

/** The words around a citation of a norm say what the norm is about: so many of them on either side count for it. */
export const CITATION_WORDS = 12
export const CITATION_WEIGHT = 0.22
/** They are weighed apart from the other fields, and however many there are. */
export const CITATION_BM25: Bm25Parameters = { k1: 2, b: 0 }

const HEADING_SHARE_WEIGHT = 0.3

/**
 * What a term of the heading counts on top, by its share of the heading: a heading of one word is that word's norm.
 * @param own how much the term tells @param heading how much all terms of the heading tell, together
 */
export function headingShare(own: number, heading: number): number {
  return own * HEADING_SHARE_WEIGHT * Math.min(1, own / Math.max(1, heading))
}

/** The length of a document from the words in its fields. */
export function lengthOf(words: Readonly<Record<FieldName, ArrayLike<unknown>>>): number {
  return FIELDS.reduce((sum, { name, length }) => sum + length * words[name].length, 0)
}

/** A heading of the law's structure, as far as it tells one from another. */
interface SectionHeading {
  kind: string
  label: string
  title: string
}

/** What is the same for the same heading. */
export const sectionKey = ({ kind, label, title }: SectionHeading) => `${kind} ${label} ${title}`

/**
 * How many of the headings above a norm count as `above`; it is the first norm under the others.
 * @param own, previous keys of the headings above it, and above the norm before it in its law, if there is one
 */
export function sharedSections(own: readonly string[], previous: readonly string[] = []): number {
  const first = own.findIndex((key, level) => key !== previous[level])
  return first === -1 ? own.length : first
}

/**
 * The most that a term can add to the score of a document.
 * @param highest inverse document frequency of any term
 */
export function largestImpact(highest: number): number {
  const citations = CITATION_WEIGHT * (CITATION_BM25.k1 + 1)
  return highest * (BM25.k1 + 1 + citations + HEADING_SHARE_WEIGHT) * LARGEST_PRIOR
}

/**
 * The words of the `law` field: those of the law's abbreviation and title, and of its other names what is new.
 * @param words takes a name apart
 */
export function lawWords<Word>(names: readonly string[], words: (name: string) => Word[]): Word[] {
  const found: Word[] = []
  for (const [index, name] of names.entries()) {
    for (const word of words(name)) if (index < 2 || !found.includes(word)) found.push(word)
  }
  return found
}

/** What is known of a norm beside its words. */
export interface NormFacts {
  /** How many norms cite it, and how many laws cite its law. */
  citations: number
  citingLaws: number
  /** The first kind of its path: `par`, `annex`, `formula` … */
  kind: string
  repealed: boolean
  /** Whether its law only amends or introduces others. */
  amending: boolean
}

export interface Prior {
  name: 'citations' | 'citing_laws' | 'kind' | 'repealed' | 'amending_law'
  factor: number
}

const CITED_WEIGHT = 0.25
const CITED_LAW_WEIGHT = 0.5
/** So many citations (e⁶) count in full; more do not count for more. */
const MOST_CITED = 6
const AMENDING = 0.85
const REPEALED = 0.3
const KINDS: Readonly<Record<string, number>> = { annex: 0.7, formula: 0.5, preamble: 0.5, toc: 0.5 }
const LARGEST_PRIOR = 1 + CITED_WEIGHT + CITED_LAW_WEIGHT

/**
 * Factors of the score that do not depend on the query, in the order in which they are applied; only those that change
 * anything. Together they are at least 0.12 and at most 1.75, so that no norm is out of reach.
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

const logarithm = (count: number) => Math.min(1, Math.log1p(count) / MOST_CITED)

const AMENDING_TITLE = /änderung|Einführungsgesetz zu|zur Anpassung|Überleitung|Bereinigung|Aufhebung/iu

/** Whether a law with this title does nothing but amend, introduce or repeal others. */
export const isAmendingTitle = (title: string) => AMENDING_TITLE.test(title)

/*FILEDOC
 * BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 Extension to Multiple Weighted Fields", CIKM 2004) as
 * wink-bm25-text-search computes it, from statistics of all documents, whichever shard they were learned in.
 */

export interface Bm25Parameters {
  /** How soon further occurrences of a term cease to count. */
  k1: number
  /** How much the length of a document counts, 0 to 1. */
  b: number
}

/** How much a term tells, from the number of documents, and of those that hold it. */
export function inverseDocumentFrequency(documents: number, holders: number): number {
  return Math.log((documents - holders + 0.5) / (holders + 0.5) + 1)
}

/**
 * What a weighted frequency counts, 0 to `k1 + 1`.
 * @param length of the document in multiples of the average
 */
export function saturate(frequency: number, length: number, { k1, b }: Bm25Parameters): number {
  return (frequency * (k1 + 1)) / (k1 * (1 - b + b * length) + frequency)
}
