/** Unpacks tar archives into one temporary file. */

import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { type Compression, unpackWithin, writeErrorReason } from './compressed.ts'
import {
  ARCHIVE_LIMITS,
  type ArchiveFile,
  checkEntries,
  MAXIMUM_MEMBER_BYTES,
  memberPath,
  type OpenedArchive,
  printable,
  type SkippedMember,
  unreadFile,
} from './members.ts'
import { readTar } from './tar-reader.ts'
import { type ByteSource, fileSource } from './zip.ts'

/**
 * Unpacks a tar archive into one temporary file, so that a path in the archive never becomes a path on disk. Links and devices
 * are skipped.
 * @param isRead selects the paths to unpack
 * @throws BeyondLimits if the archive exceeds the limits
 * @throws LegalTextError `invalid_input` if the temporary file cannot be written
 * @throws Error if the archive is broken, with the fault
 */
export async function unpackTar(
  path: string,
  compression: Compression,
  isRead: (path: string) => boolean,
): Promise<OpenedArchive> {
  const spool = await Spool.create(path)
  const files: ArchiveFile[] = []
  const skipped: SkippedMember[] = []
  try {
    let entries = 0
    for await (const member of readTar(unpackWithin(path, compression, ARCHIVE_LIMITS))) {
      checkEntries(++entries)
      if (member.isFolder) continue
      const named = memberPath(member.name)
      const fault = 'fault' in named ? named.fault : member.other && say`it is ${member.other}`
      if ('fault' in named || fault !== undefined) {
        skipped.push({ path: printable(member.name), reason: fault as string, terminalState: 'excluded_by_policy' })
        continue
      }
      const { size } = member
      if (!isRead(named.path) || size > MAXIMUM_MEMBER_BYTES) {
        files.push(unreadFile(named.path, size))
        continue
      }
      const offset = spool.size
      for await (const piece of member.content()) spool.append(piece)
      const head = (bytes: number) => spool.read(offset, Math.min(bytes, size))
      files.push({ path: named.path, size, read: () => spool.read(offset, size), head })
    }
  } catch (error) {
    await spool.close()
    throw error
  }
  return { files, skipped, close: () => spool.close() }
}

/** Temporary file with the contents of the members, concatenated. */
class Spool {
  readonly #file: FileHandle
  readonly #source: ByteSource
  readonly #archive: string
  /** Bytes written so far: the offset of the next piece. */
  size = 0

  private constructor(archive: string, file: FileHandle, source: ByteSource) {
    this.#archive = archive
    this.#file = file
    this.#source = source
  }

  /**
   * Unlinks the file while it is open, so that the system frees it however this process ends.
   * @param archive path for messages
   * @throws LegalTextError `invalid_input` if the folder for temporary files cannot be written
   */
  static async create(archive: string): Promise<Spool> {
    const path = join(tmpdir(), `legal-text-${process.pid}-${randomBytes(6).toString('hex')}`)
    try {
      const file = await open(path, 'wx+', 0o600)
      await unlink(path)
      return new Spool(archive, file, await fileSource(file))
    } catch (error) {
      throw notUnpacked(archive, error)
    }
  }

  /** @throws LegalTextError `invalid_input` if the disk is full */
  append(piece: Uint8Array): void {
    for (let done = 0; done < piece.length; ) {
      try {
        const written = writeSync(this.#file.fd, piece, done, piece.length - done, this.size)
        done += written
        this.size += written
      } catch (error) {
        throw notUnpacked(this.#archive, error)
      }
    }
  }

  /** @throws Error if there are fewer bytes */
  read(offset: number, length: number): Promise<Buffer> {
    return this.#source.read(offset, length)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

function notUnpacked(archive: string, error: unknown): LegalTextError {
  const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
  const place = say`into ${tmpdir()}, the folder for temporary files that ${variable} can name`
  const message = say`cannot unpack ${archive} ${place}: ${writeErrorReason(error)}`
  return new LegalTextError('invalid_input', message, {}, { cause: error })
}
