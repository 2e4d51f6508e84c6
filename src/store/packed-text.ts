/** Long texts are stored as BLOBs in the zstd format, short ones as TEXT. */

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

/**
 * Minimum size of compressed texts, in bytes. Four of five texts that search finds are shorter, and decompressing one takes longer
 * than reading all its other columns.
 */
const MIN_PACKED_BYTES = 3072

/**
 * The longest text in a bundle, in bytes of UTF-8. The longest of the real data, the record of a law, has 0.7 MB. A text that
 * decompresses to more was not written by a build.
 */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

/** A text in its stored form. */
export type PackedText = string | Uint8Array

/** @throws LegalTextError `invalid_input` if it is longer than {@link MAX_TEXT_BYTES} */
export function packText(text: string): PackedText {
  if (text.length < MIN_PACKED_BYTES / 4) return text
  const bytes = Buffer.from(text)
  if (bytes.length > MAX_TEXT_BYTES) {
    const beginning = JSON.stringify(text.slice(0, 40))
    const message = say`a text has ${bytes.length} bytes, at most ${MAX_TEXT_BYTES} are kept; it begins with ${beginning}`
    throw new LegalTextError('invalid_input', message)
  }
  return bytes.length < MIN_PACKED_BYTES ? text : zstdCompressSync(bytes)
}

/** Compresses a text of any length, for texts that are rarely read. @throws LegalTextError as {@link packText} */
export function packAlways(text: string): Uint8Array {
  const packed = packText(text)
  return typeof packed === 'string' ? zstdCompressSync(Buffer.from(packed)) : packed
}

/** Compresses a text if that makes it shorter. @throws LegalTextError as {@link packText} */
export function packTightly(text: string): PackedText {
  const packed = packAlways(text)
  return packed.length < Buffer.byteLength(text) ? packed : text
}

/** @throws LegalTextError `not_ready` if the bundle is damaged */
export function unpackText(packed: PackedText): string {
  return typeof packed === 'string' ? packed : unpackBytes(packed, MAX_TEXT_BYTES).toString()
}

/** True for compressed bytes: a frame begins (RFC 8878, 3.1.1) as no UTF-8 text does. */
export const isPackedBytes = ([a, b, c, d]: Uint8Array) => a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd

/**
 * Decompresses zstd data of at most `maximum` bytes.
 * @throws LegalTextError `not_ready` if it is longer, or damaged
 */
export function unpackBytes(packed: Uint8Array, maximum: number): Buffer {
  try {
    const chunkSize = Math.min(contentSize(packed) + 1, maximum)
    return zstdDecompressSync(packed, { maxOutputLength: maximum, ...(chunkSize >= MIN_CHUNK && { chunkSize }) })
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const fault = isLonger ? say`unpacks to more than ${maximum} bytes` : say`cannot be unpacked`
    throw new LegalTextError('not_ready', say`the corpus is damaged: a text in it ${fault}`, {}, { cause: error })
  }
}

/** The minimum chunk size of Node.js. */
const MIN_CHUNK = 64

/**
 * The content size in the header of a zstd frame (RFC 8878, 3.1.1.1), 0 if it states none. Decompressing takes a third less time if
 * the data fits into one chunk. Damaged data may state any size.
 */
function contentSize(packed: Uint8Array): number {
  const header = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const descriptor = header.readUInt8(4)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const start = isSingleSegment ? 5 : 6
  if (descriptor >> 6 === 1) return header.readUInt16LE(start) + 256
  if (descriptor >> 6 === 2) return header.readUInt32LE(start)
  return 0
}
