/** Second pass over the norms: counts the weighted terms of their fields. */
import type { DatabaseSync } from 'node:sqlite'
import {
  CITATION_WORDS,
  FIELDS,
  type Field,
  lengthOf,
  lowerBound,
  Occurrence,
  OPENING_WORDS,
  PART_WEIGHT,
  sharedSections,
} from '../../search/index.ts'
import { cached } from '../../util/cached.ts'
import { ExternalSort, type Group } from './external-sort.ts'
import { type NormWords, type ReadNorms, readWords, type Terms } from './read-norms.ts'

/** Tokens of a document in each field, as numbers. */
export type TokenizedDocument = Readonly<Record<string, readonly number[]>>

/** A token of a document, with the total weight of its occurrences. */
export interface TokenCount {
  token: number
  frequency: number
}

/** Sums the weights of the tokens, document by document. */
export class TermCounter {
  readonly #weights: readonly (readonly [field: string, weight: number])[]
  readonly #sums: Float64Array

  /** @param weights of a token in each field, greater than 0 @param tokens number of different ones */
  constructor(weights: Readonly<Record<string, number>>, tokens: number) {
    this.#weights = Object.entries(weights)
    this.#sums = new Float64Array(tokens)
  }

  /** Counts a document, which must have all fields. @returns its tokens, in order of occurrence */
  count(document: TokenizedDocument): TokenCount[] {
    const sums = this.#sums
    const found: number[] = []
    for (const [field, weight] of this.#weights) {
      for (const token of document[field] as readonly number[]) {
        const sum = sums[token] as number
        if (sum === 0) found.push(token)
        sums[token] = sum + weight
      }
    }
    return found.map((token) => {
      const frequency = sums[token] as number
      sums[token] = 0
      return { token, frequency }
    })
  }
}

export interface TermCounts {
  /**
   * For each term rows of three values: the number of a norm times 4 plus the occurrence of the term, its frequency, and
   * its frequency around citations (both as bits of 32-bit floats).
   */
  postings: ExternalSort
  /** Number of norms with each term. */
  documentFrequencies: Uint32Array
  /** Length of each norm, and the average. */
  lengths: Float64Array
  averageLength: number
  /** Different terms of each norm's heading, without stop words. */
  headings: number[][]
}

/** Kinds of tokens that are counted separately for each term. */
const Kind = { Around: 0, Part: 1, Word: 2, Heading: 3, Citation: 4 } as const
const KINDS = 5

const CITATION_FIELD = 'citation'
const PARTS_SUFFIX = ' parts'

/** Counts the terms of all norms. @param folder for temporary files, which the caller removes */
export function countTerms(
  norms: ReadNorms,
  { around }: Citations,
  terms: Terms,
  folder: string,
  onProgress: (norms: number) => void,
): TermCounts {
  const postings = new ExternalSort(`${folder}/postings`, terms.terms.length, 3)
  const documentFrequencies = new Uint32Array(terms.terms.length)
  const lengths = new Float64Array(norms.count)
  const headings: number[][] = []
  const counter = new TermCounter(fieldWeights(), terms.terms.length * KINDS)
  const groups = around.read()
  let cited: Group | undefined = groups.next().value
  let norm = 0
  for (const words of readWords(norms.words)) {
    const fields = wordsByField(norms, norm, words)
    const citations = cited?.key === norm ? cited.values : []
    if (cited?.key === norm) cited = groups.next().value
    addPostings(counter.count(tokens(fields, citations, terms)), norm, postings, documentFrequencies)
    lengths[norm] = lengthOf(fields)
    headings.push(headingTerms(words, terms))
    norm += 1
    if (norm % 500 === 0) onProgress(norm)
  }
  const averageLength = norm === 0 ? 1 : Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / norm)
  return { postings, documentFrequencies, lengths, averageLength, headings }
}

function fieldWeights(): Record<string, number> {
  const fields = [...FIELDS, { name: CITATION_FIELD, weight: 1 }]
  return Object.fromEntries(
    fields.flatMap(({ name, weight }) => [
      [name, weight],
      [name + PARTS_SUFFIX, weight * PART_WEIGHT],
    ]),
  )
}

type WordsByField = Record<Field['name'], ArrayLike<number>>

function wordsByField(norms: ReadNorms, norm: number, { label, heading, text, defined }: NormWords): WordsByField {
  const structure = norms.structures[norms.sections[norm] as number]
  const before = norm > 0 && norms.laws[norm - 1] === norms.laws[norm] ? norms.sections[norm - 1] : undefined
  const previous = before === undefined ? undefined : norms.structures[before]
  const shared = sharedSections(structure?.keys ?? [], previous?.keys)
  return {
    label,
    heading,
    law: norms.lawWords[norms.laws[norm] as number] ?? [],
    section: structure?.words.slice(shared).flat() ?? [],
    above: structure?.words.slice(0, shared).flat() ?? [],
    text,
    opening: text.subarray(0, OPENING_WORDS),
    defined,
  }
}

