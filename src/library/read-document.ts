/** Documents as text for `check`. */

import type { ReadDocument } from '../read-text/files/document.ts'
import { INPUT_FORMATS, type InputFormat } from '../read-text/format.ts'
import { argumentError, assertOptions, assertString, wrongArgument } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'

/** Known facts of a document to read. */
export interface DocumentOptions {
  /** File name, for its extension and for messages. */
  name?: string | undefined
  /** Default: detected from the content, then from the extension. */
  format?: InputFormat | undefined
}

/**
 * Reads a document: DOCX, ODT, PDF (through `pdftotext`), HTML, LaTeX, Markdown or plain text.
 * @returns the text with its markup and its format, for `check`, and the place of an offset in the document
 * @throws LegalTextError `invalid_input` if it is in another format, damaged or encrypted, or an argument is wrong
 */
export async function readDocument(bytes: Uint8Array, options: DocumentOptions = {}): Promise<ReadDocument> {
  if (!(bytes instanceof Uint8Array)) {
    throw wrongArgument('bytes', 'the content of a file as a Uint8Array or Buffer', bytes)
  }
  const { name, format } = readOptions(options)
  const [documents, { UnreadableDocument }] = await Promise.all([
    import('../read-text/files/read-document.ts'),
    import('../read-text/files/document.ts'),
  ])
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { kind, parts, pieces, ...document } = await documents.readDocument(name, content, format)
    return document
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    throw new LegalTextError('invalid_input', `${name} cannot be read: ${error.message}`, {}, { cause: error })
  }
}

function readOptions(options: DocumentOptions): { name: string; format: InputFormat | undefined } {
  assertOptions(options, ['name', 'format'])
  const { name = 'the document', format } = options
  assertString('name', name)
  if (format !== undefined && !INPUT_FORMATS.includes(format)) {
    throw argumentError('format', `must be one of ${INPUT_FORMATS.join(', ')}`)
  }
  return { name, format }
}
