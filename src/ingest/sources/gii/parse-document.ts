/** Parses documents of which some may be no laws. */

import type { ParsedLaw } from '../../../corpus/parsed-law.ts'
import type { SourceDocument } from '../../source.ts'
import { parseLaw } from './law-reader.ts'
import { SourceFormatError } from './xml-reader.ts'

/**
 * Parses a document.
 * @param read gives its bytes
 * @returns the law, or why there is none
 */
export function parseDocument(
  document: SourceDocument,
  read: () => Uint8Array,
): { law: ParsedLaw } | { reason: string } {
  try {
    return { law: parseLaw(document, read()) }
  } catch (error) {
    const { message } = error as Error
    const place =
      error instanceof SourceFormatError && error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    return { reason: `${document.path}: ${message}${place}` }
  }
}
