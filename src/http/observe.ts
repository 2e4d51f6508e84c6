/** What happens to requests, for those who log and count: the access log and the metrics. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How a request ended. */
export interface FinishedRequest {
  /** The pattern of its route as in the OpenAPI document (`/laws/{code}`), `null` where there is none. */
  route: string | null
  /** `null` where it was not answered at all. */
  status: number | null
  milliseconds: number
  /** What was sent, with the head; where the connection broke, what was to be sent until then. */
  bytes: number
  /** Whether the answer was sent whole. */
  isComplete: boolean
}

/** Told of every request when it begins, before anything is answered; what it returns is told how it ended. */
export type Observer = (request: IncomingMessage, response: ServerResponse) => (finished: FinishedRequest) => void

/** A connection, for as long as it is there. */
interface Connection {
  /** What had been sent over it when its last answer was done, in bytes. */
  sent: number
  /** With what its last request was refused, where its answer could not be used for that. */
  refused?: number
  /** The requests on it that are not answered yet, in their order. */
  readonly underWay: Set<End>
}

type End = (isComplete: boolean) => void

const connections = new WeakMap<Duplex, Connection>()

/** Watches one request until it is answered or its connection is gone. @param route its pattern, `null` for none */
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
    for (const tell of listeners) tell({ route, status, milliseconds, bytes, isComplete })
  }
  connection.underWay.add(end)
  // First of all listeners: Node's own goes on to send the next answer, whose bytes are not those of this one.
  response.prependOnceListener('finish', () => end(!socket.destroyed))
  if (socket.closed) end(false)
}

/** Notes that what is sent over a connection now is a refusal, and no answer of a request. */
export function noteRefusal(socket: Duplex, status: number): void {
  const connection = connections.get(socket)
  if (connection !== undefined) connection.refused = status
}

/** The record of a connection, begun with its first request. */
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
  // What others answered on it in the meantime is not ours.
  if (connection.underWay.size === 0) connection.sent = socket.bytesWritten
  return connection
}

/** How much was sent over a connection since this was asked last. A socket that is gone may no longer tell. */
function sentSince(socket: Socket): number {
  const connection = connections.get(socket) as Connection
  const { sent } = connection
  connection.sent = socket.bytesWritten ?? sent
  return connection.sent - sent
}

/*FILEDOC A name for every request that is logged or that fails: it leads from an answer to the line in the log. */

/** What a name from outside may look like, so that it can stand in a log as it is. */
const WELL_FORMED = /^[\w.-]{1,64}$/

/** What the names of this process begin with: several may write to one log. */
const own = randomBytes(6).toString('base64url')
let count = 0
const ids = new WeakMap<IncomingMessage, string>()

/** The name of a request: that of its header `X-Request-Id`, else one of our own. Always the same for one request. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request)
  if (id === undefined) {
    const given = request.headers['x-request-id']
    id = typeof given === 'string' && WELL_FORMED.test(given) ? given : `${own}-${(++count).toString(36)}`
    ids.set(request, id)
  }
  return id
}
