/** Verifies that a bundle is what was built, byte for byte, by its digest. */
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DIGEST_PLACEHOLDER, refuseBundle } from '../sqlite/bundle-schema.ts'
import { systemReason } from '../system-error.ts'
import { type BundleHead, HEAD_BYTES, readBundleHead } from './bundle-head.ts'
import { openSection } from './cache-sections.ts'
import { temporaryFile } from './temporary.ts'

/** Bundles up to this size are always verified, in bytes: that takes no longer than to remember it. */
const SMALL = 8 * 1024 * 1024

/**
 * A file that was changed so shortly before it is read, in milliseconds, may be changed again without the file system
 * giving it another time: the coarsest times in use are those of FAT, 2 seconds.
 */
const SETTLED = 2000

export interface VerifiedBundle {
  digest: string
  bytes: number
}

export interface VerifyOptions {
  /** Told the bytes that were read so far, and all. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

interface BundleState extends BundleHead {
  state: FileState
}

/**
 * Reads a bundle whole, and compares its content with its digest.
 * @throws LegalTextError `not_ready` where it is missing, no bundle, of another schema version, cut off or damaged
 */
export async function verifyBundle(file: string, options: VerifyOptions = {}): Promise<VerifiedBundle> {
  return verifyContent(file, inspect(file), options)
}

/**
 * As {@link verifyBundle}, but a large bundle is read only where it has not been verified in its present state before.
 * @param cache the cache folder, which remembers that; where it cannot be written, the bundle is read each time
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

/**
 * Remembers that a bundle is verified which was verified under another name, and has just got this one by somebody who
 * alone writes to it.
 */
export function markVerified(file: string, cache: string): void {
  const { state, digest } = inspect(file)
  if (state.size > SMALL) recordVerified(cache, state, digest)
}

/** The digest that a bundle says it has, without a look at its content. @throws LegalTextError as {@link verifyBundle} */
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
  if (!isSameState(state, inspect(file).state)) refuseBundle(file, 'it was written to while it was verified')
  const found = `sha256:${hash.digest('hex')}`
  if (found !== digest)
    refuseBundle(file, `it is damaged: its content has the digest ${found}, and should have ${digest}`)
  return { digest, bytes: total }
}

/** Writes the placeholder into a part of the file, as much of it as lies there. @param at where it begins, from there */
function putPlaceholder(chunk: Buffer, at: number): void {
  const start = Math.max(at, 0)
  const end = Math.min(at + DIGEST_PLACEHOLDER.length, chunk.length)
  if (start < end) chunk.write(DIGEST_PLACEHOLDER.slice(start - at, end - at), start, 'latin1')
}

/** Looks at the state and the head of a file. @throws LegalTextError as {@link verifyBundle} */
function inspect(file: string): BundleState {
  let handle: number | undefined
  try {
    // Before it is opened: a pipe would wait for somebody to write to it.
    if (!statSync(file).isFile()) refuseBundle(file, 'it is not a bundle, it is no file')
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

/*FILEDOC
 * Remembers which bundles were verified, so that large ones are not read whole at each start. A file that is the same by
 * all that the file system knows of it has not been written to: nobody but the system sets the time of its last change
 * (ctime).
 */

/** One state of one file. */
export interface FileState extends Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'> {
  /** Its path, links followed. */
  path: string
}

/** Whether two looks at a file saw it in the same state. */
export function isSameState(a: FileState, b: FileState): boolean {
  return recordOf(a, '') === recordOf(b, '')
}

/** Whether the bundle was verified in this state. */
export function isVerified(cache: string, state: FileState, digest: string): boolean {
  try {
    return readFileSync(join(cache, 'verified', recordName(state.path)), 'utf8') === recordOf(state, digest)
  } catch {
    return false
  }
}

/** Remembers that a bundle is verified in this state. Where that is not possible, it is verified again the next time. */
export function recordVerified(cache: string, state: FileState, digest: string): void {
  let temporary: string | undefined
  try {
    const folder = openSection(cache, 'verified')
    temporary = temporaryFile(cache, 'verified.json')
    writeFileSync(temporary, recordOf(state, digest), { flag: 'wx' })
    renameSync(temporary, join(folder, recordName(state.path)))
  } catch {
    if (temporary !== undefined) removeQuietly(temporary)
  }
}

/** The path of the file that a record is about; `undefined` where it is no record. */
export function recordedPath(record: string): string | undefined {
  try {
    return JSON.parse(record).path
  } catch {
    return undefined
  }
}

/** The name of the record of a file. Two that share one are verified more often, no more: a record has the path. */
function recordName(path: string): string {
  return `${crc32(path).toString(16).padStart(8, '0')}.json`
}

function recordOf({ path, dev, ino, size, mtimeNs, ctimeNs }: FileState, digest: string): string {
  const numbers = { dev, ino, size, mtime_ns: mtimeNs, ctime_ns: ctimeNs }
  const texts = Object.entries(numbers).map(([name, number]) => [name, String(number)])
  return `${JSON.stringify({ path, ...Object.fromEntries(texts), digest })}\n`
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is removed with the leftovers.
  }
}
