/**
 * Calls of tools with long inputs, in a thread: a check of a megabyte takes seconds in pieces that nobody may wait for. The
 * thread has a heap of its own, and a call a limit of time.
 */
import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../program/package.ts'
import { LegalTextError, receivedError, type SentError } from '../util/errors.ts'
import type { CallToolResult } from './sdk.ts'

/** Where the thread finds the corpus: the file of a bundle, or a database. */
export interface CorpusLocation {
  location: string
  /** Of the corpus that is served: another one may have taken its place. */
  digest: string
}

export interface ToolCall extends CorpusLocation {
  tool: string
  given: unknown
}

/** Messages of the thread. An error other than of the user ends it. */
export type ToolMessage =
  | { done: number; total: number }
  | { answer: CallToolResult }
  | (SentError & { cause: { code?: string | undefined } })

/** Heap of the thread in MB. The most findings that a megabyte can have take 150. */
const HEAP_MB = 224
const YOUNG_HEAP_MB = 16

/** In milliseconds: the longest call, and how long an idle thread is kept. */
const LONGEST_CALL = 30_000
const IDLE = 30_000

/** How to follow a call, and to end it. */
export interface ToolFollowing {
  /** Aborted when nobody waits for the answer any longer. */
  signal: AbortSignal
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** One call at a time: two would take the memory of two. */
export class ToolThread {
  readonly #heap: number
  readonly #longest: number
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor({ heap = HEAP_MB, longest = LONGEST_CALL } = {}) {
    this.#heap = heap
    this.#longest = longest
  }

  /**
   * Calls a tool when the calls before it are done.
   * @throws LegalTextError as the tool; `payload_too_large` if it takes too long or too much memory
   */
  call(call: ToolCall, following: ToolFollowing): Promise<CallToolResult> {
    const answer = this.#last.then(() => this.#callNow(call, following))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #callNow(call: ToolCall, { signal, onProgress }: ToolFollowing): Promise<CallToolResult> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<CallToolResult>()
    const end = (reason: unknown) => {
      this.#worker = undefined
      reject(reason)
      void worker.terminate()
    }
    const overdue = setTimeout(() => end(tooCostly()), this.#longest)
    const leave = () => end(signal.reason)
    const onMessage = (message: ToolMessage) => {
      if ('answer' in message) resolve(message.answer)
      else if ('kind' in message) reject(receivedError(message, message.cause))
      else onProgress?.(message.done, message.total)
    }
    const onError = (error: NodeJS.ErrnoException) => {
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : error)
    }
    worker.on('message', onMessage).on('error', onError)
    signal.addEventListener('abort', leave)
    try {
      worker.postMessage(call)
      return await promise
    } finally {
      clearTimeout(overdue)
      signal.removeEventListener('abort', leave)
      worker.off('message', onMessage).off('error', onError)
      this.#idle = setTimeout(() => this.close(), IDLE).unref()
    }
  }

  /** Ends the thread; the next call starts another one. */
  close(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#heap, maxYoungGenerationSizeMb: YOUNG_HEAP_MB }
    const worker = new Worker(moduleUrl('mcp/tool-worker'), { execArgv: [], resourceLimits })
    worker.unref()
    // Of a thread that is being ended.
    worker.on('error', () => undefined)
    return worker
  }
}

const tooCostly = () =>
  new LegalTextError('payload_too_large', 'the text takes too long to check or too much memory; send it in parts')
