/** Listening on a host and a port, with errors in words. */
import type { AddressInfo, Server } from 'node:net'
import { LegalTextError } from '../errors.ts'

/**
 * Lets a server listen.
 * @returns its base URL with the real port: `http://127.0.0.1:8001`
 * @throws LegalTextError `invalid_input` if it cannot listen there
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve(urlOf(server.address() as AddressInfo))
    })
  })
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'the host is not an address of this machine',
  EACCES: 'the port needs more rights',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host is unknown',
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): LegalTextError {
  const reason = REASONS[error.code ?? ''] ?? error.message
  return new LegalTextError('invalid_input', `cannot listen on ${host}, port ${port}: ${reason}`, {}, { cause: error })
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
