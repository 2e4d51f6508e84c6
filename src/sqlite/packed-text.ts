/** Long texts are kept compressed: as a BLOB in the zstd format; short ones as they are. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { LegalTextError } from '../errors.ts'

/**
 * From this size in bytes texts are compressed. Four of five texts that search finds are shorter, and unpacking one takes
 * longer than all else that is read of it.
 */
const MIN_PACKED_BYTES = 3072

/**
 * The longest text that a bundle holds, in bytes of UTF-8; the longest of the real data, all that is known of a law, has
 * 0.7 MB. What unpacks to more was not written by a build.
 */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

/** A text as it is stored. */
export type PackedText = string | Uint8Array

/** @throws LegalTextError `invalid_input` where it is longer than a bundle holds */
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

/** @throws LegalTextError `not_ready` where the bundle is damaged */
export function unpackText(packed: PackedText): string {
  return typeof packed === 'string' ? packed : unpackBytes(packed, MAX_TEXT_BYTES).toString()
}

/**
 * Unpacks what is in the zstd format, as far as it is no longer than it may be.
 * @throws LegalTextError `not_ready` where it is, or is damaged
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
