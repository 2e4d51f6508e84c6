/** Worker thread: builds the search index of a bundle, in a separate heap. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { zstdCompressSync } from 'node:zlib'
import {
  BM25,
  CITATION_BM25,
  CITATION_WEIGHT,
  createBloomFilter,
  type DictionaryEntry,
  encodeImpact,
  encodeValues,
  germanAnalyzer,
  headingShare,
  IMPACT_LEVELS,
  type IndexStatistics,
  inverseDocumentFrequency,
  largestImpact,
  type NormFacts,
  Occurrence,
  priorsOf,
  saturate,
  wordsOf,
  writeBlocks,
} from '../../search/index.ts'
import { isOfToday, type MetaKey } from '../../store/bundle-schema.ts'
import { workerMessages } from '../workers.ts'
import { type Citations, countCitations, countTerms, fromFloatBits, type TermCounts } from './count-terms.ts'
import { paraphrasedWords, paraphraseRows } from './paraphrases.ts'
import { allQuestions, compileQuestions, questionsIn } from './questions.ts'
import { type ReadNorms, readNorms, type Terms, termsOf } from './read-norms.ts'
import type { WordsMessage, WordsOrder } from './words-worker.ts'

export interface IndexOrder {
  /** The bundle, without other writers. */
  file: string
  /** An empty directory for temporary files. */
  folder: string
}

/** Progress, or the result. */
export type IndexMessage = { passed: number } | { terms: number }

/** Cache size for analyzed words of questions. */
const CACHED_WORDS = 100_000

const { file, folder } = workerData as IndexOrder
const report = (message: IndexMessage) => parentPort?.postMessage(message)

const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;')
const norms = readNorms(database, folder, (read) => report({ passed: Math.floor(read / 2) }))
const terms = termsOf(norms.vocabulary)
const { words, places, packedParts, partStarts } = terms
const packing = packWords({ file: norms.words, words, places, packedParts, partStarts, folder })
const cited = countCitations(norms, database, folder)
const counts = countTerms(norms, cited, terms, folder, (done) =>
  report({ passed: Math.floor((norms.count + done) / 2) }),
)

const insert = {
  term: database.prepare('INSERT INTO term_block VALUES (?, ?, ?)'),
  word: database.prepare('INSERT INTO word_block VALUES (?, ?, ?)'),
  meta: database.prepare('INSERT INTO meta VALUES (?, ?)'),
  numbers: database.prepare('INSERT INTO search_numbers VALUES (?, ?)'),
  paraphrase: database.prepare('INSERT INTO paraphrase VALUES (?, ?)'),
  // A bundle made of a bundle has its findings already.
  finding: database.prepare(
    'INSERT INTO finding (source_family, source_id, law_id, reason) SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM finding WHERE reason = ? AND law_id = ?)',
  ),
  questions: database.prepare('INSERT INTO question_block VALUES (?, ?, ?)'),
  question: database.prepare('INSERT INTO question VALUES (?, ?, ?, ?)'),
}
database.exec('BEGIN')
for (const block of writeBlocks(compileTerms(norms, cited, terms, counts))) {
  insert.term.run(block.first, zstdCompressSync(block.terms), block.lists)
}
void finish()

