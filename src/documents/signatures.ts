/** Formats that `check` does not read, by their first bytes, and what to do instead. */

/** A format that is not read: its name in an error, and the remedy. */
export interface OtherFormat {
  what: string
  remedy: string
}

const SAVE_AS_DOCX = 'save it as DOCX or ODT'
const SAVE_THE_TEXT = 'save its text, or what is attached, and check that'
const CONVERT = 'check its text instead'
const UNPACK = 'unpack it first'
const TRANSCRIBE = 'check a transcript of it'

const other = (what: string, remedy: string): OtherFormat => ({ what, remedy })
const image = (name: string) => other(`${name} image`, 'run OCR on it first')

export const MAIL = other('a mail', SAVE_THE_TEXT)
export const WEB_ARCHIVE = other('a web archive (.mht)', 'save the page as HTML')
export const OLD_OFFICE = other('a file of an old office program', SAVE_AS_DOCX)
export const BITMAP = image('a BMP')

type Signature = readonly [begins: string, format: OtherFormat, at?: number]

/** Formats that are text themselves: their beginning alone decides. */
export const TEXTUAL: readonly Signature[] = [
  ['{\\rtf', other('an RTF document', SAVE_AS_DOCX)],
  ['%!PS', other('a PostScript file', 'make a PDF of it with ps2pdf')],
  ['-----BEGIN PGP MESSAGE-----', other('an encrypted message (PGP)', 'decrypt it first')],
]

/** Formats that are not text. Some begin with letters, so the rest of the file must show that it is none. */
export const BINARY: readonly Signature[] = [
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

/** Byte order marks of encodings that are not read. That of UTF-32 begins with that of UTF-16. */
export const ENCODINGS: readonly (readonly [begins: string, encoding: string])[] = [
  ['\xff\xfe\0\0', 'UTF-32'],
  ['\0\0\xfe\xff', 'UTF-32'],
]

/** The beginning of Microsoft's compound files. */
export const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Streams of compound files, whose names (UTF-16, MS-CFB 2.6.1) tell the program. */
export const STREAMS: readonly (readonly [stream: string, format: OtherFormat])[] = [
  ['EncryptedPackage', other('an encrypted document of Office', 'save it without a password')],
  ['WordDocument', other('an old Word document (.doc)', SAVE_AS_DOCX)],
  ['Workbook', other('an old Excel workbook (.xls)', CONVERT)],
  ['PowerPoint Document', other('an old PowerPoint presentation (.ppt)', CONVERT)],
  ['__substg1.0_', other('a mail of Outlook (.msg)', SAVE_THE_TEXT)],
]

/** Documents in XML whose markup would split citations, by a sign at their beginning. */
export const XML: readonly (readonly [sign: RegExp, format: OtherFormat])[] = [
  [/<\?mso-application\s+progid="Word\.Document"|<pkg:package\b/, other('a Word document in XML', SAVE_AS_DOCX)],
  [/<\?mso-application\s+progid="Excel\.Sheet"/, other('an Excel workbook in XML', CONVERT)],
]
