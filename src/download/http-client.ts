/** An HTTP client for downloads, with limits on time and size, retries and resumption. */

import { constants, type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../i18n/texts.ts'
import { version } from '../program/package.ts'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'
import { type Address, readAddress, redirectTarget } from './address.ts'
import { asDownloadError, DownloadError } from './download-error.ts'
import {
  type Agents,
  boundedBody,
  discard,
  headerValue,
  locationOf,
  makeAgents,
  type Response,
  sendRequest,
  statusError,
  validators,
} from './request.ts'

export { DownloadError } from './download-error.ts'

const MEGABYTE = 1024 * 1024

/** Times are in milliseconds. */
const DEFAULTS = {
  /** Connection timeout. */
  connectTimeout: 10_000,
  /** Longest gap between bytes of the response. */
  idleTimeout: 30_000,
  /** Time limit of one attempt, redirects and body included: of `get`, and of `download`. */
  totalTimeout: 5 * 60_000,
  downloadTimeout: 6 * 60 * 60_000,
  /** Largest body of `get`, and of `download`, in bytes. */
  maxBytes: 32 * MEGABYTE,
  maxFileBytes: 16 * 1024 * MEGABYTE,
  /** Maximum number of retries after temporary failures. */
  retries: 4,
  /** Backoff before the first retry. It doubles each time, less a random part of up to half. */
  backoff: 500,
  /** Longest wait before a retry, whatever `Retry-After` says. */
  maxWait: 60_000,
}

const MAXIMUM_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export interface HttpClientOptions extends Partial<typeof DEFAULTS> {
  userAgent?: string
  /** Aborts every request of this client. */
  signal?: AbortSignal | undefined
  /** Random number in [0, 1), for the jitter. */
  random?: () => number
  /** Rate limiter for all requests of this client, retries and redirects included. */
  pace?: Pace
  clock?: Clock
}

/** Clock for the waits between requests. */
export interface Clock {
  /** Milliseconds since an arbitrary origin; monotonic. */
  now(): number
  /** @throws the reason of the signal, if aborted */
  wait(time: number, signal: AbortSignal): Promise<void>
}

const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (time, signal) => sleep(time, undefined, { signal }).catch(() => signal.throwIfAborted()),
}

/** Rate limiter: spaces the starts of requests to a site, however many are waiting. */
export class Pace {
  readonly #pause: number
  readonly #clock: Clock
  /** Earliest start of the next request, in milliseconds of the clock. */
  #next = 0
  /** The previous turn. Turns are first come, first served. */
  #last = Promise.resolve()

  /** @param pause between the starts of two requests, in milliseconds */
  constructor(pause: number, clock = CLOCK) {
    this.#pause = pause
    this.#clock = clock
  }

  /** Waits until the next request may begin. */
  async turn(signal: AbortSignal): Promise<void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    try {
      await before
      // A timer may end a millisecond early, and a server may ask for a longer wait meanwhile.
      for (let wait = 1; wait > 0; ) {
        wait = this.#next - this.#clock.now()
        if (wait > 0) await this.#clock.wait(wait, signal)
      }
      this.#next = this.#clock.now() + this.#pause
    } finally {
      resolve()
    }
  }

  /** Delays all further requests, by a time in milliseconds. */
  hold(time: number): void {
    this.#next = Math.max(this.#next, this.#clock.now() + time)
  }
}

export interface RequestOptions {
  /** Validators of the local copy, for a conditional request. */
  etag?: string | undefined
  lastModified?: string | undefined
  maxBytes?: number | undefined
  signal?: AbortSignal | undefined
}

export interface GetOptions extends RequestOptions {
  /** Values of the headers `Accept` and `Accept-Language`, sent as they are. */
  accept?: string | undefined
  acceptLanguage?: string | undefined
  /** True to follow redirects only to the same host; those from https to http are upgraded to https. */
  sameHost?: boolean
}

export interface DownloadOptions extends RequestOptions {
  /** True if the content at the address never changes: a partial file is resumed instead of replaced. */
  isImmutable?: boolean
  /** @param total bytes, 0 if unknown */
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ResultHeaders {
  etag: string | undefined
  lastModified: string | undefined
  contentType: string | undefined
}

export interface HttpResult {
  /** 304 if the validators still match; the content is then absent. */
  status: 200 | 304
  /** Address after all redirects, without credentials. */
  url: string
  headers: ResultHeaders
}

/**
 * Connections are reused and do not keep the process alive. HTTP_PROXY, HTTPS_PROXY and NO_PROXY name the proxies.
 */
export class HttpClient {
  readonly #options: typeof DEFAULTS & { userAgent: string; random: () => number; clock: Clock } & Pick<
      HttpClientOptions,
      'signal' | 'pace'
    >
  #agents: Agents | undefined

