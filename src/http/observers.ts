/** Who is told of the requests of a server, as the settings ask for. What is not asked for is not loaded. */
import type { Corpus } from '../corpus/corpus.ts'
import type { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { Metrics } from './metrics.ts'
import type { Observer } from './observe.ts'

export interface Observers {
  /** For `createApp`. */
  observers: readonly Observer[]
  /** `undefined` where they are not asked for. */
  metrics: Metrics | undefined
  /** Resolves once every request that has begun is logged. Called when the server is closed. */
  close(): Promise<void>
}

/** Opens the access log and begins to count. @param corpus what the metrics are to describe */
export async function openObservers(settings: Settings, corpus: () => Corpus | LegalTextError): Promise<Observers> {
  const log = settings.accessLog === 'off' ? undefined : (await import('./access-log.ts')).createAccessLog(settings)
  const metrics = settings.metrics ? (await import('./metrics.ts')).createMetrics(corpus) : undefined
  return {
    observers: [log, metrics].flatMap((one) => one?.observer ?? []),
    metrics,
    close: async () => log?.close(),
  }
}
