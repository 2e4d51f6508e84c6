/** Detects the form of a file from its content, and unpacks compressed files. */

import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { isSqlite } from '../files/content-hash.ts'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'
import { BeyondLimits, checkUnpacked, DATABASE_LIMITS, MAXIMUM_FRAMES, type UnpackLimits } from './members.ts'
import { isTarHeader } from './tar-reader.ts'

export type Compression = 'zstd' | 'gzip' | 'none'

type Container = 'tar' | 'sqlite'

export type FileForm = 'folder' | 'zip' | 'xml' | 'json' | 'unknown' | Container | `${Container}.${'gz' | 'zst'}`

/** Compression of each form of packed database. */
export const PACKED_BUNDLES: Partial<Record<FileForm, Compression>> = { 'sqlite.gz': 'gzip', 'sqlite.zst': 'zstd' }

/** Number of bytes that detection reads. */
const HEAD_BYTES = 512

/** Bytes read and unpacked at a time. */
const CHUNK_BYTES = 256 * 1024

/**
 * Detects the form of a file or folder from the content alone. Decompresses only the beginning of compressed files.
 * @throws LegalTextError `invalid_input` if it does not exist, cannot be read, or is compressed and broken
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
    throw new LegalTextError('invalid_input', say`cannot read ${path}: ${readErrorReason(error)}`, {}, { cause: error })
  }
}

function compressionOf(head: Buffer): Compression {
  if (head.length < 4) return 'none'
  const magic = head.readUInt32LE(0)
  // RFC 8878, 3.1: a Zstandard frame, or a skippable one, as in seekable archives.
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd'
  return head.readUInt16BE(0) === 0x1f8b ? 'gzip' : 'none'
}

function formOf(head: Buffer): Exclude<FileForm, 'folder' | `${string}.${string}`> {
  const text = head.toString('latin1')
  if (isZip(head)) return 'zip'
  if (isSqlite(head)) return 'sqlite'
  if (isTarHeader(head)) return 'tar'
  if (/^(\xef\xbb\xbf)?\s*</.test(text)) return 'xml'
  if (/^(\xef\xbb\xbf)?\s*[{[]/.test(text)) return 'json'
  return 'unknown'
}

/** True if bytes begin with a zip member or, for an empty archive, with the end record. */
export function isZip(head: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4))
}

/** Reads the first bytes of a file, decompressed. */
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
 * Unpacks a single file into a new one, which is removed on failure.
 * @returns the number of unpacked bytes
 * @throws LegalTextError `invalid_input` if the file is broken or exceeds the limits, or the disk is full
 */
export async function unpackTo(
  path: string,
  compression: Compression,
  outFile: string,
  limits: UnpackLimits = DATABASE_LIMITS,
): Promise<number> {
  const refuse = (error: unknown): never => {
    const message = say`cannot write ${outFile}: ${writeErrorReason(error)}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
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
    throw new LegalTextError(
      'invalid_input',
      say`cannot unpack ${path}: ${readErrorReason(error)}`,
      {},
      { cause: error },
    )
  } finally {
    await out.close()
    if (!complete) await rm(outFile, { force: true })
  }
}

/**
 * Unpacks a file piece by piece.
 * @throws BeyondLimits as soon as the limits are exceeded
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

/** Node's decompressor silently stops after the first frame that ends within a chunk, so each frame gets its own. */
async function* unpackFrames(path: string, chunkSize: number): AsyncGenerator<Buffer, void, undefined> {
  const { size } = await stat(path)
  let frames = 0
  for (let offset = 0; offset < size; ) {
    if (++frames > MAXIMUM_FRAMES) throw new BeyondLimits(say`it has more than ${MAXIMUM_FRAMES} zstd frames`)
    const unpacker = createZstdDecompress({ chunkSize })
    yield* pipeThrough(path, offset, unpacker)
    if (unpacker.bytesWritten === 0) throw new Error('unexpected end of file')
    offset += unpacker.bytesWritten
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

/** Returns the reason why a file cannot be read. */
export function readErrorReason(error: unknown, kind = 'archive'): string {
  if (error instanceof BeyondLimits) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return say`there is no such file or folder`
  if (code === 'Z_BUF_ERROR') return say`broken ${kind}: its compressed data is cut off`
  if (/^(Z_|ZSTD_)/.test(code)) return say`broken ${kind}: its compressed data is damaged (${message})`
  return /^E[A-Z]+$/.test(code) ? say`the system does not let it be read (${code})` : say`broken ${kind}: ${message}`
}

/** Returns the reason why a file cannot be written. */
export function writeErrorReason(error: unknown): string {
  return WRITE_REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? systemReason(error)
}

const WRITE_REASONS: Record<string, string> = {
  EFBIG: say`the file would be larger than the system allows`,
  EEXIST: say`the file exists`,
  ENOENT: say`there is no such folder`,
}
