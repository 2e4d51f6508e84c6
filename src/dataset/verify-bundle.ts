/** Verifies that a bundle is what was built, byte for byte, by its digest. */
import { closeSync, createReadStream, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { DIGEST_PLACEHOLDER } from '../sqlite/bundle-schema.ts'
import { refuseBundle } from '../sqlite/refuse-bundle.ts'
import { systemReason } from '../system-error.ts'
import { type BundleHead, HEAD_BYTES, readBundleHead } from './bundle-head.ts'
import { type FileState, isSameState, isVerified, rememberVerified } from './verified.ts'

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

interface Look extends BundleHead {
  state: FileState
}

/**
 * Reads a bundle whole, and compares its content with its digest.
 * @throws LegalTextError `not_ready` where it is missing, no bundle, of another schema version, cut off or damaged
 */
export async function verifyBundle(file: string, options: VerifyOptions = {}): Promise<VerifiedBundle> {
  return verifyContent(file, look(file), options)
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
  const before = look(file)
  const bytes = Number(before.state.size)
  if (bytes > SMALL && isVerified(cache, before.state, before.digest)) return { digest: before.digest, bytes }
  const isSettled = Date.now() - Number(before.state.ctimeNs / 1_000_000n) > SETTLED
  const verified = await verifyContent(file, before, options)
  if (bytes > SMALL && isSettled) rememberVerified(cache, before.state, verified.digest)
  return verified
}

/**
 * Remembers that a bundle is verified which was verified under another name, and has just got this one by somebody who
 * alone writes to it.
 */
export function rememberMoved(file: string, cache: string): void {
  const { state, digest } = look(file)
  if (state.size > SMALL) rememberVerified(cache, state, digest)
}

/** The digest that a bundle says it has, without a look at its content. @throws LegalTextError as {@link verifyBundle} */
export function statedDigest(file: string): string {
  return look(file).digest
}

async function verifyContent(
  file: string,
  { digest, place, state }: Look,
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
  if (!isSameState(state, look(file).state)) refuseBundle(file, 'it was written to while it was verified')
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
function look(file: string): Look {
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
