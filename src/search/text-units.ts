/** The UTF-16 code units of a text, for loops over all of them. */

interface Bytes {
  readonly buffer: ArrayBuffer
  write(text: string, encoding: 'utf16le'): number
  toString(encoding: 'utf16le', start: number, end: number): string
  subarray(start: number, end: number): { swap16(): unknown }
}

/** Node's `Buffer`, typed here because types of this room are also compiled for browsers. */
const { Buffer } = globalThis as unknown as { Buffer: { allocUnsafeSlow(size: number): Bytes } }

let bytes = Buffer.allocUnsafeSlow(0)
let units = new Uint16Array()
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The UTF-16 code units of a text, valid until the next call. Reading them is five times as fast as `charCodeAt`. */
export function unitsOf(text: string): Uint16Array {
  if (units.length < text.length) {
    bytes = Buffer.allocUnsafeSlow(text.length * 4)
    units = new Uint16Array(bytes.buffer)
  }
  bytes.write(text, 'utf16le')
  if (!isLittleEndian) bytes.subarray(0, text.length * 2).swap16()
  return units
}

/** The text of the first units, which may have been overwritten since `unitsOf` gave them. */
export function textOf(length: number): string {
  if (!isLittleEndian) bytes.subarray(0, length * 2).swap16()
  return bytes.toString('utf16le', 0, length * 2)
}
