/** Worker thread: parses one document a message. A document that cannot be parsed is an answer, not a failure. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ParsedLaw } from '../corpus/parsed-law.ts'
import type { SourceDocument } from './source.ts'
import { parseDocument } from './sources/gii/parse-document.ts'

export interface ParseRequest {
  id: number
  document: SourceDocument
  /** The document, or where it lies: reading is quickest where it is parsed. */
  source: Uint8Array | string
}

export type ParseResponse = { id: number; law: ParsedLaw } | { id: number; reason: string }

parentPort?.on('message', ({ id, document, source }: ParseRequest) => {
  const bytes = () => (typeof source === 'string' ? readFileSync(source) : source)
  parentPort?.postMessage({ id, ...parseDocument(document, bytes) } satisfies ParseResponse)
})
