/** Detects what a file is: from its content first, from the extension of its name second. */
import { extensionOf, type InputFormat } from '../plain-text/format.ts'

export { extensionOf } from '../plain-text/format.ts'

/** A format that `check` reads, or why it does not read a file, with the remedy. */
export type DetectedKind = { format: InputFormat | 'zip' | 'text'; refused?: undefined } | { refused: string }

const refused = (what: string, remedy: string): DetectedKind => ({
  refused: `it is ${what}, which is not read; ${remedy}`,
})

const SAVE_AS_DOCX = 'save it as DOCX or ODT'
const CONVERT = 'check its text instead'
const UNPACK = 'unpack it first'
const image = (name: string) => refused(`${name} image`, 'run OCR on it first')
const MAIL = refused('a mail', 'save its text, or what is attached, and check that')
const OLD_OFFICE = refused('a file of an old office program', SAVE_AS_DOCX)

/** Signatures of files: their first bytes, or those at an offset. */
const SIGNATURES: readonly (readonly [begins: string, kind: DetectedKind, at?: number])[] = [
  ['PK\x03\x04', { format: 'zip' }],
  ['PK\x05\x06', { format: 'zip' }],
  ['{\\rtf', refused('an RTF document', SAVE_AS_DOCX)],
  ['\x89PNG\r\n', image('a PNG')],
  ['\xff\xd8\xff', image('a JPEG')],
  ['GIF87a', image('a GIF')],
  ['GIF89a', image('a GIF')],
  ['II*\0', image('a TIFF')],
  ['MM\0*', image('a TIFF')],
  ['WEBP', image('a WebP'), 8],
  ['ftypheic', image('a HEIC'), 4],
  ['ftypavif', image('an AVIF'), 4],
  ['%!PS', refused('a PostScript file', 'make a PDF of it with ps2pdf')],
  ['\x1f\x8b', refused('a gzip archive', UNPACK)],
  ['\x28\xb5\x2f\xfd', refused('a zstd archive', UNPACK)],
  ['\xfd7zXZ\0', refused('an xz archive', UNPACK)],
  ['7z\xbc\xaf\x27\x1c', refused('a 7z archive', UNPACK)],
  ['Rar!\x1a\x07', refused('a RAR archive', UNPACK)],
  ['1AY&SY', refused('a bzip2 archive', UNPACK), 4],
  ['ustar', refused('a tar archive', UNPACK), 257],
  ['SQLite format 3\0', refused('an SQLite database', CONVERT)],
  ['\x7fELF', refused('a program', CONVERT)],
  ['MZ\x90\0', refused('a program', CONVERT)],
  ['wOFF', refused('a font', CONVERT)],
  ['wOF2', refused('a font', CONVERT)],
]

/** Streams of Microsoft's compound files, whose names (UTF-16, MS-CFB 2.6.1) tell the program. */
const STREAMS: readonly (readonly [stream: string, kind: DetectedKind])[] = [
  ['EncryptedPackage', { refused: 'it is encrypted; save it without a password' }],
  ['WordDocument', refused('an old Word document (.doc)', SAVE_AS_DOCX)],
  ['Workbook', refused('an old Excel workbook (.xls)', CONVERT)],
  ['PowerPoint Document', refused('an old PowerPoint presentation (.ppt)', CONVERT)],
  ['__substg1.0_', refused('a mail of Outlook (.msg)', 'save its text, or what is attached, and check that')],
]
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

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
const MAIL_EXTENSIONS = ['eml', 'emlx', 'mbox', 'mht', 'mhtml']

/** Headers that only a mail has. Letters may begin with `From:` or `Subject:`, too. */
const MAIL_HEADER = /^(?:message-id|received|mime-version|return-path|delivered-to|x-mailer|dkim-signature):/im
const MAIL_SENDER = /^(?:from|sender):/im
const LONGEST_HEAD = 64 * 1024

/**
 * @param bytes the whole file
 * @returns `zip` if the kind depends on its members, `text` if it seems to be text
 */
export function detectKind(name: string, bytes: Buffer): DetectedKind {
  const head = bytes.toString('latin1', 0, LONGEST_HEAD)
  if (head.startsWith(COMPOUND)) {
    const known = STREAMS.find(([stream]) => bytes.includes(Buffer.from(stream, 'utf16le')))
    return known?.[1] ?? OLD_OFFICE
  }
  const pdf = head.slice(0, 1024).indexOf('%PDF-')
  if (pdf >= 0 && !/\S{64}/.test(head.slice(0, pdf))) return { format: 'pdf' }
  const known = SIGNATURES.find(([begins, , at = 0]) => head.startsWith(begins, at))
  if (known !== undefined) return known[1]
  if (head.startsWith('BM') && head.slice(0, 32).includes('\0')) return image('a BMP')
  if (isMail(head)) return MAIL
  const extension = extensionOf(name)
  if (MAIL_EXTENSIONS.includes(extension)) return MAIL
  const expected = Object.keys(EXTENSIONS).find((kind) => EXTENSIONS[kind]?.includes(extension))
  if (expected === undefined) return { format: 'text' }
  return { refused: `its name says that it is ${expected}, but its content is not one; it may be damaged` }
}

/** True for a block of headers that only a mail has, or the line that begins a mailbox. */
function isMail(head: string): boolean {
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length
  const headers = head.slice(0, end)
  const lines = headers.split(/\r?\n/)
  const isBox = /^From \S+ .*\d\d:\d\d/.test(lines[0] ?? '')
  const rest = isBox ? lines.slice(1) : lines
  if (!rest.every((line) => /^(?:[!-9;-~]+:|[ \t]|$)/.test(line))) return false
  return MAIL_SENDER.test(headers) && MAIL_HEADER.test(headers)
}
