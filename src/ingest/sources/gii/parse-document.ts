/** Parses the documents of one law. */

import type { ParsedLaw } from '../../../corpus/parsed-law.ts'
import { contentHash } from '../../../files/content-hash.ts'
import type { DocumentParser, ParsedDocument, SourceDocument } from '../../source.ts'
import { SourceFormatError } from '../xml-tree.ts'
import { LIMITS } from './format.ts'
import { KnownNorms } from './known-norms.ts'
import { LawReader } from './law-reader.ts'
import { TextReader } from './norm-element.ts'
import { readDocument } from './xml-reader.ts'

/** Parses one document. */
export const parseDocument: DocumentParser = (document, read) => parsed(document, () => parseLaw(document, read()))

/** Returns a parser for several documents of one law. What they have in common is parsed once. */
export function repeatedParser(): DocumentParser {
  const known = new KnownNorms()
  const texts = new TextReader(true)
  return (document, read) => {
    const bytes = read()
    try {
      return { law: parseLaw(document, bytes, known.read.bind(known), texts) }
    } catch {
      // Alone, it may be readable after all, and if not, the error has its true place.
      return parsed(document, () => parseLaw(document, bytes))
    }
  }
}

/** A document that is not a law in this format has a reason, with line and column. */
function parsed(document: SourceDocument, parse: () => ParsedLaw): ParsedDocument {
  try {
    return { law: parse() }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { reason: `${document.path}: ${message}${place}` }
  }
}

/** @throws SourceFormatError if the document is not a law in this format */
export function parseLaw(
  document: SourceDocument,
  bytes: Uint8Array,
  readNorms: KnownNorms['read'] = readDocument,
  texts = new TextReader(false),
): ParsedLaw {
  if (bytes.length > LIMITS.bytes) {
    throw new SourceFormatError(`the document has ${bytes.length} bytes, at most ${LIMITS.bytes} are read`, 0, 0)
  }
  const reader = new LawReader(document, texts)
  readNorms(
    bytes,
    (norm) => reader.element(norm),
    ({ builddate = '', doknr = '' }) => {
      reader.version = builddate
      reader.number = doknr
    },
  )
  return reader.finish(contentHash(bytes))
}
