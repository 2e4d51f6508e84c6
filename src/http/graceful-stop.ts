/** Stops a server after the requests under way. */
import type { Server } from 'node:http'
import { Server as PlainServer, type Socket } from 'node:net'

/** How long requests under way may take, in milliseconds. */
export const GRACE = 10_000

/** How long a connection without any request may stay open, in milliseconds; browsers open such ones in advance. */
const SILENCE = 1000

/** Interval of closing idle connections, in milliseconds. */
const INTERVAL = 50

/**
 * Prepares a server, before it listens, to be stopped.
 * @returns stops it: accepts no new connections, lets requests finish, and resolves once all connections are closed
 */
export function gracefulStop(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // For Node, a connection is idle as soon as its response is written, even if the client has not read it yet.
  const closeIdle = () => {
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
  }
  return () =>
    new Promise((resolve) => {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      const idle = setInterval(closeIdle, INTERVAL)
      const silent = setTimeout(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, SILENCE)
      const overdue = setTimeout(() => server.closeAllConnections(), GRACE)
      // `close` of an HTTP server would close idle connections first.
      PlainServer.prototype.close.call(server, () => {
        clearInterval(idle)
        clearTimeout(silent)
        clearTimeout(overdue)
        server.close()
        resolve()
      })
      closeIdle()
    })
}
