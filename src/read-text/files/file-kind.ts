/** Detects the kind of a file: from its content first, from its extension second. */

import { isUtf8 } from 'node:buffer'
import { say } from '../../i18n/texts.ts'
import { utf16Of } from '../decode.ts'
import { extensionOf, type InputFormat } from '../format.ts'

export { extensionOf } from '../format.ts'

/** A format that `check` reads, or the reason why it does not, with the remedy. */
export type DetectedKind = { format: InputFormat | 'zip' | 'text'; refused?: undefined } | { refused: string }

const refused = ({ what, remedy }: OtherFormat): DetectedKind => ({
  refused: say`it is ${what}, which is not read; ${remedy}`,
})

/** Extensions of files that are not text. */
const EXTENSIONS: Record<string, string[]> = {
  'a Word document': ['docx', 'docm', 'dotx', 'doc'],
  'an OpenDocument text': ['odt', 'ott'],
  'a PDF': ['pdf'],
  'a mail of Outlook': ['msg'],
  'an Excel workbook': ['xlsx'],
  'a PowerPoint presentation': ['pptx'],
  'an image': ['png', 'jpg', 'jpeg', 'gif', 'tif', 'tiff'],
}
const MAIL_EXTENSIONS = ['eml', 'emlx', 'mbox']
const WEB_ARCHIVE_EXTENSIONS = ['mht', 'mhtml']

/** The beginnings of zip archives, including empty ones. */
const ZIP = ['PK\x03\x04', 'PK\x05\x06']

const LONGEST_HEAD = 64 * 1024
/** Maximum length of the prolog in which XML names its program. */
const LONGEST_PROLOGUE = 1000

/**
 * @param bytes the whole file
 * @returns `zip` if the kind depends on its members, `text` if it seems to be text
 */
export function detectKind(name: string, bytes: Buffer): DetectedKind {
  const head = bytes.toString('latin1', 0, LONGEST_HEAD)
  if (ZIP.some((begins) => head.startsWith(begins))) return { format: 'zip' }
  const pdf = head.slice(0, 1024).indexOf('%PDF-')
  if (pdf >= 0 && !/\S{64}/.test(head.slice(0, pdf))) return { format: 'pdf' }
  const other = otherFormatOf(head, bytes) ?? otherFormatByName(name)
  if (other !== undefined) return refused(other)
  const extension = extensionOf(name)
  const expected = Object.keys(EXTENSIONS).find((kind) => EXTENSIONS[kind]?.includes(extension))
  if (expected !== undefined) {
    return { refused: say`its name says that it is ${expected}, but its content is not one; it may be damaged` }
  }
  const encoding = ENCODINGS.find(([begins]) => head.startsWith(begins))?.[1]
  if (encoding !== undefined) return { refused: say`it is a text in ${encoding}; save it as UTF-8` }
  if (utf16Of(bytes) !== undefined) return { format: 'text' }
  return controlsIn(head) > MOST_CONTROLS + head.length / 20 ? { refused: UNKNOWN } : { format: 'text' }
}

function otherFormatOf(head: string, bytes: Buffer): OtherFormat | undefined {
  if (head.startsWith(COMPOUND)) {
    return STREAMS.find(([stream]) => bytes.includes(Buffer.from(stream, 'utf16le')))?.[1] ?? OLD_OFFICE
  }
  const text = head.replace(/^(?:\xef\xbb\xbf)?\s*/, '')
  const prologue = text.slice(0, LONGEST_PROLOGUE)
  const textual =
    TEXTUAL.find(([begins]) => text.startsWith(begins)) ??
    (text.startsWith('<') ? XML.find(([sign]) => sign.test(prologue)) : undefined)
  if (textual !== undefined) return textual[1]
  if (isMail(text)) return /^(?:From: <Saved by |Snapshot-Content-Location:)/im.test(prologue) ? WEB_ARCHIVE : MAIL
  if (!isBinary(head, bytes)) return undefined
  if (head.startsWith('BM')) return BITMAP
  return BINARY.find(([begins, , at = 0]) => head.startsWith(begins, at))?.[1]
}

