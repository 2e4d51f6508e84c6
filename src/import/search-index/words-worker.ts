/** Worker thread: builds the posting lists of words, with positions, in blocks. */
import { parentPort, workerData } from 'node:worker_threads'
import { zstdCompressSync } from 'node:zlib'
import { type DictionaryBlock, type DictionaryEntry, encodePositions, writeBlocks } from '../../search/index.ts'
import { ExternalSort, type Group } from './external-sort.ts'
import { type NormWords, readWords, type Terms } from './read-norms.ts'

export interface WordsOrder extends Pick<Terms, 'words' | 'places' | 'packedParts' | 'partStarts'> {
  /** Words of all norms, a `WordStream`. */
  file: string
  /** A directory for temporary files. */
  folder: string
}

/** A block with its terms compressed; `null` after the last. */
export type WordsMessage = DictionaryBlock | null

const { file, words, places, packedParts, partStarts, folder } = workerData as WordsOrder
const positions = new ExternalSort(`${folder}/positions`, words.length, 2)
let norm = 0
for (const wordsOfNorm of readWords(file)) {
  addPositions(norm, wordsOfNorm)
  norm += 1
}
for (const block of writeBlocks(wordLists())) {
  parentPort?.postMessage({ ...block, terms: zstdCompressSync(block.terms) } satisfies WordsMessage)
}
positions.close()
parentPort?.postMessage(null satisfies WordsMessage)

/** Counts positions from the label on, with a gap before heading and text, so that no phrase spans two fields. */
function addPositions(norm: number, { label, heading, text }: NormWords): void {
  let position = 0
  for (const group of [label, heading, text]) {
    for (const word of group) positions.add(places[word] as number, norm, position++)
    position += 1
  }
}

function* wordLists(): Generator<DictionaryEntry> {
  for (const group of positions.read()) yield wordList(group)
}

function wordList({ key, values }: Group): DictionaryEntry {
  const documents: number[] = []
  const counts: number[] = []
  const inDocuments: number[] = []
  for (let row = 0; row < values.length; row += 2) {
    const document = values[row] as number
    if (document !== documents.at(-1)) {
      documents.push(document)
      counts.push(0)
    }
    counts[counts.length - 1] = (counts.at(-1) as number) + 1
    inDocuments.push(values[row + 1] as number)
  }
  const bytes = encodePositions(documents, counts, inDocuments)
  const data = packedParts.subarray(partStarts[key], partStarts[key + 1])
  return { term: words[key] as string, documents: documents.length, bytes, data }
}
