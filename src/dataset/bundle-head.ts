/** Reads the first bytes of a bundle: quick checks that run whenever one is opened. */

import { closeSync, openSync, readSync } from 'node:fs'
import { say } from '../i18n/texts.ts'
import { APPLICATION_ID, assertReadable, refuseBundle, SQLITE_MAGIC } from '../store/bundle-schema.ts'

/** The digest lies within the first bytes of a bundle, see `store/sqlite/seal.ts`. */
export const HEAD_BYTES = 1024 * 1024

/** The digest stored in a bundle. */
export interface BundleHead {
  digest: string
  /** Offset of the digest in the file, in bytes. */
  place: number
}

/** The header of an SQLite file, https://www.sqlite.org/fileformat2.html#the_database_header: offsets in bytes. */
const SQLITE_HEADER = 100
const PAGE_SIZE = 16
const PAGE_COUNT = 28
const USER_VERSION = 60
const APPLICATION = 68

/** How the row with the digest is stored: the key, then the value. */
const KEY = 'digest'
const DIGEST = /^sha256:[0-9a-f]{64}$/
const DIGEST_LENGTH = 71

const PACKED: [beginning: string, name: string][] = [
  ['28b52ffd', 'zstd'],
  ['1f8b', 'gzip'],
  ['504b0304', 'zip'],
]

/** The schema version of a bundle, also of one that does not open; `undefined` if the file is not a bundle. */
export function readSchemaVersion(file: string): number | undefined {
  try {
    const handle = openSync(file, 'r')
    try {
      const head = Buffer.alloc(SQLITE_HEADER)
      return schemaVersionOf(head.subarray(0, readSync(handle, head, 0, head.length, 0)))
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

function schemaVersionOf(head: Buffer): number | undefined {
  return isDatabase(head) && head.readUInt32BE(APPLICATION) === APPLICATION_ID
    ? head.readUInt32BE(USER_VERSION)
    : undefined
}

function isDatabase(head: Buffer): boolean {
  return head.length >= SQLITE_HEADER && head.toString('latin1', 0, SQLITE_MAGIC.length) === SQLITE_MAGIC
}

/**
 * Reads the head of a bundle.
 * @param head the first {@link HEAD_BYTES} of the file, or all of it @param size of the whole file
 * @throws LegalTextError `not_ready` if it is not a bundle, of another schema version, truncated or visibly damaged
 */
export function readBundleHead(file: string, head: Buffer, size: number): BundleHead {
  const refuse = (reason: string) => refuseBundle(file, reason)
  if (size === 0) refuse(say`it is not a bundle, it is empty`)
  if (!isDatabase(head)) {
    const packed = PACKED.find(([beginning]) => head.toString('hex', 0, 4).startsWith(beginning))
    refuse(
      say`it is not a bundle, ${packed ? say`it is packed with ${packed[1]}` : say`it is not a database of SQLite`}`,
    )
  }
  assertReadable(file, schemaVersionOf(head))
  const pageSize = head.readUInt16BE(PAGE_SIZE)
  // 65,536 does not fit into 16 bits, and is stored as 1.
  const expected = head.readUInt32BE(PAGE_COUNT) * (pageSize === 1 ? 65_536 : pageSize)
  if (size < expected) refuse(say`it is cut off: it has ${size} of ${expected} bytes`)
  if (size > expected) refuse(say`it is damaged: it has ${size} bytes instead of ${expected}`)
  const [found, ...others] = digestsIn(head)
  if (found === undefined || others.length > 0) return refuse(say`it is damaged: its digest cannot be found`)
  return found
}

/** Finds all rows that look like the one with the digest. */
function digestsIn(head: Buffer): BundleHead[] {
  const found: BundleHead[] = []
  const row = `${KEY}sha256:`
  for (let at = head.indexOf(row); at >= 0; at = head.indexOf(row, at + 1)) {
    const place = at + KEY.length
    const digest = head.toString('latin1', place, place + DIGEST_LENGTH)
    if (DIGEST.test(digest)) found.push({ digest, place })
  }
  return found
}