/** Writes the word lists, which another thread builds meanwhile, and the numbers. */
async function finish(): Promise<void> {
  for (const block of await packing) insert.word.run(block.first, block.terms, block.lists)
  const questions = writeQuestions()
  const statistics: IndexStatistics = {
    documents: norms.count,
    scale: scaleOf(norms.count),
    average_length: counts.averageLength,
    terms: terms.terms.length,
    ...(questions.length > 0 && { questions: questions.length }),
    ...(norms.foreign.length > 0 && { foreign_norms: norms.foreign }),
    ...(Object.keys(norms.outside).length > 0 && { outside_norms: norms.outside }),
    ...(norms.spent.length > 0 && { spent_laws: norms.spent }),
  }
  insert.meta.run('search' satisfies MetaKey, JSON.stringify(statistics))
  const known = new Set([...terms.words, ...paraphrasedWords(), ...questions.flatMap(wordsOf)])
  insert.numbers.run('word_filter', littleEndian(createBloomFilter([...known])))
  insert.numbers.run('name_filter', littleEndian(createBloomFilter(namesOfLaws())))
  insert.numbers.run('first_norms', littleEndian(norms.firstNorms))
  insert.numbers.run('sections', littleEndian(norms.sections))
  insert.numbers.run('citations', littleEndian(cited.citations))
  insert.numbers.run('citing_laws', littleEndian(cited.citingLaws))
  for (const { key, wordings } of paraphraseRows()) insert.paraphrase.run(key, JSON.stringify(wordings))
  database.exec('COMMIT')
  database.close()
  for (const rows of [cited.around, counts.postings]) rows.close()
  report({ terms: terms.terms.length })
}
/** Writes the questions of norms, and their index. @returns the questions */
function writeQuestions(): string[] {
  const { asked, mismatches } = questionsIn(database, allQuestions())
  const questions = asked.map(({ question }) => question)
  const analyzer = germanAnalyzer(norms.vocabulary, CACHED_WORDS)
  for (const block of writeBlocks(compileQuestions(questions, analyzer, scaleOf(norms.count)))) {
    insert.questions.run(block.first, zstdCompressSync(block.terms), block.lists)
  }
  for (const { family, code, paths } of mismatches) {
    const reason = `the questions that people ask for ${paths.join(', ')} are left out: the heading is another one, or the norm is gone`
    insert.finding.run(family, code, code, reason, reason, code)
  }
  for (const [number, { norm, subdivision, question }] of asked.entries()) {
    insert.question.run(number, norm, subdivision, question)
  }
  // Node.js 22 stores an empty array as NULL.
  if (asked.length > 0) insert.numbers.run('questions', littleEndian(Uint32Array.from(asked, ({ norm }) => norm)))
  return questions
}

/** Builds the word lists in a separate thread. @returns their blocks, in order */
async function packWords(order: WordsOrder): Promise<NonNullable<WordsMessage>[]> {
  const blocks: NonNullable<WordsMessage>[] = []
  for await (const block of workerMessages<WordsMessage>('import/search-index/words-worker', order)) {
    if (block === null) break
    blocks.push(block)
  }
  return blocks
}

/** Returns the folded names of all laws. */
function namesOfLaws(): string[] {
  const rows = database.prepare(`SELECT DISTINCT name FROM alias WHERE ${isOfToday()}`).all() as { name: string }[]
  return rows.map(({ name }) => name)
}

function littleEndian(values: Uint32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4))
  for (const [index, value] of values.entries()) bytes.setUint32(index * 4, value, true)
  return new Uint8Array(bytes.buffer)
}

/** Returns the score of one impact level, so that the largest possible impact has the highest level. */
function scaleOf(documents: number): number {
  return largestImpact(inverseDocumentFrequency(documents, 1)) / IMPACT_LEVELS
}

/** Yields the posting lists of all terms, in ascending order. */
function* compileTerms(
  norms: ReadNorms,
  cited: Citations,
  { terms }: Terms,
  counts: TermCounts,
): Generator<DictionaryEntry> {
  const { documentFrequencies, lengths, averageLength } = counts
  const scale = scaleOf(norms.count)
  const weight = (term: number) => inverseDocumentFrequency(norms.count, documentFrequencies[term] as number)
  const priors = Float64Array.from({ length: norms.count }, (_, norm) =>
    priorsOf(factsOf(norms, cited, norm)).reduce((product, { factor }) => product * factor, 1),
  )
  const headingWeights = Float64Array.from(counts.headings, (heading) =>
    heading.reduce((sum, term) => sum + weight(term), 0),
  )
  for (const { key, values } of counts.postings.read()) {
    const own = weight(key)
    const documents: number[] = []
    const packed: number[] = []
    for (let row = 0; row < values.length; row += 3) {
      const norm = (values[row] as number) >>> 2
      const occurrence = (values[row] as number) & 3
      const frequency = fromFloatBits(values[row + 1] as number)
      const citations = fromFloatBits(values[row + 2] as number)
      let impact = own * saturate(frequency, (lengths[norm] as number) / averageLength, BM25)
      impact += own * CITATION_WEIGHT * saturate(citations, 1, CITATION_BM25)
      if (occurrence === Occurrence.Heading) {
        impact += headingShare(own, headingWeights[norm] as number)
      }
      documents.push(norm)
      packed.push(encodeImpact(impact * (priors[norm] as number), scale, occurrence))
    }
    yield { term: terms[key] as string, documents: documents.length, bytes: encodeValues(documents, packed) }
  }
}

function factsOf({ laws, kinds, repealed, amending }: ReadNorms, cited: Citations, norm: number): NormFacts {
  const law = laws[norm] as number
  return {
    citations: cited.citations[norm] as number,
    citingLaws: cited.citingLaws[law] as number,
    kind: kinds[norm] as string,
    repealed: repealed[norm] === 1,
    amending: amending[law] as boolean,
  }
}