  constructor(options: HttpClientOptions = {}) {
    this.#options = { ...DEFAULTS, userAgent: `legal-text/${version}`, random: Math.random, clock: CLOCK, ...options }
  }

  /**
   * Gets a small file.
   * @throws DownloadError if that fails
   */
  async get(url: string, options: GetOptions = {}): Promise<HttpResult & { body: Uint8Array }> {
    const { maxBytes = this.#options.maxBytes, accept, acceptLanguage, sameHost = false } = options
    const conditional = conditions(options)
    const headers = {
      ...conditional,
      ...(accept !== undefined && { accept }),
      ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
    }
    return this.#request(
      { url, timeout: this.#options.totalTimeout, signal: options.signal, sameHost },
      () => headers,
      async (response) => {
        if (response.status === 304 && Object.keys(conditional).length > 0) {
          return { ...this.#result(response, 304), body: new Uint8Array() }
        }
        if (response.status !== 200) throw await statusError(response)
        const chunks: Uint8Array[] = []
        for await (const chunk of boundedBody(response, maxBytes)) chunks.push(chunk)
        return { ...this.#result(response, 200), body: Buffer.concat(chunks) }
      },
    )
  }

  /**
   * Requests a file, but closes the connection before the body.
   * @returns the size in bytes, if the server states it
   * @throws DownloadError if the request fails
   */
  size(url: string): Promise<number | undefined> {
    const asked = { url, timeout: this.#options.totalTimeout, signal: undefined, sameHost: false }
    return this.#request(
      asked,
      () => ({}),
      async (response) => {
        if (response.status !== 200) throw await statusError(response)
        response.close()
        return Number(headerValue(response, 'content-length')) || undefined
      },
    )
  }

  /**
   * Downloads into a file, which is replaced unless `isImmutable`. After a broken connection the download resumes if the file
   * on the server is still the same.
   * @throws DownloadError if that fails, LegalTextError if the file cannot be written
   */
  async download(url: string, file: string, options: DownloadOptions = {}): Promise<HttpResult> {
    const { maxBytes = this.#options.maxFileBytes, onProgress } = options
    const headers = conditions(options)
    const part = await PartialFile.open(file, options.isImmutable ?? false)
    try {
      const request = () => part.rangeHeaders() ?? headers
      const answer = await this.#request(
        { url, timeout: this.#options.downloadTimeout, signal: options.signal, sameHost: false },
        request,
        async (response) => {
          const { status } = response
          if (status === 304 && request() === headers && Object.keys(headers).length > 0) {
            return this.#result(response, 304)
          }
          if (![200, 206, 416].includes(status)) throw await statusError(response)
          const total = await part.begin(response)
          for await (const chunk of boundedBody(response, maxBytes, part.bytes)) {
            await part.write(chunk)
            onProgress?.(part.bytes, total)
          }
          part.assertWhole(response)
          return this.#result(response, 200)
        },
      )
      await part.sync()
      return answer
    } finally {
      await part.close()
    }
  }

  /** Sends the request until `use` accepts a response, or no retry helps. */
  async #request<Result>(
    { url, timeout, signal: ownSignal, sameHost }: Asked,
    headers: () => Record<string, string>,
    use: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const address = readAddress(url)
    const signals = [ownSignal, this.#options.signal].filter((signal) => signal !== undefined)
    const { retries, backoff, maxWait, random, pace, clock } = this.#options
    for (let attempt = 1; ; attempt++) {
      let response: Response | undefined
      // Waiting for a turn does not count towards the timeout.
      await pace?.turn(AbortSignal.any(signals))
      const overdue = AbortSignal.timeout(timeout)
      try {
        response = await this.#follow(address, headers(), sameHost, AbortSignal.any([...signals, overdue]))
        return await use(response)
      } catch (thrown) {
        response?.close()
        for (const signal of signals) signal.throwIfAborted()
        const error = overdue.aborted ? incomplete(address.shown, timeout) : asDownloadError(thrown, address.shown)
        pace?.hold(Math.min(error.retryAfter ?? 0, maxWait))
        if (error.retryAfter === undefined || attempt > retries) throw error.final(attempt)
        const wait = backoff * 2 ** (attempt - 1) * (1 - random() / 2)
        await clock.wait(Math.min(Math.max(wait, error.retryAfter), maxWait), AbortSignal.any(signals))
      }
    }
  }

  async #follow(
    address: Address,
    headers: Record<string, string>,
    sameHost: boolean,
    signal: AbortSignal,
  ): Promise<Response> {
    this.#agents ??= makeAgents(process.env)
    const agents = this.#agents
    const { connectTimeout, idleTimeout, userAgent } = this.#options
    let target = address
    for (let hop = 1; ; hop++) {
      const { authorization } = target
      const ownHeaders = {
        'user-agent': userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(authorization !== undefined && { authorization }),
        ...headers,
      }
      if (hop > 1) await this.#options.pace?.turn(signal)
      const response = await sendRequest(target, ownHeaders, { agents, connectTimeout, idleTimeout, signal })
      const isRedirect = REDIRECTS.has(response.status)
      if (isRedirect || response.status === 304) await discard(response)
      if (!isRedirect) return response
      const next = redirectTarget(target, locationOf(response), hop, sameHost)
      if (hop > MAXIMUM_REDIRECTS) {
        const problem = say`more than ${MAXIMUM_REDIRECTS} redirects, the last one from ${target.shown} to ${next.shown}`
        throw new DownloadError('refused', address.shown, problem)
      }
      target = next
    }
  }

  #result<Status extends 200 | 304>(response: Response, status: Status): HttpResult {
    const { etag, lastModified } = validators(response)
    const headers = { etag, lastModified, contentType: headerValue(response, 'content-type') }
    return { status, url: response.address.url.href, headers }
  }
}

const incomplete = (url: string, time: number) =>
  new DownloadError('unavailable', url, say`was not complete within ${time / 1000} s`, { retryAfter: 0 })

/** A request with its limits. */
interface Asked {
  url: string
  /** Milliseconds. */
  timeout: number
  signal: AbortSignal | undefined
  sameHost: boolean
}

/** The headers of a conditional request. */
function conditions({ etag, lastModified }: RequestOptions): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

/** A file during its download, which can be resumed with range requests (RFC 9110, 13.1.5 and 14). */
class PartialFile {
  readonly #file: string
  readonly #handle: FileHandle
  /** Strong validator of the file: its ETag, else its date. */
  #validator: string | undefined
  /** Size of the whole file from `Content-Range`, else 0. */
  #total = 0
  /** Bytes written so far. */
  bytes = 0

  /** True if the rest may be requested without a validator. */
  #isImmutable: boolean

  private constructor(file: string, handle: FileHandle, isImmutable: boolean) {
    this.#file = file
    this.#handle = handle
    this.#isImmutable = isImmutable
  }

  /** @throws LegalTextError `not_ready` if it cannot be written */
  static async open(file: string, isImmutable: boolean): Promise<PartialFile> {
    const flags = constants.O_CREAT | constants.O_RDWR | (isImmutable ? 0 : constants.O_TRUNC)
    const handle = await open(file, flags).catch((error) => cannotWrite(file, error))
    const part = new PartialFile(file, handle, isImmutable)
    part.bytes = (await handle.stat()).size
    return part
  }

  /** The headers that request the rest; `undefined` if the whole file must be requested. */
  rangeHeaders(): Record<string, string> | undefined {
    if (this.bytes === 0 || (this.#validator === undefined && !this.#isImmutable)) return undefined
    return { range: `bytes=${this.bytes}-`, ...(this.#validator !== undefined && { 'if-range': this.#validator }) }
  }

  /**
   * Prepares for the body of a response with status 200, 206 or 416.
   * @returns the size of the whole file, 0 if unknown
   * @throws DownloadError if it is not the missing part; the next attempt requests the whole file
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
    this.#isImmutable = false
    const { status, address } = response
    await discard(response)
    throw new DownloadError('unavailable', address.shown, say`sent another part than was asked for`, {
      status,
      retryAfter: 0,
    })
  }

  /** True if the response is part of another version of the file. */
  #isOfOther(response: Response): boolean {
    const { etag, lastModified } = validators(response)
    const validator = this.#validator?.startsWith('"') ? etag : lastModified
    return validator !== undefined && validator !== this.#validator && !this.#isImmutable
  }

  /** @throws DownloadError if the body is too short; the next attempt requests the rest */
  assertWhole({ address }: Response): void {
    if (this.bytes >= this.#total) return
    const problem = say`sent ${this.bytes} of ${this.#total} bytes`
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
  throw new LegalTextError('not_ready', say`cannot write ${file}: ${systemReason(error)}`, {}, { cause: error })
}
