/**
 * Verifies by its digest that a bundle is what was built, byte for byte. Records of verified bundles save reading large
 * ones at each start: a file that the file system reports as unchanged was not written to, since only the system sets the
 * time of its last change (ctime).
 */
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { DIGEST_PLACEHOLDER, refuseBundle } from '../sqlite/bundle-schema.ts'
import { systemReason } from '../system-error.ts'
import { type BundleHead, HEAD_BYTES, readBundleHead } from './bundle-head.ts'
import { openSection } from './cache-sections.ts'

/** Bundles up to this size are always verified, in bytes: that takes no longer than a record. */
const SMALL = 8 * 1024 * 1024

/**
 * A file changed less than this before it is read, in milliseconds, may change again without getting a new time: the
 * coarsest times in use are those of FAT, 2 seconds.
 */
const SETTLED = 2000

export interface VerifiedBundle {
  digest: string
  bytes: number
}

export interface VerifyOptions {
  /** Receives the bytes read so far, and the size of the file. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

interface BundleState extends BundleHead {
  state: FileState
}

/** The state of a file at one time. */
interface FileState extends Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'> {
  /** With links followed. */
  path: string
}

/**
 * Reads a whole bundle, and compares its content with its digest.
 * @throws LegalTextError `not_ready` if it is missing, no bundle, of another schema version, truncated or damaged
 */
export async function verifyBundle(file: string, options: VerifyOptions = {}): Promise<VerifiedBundle> {
  return verifyContent(file, inspect(file), options)
}

/**
 * As {@link verifyBundle}, but reads a large bundle only if it was not verified in its present state before.
 * @param cache the cache folder, which has the records; if it is not writable, the bundle is read each time
 */
export async function ensureVerified(
  file: string,
  cache: string,
  options: VerifyOptions = {},
): Promise<VerifiedBundle> {
  const before = inspect(file)
  const bytes = Number(before.state.size)
  if (bytes > SMALL && isVerified(cache, before.state, before.digest)) return { digest: before.digest, bytes }
  const isSettled = Date.now() - Number(before.state.ctimeNs / 1_000_000n) > SETTLED
  const verified = await verifyContent(file, before, options)
  if (bytes > SMALL && isSettled) recordVerified(cache, before.state, verified.digest)
  return verified
}

/** Records as verified a bundle that was verified under another name, and that its only writer has just renamed. */
export function markVerified(file: string, cache: string): void {
  const { state, digest } = inspect(file)
  if (state.size > SMALL) recordVerified(cache, state, digest)
}

/** The digest stored in a bundle; its content is not checked. @throws LegalTextError as {@link verifyBundle} */
export function storedDigest(file: string): string {
  return inspect(file).digest
}

async function verifyContent(
  file: string,
  { digest, place, state }: BundleState,
  options: VerifyOptions,
): Promise<VerifiedBundle> {
  const { createHash } = await import('node:crypto')
  const total = Number(state.size)
  const hash = createHash('sha256')
  let done = 0
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>) {
      putPlaceholder(chunk, place - done)
      hash.update(chunk)
      done += chunk.length
      options.onProgress?.(done, total)
    }
  } catch (error) {
    refuseBundle(file, systemReason(error), error)
  }
  if (recordOf(state, '') !== recordOf(inspect(file).state, ''))
    refuseBundle(file, 'it was written to while it was verified')
  const found = `sha256:${hash.digest('hex')}`
  if (found !== digest)
    refuseBundle(file, `it is damaged: its content has the digest ${found}, and should have ${digest}`)
  return { digest, bytes: total }
}

/** Writes the part of the placeholder that lies in a chunk. @param at offset of the placeholder from the chunk's start */
function putPlaceholder(chunk: Buffer, at: number): void {
  const start = Math.max(at, 0)
  const end = Math.min(at + DIGEST_PLACEHOLDER.length, chunk.length)
  if (start < end) chunk.write(DIGEST_PLACEHOLDER.slice(start - at, end - at), start, 'latin1')
}

/** Reads the state and the head of a bundle. @throws LegalTextError as {@link verifyBundle} */
function inspect(file: string): BundleState {
  let handle: number | undefined
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(file).isFile()) refuseBundle(file, 'it is not a bundle, it is not a file')
    const path = realpathSync(file)
    handle = openSync(path, 'r')
    const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(handle, { bigint: true })
    const head = Buffer.allocUnsafe(Math.min(HEAD_BYTES, Number(size)))
    const read = readSync(handle, head, 0, head.length, 0)
    return {
      ...readBundleHead(file, head.subarray(0, read), Number(size)),
      state: { path, dev, ino, size, mtimeNs, ctimeNs },
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return refuseBundle(file, systemReason(error), error)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function isVerified(cache: string, state: FileState, digest: string): boolean {
  try {
    return readFileSync(join(cache, 'verified', recordName(state.path)), 'utf8') === recordOf(state, digest)
  } catch {
    return false
  }
}

/** Records a verified bundle. If that fails, the bundle is verified again the next time. */
function recordVerified(cache: string, state: FileState, digest: string): void {
  try {
    writeFileAtomic(join(openSection(cache, 'verified'), recordName(state.path)), recordOf(state, digest))
  } catch {}
}

/** The path of the bundle that a record is about; `undefined` if the text is not a record. */
export function recordedPath(record: string): string | undefined {
  try {
    return JSON.parse(record).path
  } catch {
    return undefined
  }
}

/** The name of a record. Bundles that share one are verified more often: the record has the path of one of them. */
function recordName(path: string): string {
  return `${crc32(path).toString(16).padStart(8, '0')}.json`
}

function recordOf({ path, dev, ino, size, mtimeNs, ctimeNs }: FileState, digest: string): string {
  const numbers = { dev, ino, size, mtime_ns: mtimeNs, ctime_ns: ctimeNs }
  const texts = Object.entries(numbers).map(([name, number]) => [name, String(number)])
  return `${JSON.stringify({ path, ...Object.fromEntries(texts), digest })}\n`
}
