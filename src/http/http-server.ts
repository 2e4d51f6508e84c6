/** Node's HTTP server around the application: how long requests may be and take, and in which order they are answered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorBody, httpStatus, LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { App } from './app.ts'
import { noteRefusal } from './observe.ts'
import { JSON_HEADERS } from './representation-headers.ts'
import { doNotAwaitBody, hasPlainEnd } from './request-body.ts'
import { RequestQueue } from './request-queue.ts'
import { methodNotAllowed, sendError } from './send.ts'

/** How exactly the limits on time are kept, in milliseconds. */
const PRECISION = 500

/** Makes the server, which listens nowhere yet. */
export function createHttpServer(app: App, settings: Settings): Server {
  const turns = new RequestQueue()
  const server = createServer({
    // Node would refuse a request without one with an empty answer; the application does.
    requireHostHeader: false,
    insecureHTTPParser: false,
    maxHeaderSize: settings.maxHeaderBytes,
    // Node demands that a head take no longer than the request that it belongs to.
    headersTimeout: Math.min(settings.headerTimeoutSeconds, settings.requestTimeoutSeconds) * 1000,
    requestTimeout: settings.requestTimeoutSeconds * 1000,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    keepAliveTimeoutBuffer: PRECISION,
    connectionsCheckingInterval: PRECISION,
  })
  // Headers beyond a number would not be seen here, whatever they say of the body; their size is limited anyway.
  server.maxHeadersCount = 0
  server.maxConnections = settings.maxConnections
  server.setTimeout(settings.idleTimeoutSeconds * 1000)

  const take = (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor !== 1) {
      sendError(request, response, new LegalTextError('invalid_input', 'only HTTP/1.1 is spoken here'))
      return
    }
    if (!hasPlainEnd(request)) response.shouldKeepAlive = false
    request.url = originForm(request.url ?? '')
    app.handler(request, response)
  }
  // No body is wanted, so a client that asks before it sends one is answered at once. Whether it sends it then is not
  // known, nor where its next request would begin.
  const takeWithoutBody = (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
    doNotAwaitBody(request)
    turns.add(request, response, take)
  }
  server.on('request', (request, response) => turns.add(request, response, take))
  server.on('checkContinue', takeWithoutBody)
  server.on('checkExpectation', takeWithoutBody)

  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    if (awaitsAnswer(error, socket)) turns.end(socket, () => sendRefusal(socket, explainParserError(error, settings)))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()).resume()
    turns.end(socket, () => sendRefusal(socket, methodNotAllowed('CONNECT')))
  })
  return server
}

/** Whether a client is there that has sent something and is to learn what was wrong with it. */
function awaitsAnswer({ code }: ParserError, socket: Duplex): boolean {
  if (code === 'ECONNRESET' || !socket.writable) return false
  return code !== 'ERR_HTTP_REQUEST_TIMEOUT' || (socket as Socket).bytesRead > 0
}

/** What a request asks for, without the scheme and host that it may name (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === url || path.startsWith('/') ? path : `/${path}`
}

/*FILEDOC Answers to what is no HTTP request: there is nothing to answer to but the connection, which ends with that. */

/** An error of Node's parser: its code, what it was reading, and how far it came with that. */
export interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  bytesParsed?: number
}

/** How long a refused client may go on sending before its connection is closed, in milliseconds. */
const LINGER = 1000

/** More digits than any length has that could be allowed; the parser refuses such a header by itself. */
const ENORMOUS_LENGTH = /^content-length:[ \t]*\d{16,}[ \t]*\r?$/im

/** The first line of a request, with any method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?$/

/** What was wrong with a request. */
export function explainParserError(error: ParserError, settings: Settings): LegalTextError {
  const packet = error.rawPacket?.toString('latin1') ?? ''
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return payloadTooLarge(`the URL and the headers are larger than ${settings.maxHeaderBytes} bytes`)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return payloadTooLarge('the extensions of the chunks of the body are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new LegalTextError('invalid_input', 'the request was not sent to its end in time')
    case 'HPE_INVALID_METHOD':
      if (REQUEST_LINE.test(lineAt(packet, error.bytesParsed))) return methodNotAllowed('this method')
  }
  if (ENORMOUS_LENGTH.test(packet)) return payloadTooLarge('the request body is larger than is allowed')
  const message = `the request is not valid HTTP/1.1 (${error.code}); what is not ASCII in a URL must be percent-encoded`
  return new LegalTextError('invalid_input', message)
}

/** Writes a refusal to a connection and ends it, not before the client had the time to read it. */
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

/** The line of a text that has a character at a place. */
function lineAt(text: string, place = 0): string {
  const begin = text.lastIndexOf('\n', place) + 1
  const end = text.indexOf('\n', begin)
  return text.slice(begin, end < 0 ? undefined : end)
}
