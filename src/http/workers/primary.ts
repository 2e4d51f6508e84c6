/** The HTTP server as several processes: this one has the dataset, the workers answer requests. */

import { isDatabaseAddress } from '../../dataset/dataset-name.ts'
import { type CorpusListener, notReadyYet, ServedCorpus, type ServedState } from '../../dataset/served-corpus.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import type { Settings } from '../../program/settings.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { AdminServer } from '../admin-server.ts'
import { TokenFile } from '../bearer-tokens.ts'
import { hasMetrics } from '../http-server.ts'
import type { RunningServer, StartOptions } from '../listen.ts'
import { type PublishedCorpus, serializeError } from './messages.ts'
import type { MetricsCollector } from './metrics-collector.ts'
import { WorkerPool } from './worker-pool.ts'

const NO_WORKER = new LegalTextError('not_ready', say`no worker takes requests; try again in a moment`)

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

/** Shortest time between two reports of progress, in milliseconds. */
const INTERVAL = 250

export class CorpusPublisher implements CorpusListener {
  readonly #publish: () => void
  /** Its address, if the corpus is in one. */
  readonly #database: string | undefined
  #state: ServedState = { current: notReadyYet(undefined), file: undefined }
  #published: PublishedCorpus
  #publishedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  readonly #generations = new WeakMap<Corpus, number>()
  #lastGeneration = 0
  /** By generation: the workers that received it, and have not released it. */
  readonly #users = new Map<number, Set<number>>()
  readonly #waiting = new Map<number, () => void>()

  /** @param publish sends the {@link messageFor} each worker @param dataset that is served */
  constructor(publish: () => void, dataset?: string) {
    this.#publish = publish
    this.#database = isDatabaseAddress(dataset ?? '') ? dataset : undefined
    this.#published = this.#message()
  }

  onChange(state: ServedState): void {
    this.#state = state
    const message = this.#message()
    const isRepeated = isProgress(message) && isProgress(this.#published)
    const delay = isRepeated ? this.#publishedAt + INTERVAL - performance.now() : 0
    if (delay > 0) this.#timer ??= setTimeout(() => this.#publishChange(), delay).unref()
    else this.#publishChange()
  }

  whenReleased(corpus: Corpus): Promise<void> {
    const generation = this.#generations.get(corpus)
    return new Promise((resolve) => {
      if (generation === undefined || !this.#users.has(generation)) resolve()
      else this.#waiting.set(generation, resolve)
    })
  }

  /** The corpus for a worker, which counts as its user from then on. */
  messageFor(worker: number): PublishedCorpus {
    const message = this.#message()
    if ('generation' in message) {
      const users = this.#users.get(message.generation) ?? new Set()
      this.#users.set(message.generation, users.add(worker))
    }
    return message
  }

  /** A worker has released a generation. */
  released(worker: number, generation: number): void {
    const users = this.#users.get(generation)
    users?.delete(worker)
    if (users?.size !== 0) return
    this.#users.delete(generation)
    this.#waiting.get(generation)?.()
    this.#waiting.delete(generation)
  }

  /** A worker has exited. */
  exited(worker: number): void {
    for (const generation of [...this.#users.keys()]) this.released(worker, generation)
  }

  #publishChange(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const message = this.#message()
    if (JSON.stringify(message) === JSON.stringify(this.#published)) return
    this.#published = message
    this.#publishedAt = performance.now()
    this.#publish()
  }

  #message(): PublishedCorpus {
    const { current, file: served } = this.#state
    if (current instanceof LegalTextError) return serializeError(current)
    const { bundle, replacementFailure } = current
    const { file, digest } = bundle
    const generation = this.#generationOf(current)
    const known = served && { identity: served.identity, isCopy: served.isCopy }
    const database = this.#database && { address: this.#database, id: bundle.id }
    return { generation, file, digest, replacementFailure, served: known, ...(database && { database }) }
  }

  #generationOf(corpus: Corpus): number {
    const generation = this.#generations.get(corpus) ?? ++this.#lastGeneration
    this.#generations.set(corpus, generation)
    return generation
  }
}

const isProgress = (message: PublishedCorpus) => 'details' in message && message.details.stage !== undefined
