/** A worker thread that parses documents, and is begun anew where one of them is more than it can hold. */
import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../package.ts'
import type { ParseRequest, ParseResponse } from './parse-worker.ts'

/** Half of what a worker would take without a bound is garbage that nothing forces it to collect. */
const HEAP = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 }

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

interface Waiting {
  request: ParseRequest
  answer: PromiseWithResolvers<ParseResponse>
}

export class ParseThread {
  /** What was sent and not answered, in the order in which it will be. */
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker

  constructor() {
    this.#worker = this.#begin()
  }

  /** @throws whatever ends the thread that is no fault of a document */
  parse(request: ParseRequest): Promise<ParseResponse> {
    const answer = Promise.withResolvers<ParseResponse>()
    this.#waiting.set(request.id, { request, answer })
    this.#worker.postMessage(request)
    return answer.promise
  }

  /** Rejects all that waits. */
  fail(reason: unknown): void {
    for (const { answer } of this.#waiting.values()) answer.reject(reason)
    this.#waiting.clear()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(moduleUrl('ingest/parse-worker'), { execArgv: [], resourceLimits: HEAP })
    worker.on('message', (response: ParseResponse) => {
      this.#waiting.get(response.id)?.answer.resolve(response)
      this.#waiting.delete(response.id)
    })
    worker.on('error', (error) => {
      if ((error as NodeJS.ErrnoException).code === OUT_OF_MEMORY) this.#goOn()
      else this.fail(error)
    })
    return worker
  }

  /** Gives up the document that the thread was at, and has a new one parse the others. */
  #goOn(): void {
    const [tooLarge, ...others] = this.#waiting.values()
    this.#worker = this.#begin()
    if (tooLarge === undefined) return
    const { request, answer } = tooLarge
    this.#waiting.delete(request.id)
    const reason = `${request.document.path}: takes more than ${HEAP.maxOldGenerationSizeMb} MB of memory to read`
    answer.resolve({ id: request.id, reason })
    for (const other of others) this.#worker.postMessage(other.request)
  }
}
