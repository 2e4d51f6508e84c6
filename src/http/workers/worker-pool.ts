/** The pool of worker processes: starts them, sends them messages, replaces those that die, and stops them. */

import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { say } from '../../i18n/texts.ts'
import { processModule } from '../../program/package.ts'
import type { Settings } from '../../program/settings.ts'
import { LegalTextError, receivedError } from '../../util/errors.ts'
import type { Tokens } from '../bearer-tokens.ts'
import { GRACE, stopAccepting } from '../graceful-stop.ts'
import { listen } from '../listen.ts'
import type { PublishedCorpus, ToPrimary, ToWorker } from './messages.ts'

/** Lifetime after which a dead worker is replaced without a delay, in milliseconds. */
const STABLE = 30_000

/** Delay before a worker that died earlier is replaced, in milliseconds: doubled each time, up to the longest. */
const FIRST_DELAY = 100
const LONGEST_DELAY = 30_000

/** How long after the grace period of its requests a worker is killed, in milliseconds. */
const KILL_DELAY = 2000

export interface WorkerPoolOptions {
  settings: Settings
  /** Returns the content of the token file of the settings, read for all workers. */
  tokens: Tokens | undefined
  /** Receives messages for the operator, a line each. */
  log: (text: string) => void
  corpusFor(worker: number): PublishedCorpus
  /** Receives the messages of workers that the pool does not handle. */
  onMessage(worker: number, message: ToPrimary): void
  onExit(worker: number): void
}

