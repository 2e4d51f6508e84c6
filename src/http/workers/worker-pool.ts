/** The worker processes: started, told what to do, replaced where one dies, and stopped. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { LegalTextError } from '../../errors.ts'
import { moduleUrl } from '../../package.ts'
import type { Settings } from '../../settings.ts'
import { GRACE } from '../graceful-stop.ts'
import type { PublishedCorpus, ToPrimary, ToWorker } from './messages.ts'

/** Who has worked for so long may die without anybody suspecting that the next one will, in milliseconds. */
const STEADY = 30_000

/** How long to wait before another takes the place of one that died earlier: doubled each time, up to the longest. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 30_000

/** How much later than a worker would end by itself it is killed, in milliseconds. */
const PATIENCE = 2000

/** What is to be done with what the workers tell. */
export interface WorkerPoolOptions {
  settings: Settings
  /** The tokens of the file that the settings name: all workers know the same. */
  tokens: readonly string[] | undefined
  /** Called with what the operator should know, a line each. */
  say: (text: string) => void
  /** What a worker is to be told of the corpus. */
  corpusFor(worker: number): PublishedCorpus
  /** Called with what a worker tells that is not about itself. */
  onMessage(worker: number, message: ToPrimary): void
  /** Called when a worker has ended. */
  onEnd(worker: number): void
}

interface PoolWorker {
  worker: Worker
  /** Whether it was told to start. */
  isStarted: boolean
  isListening: boolean
  /** Why it says that it ends. */
  failure: LegalTextError | undefined
  ended: Promise<void>
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #members = new Map<number, PoolWorker>()
  readonly #waits = new Set<NodeJS.Timeout>()
  readonly #started = Promise.withResolvers<string>()
  #hasStarted = false
  #isStopping = false
  /** Where they listen. */
  #address: { url: string; port: number } | undefined
  /** The port that those who listen asked for: only who asks for the same shares it. */
  #port: number

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#port = options.settings.port
    this.#started.promise.catch(() => undefined)
  }

  /**
   * Starts them.
   * @returns the base URL, once all listen
   * @throws LegalTextError why one of them cannot; the others are to be stopped then
   */
  start(): Promise<string> {
    const exec = fileURLToPath(moduleUrl('http/workers/worker'))
    cluster.setupPrimary({ exec, args: [], execArgv: [] })
    for (let count = 0; count < this.#options.settings.workers; count++) this.#fork()
    return this.#started.promise
  }

  /** Tells all of them what the corpus is. */
  sendCorpus(): void {
    for (const { worker, isStarted } of this.#members.values()) {
      if (isStarted) send(worker, { type: 'corpus', corpus: this.#options.corpusFor(worker.id) })
    }
  }

  /** Those that answer requests. */
  ids(): number[] {
    return [...this.#members.values()].filter(({ isListening }) => isListening).map(({ worker }) => worker.id)
  }

  /** Tells one of them something; nobody, where it is gone. */
  tell(id: number, message: ToWorker): void {
    const member = this.#members.get(id)
    if (member !== undefined) send(member.worker, message)
  }

  /** Has them finish what is under way. Resolves once all have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const wait of this.#waits) clearTimeout(wait)
    const members = [...this.#members.values()]
    for (const { worker } of members) send(worker, { type: 'stop' })
    const overdue = setTimeout(() => {
      for (const { worker } of members) worker.process.kill('SIGKILL')
    }, GRACE + PATIENCE)
    await Promise.all(members.map(({ ended }) => ended))
    clearTimeout(overdue)
  }

  /** @param early how many in this place died early, one after the other */
  #fork(early = 0): void {
    const born = performance.now()
    const worker = cluster.fork()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const member: PoolWorker = { worker, isStarted: false, isListening: false, failure: undefined, ended }
    this.#members.set(worker.id, member)
    const end = (reason: string) => {
      if (!this.#members.delete(worker.id)) return
      resolve()
      this.#options.onEnd(worker.id)
      if (!this.#isStopping) this.#replace(member, reason, performance.now() - born < STEADY ? early + 1 : 0)
    }
    worker.on('message', (message: ToPrimary) => this.#hear(member, message))
    // Of two signals that wait the later is told first: what has ended a worker may be meant for this process, too.
    worker.on('exit', (code, signal) => setImmediate(end, signal ?? `exit code ${code}`))
    // It could not be started at all, or is out of reach.
    worker.on('error', (error) => {
      worker.process.kill('SIGKILL')
      end(error.message)
    })
  }

  #replace({ failure }: PoolWorker, reason: string, early: number): void {
    if (!this.#hasStarted) {
      this.#started.reject(failure ?? new LegalTextError('internal', `a worker ended before it listened (${reason})`))
      return
    }
    const wait = early === 0 ? 0 : Math.min(FIRST_WAIT * 2 ** (early - 1), LONGEST_WAIT)
    const when = wait < 1000 ? '' : ` in ${Math.round(wait / 1000)} s`
    this.#options.say(`A worker ended unexpectedly (${failure?.message ?? reason}); another takes its place${when}`)
    const timer = setTimeout(() => {
      this.#waits.delete(timer)
      this.#fork(early)
    }, wait)
    this.#waits.add(timer)
  }

  #hear(member: PoolWorker, message: ToPrimary): void {
    const { worker } = member
    if (message.type === 'hello') {
      if (this.#isStopping) return
      member.isStarted = true
      const settings = { ...this.#options.settings, port: this.#portToAskFor() }
      send(worker, {
        type: 'start',
        settings,
        tokens: this.#options.tokens,
        corpus: this.#options.corpusFor(worker.id),
      })
    } else if (message.type === 'listening') {
      member.isListening = true
      this.#address ??= { url: message.url, port: message.port }
      if (this.ids().length === this.#options.settings.workers) {
        this.#hasStarted = true
        this.#started.resolve(this.#address.url)
      }
    } else if (message.type === 'failed') {
      const { kind, message: text, details } = message.error
      member.failure = new LegalTextError(kind, text, details)
    } else {
      this.#options.onMessage(worker.id, message)
    }
  }

  /** Where nobody listens any more, nobody has the port: the one that the system chose is to be the same again. */
  #portToAskFor(): number {
    if (this.ids().length === 0 && this.#address !== undefined) this.#port = this.#address.port
    return this.#port
  }
}

/** Tells a worker something; that it is gone is told otherwise. */
function send(worker: Worker, message: ToWorker): void {
  worker.send(message, () => undefined)
}
