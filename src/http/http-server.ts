/** Node's HTTP server around the application: limits of size and time, the order of requests, and parser errors. */

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { loadAdditions } from '../program/additions.ts'
import type { Settings } from '../program/settings.ts'
import { errorBody, httpStatus, LegalTextError } from '../util/errors.ts'
import { shareAdditions } from './apart.ts'
import { type App, type AppOptions, createApp } from './app.ts'
import type { Tokens } from './bearer-tokens.ts'
import { networkOfConnection } from './client-address.ts'
import { computing } from './computing.ts'
import { gracefulStop } from './graceful-stop.ts'
import { countRefusal, noteMalformed, noteRefusal } from './observe.ts'
import { operatorLog } from './operator-log.ts'
import { JSON_HEADERS } from './representation.ts'
import { doNotAwaitBody, hasPlainEnd } from './request-body.ts'
import { RequestQueue } from './request-queue.ts'
import { methodNotAllowed, sendError } from './send.ts'

/** Precision of the time limits, in milliseconds. */
const PRECISION = 500

/** Creates the server, which does not listen yet. */
export function createHttpServer(app: App, settings: Settings, queue = new RequestQueue()): Server {
  const server = createServer({
    // Node would reject a missing `Host` with an empty body; the application sends an error.
    requireHostHeader: false,
    insecureHTTPParser: false,
    maxHeaderSize: settings.maxHeaderBytes,
    // Node requires at most the timeout of the whole request.
    headersTimeout: Math.min(settings.headerTimeoutSeconds, settings.requestTimeoutSeconds) * 1000,
    requestTimeout: settings.requestTimeoutSeconds * 1000,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    keepAliveTimeoutBuffer: PRECISION,
    connectionsCheckingInterval: PRECISION,
  })
  // With a limit, further headers would be ignored, even those about the body; their size is limited anyway.
  server.maxHeadersCount = 0
  server.setTimeout(settings.idleTimeoutSeconds * 1000, (socket) => {
    const response = queue.unanswered(socket)
    if (response === undefined) return socket.destroy()
    response.shouldKeepAlive = false
    sendError(response.req, response, tooBusy(settings.idleTimeoutSeconds))
  })

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor !== 1 || hasOtherProtocol(request)) {
      response.shouldKeepAlive = false
      noteMalformed('other_protocol')
      sendError(request, response, new LegalTextError('invalid_input', say`only HTTP/1.1 is supported`))
      return
    }
    normalizeTarget(request)
    app.handler(request, response)
  }
  // A client that expects 100 (Continue) is answered at once. It may still send the body, so the start of its next request is
  // unknown.
  const handleWithoutBody = (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
    doNotAwaitBody(request)
    queue.add(request, response, handle)
  }
  const connections = new ConnectionLimit(settings.maxConnections, (socket) => queue.idleSince(socket))
  server.on('connection', (socket) => {
    computing.noteConnection()
    queue.open(socket)
    connections.add(socket)
  })
  server.on('request', (request, response) => {
    if (!hasPlainEnd(request)) response.shouldKeepAlive = false
    queue.add(request, response, handle)
  })
  server.on('checkContinue', handleWithoutBody)
  server.on('checkExpectation', handleWithoutBody)

  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    if (awaitsAnswer(error, socket)) noteMalformed(error.code ?? 'unknown')
    if (awaitsAnswer(error, socket)) queue.end(socket, () => sendRefusal(socket, explainParserError(error, settings)))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()).resume()
    queue.end(socket, () => sendRefusal(socket, methodNotAllowed('CONNECT')))
  })
  return server
}

const TOO_LATE = { cause: { code: 'waited_too_long' } }

const tooBusy = (seconds: number) =>
  new LegalTextError(
    'not_ready',
    say`the server is too busy to answer within ${seconds} s; try again later`,
    { retry_after: seconds },
    TOO_LATE,
  )

/** True if the client is connected and has sent something, so that it gets an error. */
function awaitsAnswer({ code }: ParserError, socket: Duplex): boolean {
  if (code === 'ECONNRESET' || !socket.writable) return false
  return code !== 'ERR_HTTP_REQUEST_TIMEOUT' || (socket as Socket).bytesRead > 0
}

/** An error of Node's parser, with the packet and the number of parsed bytes. */
export interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  bytesParsed?: number
}

/** How long a rejected client may go on sending before its connection is closed, in milliseconds. */
const LINGER = 1000

