/** Long texts are kept compressed: as a BLOB in the zstd format; short ones as they are. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * From this size in bytes texts are compressed. Four of five texts that search finds are shorter, and unpacking one takes
 * longer than all else that is read of it.
 */
const LONG_TEXT_BYTES = 2048

/** A text as it is stored. */
export type PackedText = string | Uint8Array

export function packText(text: string): PackedText {
  if (text.length < LONG_TEXT_BYTES / 4) return text
  const bytes = Buffer.from(text)
  return bytes.length < LONG_TEXT_BYTES ? text : zstdCompressSync(bytes)
}

export function unpackText(packed: PackedText): string {
  return typeof packed === 'string' ? packed : zstdDecompressSync(packed).toString()
}
