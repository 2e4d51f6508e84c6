/** Parses documents on all cores and gives the results in the order of the documents. */

import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ParsedLaw } from '../corpus/parsed-law.ts'
import { moduleUrl } from '../package.ts'
import type { ParseRequest, ParseResponse } from './parse-worker.ts'
import type { SourceDocument } from './source.ts'
import type { FoundDocument } from './sources/gii/documents.ts'

/** How many documents a thread has at hand, so that it never waits for the disk. */
const QUEUE_PER_WORKER = 32

/** How many bytes of documents are at hand at a time, unless one alone has more. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024

export type ParseResult = { document: SourceDocument } & ({ law: ParsedLaw } | { reason: string })

/**
 * Parses documents in worker threads.
 * @param signal ends the work at once
 * @throws whatever ends a thread that is no fault of a document; a document's faults are results
 */
export async function* parseDocuments(
  documents: readonly FoundDocument[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ParseResult> {
  const count = Math.max(1, Math.min(availableParallelism(), documents.length))
  const threads = Array.from({ length: count }, () => new ParseWorker())
  const abort = () => {
    for (const thread of threads) thread.fail(signal?.reason)
  }
  signal?.addEventListener('abort', abort)

  const parse = async (id: number): Promise<ParseResult> => {
    const { document, file } = documents[id] as FoundDocument
    let source: Uint8Array | string
    try {
      source = file.location ?? (await file.read())
    } catch (error) {
      return { document, reason: `${document.path}: cannot be read: ${(error as Error).message}` }
    }
    const thread = threads[id % count] as ParseWorker
    const response = await thread.parse({ id, document, source })
    return 'law' in response ? { document, law: response.law } : { document, reason: response.reason }
  }

  try {
    const pending: { result: Promise<ParseResult>; bytes: number }[] = []
    let bytes = 0
    for (let next = 0; next < documents.length || pending.length > 0; ) {
      while (next < documents.length && pending.length < count * QUEUE_PER_WORKER) {
        const { size } = (documents[next] as FoundDocument).file
        if (pending.length > 0 && bytes + size > MAX_PENDING_BYTES) break
        const result = parse(next++)
        result.catch(() => {})
        pending.push({ result, bytes: size })
        bytes += size
      }
      const first = pending.shift() as (typeof pending)[number]
      yield await first.result
      bytes -= first.bytes
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all(threads.map((thread) => thread.end()))
  }
}

/*FILEDOC A worker thread that parses documents, and is begun anew where one of them is more than it can hold. */

/** Half of what a worker would take without a bound is garbage that nothing forces it to collect. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 }

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

interface PendingRequest {
  request: ParseRequest
  answer: PromiseWithResolvers<ParseResponse>
}

export class ParseWorker {
  /** What was sent and not answered, in the order in which it will be. */
  readonly #waiting = new Map<number, PendingRequest>()
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
    const worker = new Worker(moduleUrl('ingest/parse-worker'), { execArgv: [], resourceLimits: HEAP_LIMITS })
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
    const reason = `${request.document.path}: takes more than ${HEAP_LIMITS.maxOldGenerationSizeMb} MB of memory to read`
    answer.resolve({ id: request.id, reason })
    for (const other of others) this.#worker.postMessage(other.request)
  }
}

/**
 * Starts a worker thread and gives what it posts, until the caller has enough; then the thread is ended.
 * @param name of the module below `src`, without extension
 * @throws Error where the thread ends before
 */
export async function* workerMessages<Message>(name: string, workerData: unknown): AsyncGenerator<Message> {
  const worker = new Worker(moduleUrl(name), { execArgv: [], workerData })
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Message]>) yield message
    throw new Error(`${name} was not finished`)
  } finally {
    await worker.terminate()
  }
}
