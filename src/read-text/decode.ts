/** Decodes the bytes of a file: UTF-8, UTF-16 with a byte order mark, or a named encoding. */
import { say } from '../i18n/texts.ts'
import { Positions } from './plain-text.ts'

/** The text without a byte order mark, or the reason why the bytes are not text. */
type Decoded = { text: string; fault?: undefined } | { fault: string }

/** Encodings of texts other than UTF-8. */
export const ENCODINGS = ['windows-1252', 'iso-8859-1', 'iso-8859-15'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The encoding declared at the beginning of XML, HTML or LaTeX. */
const DECLARED =
  /^\s*<\?xml\b[^>]{0,100}?\bencoding\s*=\s*["']([\w-]+)|<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w-]+)|\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/i
const BEGINNING = 4000

/**
 * Decodes a text. A NUL is a fault, too: the file is binary, or in another encoding.
 * @param encoding of the text if it is not UTF-8, instead of the declared one
 * @param firstLine the number of the first line, for the place of a fault
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding, firstLine = 1): Decoded {
  const text = decodeUtf16(bytes) ?? decode(bytes, 'utf-8') ?? decode(bytes, encoding ?? declaredEncoding(bytes))
  if (text === undefined && utf16Of(bytes) !== undefined)
    return { fault: say`it is not UTF-16 text, as its first bytes say` }
  if (text === undefined) return { fault: faultOf(bytes, firstLine) }
  const nul = text.indexOf('\0')
  if (nul < 0) return { text }
  const { line, column } = new Positions(text).at(nul)
  return { fault: say`it is not text: line ${firstLine - 1 + line}, column ${column} is NUL` }
}

/** Returns the encoding of a UTF-16 byte order mark at the beginning. */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function decodeUtf16(bytes: Uint8Array): string | undefined {
  const encoding = utf16Of(bytes)
  return encoding && decode(bytes, encoding)
}

/** Returns `undefined` if the bytes are malformed, or the encoding is unknown. */
function decode(bytes: Uint8Array, encoding: string | undefined): string | undefined {
  try {
    return encoding && new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const declared = DECLARED.exec(new TextDecoder('windows-1252').decode(bytes.subarray(0, BEGINNING)))
  return declared?.slice(1).find((name) => name !== undefined)
}

function faultOf(bytes: Uint8Array, firstLine: number): string {
  // Malformed sequences became U+FFFD, which has other bytes.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(text)
  const wrong = bytes.findIndex((byte, index) => byte !== again[index])
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, wrong))
  const byte = (bytes[wrong] ?? 0).toString(16).padStart(2, '0')
  const { line, column } = new Positions(before).at(before.length)
  return say`it is not UTF-8 text: byte ${wrong} (line ${firstLine - 1 + line}, column ${column}) is 0x${byte}`
}
