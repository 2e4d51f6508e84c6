/** Sends one GET request: reuses connections, supports proxies, applies a timeout to each step. */

import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { tried } from '../util/tried.ts'
import type { Address } from './address.ts'
import { DownloadError } from './download-error.ts'

/** Per origin. */
const MAXIMUM_CONNECTIONS = 8

/** Connection pools, which do not keep the process alive. */
export interface Agents {
  'http:': http.Agent
  'https:': https.Agent
}

/** A response. Its connection is in use until the body is read to its end or closed. */
export interface Response {
  /** Its address after all redirects. */
  address: Address
  status: number
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  /** Closes the connection. */
  close(): void
}

/** Exposes each connection before it is established: nothing else could close it until then. */
class HttpsAgent extends https.Agent {
  override createConnection(
    options: https.RequestOptions & { onConnection?: (connection: Duplex) => void },
    done?: (error: Error | null, connection: Duplex) => void,
  ): Duplex | null | undefined {
    const connection = super.createConnection(options, (error, made) => {
      if (error) connection?.destroy()
      done?.(error, made)
    })
    if (connection) options.onConnection?.(connection)
    return connection
  }
}

const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']

/**
 * Makes agents that use HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 * @throws LegalTextError `invalid_input` if a proxy cannot be used
 */
export function makeAgents(environment: NodeJS.ProcessEnv): Agents {
  const proxies = PROXY_VARIABLES.flatMap((name) => environment[name] || [])
  if (!proxies.every(isProxy)) {
    // The value is not shown: it may contain a password.
    const message = say`HTTP_PROXY and HTTPS_PROXY must be URLs such as http://proxy.example:3128`
    throw new LegalTextError('invalid_input', message)
  }
  if (proxies.length > 0 && !process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
    const needed = say`Node.js 22.21, 24.5 or later, and this is ${process.versions.node}`
    throw new LegalTextError('invalid_input', say`proxies (HTTP_PROXY, HTTPS_PROXY) need ${needed}`)
  }
  const options = { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS, proxyEnv: environment }
  return { 'http:': new http.Agent(options), 'https:': new HttpsAgent(options) }
}

/** True if Node.js can use a proxy. It ignores incomplete URLs, and throws for invalid escapes. */
function isProxy(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return tried(() => decodeURIComponent(username + password), undefined) !== undefined
}

interface SendOptions {
  agents: Agents
  signal: AbortSignal
  /** Milliseconds to connect. */
  connectTimeout: number
  /** Milliseconds between bytes of the response. */
  idleTimeout: number
}

/** @throws errors of the system, and those of `timeoutError` */
export async function sendRequest(
  address: Address,
  headers: Record<string, string>,
  sending: SendOptions,
): Promise<Response> {
  for (;;) {
    const { answer, isStale } = send(address, headers, sending)
    try {
      return await answer
    } catch (error) {
      // Retry if the server has closed a reused connection. The number of pooled connections bounds the retries.
      if (!isStale(error as NodeJS.ErrnoException)) throw error
    }
  }
}

function send(
  address: Address,
  headers: Record<string, string>,
  { agents, connectTimeout, idleTimeout, signal }: SendOptions,
): { answer: Promise<Response>; isStale: (error: NodeJS.ErrnoException) => boolean } {
  signal.throwIfAborted()
  const { url } = address
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isSecure = url.protocol === 'https:'
  const agent = agents[isSecure ? 'https:' : 'http:']
  let begun: Duplex | undefined
  const onConnection = (connection: Duplex) => {
    begun = connection
  }
  const options = { agent, headers, signal, onConnection }
  const running = (isSecure ? https : http).get(url, options)
  let fault: Error | undefined
  const fail = (error: Error) => {
    fault ??= error
    reject(error)
    running.destroy(error)
    if (!running.socket) begun?.destroy()
  }
  const abort = () => fail(signal.reason)
  const waiting = setTimeout(() => fail(timeoutError('HEADERS_TIMEOUT')), idleTimeout)
  let connecting: NodeJS.Timeout | undefined
  running.once('socket', (socket) => {
    if (!socket.connecting) return
    connecting = setTimeout(() => fail(timeoutError('CONNECT_TIMEOUT')), connectTimeout)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
  })
  running.on('response', resolve).on('error', fail)
  // `101 Switching Protocols` emits no other event.
  running.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  signal.addEventListener('abort', abort)
  const answer = promise
    .then((response) => {
      const { statusCode: status = 0, headers } = response
      const body = bodyOf(response, idleTimeout, () => fault)
      return { address, status, headers, body, close: () => response.destroy() }
    })
    .finally(() => {
      clearTimeout(waiting)
      clearTimeout(connecting)
      signal.removeEventListener('abort', abort)
    })
  return { answer, isStale: ({ code }) => running.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE') }
}

/**
 * Yields the body as it arrives. The idle timeout covers only the server, not a slow reader.
 * @param faultOf the connection error, which ends a body of unknown length, complete or not
 */
async function* bodyOf(
  answer: IncomingMessage,
  idleTimeout: number,
  faultOf: () => Error | undefined,
): AsyncGenerator<Uint8Array> {
  const wait = () => setTimeout(() => answer.destroy(timeoutError('BODY_TIMEOUT')), idleTimeout)
  let waiting = wait()
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      clearTimeout(waiting)
      yield chunk
      waiting = wait()
    }
  } finally {
    clearTimeout(waiting)
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = answer.headers
  const hasEnd = length !== undefined || /chunked\s*$/i.test(encoding ?? '')
  const fault = faultOf()
  if (fault !== undefined && !hasEnd) throw fault
}

