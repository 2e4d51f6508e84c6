/** The HTTP server that answers from a corpus, alone or as one of several processes on the same port. */
import type { Server } from 'node:http'
import type { Corpus } from '../model/corpus.ts'
import type { Settings } from '../program/settings.ts'
import type { LegalTextError } from '../util/errors.ts'
import { createApp } from './app.ts'
import type { Tokens } from './bearer-tokens.ts'
import { gracefulStop } from './graceful-stop.ts'
import { createHttpServer } from './http-server.ts'
import type { Metrics } from './metrics.ts'
import type { Observer } from './observe.ts'
import { operatorLog } from './operator-log.ts'
import { RequestQueue } from './request-queue.ts'

export interface AnsweringServer {
  /** It does not listen yet. */
  server: Server
  /** The metrics of this process, if the settings enable them. */
  metrics: Metrics | undefined
  /** Whether it is being stopped. */
  isStopping: () => boolean
  /** Accepts no new connections, and completes requests, as `gracefulStop`. */
  close(): Promise<void>
}

/** Options of one of several processes. */
export interface AnsweringOptions {
  /** Returns the body of `/metrics`. Default: the metrics of this process alone. */
  metricsText?: () => Promise<string>
  /** Returns the content of the token file of the settings, if it has been read. */
  tokens?: Tokens | undefined
}

/**
 * Creates a server that answers requests.
 * @param corpus returns the corpus to answer from, or why there is none; see `createApp`
 * @throws LegalTextError `invalid_input` if the file of a setting cannot be read
 */
export async function createAnsweringServer(
  settings: Settings,
  corpus: (hasFailed?: boolean) => Corpus | LegalTextError,
  { metricsText, tokens }: AnsweringOptions = {},
): Promise<AnsweringServer> {
  operatorLog.level = settings.logLevel
  const { observers, metrics, close: closeObservers } = await openObservers(settings, corpus)
  let isClosing = false
  const isStopping = () => isClosing
  const app = createApp({
    corpus,
    settings,
    observers,
    tokens,
    isStopping,
    metrics: settings.adminListen === undefined ? metrics && (metricsText ?? metrics.text) : undefined,
  })
  const queue = new RequestQueue()
  const server = createHttpServer(app, settings, queue)
  const stop = gracefulStop(server, queue, settings.drainSeconds)
  const close = async () => {
    isClosing = true
    await stop()
    await closeObservers()
  }
  return { server, metrics, isStopping, close }
}

export interface Observers {
  /** For `createApp`. */
  observers: readonly Observer[]
  /** `undefined` if they are not enabled. */
  metrics: Metrics | undefined
  /** Resolves once every request under way is logged. */
  close(): Promise<void>
}

/** Whether metrics are collected, for either address. */
export const hasMetrics = ({ metrics, adminListen }: Settings) => metrics || adminListen !== undefined

/** Opens the access log and the metrics that the settings enable; others are not loaded. */
export async function openObservers(settings: Settings, corpus: () => Corpus | LegalTextError): Promise<Observers> {
  const log = settings.accessLog === 'off' ? undefined : (await import('./access-log.ts')).createAccessLog(settings)
  const metrics = hasMetrics(settings) ? (await import('./metrics.ts')).createMetrics(corpus) : undefined
  return {
    observers: [log, metrics].flatMap((one) => one?.observer ?? []),
    metrics,
    close: async () => log?.close(),
  }
}
