/** The pool of worker processes: starts them, sends them messages, replaces those that die, and stops them. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { LegalTextError } from '../../errors.ts'
import { moduleUrl } from '../../package.ts'
import type { Settings } from '../../settings.ts'
import { GRACE } from '../graceful-stop.ts'
import type { PublishedCorpus, ToPrimary, ToWorker } from './messages.ts'

/** A worker that dies after this time is replaced without a delay, in milliseconds. */
const STABLE = 30_000

/** Delay before a worker that died earlier is replaced, in milliseconds: doubled each time, up to the longest. */
const FIRST_DELAY = 100
const LONGEST_DELAY = 30_000

/** How long after the grace period of its requests a worker is killed, in milliseconds. */
const KILL_DELAY = 2000

export interface WorkerPoolOptions {
  settings: Settings
  /** Content of the token file of the settings, read once for all workers. */
  tokens: readonly string[] | undefined
  /** Receives messages for the operator, a line each. */
  log: (text: string) => void
  corpusFor(worker: number): PublishedCorpus
  /** Receives the messages of workers that the pool does not handle. */
  onMessage(worker: number, message: ToPrimary): void
  onExit(worker: number): void
}

interface PoolWorker {
  worker: Worker
  /** Whether the message `start` was sent. */
  isStarted: boolean
  isListening: boolean
  /** Why it reports that it exits. */
  failure: LegalTextError | undefined
  exited: Promise<void>
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #workers = new Map<number, PoolWorker>()
  readonly #delays = new Set<NodeJS.Timeout>()
  readonly #started = Promise.withResolvers<string>()
  #hasStarted = false
  #isStopping = false
  /** Where the workers listen. */
  #address: { url: string; port: number } | undefined
  /** The port that listening workers asked for: only workers that ask for the same port share it. */
  #port: number

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#port = options.settings.port
    this.#started.promise.catch(() => undefined)
  }

  /**
   * Starts the workers.
   * @returns the base URL, once all listen
   * @throws LegalTextError why one of them cannot; the caller stops the others
   */
  start(): Promise<string> {
    const exec = fileURLToPath(moduleUrl('http/workers/worker'))
    cluster.setupPrimary({ exec, args: [], execArgv: [] })
    for (let count = 0; count < this.#options.settings.workers; count++) this.#fork()
    return this.#started.promise
  }

  /** Sends the corpus to all workers. */
  sendCorpus(): void {
    for (const { worker, isStarted } of this.#workers.values()) {
      if (isStarted) send(worker, { type: 'corpus', corpus: this.#options.corpusFor(worker.id) })
    }
  }

  /** The workers that listen. */
  ids(): number[] {
    return [...this.#workers.values()].filter(({ isListening }) => isListening).map(({ worker }) => worker.id)
  }

  /** Sends a message to a worker, unless it has exited. */
  send(id: number, message: ToWorker): void {
    const member = this.#workers.get(id)
    if (member !== undefined) send(member.worker, message)
  }

  /** Lets all workers finish the requests under way. Resolves once all have exited. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const delay of this.#delays) clearTimeout(delay)
    const members = [...this.#workers.values()]
    for (const { worker } of members) send(worker, { type: 'stop' })
    const overdue = setTimeout(() => {
      for (const { worker } of members) worker.process.kill('SIGKILL')
    }, GRACE + KILL_DELAY)
    await Promise.all(members.map(({ exited }) => exited))
    clearTimeout(overdue)
  }

  /** @param deaths number of early deaths in a row before this worker */
  #fork(deaths = 0): void {
    const startedAt = performance.now()
    const worker = cluster.fork()
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const member: PoolWorker = { worker, isStarted: false, isListening: false, failure: undefined, exited }
    this.#workers.set(worker.id, member)
    const exit = (reason: string) => {
      if (!this.#workers.delete(worker.id)) return
      resolve()
      this.#options.onExit(worker.id)
      if (!this.#isStopping) this.#replace(member, reason, performance.now() - startedAt < STABLE ? deaths + 1 : 0)
    }
    worker.on('message', (message: ToPrimary) => this.#receive(member, message))
    // The signal that killed a worker may be meant for this process, too, and is handled first if it is pending.
    worker.on('exit', (code, signal) => setImmediate(exit, signal ?? `exit code ${code}`))
    // It could not be started, or cannot be reached.
    worker.on('error', (error) => {
      worker.process.kill('SIGKILL')
      exit(error.message)
    })
  }

  #replace({ failure }: PoolWorker, reason: string, deaths: number): void {
    if (!this.#hasStarted) {
      this.#started.reject(failure ?? new LegalTextError('internal', `a worker ended before it listened (${reason})`))
      return
    }
    const delay = deaths === 0 ? 0 : Math.min(FIRST_DELAY * 2 ** (deaths - 1), LONGEST_DELAY)
    const when = delay < 1000 ? '' : ` in ${Math.round(delay / 1000)} s`
    this.#options.log(`A worker ended unexpectedly (${failure?.message ?? reason}); another takes its place${when}`)
    const timer = setTimeout(() => {
      this.#delays.delete(timer)
      this.#fork(deaths)
    }, delay)
    this.#delays.add(timer)
  }

  #receive(member: PoolWorker, message: ToPrimary): void {
    const { settings, tokens, corpusFor, onMessage } = this.#options
    const { worker } = member
    if (message.type === 'hello') {
      if (this.#isStopping) return
      member.isStarted = true
      const corpus = corpusFor(worker.id)
      send(worker, { type: 'start', settings: { ...settings, port: this.#portToShare() }, tokens, corpus })
    } else if (message.type === 'listening') {
      member.isListening = true
      this.#address ??= { url: message.url, port: message.port }
      if (this.ids().length === settings.workers) {
        this.#hasStarted = true
        this.#started.resolve(this.#address.url)
      }
    } else if (message.type === 'failed') {
      const { kind, message: text, details } = message.error
      member.failure = new LegalTextError(kind, text, details)
    } else {
      onMessage(worker.id, message)
    }
  }

  /** If no worker listens any more, the port is free: it is asked for by its number, even if the system chose it before. */
  #portToShare(): number {
    if (this.ids().length === 0 && this.#address !== undefined) this.#port = this.#address.port
    return this.#port
  }
}

/** Ignores errors: the exit of a worker is reported by its event. */
function send(worker: Worker, message: ToWorker): void {
  worker.send(message, () => undefined)
}
