/** The HTTP server as several processes: this one has the dataset, the workers answer requests. */

import { ServedCorpus } from '../../dataset/served-corpus.ts'
import type { Settings } from '../../settings.ts'
import { readTokens } from '../bearer-tokens.ts'
import type { RunningServer, StartOptions } from '../listen.ts'
import { CorpusPublisher } from './corpus-publisher.ts'
import type { MetricsCollector } from './metrics-collector.ts'
import { WorkerPool } from './worker-pool.ts'

/**
 * Starts as many workers as the settings say, and keeps them running.
 * @throws LegalTextError as `startServer`
 */
export async function startWorkers(
  settings: Settings,
  { say = () => undefined, signal }: StartOptions = {},
): Promise<RunningServer> {
  const tokens = settings.authTokenFile === undefined ? undefined : readTokens(settings.authTokenFile)
  let metrics: MetricsCollector | undefined
  const teller = new CorpusPublisher(() => crew.sendCorpus())
  const crew = new WorkerPool({
    settings,
    tokens,
    say,
    corpusFor: (worker) => teller.messageFor(worker),
    onMessage(worker, message) {
      if (message.type === 'released') teller.released(worker, message.edition)
      // Who is asked for the corpus looks at its file.
      if (message.type === 'written') served.current()
      metrics?.hear(worker, message)
    },
    onEnd: (worker) => teller.gone(worker),
  })
  const served = new ServedCorpus(settings, say, teller)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  const close = async () => {
    await crew.stop()
    await served.close()
  }
  try {
    if (settings.metrics) metrics = new (await import('./metrics-collector.ts')).MetricsCollector(crew)
    if (settings.strictStartup) await served.opened
    const url = await crew.start()
    return { url, ready: served.opened, reload: () => served.reload(), close }
  } catch (error) {
    await close()
    throw error
  }
}