type TimeoutCode = 'CONNECT_TIMEOUT' | 'HEADERS_TIMEOUT' | 'BODY_TIMEOUT'

const timeoutError = (code: TimeoutCode) => Object.assign(new Error('timeout'), { code })

/** Temporary failures below 500: RFC 9110 (408), RFC 8470 (425), RFC 6585 (429). */
const RETRYABLE_STATUSES = new Set([408, 425, 429])

/** Unneeded bodies are read up to this size, so that the connection can be reused. */
const DISCARDED_BYTES = 64 * 1024
/** Time limit for that, in milliseconds. */
const DISCARDING_TIME = 1000

/** Returns the first value of a header. */
export function headerValue(response: Response, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the `Location`. Node.js decodes it as Latin-1; it is UTF-8 if its bytes are. */
export function locationOf(response: Response): string | undefined {
  const location = headerValue(response, 'location')
  const text = location && Buffer.from(location, 'latin1').toString()
  return text?.includes('\ufffd') ? location : text
}

/** Returns `ETag` and `Last-Modified` if they are well-formed (RFC 9110), so that they can be sent back. */
export function validators(response: Response): { etag: string | undefined; lastModified: string | undefined } {
  const etag = headerValue(response, 'etag')
  const lastModified = headerValue(response, 'last-modified')
  return {
    etag: etag !== undefined && /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/.test(etag) ? etag : undefined,
    lastModified: lastModified !== undefined && /^[\w,: +-]{10,40}$/.test(lastModified) ? lastModified : undefined,
  }
}

/**
 * Yields the body as it arrives. The actual length counts, not `Content-Length`.
 * @param before bytes of the file that were received before
 * @throws DownloadError `too_large` beyond `maxBytes`
 */
export async function* boundedBody(response: Response, maxBytes: number, before = 0): AsyncGenerator<Uint8Array> {
  const { body, address } = response
  let bytes = before
  const tooLarge = () => new DownloadError('too_large', address.shown, say`has more than ${maxBytes} bytes`)
  if (before + Number(headerValue(response, 'content-length') ?? 0) > maxBytes) {
    await discard(response)
    throw tooLarge()
  }
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}

/** Returns the error for a status. */
export async function statusError(response: Response): Promise<DownloadError> {
  await discard(response)
  const { status, address } = response
  const mayPass = RETRYABLE_STATUSES.has(status) || status >= 500
  const retryAfter = mayPass ? waitingTime(headerValue(response, 'retry-after')) : undefined
  const details = { status, ...(retryAfter !== undefined && { retryAfter }) }
  return new DownloadError('unavailable', address.shown, say`answered ${status}`, details)
}

/** Discards the body, so that the connection can be reused if little of it is left. */
export async function discard(response: Response): Promise<void> {
  if (Number(headerValue(response, 'content-length') ?? 0) > DISCARDED_BYTES) return response.close()
  let bytes = 0
  const timer = setTimeout(() => response.close(), DISCARDING_TIME)
  try {
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > DISCARDED_BYTES) return
    }
  } catch {
    // Fails if the connection is gone.
  } finally {
    clearTimeout(timer)
  }
}

/** Parses `Retry-After`, seconds or a date. @returns milliseconds */
function waitingTime(text = ''): number {
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return time > 0 ? time : 0
}
