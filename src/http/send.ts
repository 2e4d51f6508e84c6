/** Sends responses: representations, and errors as JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import { inLanguage, say } from '../i18n/texts.ts'
import { type ErrorBody, errorBody, httpStatus, LegalTextError } from '../util/errors.ts'
import { tried } from '../util/tried.ts'
import { errorPage } from '../web/pages/error-page.ts'
import { documentOf } from '../web/pages/shell.ts'
import { type Encoding, encoder, preferredEncoding } from './content-negotiation.ts'
import { daysKnownTo } from './html/corpus-facts.ts'
import { HTML_HEADERS, languageOf, pageContext, wantsPage } from './html/page-request.ts'
import { countRefusal, noteFailure, noteMalformed, noteStream, requestId } from './observe.ts'
import { operatorLog } from './operator-log.ts'
import {
  assertPreconditions,
  type Bytes,
  encodedTag,
  JSON_HEADERS,
  matchesTag,
  type Representation,
} from './representation.ts'
import { dropRest } from './request-body.ts'

/** The methods of every route but those of {@link POST_METHODS}. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS']

/** The methods of a route that takes a body. */
export const POST_METHODS = ['POST', 'OPTIONS']

/** Time a rejected client may go on sending before its connection is closed, in milliseconds. */
const LINGER = 1000

/** Sends JSON; to a HEAD request only its headers. */
function sendJson(
  response: ServerResponse,
  status: number,
  json: string | Buffer,
  headers?: Record<string, string>,
): void {
  sendBody(response, status, json, { ...JSON_HEADERS, ...headers })
}

function sendBody(
  response: ServerResponse,
  status: number,
  content: string | Buffer,
  headers: Record<string, string>,
): void {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  response.writeHead(status, { 'Content-Length': body.length, ...headers })
  if (response.req.method === 'HEAD') response.end()
  else response.end(body)
}

/**
 * Sends a representation in the encoding that the client prefers, or 304 if the client has it.
 * @throws LegalTextError `precondition_failed`
 */
export function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Representation,
): void | Promise<void> {
  // A timeout has already been sent.
  if (response.headersSent) return
  const { tag, body } = answer
  const encoding = answer.isCompressible ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
  if (request.headers['if-match'] !== undefined) assertPreconditions(request, tag && encodedTag(tag, encoding))
  if (tag !== undefined && matchesTag(request.headers['if-none-match'], encodedTag(tag, encoding))) {
    response.writeHead(304, answer.notModifiedHeaders(encoding)).end()
    return
  }
  if (typeof body === 'function') {
    const stream = request.method === 'HEAD' ? undefined : body()
    response.writeHead(200, answer.headers(encoding))
    noteStream(request)
    if (stream !== undefined) return sendStream(stream, encoding, response)
    response.end()
    return
  }
  const send = (bytes: Bytes) => {
    response.writeHead(answer.status, answer.headers(encoding, bytes.length))
    response.end(request.method === 'HEAD' ? undefined : bytes, 'latin1')
  }
  return encoding === 'identity' ? send(body) : answer.encoded(encoding).then(send)
}

/** Streams a body. A closed connection destroys the stream. */
async function sendStream(body: Readable, encoding: Encoding, response: ServerResponse): Promise<void> {
  try {
    if (encoding === 'identity') await pipeline(body, response)
    else await pipeline(body, encoder(encoding), response)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Sends an error. Unexpected errors are logged on stderr, once, and sent as `internal`. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof LegalTextError)) logUnexpected(request, error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const status = httpStatus(error)
  if (status >= 500) noteFailure(request, reasonOf(error), error instanceof LegalTextError ? error.message : undefined)
  else noteRefused(request, status, reasonOf(error))
  response.setHeader('Cache-Control', 'no-store')
  if (!(error instanceof LegalTextError)) {
    const id = requestId(request)
    sendJson(response, status, JSON.stringify({ ...errorBody(error), request_id: id }), { 'X-Request-Id': id })
    return
  }
  if (wantsPage(request) && error.kind !== 'payload_too_large') {
    const headers = { ...HTML_HEADERS, ...errorHeaders(error) }
    sendBody(response, status, errorDocument(request, errorBody(error)), headers)
    return
  }
  const json = JSON.stringify(errorBody(error))
  if (error.kind === 'payload_too_large') sendJsonAndClose(request, response, status, json)
  else sendJson(response, status, json, errorHeaders(error))
}

/** Reason of a failure in one word: the code of the cause, or the kind. */
const reasonOf = (error: unknown): string =>
  (error instanceof LegalTextError && (error.cause as { code?: string } | undefined)?.code) || errorBody(error).error

/** Notes a request that was refused with 4xx, for the log. */
function noteRefused(request: IncomingMessage, status: number, reason: string): void {
  if (status === 413 || status === 421) noteMalformed(reason)
  if (status === 429) countRefusal(reason)
  const { method, url } = request
  if (operatorLog.isWritten('debug'))
    operatorLog.write('debug', {
      msg: 'refused',
      request_id: requestId(request),
      method,
      path: url?.split('?', 1)[0],
      status,
      reason,
    })
}

/** The headers of some kinds of error. */
function errorHeaders({ kind, details: { allow, retry_after } }: LegalTextError): Record<string, string> {
  return {
    ...(allow !== undefined && { Allow: allow.join(', ') }),
    ...(retry_after !== undefined && { 'Retry-After': String(retry_after) }),
    ...(kind === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  }
}

/**
 * Rejects a request with its body, and closes the connection. The rest of the body is dropped for a short while: closing while the
 * client still sends resets the connection, and the client may lose the response.
 */
function sendJsonAndClose(request: IncomingMessage, response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    ...JSON_HEADERS,
    'Content-Length': Buffer.byteLength(json),
    Connection: 'close',
  })
  if (request.method === 'HEAD') response.flushHeaders()
  else response.write(json)
  const end = () => response.end()
  if (request.complete) {
    end()
    return
  }
  const timer = setTimeout(end, LINGER)
  response.once('close', () => clearTimeout(timer))
  request.once('end', end).resume()
  request.socket.once('end', end)
  dropRest(request)
}

/** Logs an unexpected error in the format of the access log, even if that is off, without the query. */
export function logUnexpected(request: IncomingMessage, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(`${inspect(thrown)} was thrown`)
  const line = {
    request_id: requestId(request),
    method: request.method,
    path: request.url?.split('?', 1)[0],
    err: { type: error.name, message: error.message, stack: inspect(error) },
  }
  operatorLog.write('error', line)
}

/** @param allow the methods of the route */
export function methodNotAllowed(method: string, allow: readonly string[] = METHODS): LegalTextError {
  const use = allow.filter((name) => name !== 'OPTIONS').reduce((names, name) => say`${names} or ${name}`)
  return new LegalTextError('method_not_allowed', say`${method} is not possible here; use ${use}`, {
    allow: [...allow],
  })
}

/** The document of an error. */
function errorDocument(request: IncomingMessage, body: ErrorBody): string {
  const { url = '/' } = request
  const language = languageOf(request)
  const context = pageContext(url, language, daysKnownTo(request))
  return inLanguage(language, () => documentOf(errorPage(body, lawIn(url), context), context))
}

/** The code of the law in the address of a norm. */
function lawIn(url: string): string | null {
  const [, code] = /^\/laws\/([^/?]+)\/norms\//.exec(url) ?? []
  return code === undefined ? null : tried(() => decodeURIComponent(code), null)
}
