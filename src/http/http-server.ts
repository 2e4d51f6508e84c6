/** Node's HTTP server around the application: how long requests may be and take, and what is answered to what is none. */
import { createServer, maxHeaderSize, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody, httpStatus, LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { methodNotAllowed } from './answer.ts'
import { JSON_HEADERS } from './answer-head.ts'
import type { App } from './app.ts'

/** Makes the server, which listens nowhere yet. */
export function createHttpServer(app: App, _settings: Settings): Server {
  const server = createServer({ requireHostHeader: false }, app.handler)
  // Bodies are never read, so a client that asks before it sends one is answered at once.
  server.on('checkContinue', app.handler)
  server.on('checkExpectation', app.handler)
  server.on('clientError', refuse)
  return server
}

/** Errors of a connection on which nobody waits for an answer. */
const GONE = new Set(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'])

/** More digits than any length has that could be allowed; the parser refuses such a header by itself. */
const ENORMOUS_LENGTH = /^content-length:[ \t]*\d{16,}[ \t]*\r?$/im

function refusalOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): LegalTextError {
  if (error.code === 'HPE_maxHeaderSizeER_OVERFLOW') {
    return new LegalTextError('payload_too_large', `the URL and the headers are larger than ${maxHeaderSize} bytes`)
  }
  if (error.code === 'HPE_INVALID_METHOD') return methodNotAllowed('this method')
  if (ENORMOUS_LENGTH.test(error.rawPacket?.toString('latin1') ?? '')) {
    return new LegalTextError('payload_too_large', 'the request body is larger than is allowed')
  }
  const message = `the request is not valid HTTP (${error.code}); what is not ASCII in a URL must be percent-encoded`
  return new LegalTextError('invalid_input', message)
}

/** Answers what is no HTTP request: the parser gives no request to answer to, only the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || GONE.has(error.code ?? '')) {
    socket.destroy()
    return
  }
  const refusal = refusalOf(error)
  const json = JSON.stringify(errorBody(refusal))
  const status = httpStatus(refusal)
  const own = Object.entries(JSON_HEADERS)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const allow = refusal.details.allow ? `Allow: ${refusal.details.allow.join(', ')}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${own}${allow}` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  )
}
