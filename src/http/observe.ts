/** Observes requests for the access log and the metrics. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How a request ended. */
export interface FinishedRequest {
  /** The pattern of its route as in the OpenAPI document (`/laws/{code}`), `null` if there is none. */
  route: string | null
  /** `null` if it was not answered at all. */
  status: number | null
  milliseconds: number
  /** Bytes sent, with the headers; if the connection broke, those that were to be sent until then. */
  bytes: number
  /** Whether the whole response was sent. */
  isComplete: boolean
  /** Why it failed: the state of SQL or the kind of the error; `undefined` unless the status is 5xx. */
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
const failures = new WeakMap<IncomingMessage, string>()

/** Records why a request fails. The first reason counts. */
export function noteFailure(request: IncomingMessage, failure: string): void {
  if (!failures.has(request)) failures.set(request, failure)
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
    const failure = status !== null && status >= 500 ? failures.get(request) : undefined
    for (const tell of listeners) tell({ route, status, milliseconds, bytes, isComplete, failure })
  }
  connection.underWay.add(end)
  // Before the listener of Node, which sends the next response: its bytes do not count here.
  response.prependOnceListener('finish', () => end(!socket.destroyed))
  if (socket.closed) end(false)
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
  // Bytes sent by others in the meantime do not count.
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

/** Ids of clients that may be logged as they are. */
const WELL_FORMED = /^[\w.-]{1,64}$/

/** Distinguishes the processes that write to one log. */
const prefix = randomBytes(6).toString('base64url')
let count = 0
const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request, which links a response to its line in the log: that of `X-Request-Id`, else a generated one. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request)
  if (id === undefined) {
    const given = request.headers['x-request-id']
    id = typeof given === 'string' && WELL_FORMED.test(given) ? given : `${prefix}-${(++count).toString(36)}`
    ids.set(request, id)
  }
  return id
}
