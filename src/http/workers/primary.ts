/** The HTTP server as several processes: this one has the dataset, the workers answer requests. */
import { ServedCorpus } from '../../dataset/served-corpus.ts'
import type { Settings } from '../../program/settings.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { AdminServer } from '../admin-server.ts'
import { hasMetrics } from '../answering-server.ts'
import { TokenFile } from '../bearer-tokens.ts'
import type { RunningServer, StartOptions } from '../listen.ts'
import { CorpusPublisher } from './corpus-publisher.ts'
import type { MetricsCollector } from './metrics-collector.ts'
import { WorkerPool } from './worker-pool.ts'

const NO_WORKER = new LegalTextError('not_ready', 'no worker takes requests; try again in a moment')

/**
 * Starts the number of workers that the settings say, and keeps them running.
 * @throws LegalTextError as `startServer`
 */
export async function startWorkers(
  settings: Settings,
  { log = () => undefined, signal }: StartOptions = {},
): Promise<RunningServer> {
  const tokens = settings.authTokenFile === undefined ? undefined : new TokenFile(settings.authTokenFile)
  let metrics: MetricsCollector | undefined
  let admin: AdminServer | undefined
  let isClosing = false
  const publisher = new CorpusPublisher(() => pool.sendCorpus(), settings.datasetPath)
  const pool = new WorkerPool({
    settings,
    tokens: tokens?.current,
    log,
    corpusFor: (worker) => publisher.messageFor(worker),
    onMessage(worker, message) {
      if (message.type === 'released') publisher.released(worker, message.generation)
      if (message.type === 'changed') served.checkFile()
      metrics?.receive(worker, message)
    },
    onExit: (worker) => publisher.exited(worker),
  })
  const served = new ServedCorpus(settings, log, publisher)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  const close = async () => {
    isClosing = true
    await pool.stop()
    await admin?.close()
    await served.close()
  }
  try {
    if (hasMetrics(settings)) metrics = new (await import('./metrics-collector.ts')).MetricsCollector(pool)
    if (settings.strictStartup) await served.opened
    const corpus = () => (pool.ids().length > 0 ? served.current() : NO_WORKER)
    const collect = async () => metrics?.collect() ?? ''
    const { openAdmin } = await import('../admin-server.ts')
    admin = await openAdmin(settings, { corpus, metrics: collect, isStopping: () => isClosing }, log)
    const url = await pool.start()
    const reload = () => {
      tokens?.reload(log)
      pool.sendTokens()
      served.reload()
    }
    return { url, ready: served.opened, reload, close }
  } catch (error) {
    await close()
    throw error
  }
}
