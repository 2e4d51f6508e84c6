/** Threads that do jobs one after the other: the side that asks, and the side that answers. */
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
  /** The module that runs in the thread and calls {@link serveJobs}, as `threadModule` names it. */
  module: string
  /** Sent to the thread when it starts. */
  order?: unknown
  /** Time limit of a job, in milliseconds. */
  longest: number
  /** Heap limit in MB. Default: that of the process. */
  heap?: number
  /** Returns the error for a job over one of the limits. */
  overLimit(limit: 'time' | 'memory'): Error
  /** Time in milliseconds after which an idle thread ends. Default: never. */
  idle?: number
}

interface Pending<Job, Answer> extends PromiseWithResolvers<Answer> {
  job: Job
  onProgress: OnProgress | undefined
}

/** Without a limit, a thread for short-lived objects takes as much memory as its objects. In MB. */
const YOUNG_HEAP_MB = 16

/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100

/** A thread with a time limit for each job. It starts before the first job, and again after a job that ended it. */
export class JobThread<Job, Answer> {
  readonly #options: JobThreadOptions
  /** In the order of their answers. */
  readonly #pending: Pending<Job, Answer>[] = []
  #worker: Worker | undefined
  /** Ends the first job, or the idle thread. */
  #timer: NodeJS.Timeout | undefined

  constructor(options: JobThreadOptions) {
    this.#options = options
  }

  /** Number of jobs without an answer. */
  get queued(): number {
    return this.#pending.length
  }

  /**
   * Does a job after those before it.
   * @param signal ends the job, and with it the thread
   * @throws LegalTextError as the job; the error for a job over a limit
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

  /** Starts the thread ahead of the first job. */
  start(): void {
    if (this.#worker !== undefined) return
    this.#worker = this.#start()
    this.#watch()
  }

  /** Ends the thread. Its jobs stay without an answer; the next job starts another thread. */
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
      // A RangeError: a pattern needs more than V8's stack for expressions.
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

  /** Rejects the first job and ends its thread. Another thread does the other jobs. */
  #endFirst(reason: unknown): void {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#pending.shift()?.reject(reason)
    if (this.#pending.length > 0) this.#worker = this.#start()
    for (const { job } of this.#pending) this.#worker?.postMessage(job)
    this.#watch()
  }
}

/** Answers the jobs of this thread in their order. @param order the one that the thread was started with */
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
