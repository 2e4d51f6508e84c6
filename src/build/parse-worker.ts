/** Worker thread: parses one document a message. A document that cannot be parsed is an answer, not a failure. */
import { parentPort } from 'node:worker_threads'
import type { ParsedLaw, SourceDocument } from './source.ts'
import { parseLaw } from './sources/gii/law.ts'
import { SourceFormatError } from './sources/gii/xml-reader.ts'

export interface ParseRequest {
  id: number
  document: SourceDocument
  bytes: Uint8Array
}

export type ParseResponse = { id: number; law: ParsedLaw } | { id: number; reason: string }

parentPort?.on('message', ({ id, document, bytes }: ParseRequest) => {
  parentPort?.postMessage(parse(id, document, bytes))
})

function parse(id: number, document: SourceDocument, bytes: Uint8Array): ParseResponse {
  try {
    return { id, law: parseLaw(document, bytes) }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { id, reason: `${document.path}: ${message}${place}` }
  }
}
