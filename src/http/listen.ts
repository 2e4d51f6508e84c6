/** Starts the HTTP server in this process, with its dataset, and listens on a port, on a Unix socket, or on one of systemd. */

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { ServedCorpus } from '../dataset/served-corpus.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { loadAdditions } from '../program/additions.ts'
import { completeSettings, type Settings } from '../program/settings.ts'
import { assertOptions } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { prepareFor } from './apart.ts'
import { createApp } from './app.ts'
import { TokenFile } from './bearer-tokens.ts'
import type { CorpusSource } from './corpus-access.ts'
import { createAnsweringServer } from './http-server.ts'
import { sendError } from './send.ts'

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

/** Options to follow and abort the start of a server. */
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
  await loadAdditions(settings.additions)
  const tokens = settings.authTokenFile === undefined ? undefined : new TokenFile(settings.authTokenFile)
  const served = new ServedCorpus(settings, log)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  let closeAdmin: Awaited<ReturnType<typeof openAdmin>>
  try {
    if (settings.strictStartup) await served.opened
    const { server, metrics, close, isStopping } = await createAnsweringServer(settings, served.current, {
      tokens: tokens?.current,
    })
    closeAdmin =
      metrics && (await openAdmin(settings, { corpus: served.current, metrics: metrics.text, isStopping }, log))
    const url = await listen(server, settings.host, settings.port)
    void served.opened.then(
      () => prepare(served.current()),
      () => undefined,
    )
    return {
      url,
      ready: served.opened,
      reload() {
        tokens?.reload(log)
        served.reload()
      },
      async close() {
        await close()
        await closeAdmin?.()
        await served.close()
      },
    }
  } catch (error) {
    await closeAdmin?.()
    await served.close()
    throw error
  }
}

function prepare(corpus: Corpus | LegalTextError): void {
  if (!(corpus instanceof LegalTextError)) prepareFor(corpus)
}

export interface AdminOptions {
  /** The corpus that answers requests, or an error. */
  corpus: CorpusSource
  /** Returns the body of `/metrics`. */
  metrics: () => Promise<string>
  /** Whether the service is being stopped. */
  isStopping: () => boolean
}

/** The paths that the second address answers. */
const PATHS = /^\/(?:metrics|health|ready)(?:\?|$)/

/**
 * Opens the second address of the settings, if they have one, for operators. It needs neither tokens nor limits, as only the
 * operator's machine or network reaches it, and stays open until the service is stopped.
 * @param log gets a line with its address
 * @returns closes it
 * @throws LegalTextError `invalid_input` if it cannot listen there
 */
export async function openAdmin(
  { adminListen }: Settings,
  options: AdminOptions,
  log: (text: string) => void,
): Promise<(() => Promise<void>) | undefined> {
  if (adminListen === undefined) return
  const app = createApp({ ...options, settings: { rateLimit: 0 } })
  const handler: RequestListener = (request, response) => {
    if (PATHS.test(request.url ?? '')) return app.handler(request, response)
    const message = say`this address has /metrics, /health and /ready alone`
    sendError(request, response, new LegalTextError('not_found', message))
  }
  const server = createServer(handler)
  const [, host, port] = /^((?!unix:).*):(\d+)$/.exec(adminListen) ?? []
  const url = await listenAt(server, host?.replace(/^\[(.*)\]$/, '$1') ?? adminListen, Number(port))
  log(`Metrics and health at ${url}`)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/**
 * Makes a server listen.
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
      // Node does not know the path of a Unix socket that systemd has opened.
      if (address === null) resolve(`fd:${given}`)
      else resolve(typeof address === 'string' ? `unix:${address}` : urlOf(address))
    }
    if (given !== undefined) server.listen({ fd: given }, end)
    else if (path !== undefined) server.listen({ path }, end)
    else server.listen({ port, host, backlog: BACKLOG }, end)
  })
}

/**
 * Accept backlog; the system may allow fewer. With the 511 of Node.js, the kernel drops the others, and their clients try again
 * after 1, 3, 7 and 15 seconds.
 */
const BACKLOG = 4096

/** A Unix socket in `HOST`. */
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
  const isPipe = typeof place === 'string' && process.platform === 'win32'
  const reason = isPipe
    ? say`Unix sockets do not work on Windows; name a host`
    : (REASONS[error.code ?? ''] ?? error.message)
  const where = typeof place === 'number' ? `${host}:${place}` : place
  return new LegalTextError('invalid_input', say`cannot listen on ${where}: ${reason}`, {}, { cause: error })
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
