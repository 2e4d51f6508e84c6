/** Parses documents on all cores and gives the results in the order of the documents. */
import { availableParallelism } from 'node:os'
import type { ParsedLaw } from '../corpus/parsed-law.ts'
import { ParseThread } from './parse-thread.ts'
import type { SourceDocument } from './source.ts'
import type { FoundDocument } from './sources/gii/documents.ts'

/** How many documents a thread has at hand, so that it never waits for the disk. */
const QUEUE_PER_THREAD = 32

/** How many bytes of documents are at hand at a time, unless one alone has more. */
const MOST_BYTES = 32 * 1024 * 1024

export type ParseResult = { document: SourceDocument } & ({ law: ParsedLaw } | { reason: string })

/**
 * Parses documents in worker threads.
 * @param signal ends the work at once
 * @throws whatever ends a thread that is no fault of a document; a document's faults are results
 */
export async function* parseAll(
  documents: readonly FoundDocument[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ParseResult> {
  const count = Math.max(1, Math.min(availableParallelism(), documents.length))
  const threads = Array.from({ length: count }, () => new ParseThread())
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
    const thread = threads[id % count] as ParseThread
    const response = await thread.parse({ id, document, source })
    return 'law' in response ? { document, law: response.law } : { document, reason: response.reason }
  }

  try {
    const pending: { result: Promise<ParseResult>; bytes: number }[] = []
    let bytes = 0
    for (let next = 0; next < documents.length || pending.length > 0; ) {
      while (next < documents.length && pending.length < count * QUEUE_PER_THREAD) {
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
    await Promise.all(threads.map((thread) => thread.end()))
  }
}
