/** Reads the documents that are to be checked, all before the first is. */
import type { ReadDocument } from '../../../documents/document.ts'
import type { InputFormat } from '../../../plain-text/format.ts'
import { MOST_TEXT_BYTES, readBytes, unreadable } from '../read-text.ts'
import { findInputs, leftOutNote } from './find-inputs.ts'

export interface Input extends ReadDocument {
  file: string
}

/** Documents hold pictures, too. */
const MOST_DOCUMENT_BYTES = 128 * 1024 * 1024

/**
 * @param format of all files; without one each tells its own
 * @returns the documents, and remarks for people on what was left out
 * @throws LegalTextError `invalid_input` for the first file that cannot be read
 */
export async function readInputs(words: readonly string[], format: InputFormat | undefined) {
  const { files, leftOut } = await findInputs(words)
  const inputs: Input[] = []
  for (const file of files) inputs.push(await readInput(file, format))
  const notes = inputs.flatMap((input) => input.notes.map((note) => `${input.file}: ${note}`))
  const ofFiles = leftOutNote(leftOut)
  return { inputs, notes: ofFiles === undefined ? notes : [...notes, ofFiles] }
}

async function readInput(file: string, format: InputFormat | undefined): Promise<Input> {
  const bytes = await readBytes(file, MOST_DOCUMENT_BYTES)
  const [{ readDocument }, { UnreadableDocument }] = await Promise.all([
    import('../../../documents/read-document.ts'),
    import('../../../documents/document.ts'),
  ])
  try {
    const document = await readDocument(file, bytes, format)
    const size = document.placeAt === undefined ? bytes.length : document.text.length
    if (size > MOST_TEXT_BYTES) throw new UnreadableDocument(`it is larger than ${MOST_TEXT_BYTES} bytes`)
    return { ...document, file }
  } catch (error) {
    if (error instanceof UnreadableDocument) throw unreadable(file, error.message, error)
    throw error
  }
}