function otherFormatByName(name: string): OtherFormat | undefined {
  const extension = extensionOf(name)
  if (WEB_ARCHIVE_EXTENSIONS.includes(extension)) return WEB_ARCHIVE
  return MAIL_EXTENSIONS.includes(extension) ? MAIL : undefined
}

/** True for binary data: NUL, or control characters and malformed UTF-8. */
function isBinary(head: string, bytes: Buffer): boolean {
  return head.includes('\0') || (!isUtf8(bytes) && controlsIn(head) > 0)
}

/** Maximum number of control characters in a text, besides one in twenty: poor conversions leave some. */
const MOST_CONTROLS = 4

const UNKNOWN = say`it is neither a text in UTF-8 nor a document of a known format; plain text, Markdown, HTML, LaTeX, JSON, XML, DOCX, ODT and PDF are read`

/** White space, and control characters of terminals and printers: backspace and escape. */
const CONTROLS_OF_TEXTS = '\b\t\n\v\f\r\x1b'

/** Number of control characters that texts do not contain. */
function controlsIn(head: string): number {
  let count = 0
  for (const character of head) if (character < ' ' && !CONTROLS_OF_TEXTS.includes(character)) count++
  return count
}

/** Headers that only a mail has. Letters may also begin with `From:`, `Date:` or `Subject:`. */
const MAIL_HEADER =
  /^(?:message-id|received|mime-version|content-transfer-encoding|return-path|delivered-to|x-mailer|dkim-signature):/im
const MAIL_SENDER = /^(?:from|sender):/im
/** The first line of a mail in a mailbox (RFC 4155): `From a@b.example Sat Jan  3 01:05:34 1996`. */
const BOX = /^From \S+ +(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d .*)?\d\d:\d\d/

/** True for a block of mail headers, or the beginning of a mailbox. */
function isMail(head: string): boolean {
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length
  const headers = head.slice(0, end)
  const lines = headers.split(/\r?\n/)
  const isBox = BOX.test(lines[0] ?? '')
  const rest = isBox ? lines.slice(1) : lines
  if (!rest.every((line) => /^(?:[!-9;-~]+:|[ \t]|$)/.test(line))) return false
  return isBox ? rest.length > 0 : MAIL_SENDER.test(headers) && MAIL_HEADER.test(headers)
}

/** Formats that `check` does not read, by their first bytes, with remedies. */

/** An unsupported format: its name in an error, and the remedy. */
interface OtherFormat {
  what: string
  remedy: string
}

const SAVE_AS_DOCX = say`save it as DOCX or ODT`
const SAVE_THE_TEXT = say`save its text, or what is attached, and check that`
const CONVERT = say`check its text instead`
const UNPACK = say`unpack it first`
const TRANSCRIBE = say`check a transcript of it`

const other = (what: string, remedy: string): OtherFormat => ({ what, remedy })
const image = (name: string) => other(say`${name} image`, 'run OCR on it first')

const MAIL = other('a mail', SAVE_THE_TEXT)
const WEB_ARCHIVE = other('a web archive (.mht)', 'save the page as HTML')
const OLD_OFFICE = other('a file of an old office program', SAVE_AS_DOCX)
const BITMAP = image('a BMP')

type Signature = readonly [begins: string, format: OtherFormat, at?: number]

/** Text formats: their beginning alone decides. */
const TEXTUAL: readonly Signature[] = [
  ['{\\rtf', other('an RTF document', SAVE_AS_DOCX)],
  ['%!PS', other('a PostScript file', 'make a PDF of it with ps2pdf')],
  ['-----BEGIN PGP MESSAGE-----', other('an encrypted message (PGP)', 'decrypt it first')],
]

