import { randomBytes } from 'node:crypto'
import { close, openSync, read, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LegalTextError } from '../errors.ts'
import type { InputFile, OpenedFiles, Skipped } from '../ingest/input.ts'
import { type Compression, readErrorReason, unpackWithin, writeErrorReason } from './compressed.ts'
import { ARCHIVE_LIMITS, checkEntries, MAXIMUM_MEMBER_BYTES } from './limits.ts'
import { isRead, memberPath, printable } from './members.ts'
import { readTar } from './tar-reader.ts'

/**
 * Unpacks a tar archive into one temporary file: a path in the archive never becomes a path on disk. What nobody reads
 * is not unpacked; links and devices are left out.
 * @throws LegalTextError `invalid_input` for an archive that is broken or beyond the limits
 */
export async function unpackTar(path: string, compression: Compression): Promise<OpenedFiles> {
  const spool = new Spool(path)
  const files: InputFile[] = []
  const skipped: Skipped[] = []
  try {
    let entries = 0
    for await (const member of readTar(unpackWithin(path, compression, ARCHIVE_LIMITS))) {
      checkEntries(++entries)
      if (member.isFolder) continue
      const named = memberPath(member.name)
      const fault = 'fault' in named ? named.fault : member.other && `it is ${member.other}`
      if ('fault' in named || fault !== undefined) {
        skipped.push({ path: printable(member.name), reason: fault as string, terminalState: 'excluded_by_policy' })
        continue
      }
      const { size } = member
      if (!isRead(named.path) || size > MAXIMUM_MEMBER_BYTES) {
        files.push({ path: named.path, size, read: () => Promise.reject(new Error('such files are not unpacked')) })
        continue
      }
      const place = spool.size
      for await (const piece of member.content()) spool.append(piece)
      const head = (bytes: number) => spool.read(place, Math.min(bytes, size))
      files.push({ path: named.path, size, read: () => spool.read(place, size), head })
    }
  } catch (error) {
    await spool.close()
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError(
      'invalid_input',
      `cannot build from ${path}: ${readErrorReason(error)}`,
      {},
      { cause: error },
    )
  }
  return { files, skipped, close: () => spool.close() }
}

/*FILEDOC One temporary file that holds what comes out of an archive, one member behind the other. */

const readBytes = promisify(read)
const closeFile = promisify(close)

export class Spool {
  #descriptor: number
  #archive: string
  /** Bytes written so far: where the next piece will be. */
  size = 0

  /**
   * The file loses its name as soon as it is open: the system frees it when this process ends, however it ends.
   * @param archive what is unpacked, for messages
   * @throws LegalTextError `invalid_input` where the folder for temporary files cannot be written
   */
  constructor(archive: string) {
    this.#archive = archive
    const file = join(tmpdir(), `legal-text-${process.pid}-${randomBytes(6).toString('hex')}`)
    this.#descriptor = this.#toDisk(() => {
      const descriptor = openSync(file, 'wx+', 0o600)
      unlinkSync(file)
      return descriptor
    })
  }

  /** @throws LegalTextError `invalid_input` where the disk is full */
  append(piece: Uint8Array): void {
    for (let done = 0; done < piece.length; ) {
      const written = this.#toDisk(() => writeSync(this.#descriptor, piece, done, piece.length - done, this.size))
      done += written
      this.size += written
    }
  }

  /** @throws Error where there are fewer bytes */
  async read(place: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readBytes(this.#descriptor, bytes, done, length - done, place + done)
      if (bytesRead === 0) throw new Error('a temporary file is cut off')
      done += bytesRead
    }
    return bytes
  }

  async close(): Promise<void> {
    await closeFile(this.#descriptor)
  }

  #toDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const place = `into ${tmpdir()}, the folder for temporary files that TMPDIR can name`
      const message = `cannot unpack ${this.#archive} ${place}: ${writeErrorReason(error)}`
      throw new LegalTextError('invalid_input', message, {}, { cause: error })
    }
  }
}