interface PoolWorker {
  id: number
  worker: ChildProcess
  /** True if the message `start` was sent. */
  isStarted: boolean
  /** True if it takes connections. */
  isReady: boolean
  /** The reported reason of its exit. */
  failure: LegalTextError | undefined
  exited: Promise<void>
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #workers = new Map<number, PoolWorker>()
  readonly #delays = new Set<NodeJS.Timeout>()
  readonly #dispatcher: ConnectionDispatcher
  readonly #started = Promise.withResolvers<void>()
  #hasStarted = false
  #isStopping = false
  #lastId = 0

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    const { workers, maxConnections } = options.settings
    this.#dispatcher = new ConnectionDispatcher(workers * maxConnections)
    this.#started.promise.catch(() => undefined)
  }

  /**
   * Listens, and starts the workers.
   * @returns the base URL, once all workers take connections
   * @throws LegalTextError if it cannot listen, or a worker cannot start; the caller stops the others
   */
  async start(): Promise<string> {
    const { workers, host, port } = this.#options.settings
    const url = await this.#dispatcher.listen(host, port)
    for (let count = 0; count < workers; count++) this.#fork()
    await this.#started.promise
    return url
  }

  /** Sends the corpus to all workers. */
  sendCorpus(): void {
    for (const { id, worker, isStarted } of this.#workers.values()) {
      if (isStarted) send(worker, { type: 'corpus', corpus: this.#options.corpusFor(id) })
    }
  }

  /** Sends the tokens to all workers. */
  sendTokens(): void {
    const tokens = this.#options.tokens?.()
    if (tokens === undefined) return
    for (const { worker, isStarted } of this.#workers.values()) if (isStarted) send(worker, { type: 'tokens', tokens })
  }

  /** The workers that take connections. */
  ids(): number[] {
    return [...this.#workers.values()].filter(({ isReady }) => isReady).map(({ id }) => id)
  }

  /** Sends a message to a worker, unless it has exited. */
  send(id: number, message: ToWorker): void {
    const member = this.#workers.get(id)
    if (member !== undefined) send(member.worker, message)
  }

  /** Accepts no new connections, and lets all workers answer requests on open ones. Resolves once all have exited. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const delay of this.#delays) clearTimeout(delay)
    const members = [...this.#workers.values()]
    const overdue = setTimeout(
      () => {
        for (const { worker } of members) worker.kill('SIGKILL')
      },
      this.#options.settings.drainSeconds * 1000 + GRACE + KILL_DELAY,
    )
    await this.#dispatcher.close()
    for (const { worker } of members) send(worker, { type: 'stop' })
    await Promise.all(members.map(({ exited }) => exited))
    clearTimeout(overdue)
  }

  /** @param deaths number of early deaths in a row before this worker */
  #fork(deaths = 0): void {
    const startedAt = performance.now()
    const id = ++this.#lastId
    const worker = fork(...processModule('http/workers/worker'), { execArgv: [] })
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const member: PoolWorker = { id, worker, isStarted: false, isReady: false, failure: undefined, exited }
    this.#workers.set(id, member)
    const exit = (reason: string) => {
      if (!this.#workers.delete(id)) return
      resolve()
      this.#options.onExit(id)
      this.#dispatcher.exited(worker)
      if (!this.#isStopping) this.#replace(member, reason, performance.now() - startedAt < STABLE ? deaths + 1 : 0)
    }
    worker.on('message', (message: ToPrimary) => this.#receive(member, message))
    // All its messages have been read then. The signal that killed a worker may be meant for this process, too, and is handled
    // first if it is pending.
    worker.on('close', (code, signal) => setImmediate(exit, signal ?? say`exit code ${code}`))
    // It could not be started, or cannot be reached.
    worker.on('error', (error) => {
      worker.kill('SIGKILL')
      exit(error.message)
    })
  }

  #replace({ failure }: PoolWorker, reason: string, deaths: number): void {
    if (!this.#hasStarted) {
      this.#started.reject(
        failure ?? new LegalTextError('internal', say`a worker ended before it was ready (${reason})`),
      )
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
    const { id, worker } = member
    if (message.type === 'hello') {
      if (this.#isStopping) return
      member.isStarted = true
      send(worker, { type: 'start', settings, tokens: tokens?.(), corpus: corpusFor(id) })
    } else if (message.type === 'taken') {
      this.#dispatcher.isFree(worker)
    } else if (message.type === 'ready') {
      member.isReady = true
      this.#dispatcher.isFree(worker)
      if (this.ids().length === settings.workers) {
        this.#hasStarted = true
        this.#started.resolve()
      }
    } else if (message.type === 'failed') {
      member.failure = receivedError(message.error)
    } else {
      onMessage(id, message)
    }
  }
}

/** Ignores errors: the exit of a worker is reported by its event. */
function send(worker: ChildProcess, message: ToWorker): void {
  worker.send(message, () => undefined)
}

/*
 * Accepts connections for all workers, and hands them out in turn, as the module `cluster` of Node does. Unlike with `cluster`, the
 * port stays bound without workers, and a connection on its way to a dying worker goes to another one, instead of staying open
 * without a response.
 */
const MESSAGE: ToWorker = { type: 'connection' }

class ConnectionDispatcher {
  readonly #server: Server
  /** Accepted connections not yet sent to a worker. */
  readonly #waiting: Socket[] = []
  /** Workers that have taken everything sent to them, longest waiting first. */
  readonly #free = new Set<ChildProcess>()
  /** The connection sent to a worker and not yet taken. */
  readonly #sent = new Map<ChildProcess, Socket>()
  #isAcceptingLast = false
  #whenEmpty: () => void = () => undefined

  /** @param mostWaiting maximum number of connections waiting for a worker; further ones are closed at once */
  constructor(mostWaiting: number) {
    // Only the worker may read from a connection: bytes read here would be lost.
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      this.#waiting.push(socket)
      this.#send()
    })
    this.#server.maxConnections = mostWaiting
  }

  /** @returns the base URL @throws LegalTextError `invalid_input` if it cannot listen there */
  listen(host: string, port: number): Promise<string> {
    return listen(this.#server, host, port)
  }

  /** A worker can take a connection: it is ready, or has taken the last one. */
  isFree(worker: ChildProcess): void {
    // The worker has a copy, so closing this one leaves the connection open.
    this.#sent.get(worker)?.destroy()
    this.#sent.delete(worker)
    this.#free.add(worker)
    this.#send()
  }

  /** A worker has exited. It has read nothing from an untaken connection. */
  exited(worker: ChildProcess): void {
    const socket = this.#sent.get(worker)
    if (socket !== undefined) this.#waiting.unshift(socket)
    this.#sent.delete(worker)
    this.#free.delete(worker)
    this.#send()
  }

  /** Stops listening. Resolves once all connections are taken; without workers, they are closed. */
  async close(): Promise<void> {
    this.#isAcceptingLast = true
    await stopAccepting(this.#server)
    this.#isAcceptingLast = false
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve
      this.#send()
    })
  }

  #send(): void {
    if (this.#isAcceptingLast) return
    for (const worker of this.#free) {
      const socket = this.#waiting.shift()
      if (socket === undefined) break
      this.#free.delete(worker)
      this.#sent.set(worker, socket)
      // On failure, the worker exits.
      worker.send(MESSAGE, socket, { keepOpen: true }, () => undefined)
    }
    if (this.#sent.size > 0) return
    if (!this.#server.listening && this.#free.size === 0) {
      for (const socket of this.#waiting.splice(0)) socket.destroy()
    }
    if (this.#waiting.length === 0) this.#whenEmpty()
  }
}
