/** The HTTP server: the application on a port, with its dataset. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { createApp } from './app.ts'
import { createHttpServer } from './http-server.ts'
import { ServedCorpus } from './served-corpus.ts'

/** How long requests in progress may take once the server is to stop, in milliseconds. */
const GRACE = 10_000

export interface RunningServer {
  /** Base URL with the real port: `http://127.0.0.1:8001`. */
  url: string
  /** Resolves once the corpus is open. @throws LegalTextError `not_ready` where it cannot be opened. */
  ready: Promise<void>
  /** Opens the dataset anew, and replaces the corpus in use once the new one is good. */
  reload(): void
  /** Takes no new connections, lets requests finish (at most 10 seconds), and closes the corpus. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Called with what the operator should know, a line each. */
  say?: (text: string) => void
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

/**
 * Starts the server. It listens at once, and answers `not_ready` until the dataset is open; with `strictStartup` it
 * opens the dataset first, and tries that only once.
 * @throws LegalTextError `invalid_input` where it cannot listen on that address; `not_ready` where strict and the
 *   dataset cannot be opened.
 */
export async function startServer(
  settings: Settings,
  { say = () => undefined, signal }: StartOptions = {},
): Promise<RunningServer> {
  const served = new ServedCorpus(settings, say)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  try {
    if (settings.strictStartup) await served.opened
    const server = createHttpServer(createApp({ corpus: served.current, settings }), settings)
    await listen(server, settings.host, settings.port)
    return {
      url: urlOf(server.address() as AddressInfo),
      ready: served.opened,
      reload: () => served.reload(),
      async close() {
        await stop(server)
        await served.close()
      },
    }
  } catch (error) {
    await served.close()
    throw error
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
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

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
