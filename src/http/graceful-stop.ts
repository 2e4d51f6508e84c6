/** Stops a server without losing a request, under way or still on its way over an open connection. */
import type { Server } from 'node:http'
import { Server as PlainServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestQueue } from './request-queue.ts'

/** How long requests under way may take after idle connections are closed, in milliseconds. */
export const GRACE = 10_000

/** Interval of closing idle connections, in milliseconds. */
const INTERVAL = 50

/** More than the accept backlog of the system (511 by default in Node). */
const MOST_WAITING = 1024

/**
 * Prepares a server, before it gets connections, to be stopped.
 * @param queue the queue of its requests
 * @param seconds how long idle connections stay open for requests that are on their way
 * @returns stops it: accepts no new connections, answers requests, says on each connection which answer is the last, and
 *   resolves once all connections are closed
 */
export function gracefulStop(server: Server, queue: RequestQueue, seconds: number): () => Promise<void> {
  const sockets = new Set<Socket>()
  const { promise: allClosed, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const resolveIfClosed = () => isStopping && sockets.size === 0 && resolve()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      resolveIfClosed()
    })
  })
  // For Node, a connection is idle as soon as its response is written, even if the client has not read it yet.
  const closeIdle = () => {
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
  }
  return async () => {
    // Clients that are answered may reconnect at once, so that the backlog would never be empty.
    const held: Socket[] = []
    server.on('connection', (socket) => {
      held.push(socket)
      // Node begins to read in the next tick, too.
      process.nextTick(() => socket.pause())
    })
    await stopAccepting(server)
    queue.drain(sockets)
    for (const socket of held) socket.resume()
    isStopping = true
    resolveIfClosed()
    let idle: NodeJS.Timeout | undefined
    const close = () => {
      // For Node, a connection is not idle before its first request; browsers open such ones in advance.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      closeIdle()
      // Read all arrived bytes first: closing a connection with an unread request would reset it.
      idle = setInterval(() => setImmediate(closeIdle), INTERVAL)
    }
    const lingering = setTimeout(() => setImmediate(close), seconds * 1000)
    const overdue = setTimeout(() => server.closeAllConnections(), seconds * 1000 + GRACE)
    await allClosed
    for (const timer of [lingering, overdue]) clearTimeout(timer)
    clearInterval(idle)
    server.close()
  }
}

/**
 * Stops listening. Accepts the waiting connections first: the system would reset them, with the requests that their clients have
 * sent. Callers must not answer these connections in the meantime.
 */
export async function stopAccepting(server: PlainServer): Promise<void> {
  if (!server.listening) return
  let isAccepting = true
  const accepted = () => {
    isAccepting = true
  }
  server.on('connection', accepted)
  await nextTurn()
  // Node accepts one connection in each turn of the event loop.
  for (let turns = 0; isAccepting && turns < MOST_WAITING; turns++) {
    isAccepting = false
    await nextTurn()
  }
  server.off('connection', accepted)
  // `close` of an HTTP server would close idle connections.
  PlainServer.prototype.close.call(server)
}
