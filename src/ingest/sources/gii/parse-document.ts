/** Parses the document of one law. */
import { createHash } from 'node:crypto'
import type { ParsedLaw } from '../../../corpus/parsed-law.ts'
import type { DocumentParser, SourceDocument } from '../../source.ts'
import { LawReader } from './law-reader.ts'
import { readDocument, SourceFormatError } from './xml-reader.ts'

/** Parses a document. One that is not a law in this format has a reason, with line and column. */
export const parseDocument: DocumentParser = (document, read) => {
  try {
    return { law: parseLaw(document, read()) }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { reason: `${document.path}: ${message}${place}` }
  }
}

/** @throws SourceFormatError if the document is not a law in this format */
export function parseLaw(document: SourceDocument, bytes: Uint8Array): ParsedLaw {
  const reader = new LawReader(document)
  readDocument(
    bytes,
    (norm) => reader.element(norm),
    ({ builddate = '' }) => {
      reader.version = builddate
    },
  )
  return reader.finish(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
}
