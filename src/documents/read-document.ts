/** Reads a file of any format as text. */
import { decodeText } from '../plain-text/decode.ts'
import { formatOf, type InputFormat } from '../plain-text/format.ts'
import { type ReadDocument, UnreadableDocument } from './document.ts'
import { type DetectedKind, detectKind } from './file-kind.ts'
import type { ZipParts } from './zip-parts.ts'

/**
 * @param name of the file; `-` tells nothing
 * @param format that it is read as, whatever it looks like; without one its content tells, then its name
 * @throws UnreadableDocument for what is not read, saying what it is, and for what is damaged, encrypted or no text
 */
export async function readDocument(name: string, bytes: Buffer, format?: InputFormat): Promise<ReadDocument> {
  const kind: DetectedKind = format === undefined ? detectKind(name, bytes) : { format }
  if (kind.refused !== undefined) throw new UnreadableDocument(kind.refused)
  switch (kind.format) {
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(bytes)
    case 'zip':
    case 'docx':
    case 'odt':
      return readZipped(bytes, kind.format)
    default:
      return readText(name, bytes, kind.format)
  }
}

async function readText(name: string, bytes: Buffer, format: Exclude<InputFormat, 'docx' | 'odt' | 'pdf'> | 'text') {
  const decoded = decodeText(bytes)
  if (decoded.fault !== undefined) throw new UnreadableDocument(decoded.fault)
  const { text } = decoded
  if (format === 'text' && FLAT_ODT.test(text.slice(0, 2000))) return (await import('./odt.ts')).readFlatOdt(text)
  const detected = format === 'text' ? formatOf(name, text) : format
  const notes = detected === 'latex' && OTHER_FILES.test(text) ? [OTHER_FILES_NOTE] : []
  return { text, format: detected, notes }
}

/** Commands of LaTeX that take in other files, on lines that are no comments. */
const OTHER_FILES = /^[^%\n]*\\(?:input|include|subfile)\b/m
const OTHER_FILES_NOTE = 'files that it takes in with \\input or \\include are not read; name them, too'

const FLAT_ODT = /^\s*<\?xml[^>]*>\s*<office:document\b/

async function readZipped(bytes: Buffer, format: 'zip' | 'docx' | 'odt'): Promise<ReadDocument> {
  const { ZipParts } = await import('./zip-parts.ts')
  if (format !== 'zip' && !bytes.subarray(0, 2).equals(Buffer.from('PK'))) {
    return readFlat(bytes, format)
  }
  const parts = await ZipParts.open(bytes)
  const what = format === 'zip' ? await zippedKind(parts) : format
  if (what === 'docx') return (await import('./docx.ts')).readDocx(parts)
  return (await import('./odt.ts')).readOdt(parts)
}

async function readFlat(bytes: Buffer, format: 'docx' | 'odt'): Promise<ReadDocument> {
  const { text = '' } = decodeText(bytes) as { text?: string }
  if (format === 'odt' && FLAT_ODT.test(text)) return (await import('./odt.ts')).readFlatOdt(text)
  throw new UnreadableDocument('it is no zip archive, as documents of this format are; it may be damaged')
}

/** What may lie in a zip archive, by a part that it has. */
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
  if (type === 'application/epub+zip') refuse('an EPUB')
  if (type.startsWith('application/vnd.oasis.opendocument.')) refuse(`an OpenDocument ${type.split('.').at(-1)}`)
  if (other !== undefined) refuse(other)
  if (parts.has('[Content_Types].xml')) return 'docx'
  throw new UnreadableDocument('it is a zip archive, which is not read; unpack it first')
}

function refuse(what: string): never {
  throw new UnreadableDocument(`it is ${what}, which is not read; check its text instead`)
}
