/** Finishes a bundle: lays out its tables, and seals it with its digest. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { moveFile } from '../../files/write-atomic.ts'
import { DIGEST_PLACEHOLDER } from '../bundle-schema.ts'

const HEAD_BYTES = 1024 * 1024

/** Suffix of the file beside a bundle into which its tables are laid out. */
export const LAYOUT_FILE = '-layout'

/**
 * Counters in the header of a database (SQLite's file format, 1.3), which depend on how it was written: its change counter, the
 * schema cookie, the version-valid-for number, and the version of SQLite, here the oldest that reads bundles.
 */
const COUNTERS = [
  [24, 1],
  [40, 1],
  [92, 1],
  [96, 3_037_000],
] as const

/**
 * Lays out and seals a bundle that still has the placeholder of the digest.
 * @returns the digest
 */
export async function finishBundle(file: string): Promise<string> {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ANALYZE;')
    layOut(database, file)
  } finally {
    if (database.isOpen) database.close()
  }
  return sealBundle(file)
}

/**
 * Rewrites the tables of a bundle and closes it: its bytes depend on its rows alone, not on the order of writing.
 * @throws Error if it is damaged
 */
export function layOut(database: DatabaseSync, file: string): void {
  const [check] = database.prepare('PRAGMA quick_check(1)').all()
  if (check?.quick_check !== 'ok') throw new Error(`the new bundle is damaged: ${check?.quick_check}`)
  database.prepare('VACUUM INTO ?').run(file + LAYOUT_FILE)
  database.close()
  moveFile(file + LAYOUT_FILE, file)
}

/**
 * Computes the digest of a {@link layOut laid out} bundle, and replaces the placeholder with it.
 * @returns the digest, `sha256:` and hex digits
 */
export async function sealBundle(file: string): Promise<string> {
  const handle = await open(file, 'r+')
  try {
    for (const [at, value] of COUNTERS) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      await handle.write(bytes, 0, 4, at)
    }
    const { digest, place } = await digestOf(file)
    await handle.write(digest, place, 'latin1')
    await handle.sync()
    return digest
  } finally {
    await handle.close()
  }
}

async function digestOf(file: string): Promise<{ digest: string; place: number }> {
  const hash = createHash('sha256')
  let place = -1
  for await (const chunk of createReadStream(file, { highWaterMark: HEAD_BYTES })) {
    hash.update(chunk)
    // The table with the digest is the first of the schema, so the placeholder is in the first chunks of the file.
    if (place < 0) place = (chunk as Buffer).indexOf(DIGEST_PLACEHOLDER)
    if (place < 0) throw new Error('the head of the bundle has no placeholder of the digest')
  }
  return { digest: `sha256:${hash.digest('hex')}`, place }
}
