/** Answers to what is no HTTP request: there is nothing to answer to but the connection, which ends with that. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody, httpStatus, LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { methodNotAllowed } from './answer.ts'
import { JSON_HEADERS } from './answer-head.ts'
import { noteRefusal } from './observe.ts'

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
