/** Long texts are stored as BLOBs in the zstd format, short ones as TEXT. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { LegalTextError } from '../errors.ts'

/**
 * Texts from this size in bytes are compressed. Four of five texts that search finds are shorter, and decompressing one takes
 * longer than reading all its other columns.
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
    const message = `a text has ${bytes.length} bytes, at most ${MAX_TEXT_BYTES} are kept; it begins with ${beginning}`
    throw new LegalTextError('invalid_input', message)
  }
  return bytes.length < MIN_PACKED_BYTES ? text : zstdCompressSync(bytes)
}

/** Compresses a text of any length: it is read seldom. @throws LegalTextError as {@link packText} */
export function packAlways(text: string): Uint8Array {
  const packed = packText(text)
  return typeof packed === 'string' ? zstdCompressSync(Buffer.from(packed)) : packed
}

/** @throws LegalTextError `not_ready` if the bundle is damaged */
export function unpackText(packed: PackedText): string {
  return typeof packed === 'string' ? packed : unpackBytes(packed, MAX_TEXT_BYTES).toString()
}

/**
 * Decompresses zstd data of at most `maximum` bytes.
 * @throws LegalTextError `not_ready` if it is longer, or damaged
 */
export function unpackBytes(packed: Uint8Array, maximum: number): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: maximum })
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const fault = isLonger ? `unpacks to more than ${maximum} bytes` : 'cannot be unpacked'
    throw new LegalTextError('not_ready', `the corpus is damaged: a text in it ${fault}`, {}, { cause: error })
  }
}
