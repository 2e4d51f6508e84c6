/**
 * Differences between two files: zstd frames, one per segment of the newer file, with the surrounding part of the older file as
 * dictionary. Shared parts are matches, even if moved within the dictionary.
 */

import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, type ZstdOptions, zstdCompress, zstdDecompress } from 'node:zlib'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

const MEBIBYTE = 1024 * 1024

/** Bytes of the newer file in a frame, and of the older one on either side of its position. */
const SEGMENT = 8 * MEBIBYTE
const AROUND = 8 * MEBIBYTE

/** The window covers a segment and its dictionary, and the tables have an entry for each of their bytes. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 12,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_hashLog]: 25,
  [constants.ZSTD_c_chainLog]: 25,
}

const compress = promisify<Buffer, ZstdOptions, Buffer>(zstdCompress)
const decompress = promisify<Buffer, ZstdOptions, Buffer>(zstdDecompress)

/** Writes the difference between two files. @param out a new file */
export async function writeDifference(older: string, newer: string, out: string): Promise<void> {
  await withFiles([older, newer], out, async ([from, to], file) => {
    for (let start = 0; ; start += SEGMENT) {
      const segment = await bytesAt(to, start, start + SEGMENT)
      if (segment.length === 0) return
      const frame = await compress(segment, { dictionary: await dictionary(from, start), params: COMPRESSION })
      const length = Buffer.alloc(4)
      length.writeUInt32BE(frame.length)
      await file.writeFile(Buffer.concat([length, frame]))
    }
  })
}

/**
 * Reconstructs the newer file from the older one and the difference.
 * @param out a new file @param most maximum size, in bytes
 * @throws LegalTextError `not_ready` if the difference is damaged or of other files; the caller must compare the digest of the
 *   result
 */
export async function applyDifference(
  older: string,
  difference: string,
  out: string,
  most: number,
  signal?: AbortSignal,
): Promise<void> {
  await withFiles([older, difference], out, async ([from, frames], file) => {
    for (let place = 0, start = 0, written = 0; ; start += SEGMENT) {
      signal?.throwIfAborted()
      const head = await bytesAt(frames, place, place + 4)
      if (head.length === 0) return
      // Only the last segment is shorter.
      if (written < start || written > most) throw damaged()
      place += 4
      const frame = await bytesAt(frames, place, place + (head.length === 4 ? head.readUInt32BE() : 0))
      place += frame.length
      const options = { dictionary: await dictionary(from, start), maxOutputLength: SEGMENT }
      const segment = await decompress(frame, options).catch((cause) => {
        throw damaged(cause)
      })
      await file.writeFile(segment)
      written += segment.length
    }
  })
}

const damaged = (cause?: unknown) => new LegalTextError('not_ready', say`the difference is damaged`, {}, { cause })

const dictionary = (older: FileHandle, start: number) =>
  bytesAt(older, Math.max(0, start - AROUND), start + SEGMENT + AROUND)

/** Returns the bytes of a file between two offsets, fewer at its end. */
async function bytesAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { size } = await file.stat()
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - start))
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0) throw new Error('the file became shorter while it was read')
    done += bytesRead
  }
  return bytes
}

async function withFiles(
  [first, second]: [string, string],
  out: string,
  work: (inputs: [FileHandle, FileHandle], out: FileHandle) => Promise<void>,
): Promise<void> {
  const handles: FileHandle[] = []
  try {
    const opened = async (file: string, flags: string) => {
      const handle = await open(file, flags)
      handles.push(handle)
      return handle
    }
    await work([await opened(first, 'r'), await opened(second, 'r')], await opened(out, 'wx'))
  } finally {
    for (const handle of handles) await handle.close()
  }
}
