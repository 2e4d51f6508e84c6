/** Reads and hashes contents. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** @returns `sha256:` and the hex digest of the bytes, or of the text in UTF-8 */
export function contentHash(content: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

/** Reads at most the first `bytes` bytes of a file. @throws the error of the system */
export function readHead(file: string, bytes: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(bytes)
    return head.subarray(0, readSync(handle, head, 0, bytes, 0))
  } finally {
    closeSync(handle)
  }
}

/** True for the first bytes of a database of SQLite: sqlite.org/fileformat.html, 1.3. */
export const isSqlite = (head: Buffer): boolean => head.toString('latin1', 0, 16) === 'SQLite format 3\0'
