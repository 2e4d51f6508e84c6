/** Worker thread: imports some files of the history and compares each with its source. */
import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { parseDocument } from '../../../src/import/gii/parse-document.ts'
import { BlobReader } from '../../../src/import/history/blob-reader.ts'
import { compareLaw } from './compare-law.ts'
import { heldInParsed } from './parsed-law.ts'
import { readSourceLaw } from './source-law.ts'

export interface Blob {
  id: string
  /** Slug of the law. */
  code: string
}

export interface HistorySummary {
  documents: number
  elements: number
  characters: number
  headings: number
  runs: number
  /** Documents that were not imported, with reasons. */
  limitations: string[]
  differences: string[]
}

const { repository, blobs } = workerData as { repository: string; blobs: Blob[] }
const summary: HistorySummary = {
  documents: 0,
  elements: 0,
  characters: 0,
  headings: 0,
  runs: 0,
  limitations: [],
  differences: [],
}
const reader = new BlobReader(resolve(repository))
for (const { id, code } of blobs) {
  const bytes = await reader.read(id)
  summary.documents++
  const document = { code, path: `${code}/${code}.xml`, sourceUrl: '', titles: [] }
  const parsed = parseDocument(document, () => bytes)
  if ('reason' in parsed) {
    summary.limitations.push(`${id.slice(0, 10)} ${parsed.reason}`)
    continue
  }
  const found = compareLaw(readSourceLaw(Buffer.from(bytes).toString('utf8')), heldInParsed(parsed.law))
  summary.elements += found.elements
  summary.characters += found.characters
  summary.headings += found.headings
  summary.runs += found.runs
  summary.differences.push(...found.differences.map((what) => `${code} ${id.slice(0, 10)} ${what}`))
}
await reader.close()
parentPort?.postMessage(summary)
