/** Counts the terms of a query in the fields of a norm, as the build of the index counted them. */

import { cached } from '../util/cached.ts'
import { type Analyzer, lettersOf } from './analyzer.ts'
import {
  FIELDS,
  type Field,
  type FieldName,
  inverseDocumentFrequency,
  lawWords,
  lengthOf,
  OPENING_WORDS,
  PART_WEIGHT,
} from './bm25f.ts'
import type { Columns } from './columns.ts'
import { definedWords } from './german/marks.ts'
import { createPartFilter } from './part-filter.ts'
import type { ExplainedNorm, Headings, SearchStorage, StoredNorm } from './records.ts'
import { contentTerms, sectionsOf } from './reranking.ts'
import { stretchesOf, wordsOf } from './tokenizer.ts'

/** The norm of a hit, with the headings of its section. */
export interface HitNorm extends StoredNorm, ExplainedNorm {
  headings: Headings
}

/** The index in which the norm was found, and the terms of the query. */
export interface Counted {
  storage: Pick<SearchStorage, 'statistics' | 'terms'>
  columns: Columns
  analyzer: Analyzer
  evidence: TermEvidence
}

/** The index of a term of the query, and its weight for a word: 1, or less for a part of the word. */
interface Evidence {
  term: number
  share: number
}

/** Maps words to the terms of a query that they count for. Caches all words. */
export class TermEvidence {
  readonly terms: number
  readonly #indexes = new Map<string, number>()
  readonly #analyzer: Analyzer
  readonly #mayHavePart: (word: string) => boolean
  readonly #known = new Map<string, readonly Evidence[]>()

  constructor(terms: readonly string[], analyzer: Analyzer) {
    this.terms = terms.length
    this.#analyzer = analyzer
    for (const [index, term] of terms.entries()) this.#indexes.set(term, index)
    this.#mayHavePart = createPartFilter(Array.from(terms, lettersOf))
  }

  of(word: string): readonly Evidence[] {
    return cached(this.#known, word, () => this.#find(word))
  }

  #find(word: string): readonly Evidence[] {
    const whole = this.#indexes.get(this.#analyzer.term(word))
    const parts = this.#mayHavePart(word) ? this.#analyzer.parts(word).map(({ term }) => this.#indexes.get(term)) : []
    const others = new Set(parts.filter((term) => term !== undefined && term !== whole)) as Set<number>
    if (whole === undefined && others.size === 0) return NONE
    const evidence = Array.from(others, (term) => ({ term, share: PART_WEIGHT }))
    return whole === undefined ? evidence : [{ term: whole, share: 1 }, ...evidence]
  }
}

/** Shared by nearly all words. */
const NONE: readonly Evidence[] = []

export interface TermCounts {
  /** The length of the document in multiples of the average. */
  length: number
  /** The sum of the IDFs of the heading's content terms. */
  headingWeight: number
  /** The weighted count of a term in each field that has it. @param index of the term in the query */
  of(index: number): { field: FieldName; count: number }[]
}

/** Counts all terms of a query in a norm. */
export function countTerms(
  norm: HitNorm,
  document: number,
  { storage, columns, analyzer, evidence }: Counted,
): TermCounts {
  const { opened, above } = sectionsOf(document, columns, norm.headings)
  const heading = wordsOf(norm.heading)
  const counts = new FieldCounts(evidence)
  counts.add('label', wordsOf(norm.label))
  counts.add('heading', heading)
  counts.add('law', lawWords([norm.abbreviation, norm.title, ...norm.aliases], wordsOf))
  for (const { title } of opened) counts.add('section', wordsOf(title))
  for (const { title } of above) counts.add('above', wordsOf(title))
  let words = 0
  for (const [, stretch] of stretchesOf(norm.text)) {
    const inText = wordsOf(stretch)
    counts.add('text', inText)
    if (words < OPENING_WORDS) counts.add('opening', inText.slice(0, OPENING_WORDS - words))
    words += inText.length
  }
  counts.add('defined', definedWords(norm))
  const { documents, average_length: averageLength } = storage.statistics
  return {
    length: lengthOf(counts.words) / averageLength,
    headingWeight: [...contentTerms(heading, analyzer)].reduce(
      (sum, term) => sum + inverseDocumentFrequency(documents, storage.terms.documents(term)),
      0,
    ),
    of: (index) => counts.of(index),
  }
}

class FieldCounts {
  /** The number of words of each field. */
  readonly words = recordOf(() => ({ length: 0 }))
  readonly #sums: Record<FieldName, Float64Array>
  readonly #evidence: TermEvidence

  constructor(evidence: TermEvidence) {
    this.#evidence = evidence
    this.#sums = recordOf(() => new Float64Array(evidence.terms))
  }

  add(field: FieldName, words: readonly string[]): void {
    this.words[field].length += words.length
    const sum = this.#sums[field]
    const weight = WEIGHTS[field]
    for (const word of words) {
      for (const { term, share } of this.#evidence.of(word)) sum[term] = (sum[term] as number) + weight * share
    }
  }

  of(term: number): { field: FieldName; count: number }[] {
    return FIELDS.map(({ name }) => ({ field: name, count: this.#sums[name][term] as number })).filter(
      ({ count }) => count > 0,
    )
  }
}

const recordOf = <Value>(value: (field: Field) => Value) =>
  Object.fromEntries(FIELDS.map((field) => [field.name, value(field)])) as Record<FieldName, Value>

const WEIGHTS = recordOf(({ weight }) => weight)
