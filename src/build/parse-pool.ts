/** Parses documents on all cores and gives the results in the order of the documents. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../package.ts'
import type { ParseRequest, ParseResponse } from './parse-worker.ts'
import type { ParsedLaw, SourceDocument } from './source.ts'
import type { FoundDocument } from './sources/gii/documents.ts'

/** Half of what a worker would take without a bound is garbage that nothing forces it to collect. */
const WORKER_HEAP = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 }

/** How many documents a worker has at hand, so that it never waits for the disk. */
const QUEUE_PER_WORKER = 32

/** How many bytes of documents are at hand at a time, unless one alone has more. */
const MOST_BYTES = 256 * 1024 * 1024

export type ParseResult = { document: SourceDocument } & ({ law: ParsedLaw } | { reason: string })

/**
 * Parses documents in worker threads.
 * @param signal ends the work at once
 * @throws whatever ends a worker that is no fault of a document (out of memory); a document's faults are results
 */
export async function* parseAll(
  documents: readonly FoundDocument[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ParseResult> {
  const count = Math.max(1, Math.min(availableParallelism(), documents.length))
  const workers = Array.from(
    { length: count },
    () => new Worker(moduleUrl('build/parse-worker'), { execArgv: [], resourceLimits: WORKER_HEAP }),
  )
  const waiting = new Map<number, PromiseWithResolvers<ParseResponse>>()
  const fail = (reason: unknown) => {
    for (const answer of waiting.values()) answer.reject(reason)
  }
  for (const worker of workers) {
    worker.on('message', (response: ParseResponse) => {
      waiting.get(response.id)?.resolve(response)
      waiting.delete(response.id)
    })
    worker.on('error', fail)
  }
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort)

  const parse = async (id: number): Promise<ParseResult> => {
    const { document, file } = documents[id] as FoundDocument
    let source: Uint8Array | string
    try {
      source = file.location ?? (await file.read())
    } catch (error) {
      return { document, reason: `${document.path}: cannot be read: ${(error as Error).message}` }
    }
    const answer = Promise.withResolvers<ParseResponse>()
    waiting.set(id, answer)
    const worker = workers[id % count] as Worker
    worker.postMessage({ id, document, source } satisfies ParseRequest)
    const response = await answer.promise
    return 'law' in response ? { document, law: response.law } : { document, reason: response.reason }
  }

  try {
    const pending: { result: Promise<ParseResult>; bytes: number }[] = []
    let bytes = 0
    for (let next = 0; next < documents.length || pending.length > 0; ) {
      while (next < documents.length && pending.length < count * QUEUE_PER_WORKER) {
        const { size } = (documents[next] as FoundDocument).file
        if (pending.length > 0 && bytes + size > MOST_BYTES) break
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
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
