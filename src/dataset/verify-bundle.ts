/**
 * Verifies by digest that a bundle is what was built, byte for byte. Quick checks of its first bytes run on each opening. Records
 * of verified bundles avoid reading large ones at each start: a file with an unchanged ctime was not written to, since only the
 * system sets it.
 */

import { closeSync, fstatSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { isSqlite, readHead } from '../files/content-hash.ts'
import { writeFileAtomic } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { APPLICATION_ID, assertReadable, DIGEST_PLACEHOLDER, refuseBundle } from '../store/bundle-schema.ts'
import { openSection } from './cache-sections.ts'
import { stateOf } from './fingerprint.ts'

/** Number of bytes that contain the digest, from the start of a bundle, see `store/sqlite/seal.ts`. */
export const HEAD_BYTES = 1024 * 1024

/** Digest stored in a bundle. */
export interface BundleHead {
  digest: string
  /** Offset of the digest in the file, in bytes. */
  place: number
}

/** Size and field offsets of the SQLite header, in bytes, https://www.sqlite.org/fileformat2.html#the_database_header. */
const SQLITE_HEADER = 100
const PAGE_SIZE = 16
const PAGE_COUNT = 28
const USER_VERSION = 60
const APPLICATION = 68

/** Stored form of the row with the digest: the key, then the value. */
const KEY = 'digest'
const DIGEST = /^sha256:[0-9a-f]{64}$/
const DIGEST_LENGTH = 71

const PACKED: [beginning: string, name: string][] = [
  ['28b52ffd', 'zstd'],
  ['1f8b', 'gzip'],
  ['504b0304', 'zip'],
]

/** Returns the schema version of a bundle, even if it does not open; `undefined` if the file is not a bundle. */
export function readSchemaVersion(file: string): number | undefined {
  try {
    return schemaVersionOf(readHead(file, SQLITE_HEADER))
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
  return head.length >= SQLITE_HEADER && isSqlite(head)
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
  // A page size of 65,536 does not fit into 16 bits, and is stored as 1.
  const expected = head.readUInt32BE(PAGE_COUNT) * (pageSize === 1 ? 65_536 : pageSize)
  if (size < expected) refuse(say`it is cut off: it has ${size} of ${expected} bytes`)
  if (size > expected) refuse(say`it is damaged: it has ${size} bytes instead of ${expected}`)
  const [found, ...others] = digestsIn(head)
  if (found === undefined || others.length > 0) return refuse(say`it is damaged: its digest cannot be found`)
  return found
}

/** Finds all rows that look like the digest. */
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

/** Maximum size of bundles that are always verified, in bytes: that takes no longer than a record. */
const SMALL = 8 * 1024 * 1024

/**
 * Minimum age of a change, in milliseconds: a younger file may change again without a new time. The coarsest timestamps in use
 * are those of FAT, 2 seconds.
 */
const SETTLED = 2000

export interface VerifiedBundle {
  digest: string
  bytes: number
}

export interface VerifyOptions {
  /** Receives the bytes read so far, and the file size. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

interface BundleState extends BundleHead {
  /** Path with links resolved. */
  path: string
  state: string
  bytes: number
  /** Time of the last change, in milliseconds since 1970. */
  changedAt: number
}

/**
 * Reads a whole bundle, and compares its content with its digest.
 * @throws LegalTextError `not_ready` if it is missing, not a bundle, of another schema version, truncated or damaged
 */
export async function verifyBundle(file: string, options: VerifyOptions = {}): Promise<VerifiedBundle> {
  return verifyContent(file, inspect(file), options)
}

/**
 * As {@link verifyBundle}, but skips a large bundle if it was already verified in its present state.
 * @param cache folder of the records; if it is not writable, the bundle is read each time
 */
export async function ensureVerified(
  file: string,
  cache: string,
  options: VerifyOptions = {},
): Promise<VerifiedBundle> {
  const before = inspect(file)
  const { bytes } = before
  if (bytes > SMALL && isVerified(cache, before)) return { digest: before.digest, bytes }
  const isSettled = Date.now() - before.changedAt > SETTLED
  const verified = await verifyContent(file, before, options)
  if (bytes > SMALL && isSettled) recordVerified(cache, before)
  return verified
}

/** Records a bundle as verified that was verified under another name, and then renamed by its only writer. */
export function markVerified(file: string, cache: string): void {
  const bundle = inspect(file)
  if (bundle.bytes > SMALL) recordVerified(cache, bundle)
}

/** Returns the digest stored in a bundle; does not check the content. @throws LegalTextError as {@link verifyBundle} */
export function storedDigest(file: string): string {
  return inspect(file).digest
}

/**
 * Reads a whole open file.
 * @returns true if it is the bundle with this digest, byte for byte; false if aborted
 */
export async function isOpenBundle(
  file: string,
  descriptor: number,
  digest: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { place, ...head } = readHeadOf(file, descriptor)
    return head.digest === digest && (await hashContent(descriptor, place, { signal })) === digest
  } catch {
    // Unreadable files are not intact.
    return false
  }
}

async function verifyContent(
  file: string,
  { digest, place, path, state, bytes: total }: BundleState,
  { onProgress }: VerifyOptions,
): Promise<VerifiedBundle> {
  let found: string
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    found = await hashContent(handle, place, { onProgress: (done) => onProgress?.(done, total) })
  } catch (error) {
    refuseBundle(file, systemReason(error), error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
  const after = inspect(file)
  if (after.path !== path || after.state !== state) refuseBundle(file, say`it was written to while it was verified`)
  if (found !== digest)
    refuseBundle(file, say`it is damaged: its content has the digest ${found}, and should have ${digest}`)
  return { digest, bytes: total }
}

/** Bytes to read and hash at a time, which takes some milliseconds. */
const SLICE = 8 * 1024 * 1024

interface HashOptions {
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

/**
 * Returns the digest of the content of an open bundle. Reads slices and yields to the event loop in between: on a busy server a
 * background read would have to wait for its turn a hundred times more often.
 * @throws the system error, or the reason of the signal
 */
async function hashContent(descriptor: number, place: number, { signal, onProgress }: HashOptions): Promise<string> {
  const [{ createHash }, { setImmediate }] = await Promise.all([import('node:crypto'), import('node:timers/promises')])
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(Math.min(SLICE, fstatSync(descriptor).size + 1))
  for (let done = 0; ; ) {
    const bytes = readSync(descriptor, buffer, 0, buffer.length, done)
    if (bytes === 0) return `sha256:${hash.digest('hex')}`
    const chunk = buffer.subarray(0, bytes)
    putPlaceholder(chunk, place - done)
    hash.update(chunk)
    done += bytes
    onProgress?.(done)
    await setImmediate()
    signal?.throwIfAborted()
  }
}

/** Writes the part of the placeholder that overlaps a chunk. @param at offset of the placeholder from the chunk's start */
function putPlaceholder(chunk: Buffer, at: number): void {
  const start = Math.max(at, 0)
  const end = Math.min(at + DIGEST_PLACEHOLDER.length, chunk.length)
  if (start < end) chunk.write(DIGEST_PLACEHOLDER.slice(start - at, end - at), start, 'latin1')
}

/** Reads the state and the head of a bundle. @throws LegalTextError as {@link verifyBundle} */
function inspect(file: string): BundleState {
  let handle: number | undefined
  try {
    // Opening a pipe would block until a writer appears.
    if (!statSync(file).isFile()) refuseBundle(file, say`it is not a bundle, it is not a file`)
    const path = realpathSync(file)
    handle = openSync(path, 'r')
    const info = fstatSync(handle, { bigint: true })
    return {
      ...readHeadOf(file, handle),
      path,
      state: stateOf(info),
      bytes: Number(info.size),
      changedAt: Number(info.ctimeMs),
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return refuseBundle(file, systemReason(error), error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function readHeadOf(file: string, descriptor: number): BundleHead {
  const { size } = fstatSync(descriptor)
  const head = Buffer.allocUnsafe(Math.min(HEAD_BYTES, size))
  const bytes = readSync(descriptor, head, 0, head.length, 0)
  return readBundleHead(file, head.subarray(0, bytes), size)
}

function isVerified(cache: string, bundle: BundleState): boolean {
  try {
    return readFileSync(join(cache, 'verified', recordName(bundle.path)), 'utf8') === recordOf(bundle)
  } catch {
    return false
  }
}

/** Records a verified bundle. On failure, the bundle is verified again the next time. */
function recordVerified(cache: string, bundle: BundleState): void {
  try {
    writeFileAtomic(join(openSection(cache, 'verified'), recordName(bundle.path)), recordOf(bundle))
  } catch {}
}

/** Returns the path of the bundle in a record; `undefined` if the text is not a record. */
export function recordedPath(record: string): string | undefined {
  try {
    return JSON.parse(record).path
  } catch {
    return undefined
  }
}

/** Returns the name of a record. Colliding bundles are verified more often: the record has the path of one of them. */
function recordName(path: string): string {
  return `${crc32(path).toString(16).padStart(8, '0')}.json`
}

const recordOf = ({ path, digest, state }: BundleState): string => `${JSON.stringify({ path, state, digest })}\n`
