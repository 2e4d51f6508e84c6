/** Adds the search index to a bundle whose norms are complete. */
import { mkdir, rm } from 'node:fs/promises'
import type { BundleWriter } from '../../sqlite/bundle-writer.ts'
import { workerMessages } from '../workers.ts'
import type { IndexMessage, IndexOrder } from './index-worker.ts'

/** Ends the name of the folder beside a bundle in which its index is built. */
export const INDEX_FOLDER = '-index'

/**
 * Learns all norms in a worker thread and writes the compiled index.
 * @param onProgress called with the number of norms learned so far; what it throws ends the work
 * @returns how many terms the index has
 */
export async function buildSearchIndex(writer: BundleWriter, onProgress: (norms: number) => void): Promise<number> {
  writer.commit()
  const { file } = writer
  const folder = file + INDEX_FOLDER
  await mkdir(folder)
  const order: IndexOrder = { file, folder }
  try {
    for await (const message of workerMessages<IndexMessage>('ingest/search-index/index-worker', order)) {
      if ('terms' in message) return message.terms
      onProgress(message.passed)
    }
    throw new Error('the search index was not finished')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
