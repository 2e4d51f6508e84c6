/**
 * Learning: wink-bm25-text-search weighs every word of every document (BM25F: one saturation over the weighted fields),
 * and its model is compiled into posting lists that can be kept in a file and read one by one.
 */
import createEngine, { type Engine } from 'wink-bm25-text-search'
import { analyzeTerms } from './analysis.ts'
import { encodePostings, IMPACT_LEVELS, impactLevel, type PostingList } from './postings.ts'

/** The searchable text of a norm. */
export interface DocumentFields {
  /** What the norm is called: label, heading and the law's abbreviations. */
  heading: string
  /** The title of its law. */
  title: string
  text: string
}

export interface LearnerOptions {
  /** How many times a word counts in each field. */
  weights?: Record<keyof DocumentFields, number>
  /** BM25's term saturation. */
  k1?: number
  /** BM25's normalisation by document length, 0 (none) to 1 (full). */
  b?: number
}

export interface IndexEntry extends PostingList {
  term: string
}

/** The compiled index. */
export interface LearnedIndex {
  /** How many documents were learned. */
  documents: number
  /** The score of one impact level. */
  scale: number
  /** Every term with its postings, in ascending order of UTF-16 code units. Can be read once. */
  entries: Iterable<IndexEntry>
}

export interface Learner {
  /** Learns a document. Documents are numbered from 0 and added in that order; throws an Error otherwise. */
  add(document: number, fields: DocumentFields): void
  /** Compiles what was learned. To be called once, after the last document. */
  finish(): LearnedIndex
}

/** wink consolidates no fewer documents than these; empty ones make up the number. */
const SMALLEST_COLLECTION = 3
const WEIGHTS = { heading: 8, title: 2, text: 1 }

export function createLearner(options: LearnerOptions = {}): Learner {
  const { weights = WEIGHTS, k1 = 1.2, b = 0.75 } = options
  const engine = createEngine()
  engine.defineConfig({ fldWeights: weights, bm25Params: { k1, b } })
  engine.definePrepTasks([])
  let documents = 0

  return {
    add(document, fields) {
      if (document !== documents) throw new Error(`Document ${document} was added where ${documents} was due.`)
      documents += 1
      engine.addDoc(
        {
          heading: analyzeTerms(fields.heading),
          title: analyzeTerms(fields.title),
          text: analyzeTerms(fields.text),
        },
        document,
      )
    },
    finish() {
      for (let document = documents; document < SMALLEST_COLLECTION; document += 1) {
        engine.addDoc({ heading: [], title: [], text: [] }, document)
      }
      engine.consolidate()
      const index = compile(engine, documents)
      engine.reset()
      return index
    },
  }
}

/** Turns wink's model, which goes from documents to terms, into lists that go from terms to documents. */
function compile(engine: Engine, documents: number): LearnedIndex {
  const model = engine.getDocs()
  const numbers = engine.getTokens()
  const terms = Object.keys(numbers).sort()
  const starts = new Uint32Array(terms.length + 1)
  let largest = 0
  for (let document = 0; document < documents; document += 1) {
    const impacts = model[document]?.freq ?? {}
    for (const number in impacts) {
      starts[Number(number) + 1] = (starts[Number(number) + 1] as number) + 1
      largest = Math.max(largest, impacts[number] as number)
    }
  }
  for (let number = 1; number < starts.length; number += 1) {
    starts[number] = (starts[number] as number) + (starts[number - 1] as number)
  }

  const scale = largest / IMPACT_LEVELS
  const places = starts.slice()
  const holders = new Uint32Array(starts[terms.length] as number)
  const levels = new Uint16Array(holders.length)
  for (let document = 0; document < documents; document += 1) {
    const impacts = model[document]?.freq ?? {}
    for (const number in impacts) {
      const place = places[Number(number)] as number
      places[Number(number)] = place + 1
      holders[place] = document
      levels[place] = impactLevel(impacts[number] as number, scale)
    }
  }

  function* entries(): Generator<IndexEntry> {
    for (const term of terms) {
      const number = numbers[term] as number
      const start = starts[number] as number
      const end = starts[number + 1] as number
      const postings = encodePostings(holders.subarray(start, end), levels.subarray(start, end))
      yield { term, documents: end - start, postings }
    }
  }
  return { documents, scale, entries: entries() }
}
