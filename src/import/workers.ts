/** Worker threads of the build: a pool that parses documents, and single workers that post messages. */

import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { say } from '../i18n/texts.ts'
import type { ObservedLaw, ObservedSpan } from '../model/law-history.ts'
import type { ParsedLaw } from '../model/parsed-law.ts'
import type { State } from '../model/versions.ts'
import { threadModule } from '../program/package.ts'
import type { BlobLocation, FoundDocument, InputFile, ParsedVersions, SourceDocument } from './source.ts'

/** Queue length per worker, so that it never waits for the disk. */
const QUEUE_PER_WORKER = 32

/** Maximum bytes of queued documents, unless a single one is larger. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024

/** Without a heap limit a worker doubles its memory: V8 sees no reason to collect. In MB. */
const HEAP_MB = 1024
const YOUNG_HEAP_MB = 32
/** For workers on whole bundles, in MB: their memory grows with the number of norms, but not that for new objects. */
const SMALL_YOUNG_HEAP_MB = 16

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** A document, or the location from which the worker itself reads it, which is faster. */
export type DocumentSource = Uint8Array | string | BlobLocation

export interface ParseRequest {
  id: number
  document: SourceDocument
  /** `undefined` if the newest state lacks the law. */
  source: DocumentSource | undefined
  past: (ObservedSpan & { fetchedAt: string; source: DocumentSource })[]
  read: ObservedLaw[]
  /** True if the newest state is known to publish it. */
  isPublished: boolean
  /** Abandoned documents of older states. */
  unread: ParsedVersions['unread']
}

/** Settings shared by the workers of a build. */
export interface ParseOrder {
  /** Source family whose parser reads the documents. */
  family: string
  /** All states, oldest first; empty for a bundle of one state. */
  states: readonly State[]
}

/** A parsed law: that of the newest state, if any, and its history. */
export type ParsedSource = Partial<{ law: ParsedLaw; reason: string }> & ParsedVersions

export type ParseResponse = { id: number } & ParsedSource

/**
 * Parses documents in worker threads, on all cores.
 * @param signal aborts the work
 * @param heap limit of each worker for its objects, in MB
 * @returns the results in the order of the documents; a faulty document is a result, too
 * @throws any other error that ends a worker
 */
export async function* parseDocuments(
  order: ParseOrder,
  documents: readonly FoundDocument[],
  signal: AbortSignal | undefined,
  heap = HEAP_MB,
): AsyncGenerator<{ document: SourceDocument } & ParsedSource> {
  const count = Math.max(1, Math.min(availableParallelism(), documents.length))
  const workers = Array.from({ length: count }, () => new ParseWorker(order, heap))
  const abort = () => {
    for (const worker of workers) worker.fail(signal?.reason)
  }
  signal?.addEventListener('abort', abort)

  const parse = async (id: number): Promise<{ document: SourceDocument } & ParsedSource> => {
    const { document, file, past, read, isMissing = false } = documents[id] as FoundDocument
    let request: ParseRequest
    try {
      const source = file && (await sourceOf(file))
      request = {
        id,
        document,
        source,
        past: await Promise.all(
          past.map(async ({ file: older, ...span }) => ({ ...span, source: await sourceOf(older) })),
        ),
        read,
        isPublished: file !== undefined || isMissing,
        unread: [],
      }
    } catch (error) {
      return { document, reason: say`${document.path}: cannot be read: ${(error as Error).message}`, unread: [] }
    }
    const { id: _id, ...parsed } = await (workers[id % count] as ParseWorker).parse(request)
    return { document, ...parsed }
  }

  try {
    const pending: { result: ReturnType<typeof parse>; bytes: number }[] = []
    let bytes = 0
    for (let next = 0; next < documents.length || pending.length > 0; ) {
      while (next < documents.length && pending.length < count * QUEUE_PER_WORKER) {
        const size = sizeOf(documents[next] as FoundDocument)
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
    await Promise.all(workers.map((worker) => worker.end()))
  }
}

async function sourceOf(file: InputFile): Promise<DocumentSource> {
  return file.location ?? (await file.read())
}

/** Returns the bytes sent to a worker, or read by it for a law of one state. */
function sizeOf({ file, past }: FoundDocument): number {
  const sent = past.filter((each) => each.file.location === undefined)
  return sent.reduce((sum, each) => sum + each.file.size, file?.size ?? 0)
}

/** A worker thread that parses documents. It is restarted if one of them takes too much memory. */
class ParseWorker {
  readonly #order: ParseOrder
  readonly #heap: number
  /** Unanswered requests, in the order of their responses. */
  readonly #pending = new Map<number, { request: ParseRequest; answer: PromiseWithResolvers<ParseResponse> }>()
  #worker: Worker

  constructor(order: ParseOrder, heap: number) {
    this.#order = order
    this.#heap = heap
    this.#worker = this.#start()
  }

  /** @throws any error that ends the worker and is not the fault of a document */
  parse(request: ParseRequest): Promise<ParseResponse> {
    const answer = Promise.withResolvers<ParseResponse>()
    this.#pending.set(request.id, { request, answer })
    this.#worker.postMessage(request)
    return answer.promise
  }

  /** Rejects all pending requests. */
  fail(reason: unknown): void {
    for (const { answer } of this.#pending.values()) answer.reject(reason)
    this.#pending.clear()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#heap, maxYoungGenerationSizeMb: YOUNG_HEAP_MB }
    const { code, eval: isText } = threadModule('import/parse-worker')
    const worker = new Worker(code, { eval: isText, execArgv: [], resourceLimits, workerData: this.#order })
    worker.on('message', (response: ParseResponse) => {
      this.#pending.get(response.id)?.answer.resolve(response)
      this.#pending.delete(response.id)
    })
    worker.on('error', (error) => {
      if ((error as NodeJS.ErrnoException).code === OUT_OF_MEMORY) this.#restart()
      else this.fail(error)
    })
    return worker
  }

  /** Abandons the document being parsed, or the history of its law, and parses the others in a new worker. */
  #restart(): void {
    const [tooLarge, ...others] = this.#pending.values()
    this.#worker = this.#start()
    if (tooLarge === undefined) return
    const { request, answer } = tooLarge
    const reason = say`${request.document.path}: takes more than ${this.#heap} MB of memory to read`
    const [first] = request.past
    if (first !== undefined && request.source !== undefined) {
      request.past = []
      request.unread = [{ day: first.from, reason: say`${reason} in all states` }]
      this.#worker.postMessage(request)
    } else {
      this.#pending.delete(request.id)
      answer.resolve({ id: request.id, reason, unread: [] })
    }
    for (const other of others) this.#worker.postMessage(other.request)
  }
}

/**
 * Starts a worker thread and yields its messages. Ending the iteration ends the worker.
 * @param name of the module below `src`, without extension
 * @throws Error if the worker ends first
 */
export async function* workerMessages<Message>(name: string, workerData: unknown): AsyncGenerator<Message> {
  const { code, eval: isText } = threadModule(name)
  const worker = new Worker(code, {
    eval: isText,
    execArgv: [],
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB },
  })
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Message]>) yield message
    throw new Error(`${name} was not finished`)
  } finally {
    await worker.terminate()
  }
}
