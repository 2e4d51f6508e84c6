/** Node's HTTP server around the application: how long requests may be and take, and in which order they are answered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { methodNotAllowed, sendError } from './answer.ts'
import type { App } from './app.ts'
import { explainParserError, type ParserError, sendRefusal } from './refusal.ts'
import { doNotAwaitBody, hasPlainEnd } from './request-body.ts'
import { Turns } from './turns.ts'

/** How exactly the limits on time are kept, in milliseconds. */
const PRECISION = 500

/** Makes the server, which listens nowhere yet. */
export function createHttpServer(app: App, settings: Settings): Server {
  const turns = new Turns()
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