/** Returns the tokens of a document. A token combines the number of a term with the kind of its occurrence. */
function tokens(words: WordsByField, citations: ArrayLike<number>, terms: Terms): Record<string, number[]> {
  const document: Record<string, number[]> = {}
  const add = (name: string, words: ArrayLike<number>, wholeKind: number, partKind: number) => {
    const whole: number[] = []
    const parts: number[] = []
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] as number
      whole.push((terms.whole[word] as number) * KINDS + wholeKind)
      for (const part of terms.parts.get(word) ?? []) parts.push(part * KINDS + partKind)
    }
    document[name] = whole
    document[name + PARTS_SUFFIX] = parts
  }
  for (const { name, inNorm } of FIELDS) {
    if (!inNorm) add(name, words[name], Kind.Around, Kind.Around)
    else add(name, words[name], name === 'heading' ? Kind.Heading : Kind.Word, Kind.Part)
  }
  add(CITATION_FIELD, citations, Kind.Citation, Kind.Citation)
  return document
}

function headingTerms({ heading }: NormWords, terms: Terms): number[] {
  const found = new Set<number>()
  for (const word of heading) if (terms.isStopWord[word] === 0) found.add(terms.whole[word] as number)
  return [...found]
}

const floats = new Float32Array(1)
const bits = new Uint32Array(floats.buffer)

/** A number as the bits of a 32-bit float. */
function floatBits(value: number): number {
  floats[0] = value
  return bits[0] as number
}

/** The number with these bits as a 32-bit float. */
export function fromFloatBits(value: number): number {
  bits[0] = value
  return floats[0] as number
}

/** Adds the postings of a norm: for each term, sums over the kinds of its tokens. */
function addPostings(
  counts: readonly TokenCount[],
  norm: number,
  postings: ExternalSort,
  documentFrequencies: Uint32Array,
): void {
  const found = new Map<number, { frequency: number; citations: number; occurrence: number }>()
  for (const { token, frequency } of counts) {
    const term = Math.floor(token / KINDS)
    const kind = token % KINDS
    const sums = cached(found, term, () => ({ frequency: 0, citations: 0, occurrence: Occurrence.Around as number }))
    if (kind === Kind.Citation) sums.citations += frequency
    else {
      sums.frequency += frequency
      sums.occurrence = Math.max(sums.occurrence, kind)
    }
  }
  for (const [term, { frequency, citations, occurrence }] of found) {
    postings.add(term, norm * 4 + occurrence, floatBits(frequency), floatBits(citations))
    documentFrequencies[term] = (documentFrequencies[term] as number) + 1
  }
}

export interface Citations {
  /** Words around citations, by cited norm. */
  around: ExternalSort
  /** Number of norms that cite each norm, and of other laws that cite each law. */
  citations: Uint32Array
  citingLaws: Uint32Array
}

interface CitationRow {
  citing: number
  cited: number
  /** `null` if the source states the citation without a position in the text. */
  start: number | null
  end: number | null
}

// A range counts for its first norm. Promulgation formulas cite the enabling norms, which says nothing about those.
const CITATIONS = `
SELECT citing, min(citation.norm) AS cited, start, end
FROM citation JOIN norm ON norm.id = citing
WHERE citation.norm IS NOT NULL AND citation.norm <> citing AND kind <> 'formula'
GROUP BY citing, start, end, CASE WHEN start IS NULL THEN citation.norm END ORDER BY citing, start, end`

/**
 * Counts citations and collects the words around them.
 * @param database bundle with all citations
 * @param folder for temporary files, which the caller removes
 */
export function countCitations(norms: ReadNorms, database: DatabaseSync, folder: string): Citations {
  const around = new ExternalSort(`${folder}/around`, norms.count, 1)
  const citations = new Uint32Array(norms.count)
  const lastCiting = new Uint32Array(norms.count)
  const citingOf = norms.lawWords.map(() => new Set<number>())
  // Keep a reference to the statement while its rows are read.
  const statement = database.prepare(CITATIONS)
  const rows = statement.iterate() as Iterator<unknown> as Iterator<CitationRow>
  let row = rows.next()
  let norm = 0
  for (const { text, starts } of readWords(norms.words)) {
    for (; !row.done && row.value.citing === norm; row = rows.next()) {
      const { cited, start, end } = row.value
      if (lastCiting[cited] !== norm + 1) {
        lastCiting[cited] = norm + 1
        citations[cited] = (citations[cited] as number) + 1
      }
      citingOf[norms.laws[cited] as number]?.add(norms.laws[norm] as number)
      if (start === null || end === null) continue
      const before = lowerBound(starts, start)
      const after = lowerBound(starts, end)
      const last = Math.min(text.length, after + CITATION_WORDS)
      for (let word = Math.max(0, before - CITATION_WORDS); word < before; word += 1)
        around.add(cited, text[word] as number)
      for (let word = after; word < last; word += 1) around.add(cited, text[word] as number)
    }
    norm += 1
  }
  const citingLaws = Uint32Array.from(citingOf, (citing, law) => citing.size - (citing.has(law) ? 1 : 0))
  return { around, citations, citingLaws }
}
