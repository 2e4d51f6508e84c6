/** What a file is, told by its content, and unpacking what is compressed. */
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { LegalTextError } from '../errors.ts'
import { SQLITE_MAGIC } from '../sqlite/bundle-schema.ts'
import { BeyondLimits, checkUnpacked, DATABASE_LIMITS, MAXIMUM_FRAMES, type UnpackLimits } from './limits.ts'
import { isTarHeader } from './tar-reader.ts'

export type Compression = 'zstd' | 'gzip' | 'none'

export type FileForm =
  | 'folder'
  | 'zip'
  | 'tar'
  | 'tar.gz'
  | 'tar.zst'
  | 'xml'
  | 'json'
  | 'sqlite'
  | 'sqlite.gz'
  | 'sqlite.zst'
  | 'unknown'

/** How the forms of packed bundles are packed. */
export const PACKED_BUNDLES: Partial<Record<FileForm, Compression>> = { 'sqlite.gz': 'gzip', 'sqlite.zst': 'zstd' }

/** How much of a file is looked at to tell what it is. */
const HEAD_BYTES = 512

/** Size of the pieces that are read and unpacked. */
const CHUNK_BYTES = 256 * 1024

/**
 * What a path names, by content: the name says nothing. Of what is compressed only the beginning is unpacked.
 * @throws LegalTextError `invalid_input` where it does not exist, cannot be read, or is compressed and broken
 */
export async function detectForm(path: string): Promise<FileForm> {
  try {
    const info = await stat(path)
    if (info.isDirectory()) return 'folder'
    if (!info.isFile()) return 'unknown'
    const head = await readHead(path, 'none')
    const compression = compressionOf(head)
    if (compression === 'none') return formOf(head)
    const form = formOf(await readHead(path, compression))
    if (form === 'tar' || form === 'sqlite') return `${form}.${compression === 'gzip' ? 'gz' : 'zst'}`
    return 'unknown'
  } catch (error) {
    throw new LegalTextError('invalid_input', `cannot read ${path}: ${readErrorReason(error)}`, {}, { cause: error })
  }
}

function compressionOf(head: Buffer): Compression {
  if (head.length < 4) return 'none'
  const magic = head.readUInt32LE(0)
  // RFC 8878, 3.1: a frame, or one to be skipped, as archives that can be read from the middle have.
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd'
  return head.readUInt16BE(0) === 0x1f8b ? 'gzip' : 'none'
}

function formOf(head: Buffer): Exclude<FileForm, 'folder' | `${string}.${string}`> {
  const text = head.toString('latin1')
  if (isZip(head)) return 'zip'
  if (text.startsWith(SQLITE_MAGIC)) return 'sqlite'
  if (isTarHeader(head)) return 'tar'
  if (/^(\xef\xbb\xbf)?\s*</.test(text)) return 'xml'
  if (/^(\xef\xbb\xbf)?\s*[{[]/.test(text)) return 'json'
  return 'unknown'
}

/** Whether bytes begin as a zip archive does: with its first member or, where it is empty, with its end. */
export function isZip(head: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4))
}

/** The beginning of what is in a file. */
async function readHead(path: string, compression: Compression): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of unpack(path, compression, 16 * 1024)) {
    parts.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES)
}

/**
 * Unpacks a single file into a new one, which is removed where that fails.
 * @returns the number of its bytes
 * @throws LegalTextError `invalid_input` where the file is broken or larger than the limits, or the disk is full
 */
export async function unpackTo(
  path: string,
  compression: Compression,
  outFile: string,
  limits: UnpackLimits = DATABASE_LIMITS,
): Promise<number> {
  const refuse = (error: unknown): never => {
    throw new LegalTextError(
      'invalid_input',
      `cannot write ${outFile}: ${writeErrorReason(error)}`,
      {},
      { cause: error },
    )
  }
  const out = await open(outFile, 'wx').catch(refuse)
  let complete = false
  try {
    let bytes = 0
    for await (const chunk of unpackWithin(path, compression, limits)) {
      await out.writeFile(chunk).catch(refuse)
      bytes += chunk.length
    }
    await out.sync().catch(refuse)
    complete = true
    return bytes
  } catch (error) {
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError('invalid_input', `cannot unpack ${path}: ${readErrorReason(error)}`, {}, { cause: error })
  } finally {
    await out.close()
    if (!complete) await rm(outFile, { force: true })
  }
}

/**
 * What is in a compressed file, piece by piece.
 * @throws BeyondLimits as soon as more than the limits has come out
 */
export async function* unpackWithin(
  path: string,
  compression: Compression,
  limits: UnpackLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const { size } = await stat(path)
  let unpacked = 0
  for await (const chunk of unpack(path, compression, CHUNK_BYTES)) {
    unpacked += chunk.length
    checkUnpacked(unpacked, size, limits)
    yield chunk
  }
}

async function* unpack(
  path: string,
  compression: Compression,
  chunkSize: number,
): AsyncGenerator<Buffer, void, undefined> {
  if (compression === 'none') yield* createReadStream(path, { highWaterMark: chunkSize })
  else if (compression === 'gzip') yield* pipeThrough(path, 0, createGunzip({ chunkSize }))
  else yield* unpackFrames(path, chunkSize)
}

/** Node's stream ends with the first frame that ends within a piece, and says nothing of the others. */
async function* unpackFrames(path: string, chunkSize: number): AsyncGenerator<Buffer, void, undefined> {
  const { size } = await stat(path)
  let frames = 0
  for (let place = 0; place < size; ) {
    if (++frames > MAXIMUM_FRAMES) throw new BeyondLimits(`it has more than ${MAXIMUM_FRAMES} zstd frames`)
    const unpacker = createZstdDecompress({ chunkSize })
    yield* pipeThrough(path, place, unpacker)
    if (unpacker.bytesWritten === 0) throw new Error('unexpected end of file')
    place += unpacker.bytesWritten
  }
}

async function* pipeThrough(
  path: string,
  start: number,
  unpacker: ReturnType<typeof createGunzip | typeof createZstdDecompress>,
): AsyncGenerator<Buffer, void, undefined> {
  const file = createReadStream(path, { start, highWaterMark: CHUNK_BYTES })
  file.on('error', (error) => unpacker.destroy(error))
  file.pipe(unpacker)
  try {
    yield* unpacker
  } finally {
    file.destroy()
    unpacker.destroy()
  }
}

/** Why something cannot be read, as people say it. */
export function readErrorReason(error: unknown, kind = 'archive'): string {
  if (error instanceof BeyondLimits) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'Z_BUF_ERROR') return `broken ${kind}: its compressed data is cut off`
  if (/^(Z_|ZSTD_)/.test(code)) return `broken ${kind}: its compressed data is damaged (${message})`
  return /^E[A-Z]+$/.test(code) ? `the system does not let it be read (${code})` : `broken ${kind}: ${message}`
}

/** Why something cannot be written, as people say it. */
export function writeErrorReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const said: Record<string, string> = {
    ENOSPC: 'no space left on the disk',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file would be larger than the system allows',
    EROFS: 'the disk is read-only',
    EEXIST: 'the file exists',
    ENOENT: 'there is no such folder',
  }
  return said[code] ?? message
}
