/** Decodes the bytes of a file as UTF-8. */
import { Positions } from './positions.ts'

/** The text without a byte order mark, or why the bytes are not text. */
type Decoded = { text: string; fault?: undefined } | { fault: string }

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Decodes UTF-8. A NUL is a fault, too: a file that contains one is binary, or in another encoding.
 * @param firstLine the number of the first line, for the place of a fault
 */
export function decodeText(bytes: Uint8Array, firstLine = 1): Decoded {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  // Malformed sequences became U+FFFD, which has other bytes.
  const again = new TextEncoder().encode(text)
  if (again.length !== bytes.length || bytes.some((byte, index) => byte !== again[index])) {
    const wrong = bytes.findIndex((byte, index) => byte !== again[index])
    return {
      fault: `it is not UTF-8 text: byte ${wrong} (${positionOf(bytes, wrong, firstLine)}) is 0x${hex(bytes[wrong] ?? 0)}`,
    }
  }
  const nul = bytes.indexOf(0)
  if (nul >= 0) return { fault: `it is not text: byte ${nul} (${positionOf(bytes, nul, firstLine)}) is NUL` }
  return { text: text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text }
}

function positionOf(bytes: Uint8Array, index: number, firstLine: number): string {
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, index))
  const { line, column } = new Positions(before).at(before.length)
  return `line ${firstLine - 1 + line}, column ${column}`
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
