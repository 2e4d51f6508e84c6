/** Starts the HTTP server in this process, with its dataset. */

import type { AddressInfo, Server } from 'node:net'
import { assertOptions } from '../arguments.ts'
import { ServedCorpus } from '../dataset/served-corpus.ts'
import { LegalTextError } from '../errors.ts'
import { completeSettings, type Settings } from '../settings.ts'
import { createAnsweringServer } from './answering-server.ts'
import { TokenFile } from './bearer-tokens.ts'

/** A server that listens. */
export interface RunningServer {
  /** Base URL with the real port: `http://127.0.0.1:8001`. */
  url: string
  /** Resolves once the corpus is open. @throws LegalTextError `not_ready` if it cannot be opened */
  ready: Promise<void>
  /** Reads the tokens and opens the dataset again; the corpus in use is replaced once the new one is valid. */
  reload(): void
  /**
   * Accepts no new connections, answers requests on open ones for `drainSeconds`, lets those under way finish for at most 10
   * seconds more, and closes the corpus.
   */
  close(): Promise<void>
}

/** How to follow and abort the start of a server. */
export interface StartOptions {
  /** Receives messages for the operator, a line each. */
  log?: (text: string) => void
  /** Aborts a start under way. */
  signal?: AbortSignal
}

/**
 * Starts the server in this process. It listens at once, and responds with `not_ready` until the dataset is open; with
 * `strictStartup`, it first opens the dataset, without retries.
 * @param given settings that differ from the documented defaults
 * @throws LegalTextError `invalid_input` for a wrong setting, or if it cannot listen on that address; `not_ready` if strict
 *   and the dataset cannot be opened
 */
export async function startServer(given: Partial<Settings>, options: StartOptions = {}): Promise<RunningServer> {
  assertOptions(options, ['log', 'signal'])
  const { log = () => undefined, signal } = options
  const settings = completeSettings(given)
  signal?.throwIfAborted()
  const tokens = settings.authTokenFile === undefined ? undefined : new TokenFile(settings.authTokenFile)
  const served = new ServedCorpus(settings, log)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  try {
    if (settings.strictStartup) await served.opened
    const { server, close } = await createAnsweringServer(settings, served.current, { tokens: tokens?.current })
    const url = await listen(server, settings.host, settings.port)
    return {
      url,
      ready: served.opened,
      reload() {
        tokens?.reload(log)
        served.reload()
      },
      async close() {
        await close()
        await served.close()
      },
    }
  } catch (error) {
    await served.close()
    throw error
  }
}

/**
 * Lets a server listen.
 * @param host a name, an address, or `unix:` and the path of a socket
 * @returns its base URL with the real port: `http://127.0.0.1:8001`, or `unix:/run/laws.sock`
 * @throws LegalTextError `invalid_input` if it cannot listen there
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  const path = SOCKET.exec(host)?.[1]
  const given = givenSocket()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, path ?? port)))
    const end = () => {
      server.removeAllListeners('error')
      const address = server.address() as AddressInfo | string
      resolve(typeof address === 'string' ? `unix:${address}` : urlOf(address))
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
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'the host is not an address of this machine',
  EACCES: 'the port needs more rights',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host is unknown',
}

function cannotListen(error: NodeJS.ErrnoException, host: string, place: string | number): LegalTextError {
  const reason = REASONS[error.code ?? ''] ?? error.message
  const where = typeof place === 'number' ? `${host}:${place}` : place
  return new LegalTextError('invalid_input', `cannot listen on ${where}: ${reason}`, {}, { cause: error })
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
