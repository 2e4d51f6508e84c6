/** One GET request: connections are kept for the next ones, proxies heeded, and no part of it takes longer than it may. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { LegalTextError } from '../errors.ts'

/** At a time, to one site. */
const MAXIMUM_CONNECTIONS = 8

/** Kept connections; they never keep the process alive. */
export interface Agents {
  'http:': http.Agent
  'https:': https.Agent
}

/** In milliseconds. */
export interface RequestTimes {
  /** Until a connection is made. */
  connectTimeout: number
  /** Without a byte of the answer. */
  idleTimeout: number
}

/** What is answered. Until the body is read to its end, or closed, the connection is in use. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  /** Ends the connection, too. */
  close(): void
}

/** Hands out each connection as it is begun: until it is made, nobody else has it, so nobody else could end it. */
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
 * Agents that heed HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 * @throws LegalTextError `invalid_input` where there is a proxy that cannot be used
 */
export function makeAgents(environment: NodeJS.ProcessEnv): Agents {
  const proxies = PROXY_VARIABLES.flatMap((name) => environment[name] || [])
  if (!proxies.every(isProxy)) {
    // It may hold a password, so it is not shown.
    const message = 'HTTP_PROXY and HTTPS_PROXY must be URLs such as http://proxy.example:3128'
    throw new LegalTextError('invalid_input', message)
  }
  if (proxies.length > 0 && !process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
    const needed = `Node.js 22.21, 24.5 or later, and this is ${process.versions.node}`
    throw new LegalTextError('invalid_input', `proxies (HTTP_PROXY, HTTPS_PROXY) need ${needed}`)
  }
  const options = { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS, proxyEnv: environment }
  return { 'http:': new http.Agent(options), 'https:': new HttpsAgent(options) }
}

/** Whether Node.js can use a proxy. It goes past one with less of a URL, and throws at an escape that is none. */
function isProxy(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

type Sending = RequestTimes & { agents: Agents; signal: AbortSignal }

/**
 * @param url of http or https
 * @throws errors of the system, and those of `timeoutError`
 */
export async function sendRequest(url: URL, headers: Record<string, string>, sending: Sending): Promise<RawAnswer> {
  for (;;) {
    const { answer, isStale } = send(url, headers, sending)
    try {
      return await answer
    } catch (error) {
      // A connection that was kept, and that the server has closed by now; there are only so many of them.
      if (!isStale(error as NodeJS.ErrnoException)) throw error
    }
  }
}

function send(
  url: URL,
  headers: Record<string, string>,
  { agents, connectTimeout, idleTimeout, signal }: Sending,
): { answer: Promise<RawAnswer>; isStale: (error: NodeJS.ErrnoException) => boolean } {
  signal.throwIfAborted()
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
  // After `101 Switching Protocols` nothing else is told.
  running.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  signal.addEventListener('abort', abort)
  const answer = promise
    .then((response) => {
      const { statusCode: status = 0, headers } = response
      return { status, headers, body: bodyOf(response, idleTimeout, () => fault), close: () => response.destroy() }
    })
    .finally(() => {
      clearTimeout(waiting)
      clearTimeout(connecting)
      signal.removeEventListener('abort', abort)
    })
  return { answer, isStale: ({ code }) => running.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE') }
}

/**
 * The parts of a body as they come. Only the server's time counts, not that of the reader.
 * @param faultOf what the connection has ended with: a body of unknown length ends with it, whole or not
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
