/** Threads that process jobs in order: the side that submits them, and the side that answers. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { received, type Sent, sent } from '../i18n/texts.ts'
import { type ErrorDetails, type ErrorKind, LegalTextError, legalTextError } from '../util/errors.ts'
import { threadModule } from './package.ts'

/** Errors other than a `LegalTextError` end the thread. */
type Message<Answer> =
  | { answer: Answer }
  | { kind: ErrorKind; message: Sent; details: ErrorDetails; code: string | undefined }
  | { done: number; total: number }

type OnProgress = (done: number, total: number) => void

export interface JobThreadOptions {
  /** Module that runs in the thread and calls {@link serveJobs}, as returned by `threadModule`. */
  module: string
  /** Sent to the thread when it starts. */
  order?: unknown
  /** Time limit of a job, in milliseconds. */
  longest: number
  /** Heap limit in MB. Default: that of the process. */
  heap?: number
  /** Returns the error for a job that exceeds a limit. */
  overLimit(limit: 'time' | 'memory'): Error
  /** Idle time in milliseconds after which the thread ends. Default: never. */
  idle?: number
}

interface Pending<Job, Answer> extends PromiseWithResolvers<Answer> {
  job: Job
  onProgress: OnProgress | undefined
}

/** Young generation limit, in MB. Without it, short-lived objects fill as much memory as they can. */
const YOUNG_HEAP_MB = 16

/** Shortest time between two progress reports, in milliseconds. */
const PROGRESS_INTERVAL = 100

/** A worker thread with a time limit per job. It starts with the first job, and again after a job that ended it. */
export class JobThread<Job, Answer> {
  readonly #options: JobThreadOptions
  /** In the order in which they are answered. */
  readonly #pending: Pending<Job, Answer>[] = []
  #worker: Worker | undefined
  /** Ends the first job, or the idle thread. */
  #timer: NodeJS.Timeout | undefined

  constructor(options: JobThreadOptions) {
    this.#options = options
  }

  /** Number of unanswered jobs. */
  get queued(): number {
    return this.#pending.length
  }

  /**
   * Runs a job after those submitted before it.
   * @param signal aborts the job, and with it the thread
   * @throws LegalTextError as the job does, or the error for an exceeded limit
   */
  async run(
    job: Job,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: OnProgress | undefined } = {},
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const pending = { ...Promise.withResolvers<Answer>(), job, onProgress }
    this.#pending.push(pending)
    this.#worker ??= this.#start()
    this.#worker.postMessage(job)
    if (this.#pending.length === 1) this.#watch()
    const leave = () => {
      if (this.#pending[0] === pending) this.#endFirst(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    try {
      return await pending.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Starts the thread before the first job. */
  start(): void {
    if (this.#worker !== undefined) return
    this.#worker = this.#start()
    this.#watch()
  }

  /** Ends the thread. Its jobs are never answered; the next job starts another thread. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#pending.length = 0
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const { module, order, heap, overLimit } = this.#options
    const { code, eval: isText } = threadModule(module)
    const worker = new Worker(code, {
      eval: isText,
      execArgv: [],
      workerData: order,
      ...(heap && { resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: YOUNG_HEAP_MB } }),
    })
    worker.on('message', (message: Message<Answer>) => {
      if (worker !== this.#worker) return
      if ('done' in message) return this.#pending[0]?.onProgress?.(message.done, message.total)
      const first = this.#pending.shift()
      if ('answer' in message) first?.resolve(message.answer)
      else
        first?.reject(new LegalTextError(message.kind, received(message.message), message.details, { cause: message }))
      this.#watch()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return
      // RangeError: a regular expression has exhausted V8's stack.
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError
      this.#endFirst(isMemory ? overLimit('memory') : error)
    })
    return worker
  }

  #watch(): void {
    clearTimeout(this.#timer)
    const { longest, idle, overLimit } = this.#options
    if (this.#pending.length > 0) {
      this.#worker?.ref()
      this.#timer = setTimeout(() => this.#endFirst(overLimit('time')), longest)
      return
    }
    this.#worker?.unref()
    if (idle !== undefined) this.#timer = setTimeout(() => void this.end(), idle).unref()
  }

  /** Rejects the first job and ends its thread. Another thread runs the other jobs. */
  #endFirst(reason: unknown): void {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#pending.shift()?.reject(reason)
    if (this.#pending.length > 0) this.#worker = this.#start()
    for (const { job } of this.#pending) this.#worker?.postMessage(job)
    this.#watch()
  }
}

/** Answers the jobs of this thread in order. @param order the one that the thread was started with */
export function serveJobs<Job, Answer, Order = unknown>(
  answer: (job: Job, order: Order, onProgress: OnProgress) => Answer | Promise<Answer>,
): void {
  const send = (message: Message<Answer>) => parentPort?.postMessage(message)
  let told = performance.now()
  const onProgress: OnProgress = (done, total) => {
    if (performance.now() - told < PROGRESS_INTERVAL) return
    told = performance.now()
    send({ done, total })
  }
  let last = Promise.resolve()
  parentPort?.on('message', (job: Job) => {
    last = last.then(async () => {
      try {
        send({ answer: await answer(job, workerData as Order, onProgress) })
      } catch (error) {
        const { kind, message, details, cause } = legalTextError(error)
        send({ kind, message: sent(message), details, code: (cause as { code?: string } | undefined)?.code })
      }
    })
  })
}
