/** Documents as text for `check`. */
import type { ReadDocument } from '../documents/document.ts'
import { LegalTextError } from '../errors.ts'
import type { InputFormat } from '../plain-text/format.ts'

/** What is known of a document before it is read. */
export interface DocumentOptions {
  /** File name, for its extension and for messages. */
  name?: string | undefined
  /** Default: detected from the content, then from the extension. */
  format?: InputFormat | undefined
}

/**
 * Reads a document: DOCX, ODT, PDF (through `pdftotext`), HTML, LaTeX, Markdown or plain text.
 * @returns the text with its markup, and its format, as `check` takes them, and the place of an offset in the document
 * @throws LegalTextError `invalid_input` if it is in another format, damaged or encrypted
 */
export async function readDocument(
  bytes: Uint8Array,
  { name = 'the document', format }: DocumentOptions = {},
): Promise<ReadDocument> {
  const [documents, { UnreadableDocument }] = await Promise.all([
    import('../documents/read-document.ts'),
    import('../documents/document.ts'),
  ])
  try {
    return await documents.readDocument(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format)
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    throw new LegalTextError('invalid_input', `${name} cannot be read: ${error.message}`, {}, { cause: error })
  }
}