/** A length beyond any limit; the parser itself rejects such a header. */
const ENORMOUS_LENGTH = /^content-length:[ \t]*\d{16,}[ \t]*\r?$/im

/** The first line of a request, with any method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?$/

/** Explains a parser error to the client. */
export function explainParserError(error: ParserError, settings: Settings): LegalTextError {
  const packet = error.rawPacket?.toString('latin1') ?? ''
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return payloadTooLarge(say`the URL and the headers are larger than ${settings.maxHeaderBytes} bytes`)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return payloadTooLarge(say`the extensions of the chunks of the body are too large`)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new LegalTextError('invalid_input', say`the request was not complete in time`)
    case 'HPE_INVALID_METHOD':
      if (REQUEST_LINE.test(lineAt(packet, error.bytesParsed))) return methodNotAllowed('this method')
  }
  if (ENORMOUS_LENGTH.test(packet)) return payloadTooLarge(say`the request body is larger than is allowed`)
  const message = say`the request is not valid HTTP/1.1 (${error.code}); a URL must be ASCII, other characters percent-encoded`
  return new LegalTextError('invalid_input', message)
}

/** Writes an error to a connection and closes it, after the client had time to read it. */
export function sendRefusal(socket: Duplex, refusal: LegalTextError): void {
  if (!socket.writable) return
  const json = JSON.stringify(errorBody(refusal))
  const status = httpStatus(refusal)
  noteRefusal(socket, status)
  const { allow } = refusal.details
  const headers = Object.entries({
    ...JSON_HEADERS,
    'Cache-Control': 'no-store',
    ...(allow && { Allow: allow.join(', ') }),
    'Content-Length': Buffer.byteLength(json),
    Connection: 'close',
  })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${json}`)
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
}

function payloadTooLarge(message: string): LegalTextError {
  return new LegalTextError('payload_too_large', message)
}

/** The line at a position of a text. */
function lineAt(text: string, place = 0): string {
  const begin = text.lastIndexOf('\n', place) + 1
  const end = text.indexOf('\n', begin)
  return text.slice(begin, end < 0 ? undefined : end)
}

/** Node's parser of a connection, with the packet being parsed. */
interface Parser {
  getCurrentBuffer?(): Buffer | undefined
}

/** Connections on which a request has been checked. */
const checked = new WeakSet<Socket>()

/**
 * True for RTSP or ICE requests, whose first lines Node's parser accepts as HTTP of the same version without reporting it. Both
 * have version 1.0, so only requests of that version and the first of a connection are checked. A first line in several packets
 * goes unnoticed.
 */
function hasOtherProtocol({ socket, httpVersionMinor, method, url }: IncomingMessage): boolean {
  if (httpVersionMinor === 1 && checked.has(socket)) return false
  checked.add(socket)
  const { parser } = socket as Socket & { parser?: Parser }
  const packet = parser?.getCurrentBuffer?.()
  const line = `${method} ${url}`
  return packet !== undefined && ['RTSP', 'ICE'].some((name) => packet.includes(`${line} ${name}/1.`, 0, 'latin1'))
}

/** The scheme and the host of an absolute target (RFC 9112, 3.2.2), the user information apart. */
const ABSOLUTE = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i

/** Turns an absolute target into its path; its host takes the place of `Host`. */
function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const [prefix = '', host] = ABSOLUTE.exec(url) ?? []
  if (host === undefined) return
  request.headers.host = host
  const path = url.slice(prefix.length)
  request.url = path.startsWith('/') ? path : `/${path}`
}

/** Time after which, at the limit, a connection whose client reads nothing is closed, in milliseconds. Can take twice as long. */
const STALLED = 5000

interface Client {
  network: string
  connections: number
}

class ConnectionLimit {
  readonly #limit: number
  readonly #idleSince: (socket: Socket) => number | undefined
  /** The client of each open connection; `undefined` until the limit is first reached, because addresses cost system calls. */
  readonly #owners = new Map<Socket, Client | undefined>()
  readonly #clients = new Map<string, Client>()

  /**
   * @param limit number of connections
   * @param idleSince returns when a connection became idle, as an increasing number; `undefined` while it is being answered
   */
  constructor(limit: number, idleSince: (socket: Socket) => number | undefined) {
    this.#limit = limit
    this.#idleSince = idleSince
  }

  /**
   * Counts a new connection. Beyond the limit, it replaces an idle one of the client with most connections; if no client with at
   * least as many as its own has an idle one, it is closed itself.
   */
  add(socket: Socket): void {
    this.#owners.set(socket, undefined)
    socket.once('close', () => this.#remove(socket))
    if (this.#owners.size <= this.#limit) return
    for (const [each, owner] of this.#owners) if (owner === undefined) this.#owners.set(each, this.#count(each))
    const client = this.#owners.get(socket) as Client
    const idle = this.#longestIdle(socket, client)
    if (idle === undefined) this.#hurryReaders(client)
    const closed = idle ?? socket
    countRefusal('connections')
    this.#remove(closed)
    closed.destroy()
  }

  #count(socket: Socket): Client {
    const network = networkOfConnection(socket)
    const client = this.#clients.get(network) ?? { network, connections: 0 }
    client.connections++
    this.#clients.set(network, client)
    return client
  }

  #remove(socket: Socket): void {
    const client = this.#owners.get(socket)
    if (!this.#owners.delete(socket) || client === undefined) return
    client.connections--
    if (client.connections === 0) this.#clients.delete(client.network)
  }

  #longestIdle(added: Socket, { connections }: Client): Socket | undefined {
    let most = connections
    let longest = Number.POSITIVE_INFINITY
    let found: Socket | undefined
    for (const [socket, owner] of this.#owners) {
      if (owner === undefined || owner.connections < most || socket === added) continue
      const since = this.#idleSince(socket)
      if (since === undefined || (owner.connections === most && since > longest)) continue
      most = owner.connections
      longest = since
      found = socket
    }
    return found
  }

  /** Node.js closes a connection that is silent for its timeout, and restores that for the next request. */
  #hurryReaders({ connections }: Client): void {
    for (const [socket, owner] of this.#owners) {
      const isRead = socket.writableLength === 0 || (owner?.connections ?? 0) < connections
      if (!isRead && (socket.timeout ?? 0) > STALLED) socket.setTimeout(STALLED)
    }
  }
}

export type AnsweringServer = Awaited<ReturnType<typeof createAnsweringServer>>

type Additions = Pick<AppOptions, 'operations' | 'tools'>

/** Options of one of several processes. */
interface AnsweringOptions {
  /** Returns the body of `/metrics`. Default: the metrics of this process alone. */
  metricsText?: () => Promise<string>
  /** Returns the content of the token file of the settings, if it has been read. */
  tokens?: Tokens | undefined
}

/**
 * Creates a server that answers requests.
 * @param corpus returns the corpus to answer from, or an error; see `createApp`
 * @returns the server, which does not listen yet; the metrics of this process, if the settings enable them; whether it is being
 *   stopped; and a function that stops it as `gracefulStop` does
 * @throws LegalTextError `invalid_input` if the file of a setting cannot be read or loaded
 */
export async function createAnsweringServer(
  settings: Settings,
  corpus: (hasFailed?: boolean) => Corpus | LegalTextError,
  { metricsText, tokens }: AnsweringOptions = {},
) {
  operatorLog.level = settings.logLevel
  const { observers, metrics, close: closeObservers } = await openObservers(settings, corpus)
  const { operations = [], tools = [] }: Additions = await loadAdditions(settings.additions)
  shareAdditions(settings.additions, operations)
  let isClosing = false
  const isStopping = () => isClosing
  const app = createApp({
    corpus,
    settings,
    ...{ operations, tools },
    observers,
    tokens,
    isStopping,
    metrics: settings.adminListen === undefined ? metrics && (metricsText ?? metrics.text) : undefined,
  })
  const queue = new RequestQueue()
  const server = createHttpServer(app, settings, queue)
  const stop = gracefulStop(server, queue, settings.drainSeconds)
  const close = async () => {
    isClosing = true
    await stop()
    await closeObservers()
  }
  return { server, metrics, isStopping, close }
}

/**
 * Opens the access log and the metrics that the settings enable; others are not loaded.
 * @returns observers for `createApp`, the metrics, and a function that resolves once every request under way is logged
 */
export async function openObservers(settings: Settings, corpus: () => Corpus | LegalTextError) {
  const log = settings.accessLog === 'off' ? undefined : (await import('./access-log.ts')).createAccessLog(settings)
  const hasMetrics = settings.metrics || settings.adminListen !== undefined
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics(corpus) : undefined
  return {
    observers: [log, metrics].flatMap((one) => one?.observer ?? []),
    metrics,
    close: async () => log?.close(),
  }
}
