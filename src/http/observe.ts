/** Observes requests for the access log and the metrics. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { say } from '../i18n/texts.ts'
import type { Settings } from '../program/settings.ts'
import { cached } from '../util/cached.ts'
import { operatorLog, type Repeated } from './operator-log.ts'

/** How a request ended. */
export interface FinishedRequest {
  /** The pattern of its route as in the OpenAPI document (`/laws/{code}`), `null` without one. */
  route: string | null
  /** `null` if no response was sent at all. */
  status: number | null
  milliseconds: number
  /** Bytes sent, with the headers; if the connection broke, those that were to be sent until then. */
  bytes: number
  /** True if the whole response was sent. */
  isComplete: boolean
  /** Cause of a failure: the SQLSTATE or the kind of the error; `undefined` unless the status is 5xx. */
  failure: string | undefined
}

/** Called when a request begins, before any response; the returned function is called when it ends. */
export type Observer = (request: IncomingMessage, response: ServerResponse) => (finished: FinishedRequest) => void

/** The record of an open connection. */
interface Connection {
  /** Bytes sent over it up to the end of its last response. */
  sent: number
  /** Status with which its last request was rejected without its response object. */
  refused?: number
  /** Its unanswered requests, in order. */
  readonly underWay: Set<End>
}

type End = (isComplete: boolean) => void

const connections = new WeakMap<Duplex, Connection>()

/** Facts of a request, apart from its connection. */
interface Noted {
  id?: string
  failure?: string
  /** Time of the end of its body: until then, it takes as long as its client sends. */
  received?: number
  /** Begin of the response stream: from then on it takes as long as the client reads. */
  begun?: number
}

const requests = new WeakMap<IncomingMessage, Noted>()

const notesOn = (request: IncomingMessage): Noted => cached(requests, request, () => ({}))

/** The event under which the log counts a failure; by default, one for each reason. */
export interface FailureEvent extends Partial<Repeated> {
  key?: string
}

/**
 * Records and logs why a request fails. The first reason counts.
 * @param message for the operator; `undefined` if it is already logged
 */
export function noteFailure(
  request: IncomingMessage,
  failure: string,
  message?: string,
  event: FailureEvent = {},
): void {
  const notes = notesOn(request)
  if (notes.failure !== undefined) return
  notes.failure = failure
  if (message === undefined) return
  const { key = failure, ...rest } = event
  const usual = {
    level: 'error',
    ended: say`requests no longer fail for this reason`,
    fields: { code: failure },
  } as const
  operatorLog.note(`failure ${key}`, { ...usual, msg: message, ...rest })
}

/** Counts of this process by reason, for the metrics: connections and requests beyond a limit, and malformed requests. */
export const counts = { refused: new Map<string, number>(), malformed: new Map<string, number>() }

const increase = (map: Map<string, number>, reason: string) => map.set(reason, (map.get(reason) ?? 0) + 1)

/** Counts a refusal because of a limit. @param reason one of few */
export const countRefusal = (reason: string) => increase(counts.refused, reason)

/** Logs malformed requests. @param reason one of few: the code of the parser, or the kind of the error */
export function noteMalformed(reason: string): void {
  increase(counts.malformed, reason)
  const ended = say`malformed requests have ended`
  operatorLog.note(`malformed ${reason}`, { level: 'warn', msg: 'malformed request', ended, fields: { reason } })
}

/** Observes a request until it is answered or its connection closes. @param route its pattern, `null` for none */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  route: string | null,
  observers: readonly Observer[],
): void {
  const start = performance.now()
  const { socket } = request
  const connection = connectionOf(socket)
  const listeners = observers.map((begin) => begin(request, response))
  const end: End = (isComplete) => {
    if (!connection.underWay.delete(end)) return
    const milliseconds = performance.now() - start
    const bytes = sentSince(socket)
    const status = response.headersSent ? response.statusCode : (connection.refused ?? null)
    const failure = status !== null && status >= 500 ? notesOn(request).failure : undefined
    for (const tell of listeners) tell({ route, status, milliseconds, bytes, isComplete, failure })
  }
  connection.underWay.add(end)
  // Before the listener of Node, which sends the next response: that must not count here.
  response.prependOnceListener('finish', () => end(!socket.destroyed))
  if (socket.closed) end(false)
}

export function noteStream(request: IncomingMessage): void {
  notesOn(request).begun = performance.now()
}

export function noteBody(request: IncomingMessage): void {
  notesOn(request).received = performance.now()
}

/** Maximum number of query parameters whose lengths are logged. */
const MOST_PARAMETERS = 16

/** Returns a function that logs uncached requests which exceed the time in the settings. */
export function slowRequests({ slowRequestMs, accessLog }: Settings) {
  return async (request: IncomingMessage, route: string | null, served: Promise<void>): Promise<void> => {
    const start = performance.now()
    try {
      await served
    } finally {
      const { begun, received } = notesOn(request)
      const milliseconds = (begun ?? performance.now()) - (received ?? start)
      if (slowRequestMs > 0 && request.complete && milliseconds >= slowRequestMs) {
        const { method, url = '', headers } = request
        const parameters = [...new URLSearchParams(url.split('?', 2)[1])].slice(0, MOST_PARAMETERS)
        operatorLog.writeSingle('warn', {
          ...{ msg: 'slow request', request_id: requestId(request), method, route },
          duration_ms: Math.round(milliseconds),
          lengths: Object.fromEntries(parameters.map(([name, value]) => [name.slice(0, 32), value.length])),
          body_bytes: Number(headers['content-length']) || undefined,
          ...(accessLog === 'full' && { url }),
        })
      }
    }
  }
}

/** Records that the bytes sent over a connection now reject a request without its response object. */
export function noteRefusal(socket: Duplex, status: number): void {
  const connection = connections.get(socket)
  if (connection !== undefined) connection.refused = status
}

/** Returns the record of a connection, created for its first request. */
function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket)
  if (connection === undefined) {
    const underWay = new Set<End>()
    connection = { sent: 0, underWay }
    connections.set(socket, connection)
    socket.once('close', () => {
      for (const end of underWay) end(false)
    })
  }
  // Exclude bytes of others sent in the meantime.
  if (connection.underWay.size === 0) connection.sent = socket.bytesWritten
  return connection
}

/** Bytes sent over a connection since the last call. A closed socket may not know. */
function sentSince(socket: Socket): number {
  const connection = connections.get(socket) as Connection
  const { sent } = connection
  connection.sent = socket.bytesWritten ?? sent
  return connection.sent - sent
}

/** Client ids that may be logged as they are. */
const WELL_FORMED = /^[\w.-]{1,64}$/

/** Distinguishes the processes that write to one log. */
const prefix = randomBytes(6).toString('base64url')
let count = 0

/** The id of a request, which links a response to its line in the log: that of `X-Request-Id`, else a generated one. */
export function requestId(request: IncomingMessage): string {
  const notes = notesOn(request)
  if (notes.id === undefined) {
    const given = request.headers['x-request-id']
    notes.id = typeof given === 'string' && WELL_FORMED.test(given) ? given : `${prefix}-${(++count).toString(36)}`
  }
  return notes.id
}