/** Binary formats. Some begin with letters, so the rest of the file must show that it is binary. */
const BINARY: readonly Signature[] = [
  ['PK\x07\x08', other('a part of a split zip archive', UNPACK)],
  ['\x89PNG\r\n', image('a PNG')],
  ['\xff\xd8\xff', image('a JPEG')],
  ['\0\0\0\x0cjP  ', image('a JPEG 2000')],
  ['GIF87a', image('a GIF')],
  ['GIF89a', image('a GIF')],
  ['II*\0', image('a TIFF')],
  ['MM\0*', image('a TIFF')],
  ['WEBP', image('a WebP'), 8],
  ['ftypheic', image('a HEIC'), 4],
  ['ftypmif1', image('a HEIC'), 4],
  ['ftypavif', image('an AVIF'), 4],
  ['\0\0\x01\0', image('an icon')],
  ['8BPS', image('a Photoshop')],
  ['AT&TFORM', other('a DjVu document', 'run OCR on it first')],
  ['\xdb\xa5', other('an old Word document (.doc)', SAVE_AS_DOCX)],
  ['\xffWPC', other('a WordPerfect document', SAVE_AS_DOCX)],
  ['ITSF', other('a Windows help file (.chm)', CONVERT)],
  ['\x78\x9f\x3e\x22', other('the attachment of an Outlook mail (winmail.dat)', SAVE_THE_TEXT)],
  ['!BDN', other('a mailbox of Outlook (.pst)', SAVE_THE_TEXT)],
  ['\x1f\x8b', other('a gzip archive', UNPACK)],
  ['\x28\xb5\x2f\xfd', other('a zstd archive', UNPACK)],
  ['\xfd7zXZ\0', other('an xz archive', UNPACK)],
  ['7z\xbc\xaf\x27\x1c', other('a 7z archive', UNPACK)],
  ['Rar!\x1a\x07', other('a RAR archive', UNPACK)],
  ['1AY&SY', other('a bzip2 archive', UNPACK), 4],
  ['ustar', other('a tar archive', UNPACK), 257],
  ['SQLite format 3\0', other('an SQLite database', CONVERT)],
  ['Standard Jet DB', other('an Access database', CONVERT), 4],
  ['Standard ACE DB', other('an Access database', CONVERT), 4],
  ['ID3', other('a sound file', TRANSCRIBE)],
  ['OggS', other('a sound file', TRANSCRIBE)],
  ['fLaC', other('a sound file', TRANSCRIBE)],
  ['WAVE', other('a sound file', TRANSCRIBE), 8],
  ['ftyp', other('a film or sound file', TRANSCRIBE), 4],
  ['\x1a\x45\xdf\xa3', other('a film', TRANSCRIBE)],
  ['\x7fELF', other('a program', CONVERT)],
  ['MZ', other('a program', CONVERT)],
  ['\xca\xfe\xba\xbe', other('a program', CONVERT)],
  ['wOFF', other('a font', CONVERT)],
  ['wOF2', other('a font', CONVERT)],
]

/** Byte order marks of unsupported encodings. UTF-32's begins with UTF-16's. */
const ENCODINGS: readonly (readonly [begins: string, encoding: string])[] = [
  ['\xff\xfe\0\0', 'UTF-32'],
  ['\0\0\xfe\xff', 'UTF-32'],
]

/** The beginning of Microsoft's compound files. */
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Streams of compound files, whose names (UTF-16, MS-CFB 2.6.1) identify the program. */
const STREAMS: readonly (readonly [stream: string, format: OtherFormat])[] = [
  ['EncryptedPackage', other('an encrypted document of Office', 'save it without a password')],
  ['WordDocument', other('an old Word document (.doc)', SAVE_AS_DOCX)],
  ['Workbook', other('an old Excel workbook (.xls)', CONVERT)],
  ['PowerPoint Document', other('an old PowerPoint presentation (.ppt)', CONVERT)],
  ['__substg1.0_', other('a mail of Outlook (.msg)', SAVE_THE_TEXT)],
]

/** XML documents whose markup would split citations, by a sign at their beginning. */
const XML: readonly (readonly [sign: RegExp, format: OtherFormat])[] = [
  [/<\?mso-application\s+progid="Word\.Document"|<pkg:package\b/, other('a Word document in XML', SAVE_AS_DOCX)],
  [/<\?mso-application\s+progid="Excel\.Sheet"/, other('an Excel workbook in XML', CONVERT)],
]
