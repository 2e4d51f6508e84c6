/** The HTTP server that answers from a corpus, alone or as one of several processes on the same port. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Corpus } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { createApp } from './app.ts'
import { gracefulStop } from './graceful-stop.ts'
import { createHttpServer } from './http-server.ts'
import type { Metrics } from './metrics.ts'
import type { Observer } from './observe.ts'

export interface AnsweringServer {
  /** Base URL with the real port: `http://127.0.0.1:8001`. */
  url: string
  port: number
  /** The metrics of this process, if the settings enable them. */
  metrics: Metrics | undefined
  /** Accepts no new connections, and lets requests finish for at most 10 seconds. */
  close(): Promise<void>
}

/** Options of one of several processes. */
export interface AnsweringOptions {
  /** Returns the body of `/metrics`. Default: the metrics of this process alone. */
  metricsText?: () => Promise<string>
  /** Content of the token file of the settings, if it has been read. */
  tokens?: readonly string[] | undefined
}

/**
 * Listens on the host and the port of the settings, and answers requests.
 * @param corpus returns the corpus to answer from, or why there is none; see `createApp`
 * @throws LegalTextError `invalid_input` if it cannot listen there, or the file of a setting cannot be read
 */
export async function startAnswering(
  settings: Settings,
  corpus: (hasFailed?: boolean) => Corpus | LegalTextError,
  { metricsText, tokens }: AnsweringOptions = {},
): Promise<AnsweringServer> {
  const { observers, metrics, close: closeObservers } = await openObservers(settings, corpus)
  const app = createApp({ corpus, settings, observers, tokens, metrics: metrics && (metricsText ?? metrics.text) })
  const server = createHttpServer(app, settings)
  // Without this, workers at their limit of connections pass a further one on to each other without end.
  Object.assign(server, { dropMaxConnection: true })
  const stop = gracefulStop(server)
  const close = async () => {
    await stop()
    await closeObservers()
  }
  await listen(server, settings.host, settings.port)
  const address = server.address() as AddressInfo
  return { url: urlOf(address), port: address.port, metrics, close }
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

export interface Observers {
  /** For `createApp`. */
  observers: readonly Observer[]
  /** `undefined` if they are not enabled. */
  metrics: Metrics | undefined
  /** Resolves once every request under way is logged. */
  close(): Promise<void>
}

/** Opens the access log and the metrics that the settings enable; others are not loaded. */
export async function openObservers(settings: Settings, corpus: () => Corpus | LegalTextError): Promise<Observers> {
  const log = settings.accessLog === 'off' ? undefined : (await import('./access-log.ts')).createAccessLog(settings)
  const metrics = settings.metrics ? (await import('./metrics.ts')).createMetrics(corpus) : undefined
  return {
    observers: [log, metrics].flatMap((one) => one?.observer ?? []),
    metrics,
    close: async () => log?.close(),
  }
}
