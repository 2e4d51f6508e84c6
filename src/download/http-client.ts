/** An HTTP client for downloads: bounded in time and size, polite to servers, patient with their failures. */
import { setTimeout as sleep } from 'node:timers/promises'
import { packageDescription } from '../package.ts'
import { version } from '../version.ts'
import { type Address, readAddress, redirectTarget } from './address.ts'
import { asDownloadError, DownloadError, deadline } from './download-error.ts'
import { PartialFile } from './partial-file.ts'
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
  /** Until a connection is made. */
  connectTimeout: 10_000,
  /** Without a byte of the answer. */
  idleTimeout: 30_000,
  /** One request with its redirects, until the last byte: of `get`, and of `download`. */
  totalTimeout: 5 * 60_000,
  downloadTimeout: 6 * 60 * 60_000,
  /** Largest body of `get`, and of `download`, in bytes. */
  maxBytes: 32 * MEGABYTE,
  maxFileBytes: 16 * 1024 * MEGABYTE,
  /** How often a request is made again that failed in passing. */
  retries: 4,
  /** Wait before the first retry, doubled for each further one; up to half of it is left out by chance. */
  backoff: 500,
  /** Longest wait, whatever `Retry-After` says. */
  maxWait: 60_000,
}

const MAXIMUM_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
export interface HttpClientOptions extends Partial<typeof DEFAULTS> {
  userAgent?: string
  /** Ends every request of this client. */
  signal?: AbortSignal | undefined
  /** From 0 up to 1. */
  random?: () => number
}

export interface RequestOptions {
  /** Validators of what is here already: it is sent only where it has changed. */
  etag?: string | undefined
  lastModified?: string | undefined
  maxBytes?: number | undefined
  signal?: AbortSignal | undefined
}

export interface DownloadOptions extends RequestOptions {
  /** @param total bytes, 0 where it is not known */
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ResultHeaders {
  etag: string | undefined
  lastModified: string | undefined
  contentType: string | undefined
}

export interface HttpResult {
  /** 304 where the validators still hold; there is no content then. */
  status: 200 | 304
  /** Where it was found in the end, without user name and password. */
  url: string
  headers: ResultHeaders
}

/** The user agent: product, version, and where to turn to. */
function ownName(): string {
  const description = packageDescription()
  const contact = 'homepage' in description ? ` (+${description.homepage})` : ''
  return `legal-text/${version}${contact}`
}

/**
 * Connections are kept for further requests and never keep the process alive. Proxies are those that the environment
 * names: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
 */
export class HttpClient {
  readonly #options: typeof DEFAULTS & { userAgent: string; random: () => number; signal?: AbortSignal | undefined }
  #agents: Agents | undefined

  constructor(options: HttpClientOptions = {}) {
    this.#options = { ...DEFAULTS, userAgent: ownName(), random: Math.random, ...options }
  }

  /**
   * Gets a small file.
   * @throws DownloadError where it cannot be had
   */
  async get(url: string, options: RequestOptions = {}): Promise<HttpResult & { body: Uint8Array }> {
    const { maxBytes = this.#options.maxBytes } = options
    const headers = conditions(options)
    return this.#ask(
      url,
      this.#options.totalTimeout,
      options.signal,
      () => headers,
      async (response) => {
        if (response.status === 304 && Object.keys(headers).length > 0) {
          return { ...this.#answer(response, 304), body: new Uint8Array() }
        }
        if (response.status !== 200) throw await statusError(response)
        const chunks: Uint8Array[] = []
        for await (const chunk of boundedBody(response, maxBytes)) chunks.push(chunk)
        return { ...this.#answer(response, 200), body: Buffer.concat(chunks) }
      },
    )
  }

  /**
   * Downloads into a file, which is replaced. Where the connection breaks, the rest is asked for, if the server can tell
   * that it is still the same.
   * @throws DownloadError where it cannot be had, LegalTextError where the file cannot be written
   */
  async download(url: string, file: string, options: DownloadOptions = {}): Promise<HttpResult> {
    const { maxBytes = this.#options.maxFileBytes, onProgress } = options
    const headers = conditions(options)
    const part = await PartialFile.create(file)
    try {
      const request = () => part.rangeHeaders() ?? headers
      const answer = await this.#ask(url, this.#options.downloadTimeout, options.signal, request, async (response) => {
        const { status } = response
        if (status === 304 && request() === headers && Object.keys(headers).length > 0) {
          return this.#answer(response, 304)
        }
        if (![200, 206, 416].includes(status)) throw await statusError(response)
        const total = await part.begin(response)
        for await (const chunk of boundedBody(response, maxBytes, part.bytes)) {
          await part.write(chunk)
          onProgress?.(part.bytes, total)
        }
        part.assertWhole(response)
        return this.#answer(response, 200)
      })
      await part.sync()
      return answer
    } finally {
      await part.close()
    }
  }

  /** Asks until there is an answer that `use` can use, or no hope. */
  async #ask<Result>(
    url: string,
    timeout: number,
    ownSignal: AbortSignal | undefined,
    headers: () => Record<string, string>,
    use: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const address = readAddress(url)
    const signals = [ownSignal, this.#options.signal].filter((signal) => signal !== undefined)
    const { retries, backoff, maxWait, random } = this.#options
    for (let attempt = 1; ; attempt++) {
      const request = deadline(address, timeout, signals)
      try {
        return await this.#use(await this.#follow(address, headers(), request.signal), use)
      } catch (thrown) {
        for (const signal of signals) signal.throwIfAborted()
        const error = asDownloadError(request.signal.aborted ? request.signal.reason : thrown, address)
        if (error.retryAfter === undefined || attempt > retries) throw error.final(attempt)
        const wait = backoff * 2 ** (attempt - 1) * (1 - random() / 2)
        await this.#wait(Math.min(Math.max(wait, error.retryAfter), maxWait), signals)
      } finally {
        request.end()
      }
    }
  }

  async #use<Result>(response: Response, use: (response: Response) => Promise<Result>): Promise<Result> {
    try {
      return await use(response)
    } catch (error) {
      response.close()
      throw error
    }
  }

  async #follow(address: Address, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    this.#agents ??= makeAgents(process.env)
    const agents = this.#agents
    const { connectTimeout, idleTimeout, userAgent } = this.#options
    let target = address
    for (let hop = 1; ; hop++) {
      const { url, authorization } = target
      const ownHeaders = {
        'user-agent': userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(authorization !== undefined && { authorization }),
        ...headers,
      }
      const answer = await sendRequest(url, ownHeaders, { agents, connectTimeout, idleTimeout, signal })
      const response = Object.assign(answer, { address: target })
      const isRedirect = REDIRECTS.has(response.status)
      if (isRedirect || response.status === 304) await discard(response)
      if (!isRedirect) return response
      const next = redirectTarget(target, locationOf(response), hop)
      if (hop > MAXIMUM_REDIRECTS) {
        const problem = `more than ${MAXIMUM_REDIRECTS} redirects, the last one from ${target.shown} to ${next.shown}`
        throw new DownloadError('refused', address.shown, problem)
      }
      target = next
    }
  }

  #answer<Status extends 200 | 304>(response: Response, status: Status): HttpResult {
    const { etag, lastModified } = validators(response)
    const headers = { etag, lastModified, contentType: headerValue(response, 'content-type') }
    return { status, url: response.address.url.href, headers }
  }

  async #wait(time: number, signals: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any(signals)
    await sleep(time, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** The headers that ask for what has changed only. */
function conditions({ etag, lastModified }: RequestOptions): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}
