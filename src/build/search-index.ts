/** Adds the search index to a bundle whose norms are complete. */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../package.ts'
import type { BundleWriter } from './bundle-writer.ts'
import type { SearchMessage } from './search-worker.ts'

/**
 * Learns all norms in a worker thread and writes the compiled index.
 * @param onProgress called with the number of norms learned so far; what it throws ends the work
 * @returns how many terms the index has
 */
export async function writeSearchIndex(writer: BundleWriter, onProgress: (norms: number) => void): Promise<number> {
  writer.commit()
  const worker = new Worker(moduleUrl('build/search-worker'), { execArgv: [], workerData: writer.file })
  let terms = 0
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[SearchMessage]>) {
      if ('learned' in message) onProgress(message.learned)
      else if ('terms' in message) {
        for (const { term, documents, postings } of message.terms) writer.addTerm(term, documents, postings)
        terms += message.terms.length
      } else {
        writer.setMeta('search', JSON.stringify(message.index))
        return terms
      }
    }
    throw new Error('the search index was not finished')
  } finally {
    await worker.terminate()
  }
}
