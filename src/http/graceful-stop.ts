/** Stops a server without breaking off what it is answering. */
import type { Server } from 'node:http'
import { Server as PlainServer, type Socket } from 'node:net'

/** How long requests in progress may take once the server is to stop, in milliseconds. */
export const GRACE = 10_000

/** How long a connection may stay on which nothing was ever sent, as browsers open them to be quick, in milliseconds. */
const SILENCE = 1000

/** How often to look for connections that are no longer used, in milliseconds. */
const INTERVAL = 50

/**
 * Prepares a server, before it listens, to be stopped.
 * @returns takes no new connections, lets requests finish, and resolves once all connections are closed
 */
export function gracefulStop(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // To Node a connection is idle as soon as an answer is written, though the client has yet to read most of it.
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
      // That of an HTTP server would close idle connections first.
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
