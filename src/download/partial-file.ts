import { type FileHandle, open } from 'node:fs/promises'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'
import { DownloadError } from './download-error.ts'
import { discard, headerValue, type Response, validators } from './request.ts'

/** A file during its download, which can be resumed with range requests (RFC 9110, 13.1.5 and 14). */
export class PartialFile {
  readonly #file: string
  readonly #handle: FileHandle
  /** Strong validator of the file: its ETag, else its date. */
  #validator: string | undefined
  /** Size of the whole file from `Content-Range`, else 0. */
  #total = 0
  /** Bytes written so far. */
  bytes = 0

  private constructor(file: string, handle: FileHandle) {
    this.#file = file
    this.#handle = handle
  }

  /** @throws LegalTextError `not_ready` if it cannot be written */
  static async create(file: string): Promise<PartialFile> {
    return new PartialFile(file, await open(file, 'w').catch((error) => cannotWrite(file, error)))
  }

  /** The headers that request the rest; `undefined` if the whole file must be requested. */
  rangeHeaders(): Record<string, string> | undefined {
    if (this.bytes === 0 || this.#validator === undefined) return undefined
    return { range: `bytes=${this.bytes}-`, 'if-range': this.#validator }
  }

  /**
   * Prepares for the body of a response with status 200, 206 or 416.
   * @returns the size of the whole file, 0 if it is not known
   * @throws DownloadError if it is not the part that is missing; the next attempt requests the whole file
   */
  async begin(response: Response): Promise<number> {
    const length = Number(headerValue(response, 'content-length') ?? 0)
    if (response.status === 200) {
      const { etag, lastModified } = validators(response)
      this.#validator = etag?.startsWith('"') ? etag : lastModified
      this.#total = 0
      if (this.bytes > 0) await this.#handle.truncate(0).catch((error) => cannotWrite(this.#file, error))
      this.bytes = 0
      return length
    }
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)/.exec(headerValue(response, 'content-range') ?? '') ?? []
    const isNext = response.status === 206 && this.bytes > 0 && Number(first) === this.bytes
    if (isNext && !this.#isOfOther(response)) {
      this.#total = Number(total) || 0
      return this.#total || (length === 0 ? 0 : this.bytes + length)
    }
    this.#validator = undefined
    const { status, address } = response
    await discard(response)
    throw new DownloadError('unavailable', address.shown, 'sent another part than was asked for', {
      status,
      retryAfter: 0,
    })
  }

  /** True if the response is a part of another version of the file. */
  #isOfOther(response: Response): boolean {
    const { etag, lastModified } = validators(response)
    const validator = this.#validator?.startsWith('"') ? etag : lastModified
    return validator !== undefined && validator !== this.#validator
  }

  /** @throws DownloadError if the server has sent too little; the next attempt requests the rest */
  assertWhole({ address }: Response): void {
    if (this.bytes >= this.#total) return
    const problem = `sent ${this.bytes} of ${this.#total} bytes`
    throw new DownloadError('unavailable', address.shown, problem, { retryAfter: 0 })
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await this.#handle
        .write(chunk, done, chunk.length - done, this.bytes)
        .catch((error) => cannotWrite(this.#file, error))
      done += bytesWritten
      this.bytes += bytesWritten
    }
  }

  async sync(): Promise<void> {
    await this.#handle.sync().catch((error) => cannotWrite(this.#file, error))
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

function cannotWrite(file: string, error: NodeJS.ErrnoException): never {
  throw new LegalTextError('not_ready', `cannot write ${file}: ${systemReason(error)}`, {}, { cause: error })
}
