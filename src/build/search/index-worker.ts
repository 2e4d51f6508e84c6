/** Worker thread: builds the search index of a bundle whose norms are complete, in a heap of its own. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { zstdCompressSync } from 'node:zlib'
import type { SearchRecord } from '../../corpus/bundle-schema.ts'
import { type NamedList, packBlocks } from '../../search/blocks.ts'
import { compileTerms, compileWords, scaleOf } from './compile.ts'
import { learnNorms } from './learn-norms.ts'
import { paraphraseRows } from './paraphrases.ts'
import { type ReadNorms, readNorms } from './read-norms.ts'
import { termsOf } from './terms.ts'

export interface IndexOrder {
  /** The bundle, to which nobody else writes meanwhile. */
  file: string
  /** An empty folder for files that are of no use afterwards. */
  folder: string
}

/** How far the work is, or what it came to. */
export type IndexMessage = { passed: number } | { terms: number }

const { file, folder } = workerData as IndexOrder
const report = (message: IndexMessage) => parentPort?.postMessage(message)

const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;')
const norms = readNorms(database, folder, (read) => report({ passed: Math.floor(read / 2) }))
const terms = termsOf(norms.vocabulary)
const learned = learnNorms(norms, terms, folder, (done) => report({ passed: Math.floor((norms.count + done) / 2) }))

database.exec('BEGIN')
writeLists('term_block', compileTerms(norms, terms, learned))
writeLists('word_block', compileWords(terms, learned))
writeRest(norms)
database.exec('COMMIT')
database.close()
for (const part of [norms.words, norms.around, learned.postings, learned.positions]) part.close()
report({ terms: terms.terms.length })

function writeLists(table: 'term_block' | 'word_block', lists: Iterable<NamedList>): void {
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`)
  for (const { first, names, lists: bytes } of packBlocks(lists)) {
    insert.run(first, zstdCompressSync(names), zstdCompressSync(bytes))
  }
}

function writeRest({ count, sections, citations, citingLaws }: ReadNorms): void {
  const record: SearchRecord = { documents: count, scale: scaleOf(count), average_length: learned.averageLength }
  database.prepare("INSERT INTO meta VALUES ('search', ?)").run(JSON.stringify(record))
  const numbers = database.prepare('INSERT INTO search_numbers VALUES (?, ?)')
  for (const [name, values] of Object.entries({ sections, citations, citing_laws: citingLaws })) {
    numbers.run(name, littleEndian(values))
  }
  const paraphrase = database.prepare('INSERT INTO paraphrase VALUES (?, ?)')
  for (const { key, wordings } of paraphraseRows()) paraphrase.run(key, JSON.stringify(wordings))
}

function littleEndian(values: Uint32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4))
  for (const [index, value] of values.entries()) bytes.setUint32(index * 4, value, true)
  return new Uint8Array(bytes.buffer)
}
