/** Hashes contents. */
import { createHash } from 'node:crypto'

/** @returns `sha256:` and the hex digest of the bytes, or of the text in UTF-8 */
export function contentHash(content: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
