/** The HTTP server as several processes: this one holds the dataset, the workers answer requests. */

import { isDatabaseAddress } from '../../dataset/dataset-name.ts'
import { type CorpusListener, notReadyYet, ServedCorpus, type ServedState } from '../../dataset/served-corpus.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { loadAdditions } from '../../program/additions.ts'
import type { Settings } from '../../program/settings.ts'
import { cached } from '../../util/cached.ts'
import { LegalTextError, sentError } from '../../util/errors.ts'
import { TokenFile } from '../bearer-tokens.ts'
import { openAdmin, type RunningServer, type StartOptions } from '../listen.ts'
import type { Snapshot } from '../metrics.ts'
import type { PublishedCorpus } from './messages.ts'
import { WorkerPool } from './worker-pool.ts'

const NO_WORKER = new LegalTextError('not_ready', say`no worker takes requests; try again in a moment`)

/**
 * Starts the workers that the settings ask for, and keeps them running.
 * @throws LegalTextError as `startServer`
 */
export async function startWorkers(
  settings: Settings,
  { log = () => undefined, signal }: StartOptions = {},
): Promise<RunningServer> {
  await loadAdditions(settings.additions)
  const tokens = settings.authTokenFile === undefined ? undefined : new TokenFile(settings.authTokenFile)
  let closeAdmin: (() => Promise<void>) | undefined
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
      if (message.type === 'metrics_wanted') metrics.answer(worker, message.request)
      if (message.type === 'snapshot') metrics.add(message.round, message.snapshot)
    },
    onExit: (worker) => publisher.exited(worker),
  })
  const metrics = metricsOf(pool)
  const served = new ServedCorpus(settings, log, publisher)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  const close = async () => {
    isClosing = true
    await pool.stop()
    await closeAdmin?.()
    await served.close()
  }
  try {
    if (settings.strictStartup) await served.opened
    const corpus = () => (pool.ids().length > 0 ? served.current() : NO_WORKER)
    closeAdmin = await openAdmin(settings, { corpus, metrics: metrics.collect, isStopping: () => isClosing }, log)
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

/** Timeout for the metrics of workers, one of which may be dying, in milliseconds. */
const TIMEOUT = 1000

/** Collects the metrics of all workers. prom-client is loaded for the first text. */
function metricsOf(pool: WorkerPool) {
  const rounds = new Map<number, (snapshot: Snapshot) => void>()
  let count = 0
  const collect = async (): Promise<string> => {
    const round = ++count
    const workers = pool.ids()
    const snapshots: Snapshot[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const timeout = setTimeout(resolve, TIMEOUT)
    rounds.set(round, (snapshot) => {
      if (snapshots.push(snapshot) === workers.length) resolve()
    })
    for (const worker of workers) pool.send(worker, { type: 'snapshot_wanted', round })
    await promise
    clearTimeout(timeout)
    rounds.delete(round)
    return (await import('../metrics.ts')).aggregate(snapshots)
  }
  return {
    /** Returns the metrics of all workers, as text. */
    collect,
    add: (round: number, snapshot: Snapshot) => rounds.get(round)?.(snapshot),
    answer: async (worker: number, request: number) =>
      pool.send(worker, { type: 'metrics', request, text: await collect() }),
  }
}

/** Minimum time between two reports of progress, in milliseconds. */
const INTERVAL = 250

export class CorpusPublisher implements CorpusListener {
  readonly #publish: () => void
  /** Its address, if the corpus is in a database. */
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
      cached(this.#users, message.generation, () => new Set()).add(worker)
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
    if (current instanceof LegalTextError) return sentError(current)
    const { bundle, replacementFailure } = current
    const { file, digest } = bundle
    const generation = this.#generationOf(current)
    const known = served && { identity: served.identity, isCopy: served.isCopy }
    const database = this.#database && { address: this.#database, id: bundle.id }
    return { generation, file, digest, replacementFailure, served: known, ...(database && { database }) }
  }

  #generationOf(corpus: Corpus): number {
    return cached(this.#generations, corpus, () => ++this.#lastGeneration)
  }
}

const isProgress = (message: PublishedCorpus) => 'details' in message && message.details.stage !== undefined
