/** Where servers listen: on a port, on a Unix socket, or on a socket that systemd has opened. */

import type { AddressInfo, Server } from 'node:net'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

/**
 * Lets a server listen.
 * @param host a name, an address, or `unix:` and the path of a socket
 * @returns its base URL with the real port: `http://127.0.0.1:8001`, or `unix:/run/laws.sock`; `fd:3` for a Unix socket of systemd
 * @throws LegalTextError `invalid_input` if it cannot listen there
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return listenAt(server, host, port, givenSocket())
}

/** As {@link listen}, whatever systemd has passed. @param given the descriptor of a socket that listens already */
export function listenAt(server: Server, host: string, port: number, given?: number): Promise<string> {
  const path = SOCKET.exec(host)?.[1]
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, path ?? port)))
    const end = () => {
      server.removeAllListeners('error')
      const address = server.address()
      // Node does not know the path of a Unix socket that it has not opened.
      if (address === null) resolve(`fd:${given}`)
      else resolve(typeof address === 'string' ? `unix:${address}` : urlOf(address))
    }
    if (given !== undefined) server.listen({ fd: given }, end)
    else if (path !== undefined) server.listen({ path }, end)
    else server.listen(port, host, end)
  })
}

/** A Unix socket as `HOST` names it. */
const SOCKET = /^unix:(.+)$/

/**
 * The first socket that systemd has opened for this process; it is 3.
 * https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
function givenSocket({ LISTEN_PID, LISTEN_FDS } = process.env): number | undefined {
  return Number(LISTEN_PID) === process.pid && Number(LISTEN_FDS) > 0 ? 3 : undefined
}

const REASONS: Record<string, string> = {
  EADDRINUSE: say`the port is in use`,
  EADDRNOTAVAIL: say`the host is not an address of this machine`,
  EACCES: say`the port needs more rights`,
  ENOTFOUND: say`the host is unknown`,
  EAI_AGAIN: say`the host is unknown`,
}

function cannotListen(error: NodeJS.ErrnoException, host: string, place: string | number): LegalTextError {
  const reason = REASONS[error.code ?? ''] ?? error.message
  const where = typeof place === 'number' ? `${host}:${place}` : place
  return new LegalTextError('invalid_input', say`cannot listen on ${where}: ${reason}`, {}, { cause: error })
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
