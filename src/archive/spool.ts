/** One temporary file that holds what comes out of an archive, one member behind the other. */
import { randomBytes } from 'node:crypto'
import { close, openSync, read, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LegalTextError } from '../errors.ts'
import { writeFault } from './compressed.ts'

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
      const message = `cannot unpack ${this.#archive} ${place}: ${writeFault(error)}`
      throw new LegalTextError('invalid_input', message, {}, { cause: error })
    }
  }
}
