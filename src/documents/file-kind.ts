/** Detects what a file is: from its content first, from the extension of its name second. */
import { isUtf8 } from 'node:buffer'
import { utf16Of } from '../plain-text/decode.ts'
import { extensionOf, type InputFormat } from '../plain-text/format.ts'
import {
  BINARY,
  BITMAP,
  COMPOUND,
  ENCODINGS,
  MAIL,
  OLD_OFFICE,
  type OtherFormat,
  STREAMS,
  TEXTUAL,
  WEB_ARCHIVE,
  XML,
} from './signatures.ts'

export { extensionOf } from '../plain-text/format.ts'

/** A format that `check` reads, or why it does not read a file, with the remedy. */
export type DetectedKind = { format: InputFormat | 'zip' | 'text'; refused?: undefined } | { refused: string }

const refused = ({ what, remedy }: OtherFormat): DetectedKind => ({
  refused: `it is ${what}, which is not read; ${remedy}`,
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

/** The beginnings of zip archives, one of which is empty. */
const ZIP = ['PK\x03\x04', 'PK\x05\x06']

const LONGEST_HEAD = 64 * 1024
/** Longest beginning in which XML names its program. */
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
    return { refused: `its name says that it is ${expected}, but its content is not one; it may be damaged` }
  }
  const encoding = ENCODINGS.find(([begins]) => head.startsWith(begins))?.[1]
  if (encoding !== undefined) return { refused: `it is a text in ${encoding}; save it as UTF-8` }
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

/** True if the bytes cannot be text: they contain NUL, or control characters and are not valid UTF-8. */
function isBinary(head: string, bytes: Buffer): boolean {
  return head.includes('\0') || (!isUtf8(bytes) && controlsIn(head) > 0)
}

/** Most control characters of a text, besides one in twenty: some come from poor conversions. */
const MOST_CONTROLS = 4

const UNKNOWN =
  'it is neither a text in UTF-8 nor a document of a known format; plain text, Markdown, HTML, LaTeX, JSON, XML, DOCX, ' +
  'ODT and PDF are read'

/** White space, and what terminals and printers know: backspace and escape. */
const CONTROLS_OF_TEXTS = '\b\t\n\v\f\r\x1b'

/** How many control characters there are that texts do not have. */
function controlsIn(head: string): number {
  let count = 0
  for (const character of head) if (character < ' ' && !CONTROLS_OF_TEXTS.includes(character)) count++
  return count
}

/** Headers that only a mail has. Letters may begin with `From:`, `Date:` or `Subject:`, too. */
const MAIL_HEADER =
  /^(?:message-id|received|mime-version|content-transfer-encoding|return-path|delivered-to|x-mailer|dkim-signature):/im
const MAIL_SENDER = /^(?:from|sender):/im
/** The line that begins a mail of a mailbox (RFC 4155): `From a@b.example Sat Jan  3 01:05:34 1996`. */
const BOX = /^From \S+ +(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d .*)?\d\d:\d\d/

/** True for a block of headers that only a mail has, or the beginning of a mailbox. */
function isMail(head: string): boolean {
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length
  const headers = head.slice(0, end)
  const lines = headers.split(/\r?\n/)
  const isBox = BOX.test(lines[0] ?? '')
  const rest = isBox ? lines.slice(1) : lines
  if (!rest.every((line) => /^(?:[!-9;-~]+:|[ \t]|$)/.test(line))) return false
  return isBox ? rest.length > 0 : MAIL_SENDER.test(headers) && MAIL_HEADER.test(headers)
}
