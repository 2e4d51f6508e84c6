/** Worker thread: parses one document a message. A document that cannot be parsed is an answer, not a failure. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ParsedLaw, SourceDocument } from './source.ts'
import { parseLaw } from './sources/gii/law.ts'
import { SourceFormatError } from './sources/gii/xml-reader.ts'

export interface ParseRequest {
  id: number
  document: SourceDocument
  /** The document, or where it lies: reading is quickest where it is parsed. */
  source: Uint8Array | string
}

export type ParseResponse = { id: number; law: ParsedLaw } | { id: number; reason: string }

parentPort?.on('message', ({ id, document, source }: ParseRequest) => {
  parentPort?.postMessage(parse(id, document, source))
})

function parse(id: number, document: SourceDocument, source: Uint8Array | string): ParseResponse {
  try {
    return { id, law: parseLaw(document, typeof source === 'string' ? readFileSync(source) : source) }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { id, reason: `${document.path}: ${message}${place}` }
  }
}
