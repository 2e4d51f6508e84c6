/** Finds and reads the documents to check: files, folders, patterns and standard input. */

import type { Dirent } from 'node:fs'
import { glob, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { say } from '../../i18n/texts.ts'
import { systemReason } from '../../program/system-error.ts'
import type { ReadDocument } from '../../read-text/files/document.ts'
import { extensionOf } from '../../read-text/files/file-kind.ts'
import type { OpenedDocument } from '../../read-text/files/read-document.ts'
import { KNOWN_EXTENSIONS } from '../../read-text/format.ts'
import { LegalTextError } from '../../util/errors.ts'
import { MAX_TEXT_BYTES, readBytes, STANDARD_INPUT, unreadable } from '../read-text.ts'
import type { CheckOptions } from './options.ts'

export interface FoundFiles {
  /** Without duplicates; those of a folder or pattern are sorted by name. */
  files: string[]
  /** Numbers of omitted files of folders and patterns, by extension. */
  leftOut: Map<string, number>
}

const PATTERN = /[*?{}[\]]/
/** A pattern with an extension, which names its formats. */
const WITH_EXTENSION = /\.[^./\\*?]+$/
const isToolFolder = (name: string) => (name.startsWith('.') && name.length > 1) || name === 'node_modules'

/** @throws LegalTextError `invalid_input` for a folder or pattern without a readable file */
export async function findInputs(words: readonly string[]): Promise<FoundFiles> {
  if (words.indexOf(STANDARD_INPUT) !== words.lastIndexOf(STANDARD_INPUT)) {
    throw new LegalTextError('invalid_input', say`standard input (-) can be read only once`)
  }
  const leftOut = new Map<string, number>()
  const files = new Set<string>()
  for (const word of words) {
    for (const file of await filesOf(word, leftOut)) files.add(file)
  }
  return { files: [...files], leftOut }
}

async function filesOf(word: string, leftOut: Map<string, number>): Promise<string[]> {
  if (word === STANDARD_INPUT) return [word]
  const isFolder = await stat(word).then(
    (found) => found.isDirectory(),
    () => undefined,
  )
  // A missing file is reported when it is read.
  if (isFolder === false || (isFolder === undefined && !PATTERN.test(word))) return [word]
  const found = isFolder ? await filesBelow(word) : await filesLike(word)
  const isExplicit = !isFolder && WITH_EXTENSION.test(word)
  const read = found.filter((file) => {
    const extension = extensionOf(file)
    const isRead = isExplicit || KNOWN_EXTENSIONS.has(extension)
    if (!isRead) leftOut.set(extension, (leftOut.get(extension) ?? 0) + 1)
    return isRead
  })
  if (read.length > 0) return read.sort()
  const others = found.length === 0 ? '' : say`; it has ${found.length} of other formats`
  const message = isFolder
    ? say`folder ${word} has no file of a format that is read${others}`
    : say`no file fits the pattern ${word}${others}`
  throw new LegalTextError('invalid_input', message, { issues: [{ path: 'file', message }] })
}

/** Does not follow links, which may form a cycle. */
async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await entriesOf(next)) {
      const path = next === '.' ? entry.name : join(next, entry.name)
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory() && !isToolFolder(entry.name)) folders.push(path)
    }
  }
  return files
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const message = say`cannot read folder ${folder}: ${systemReason(error)}`
    throw new LegalTextError('invalid_input', message, { issues: [{ path: 'file', message }] }, { cause: error })
  }
}

/** Node 22 warns that patterns are experimental; users need not know. */
async function filesLike(pattern: string): Promise<string[]> {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    const files: string[] = []
    for await (const file of glob(pattern)) {
      if ((await stat(file)).isFile()) files.push(file)
    }
    return files
  } finally {
    process.emitWarning = emitWarning
  }
}

/** `3 files of other formats left out (2 .png, 1 without extension)`; `undefined` without any. */
export function leftOutNote(leftOut: ReadonlyMap<string, number>): string | undefined {
  const counts = [...leftOut].sort(([a, many], [b, few]) => few - many || a.localeCompare(b))
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return undefined
  const named = counts.map(
    ([extension, count]) => `${count} ${extension === '' ? say`without extension` : `.${extension}`}`,
  )
  return say`${total} ${total === 1 ? 'file' : 'files'} of other formats left out (${named.join(', ')})`
}

export interface Input extends ReadDocument {
  file: string
  /** The number of its first line. Default: 1. */
  firstLine?: number
}

type InputOptions = Partial<Pick<CheckOptions, 'input' | 'encoding' | 'baseline'>>

/** Size limit: documents also contain pictures. */
const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024

/**
 * Reads all documents before the first is checked.
 * @param options `input`: the format of all files (default: detected for each), `encoding` of texts that are not UTF-8, and the
 *   file of the baseline, which is not a document
 * @returns the documents, and notes on omitted files
 * @throws LegalTextError `invalid_input` for the first file that cannot be read
 */
export async function readInputs(words: readonly string[], options: InputOptions) {
  const { files, leftOut } = await findInputs(words)
  const baseline = options.baseline === undefined ? undefined : resolve(options.baseline)
  const inputs: Input[] = []
  for (const file of files) {
    if (resolve(file) === baseline) continue
    // The parts that only a change of the document needs are large.
    const { bytes, kind, parts, pieces, ...input } = await readInput(file, options)
    inputs.push(input)
  }
  const notes = inputs.flatMap((input) => input.notes.map((note) => say`${input.file}: ${note}`))
  const ofFiles = leftOutNote(leftOut)
  return { inputs, notes: ofFiles === undefined ? notes : [...notes, ofFiles] }
}

/** A document with the data to change it. */
export type OpenedInput = Input & OpenedDocument & { bytes: Buffer }

/**
 * Reads one document.
 * @param repeats true to read all headers with the same text
 * @throws LegalTextError `invalid_input` if it cannot be read
 */
export async function readInput(
  file: string,
  { input, encoding }: InputOptions,
  repeats = false,
): Promise<OpenedInput> {
  const bytes = await readBytes(file, MAX_DOCUMENT_BYTES)
  const [{ readDocument }, { UnreadableDocument }] = await Promise.all([
    import('../../read-text/files/read-document.ts'),
    import('../../read-text/files/document.ts'),
  ])
  try {
    const document = await readDocument(file, bytes, input, encoding, repeats)
    const size = document.placeAt === undefined ? bytes.length : document.text.length
    if (size > MAX_TEXT_BYTES) throw new UnreadableDocument(say`it is larger than ${MAX_TEXT_BYTES} bytes`)
    return { ...document, file, bytes }
  } catch (error) {
    if (error instanceof UnreadableDocument) throw unreadable(file, error.message, { cause: error })
    throw error
  }
}
