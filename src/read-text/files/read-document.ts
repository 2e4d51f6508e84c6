/** Reads a file of any format as text. */

import { say } from '../../i18n/texts.ts'
import { decodeText, type Encoding } from '../decode.ts'
import { formatOf, type InputFormat, type TextFormat } from '../format.ts'
import { Positions } from '../plain-text.ts'
import { type ReadDocument, UnreadableDocument } from './document.ts'
import { type DetectedKind, detectKind } from './file-kind.ts'
import type { ZipParts } from './zip-parts.ts'

/** A document, with the data needed to change it. */
export interface OpenedDocument extends ReadDocument {
  /** The format of the file. */
  kind: InputFormat
  /** If the document is a zip archive. */
  parts?: ZipParts
}

/**
 * @param name of the file, `-` for standard input
 * @param format of the file; default: detected from its content, then its name
 * @param encoding of a text that is not UTF-8
 * @param repeats true to read all headers with the same text
 * @throws UnreadableDocument if it is in another format, damaged or encrypted
 */
export async function readDocument(
  name: string,
  bytes: Buffer,
  format?: InputFormat,
  encoding?: Encoding,
  repeats = false,
): Promise<OpenedDocument> {
  const kind: DetectedKind = format === undefined ? detectKind(name, bytes) : { format }
  if (kind.refused !== undefined) throw new UnreadableDocument(kind.refused)
  switch (kind.format) {
    case 'pdf':
      return { ...(await (await import('./pdf.ts')).readPdf(bytes)), kind: 'pdf' }
    case 'zip':
    case 'docx':
    case 'odt':
      return readZipped(bytes, kind.format, repeats)
    default:
      return readText(name, bytes, kind.format, { encoding, repeats })
  }
}

async function readText(
  name: string,
  bytes: Buffer,
  format: TextFormat | 'text',
  { encoding, repeats }: { encoding: Encoding | undefined; repeats: boolean },
): Promise<OpenedDocument> {
  const decoded = decodeText(bytes, encoding)
  if (decoded.fault !== undefined) {
    throw new UnreadableDocument(
      say`${decoded.fault}; if it is a text of Windows, name its encoding (--encoding windows-1252), or save it as UTF-8`,
    )
  }
  const { text } = decoded
  if (format === 'text' && FLAT_ODT.test(text.slice(0, 2000))) return flatOdt(text, repeats)
  const detected = format === 'text' ? formatOf(name, text) : format
  return { text, format: detected, kind: detected, notes: await notesOn(text, detected) }
}

async function notesOn(text: string, format: TextFormat): Promise<string[]> {
  if (format === 'latex' && OTHER_FILES.test(text)) return [OTHER_FILES_NOTE]
  const end = format === 'json' ? (await import('../json.ts')).jsonEnd(text) : text.length
  if (end === text.length) return []
  const { line, column } = new Positions(text).at(end)
  return [say`it is damaged: from line ${line}, column ${column} on it is not JSON, and read as plain text`]
}

/** LaTeX commands that include other files, outside comments. */
const OTHER_FILES = /^[^%\n]*\\(?:input|include|subfile)\b/m
const OTHER_FILES_NOTE = say`files that it includes with \\input or \\include are not read; name them as well`

const FLAT_ODT = /^\s*<\?xml[^>]*>\s*<office:document\b/

async function readZipped(bytes: Buffer, format: 'zip' | 'docx' | 'odt', repeats: boolean): Promise<OpenedDocument> {
  const { ZipParts } = await import('./zip-parts.ts')
  if (format !== 'zip' && !bytes.subarray(0, 2).equals(Buffer.from('PK'))) return readFlat(bytes, format, repeats)
  const parts = await ZipParts.open(bytes)
  const kind = format === 'zip' ? await zippedKind(parts) : format
  const document =
    kind === 'docx'
      ? await (await import('./docx.ts')).readDocx(parts, repeats)
      : await (await import('./odt.ts')).readOdt(parts, repeats)
  return { ...document, kind, parts }
}

const flatOdt = async (text: string, repeats: boolean): Promise<OpenedDocument> => ({
  ...(await import('./odt.ts')).readFlatOdt(text, repeats),
  kind: 'odt',
})

async function readFlat(bytes: Buffer, format: 'docx' | 'odt', repeats: boolean): Promise<OpenedDocument> {
  const { text = '' } = decodeText(bytes) as { text?: string }
  if (format === 'odt' && FLAT_ODT.test(text)) return flatOdt(text, repeats)
  throw new UnreadableDocument(say`it is not a zip archive, as documents of this format must be; it may be damaged`)
}

/** Other documents that are zip archives, by one of their parts. */
const OTHERS: readonly (readonly [part: RegExp, what: string])[] = [
  [/^xl\//, 'an Excel workbook'],
  [/^ppt\//, 'a PowerPoint presentation'],
  [/^visio\//, 'a Visio drawing'],
  [/^META-INF\/MANIFEST\.MF$/, 'a Java archive'],
  [/^Index\/Document\.iwa$/, 'a Pages document'],
]

async function zippedKind(parts: ZipParts): Promise<'docx' | 'odt'> {
  if (parts.has('word/document.xml')) return 'docx'
  const type = parts.has('mimetype') ? (await parts.text('mimetype')).trim() : ''
  if (/^application\/vnd\.oasis\.opendocument\.text/.test(type)) return 'odt'
  const other = parts.names.flatMap((name) => OTHERS.find(([part]) => part.test(name))?.[1] ?? [])[0]
  if (type === 'application/epub+zip') refuse(say`an EPUB`)
  if (type.startsWith('application/vnd.oasis.opendocument.')) refuse(say`an OpenDocument ${type.split('.').at(-1)}`)
  if (other !== undefined) refuse(other)
  if (parts.has('[Content_Types].xml')) return 'docx'
  throw new UnreadableDocument(say`it is a zip archive, which is not read; unpack it first`)
}

function refuse(what: string): never {
  throw new UnreadableDocument(say`it is ${what}, which is not read; check its text instead`)
}
