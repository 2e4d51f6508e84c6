/** Adds the search index to a bundle after all norms are written. */
import { mkdir, rm } from 'node:fs/promises'
import type { BundleWriter } from '../../store/sqlite/bundle-writer.ts'
import { workerMessages } from '../workers.ts'
import type { IndexMessage, IndexOrder } from './index-worker.ts'

/** Suffix of the directory next to a bundle in which its index is built. */
export const INDEX_FOLDER = '-index'

/**
 * Builds the index in a worker thread.
 * @param onProgress called with the number of norms indexed so far; an exception stops the worker
 * @returns the number of terms
 */
export async function buildSearchIndex(writer: BundleWriter, onProgress: (norms: number) => void): Promise<number> {
  writer.commit()
  const { file } = writer
  const folder = file + INDEX_FOLDER
  await mkdir(folder)
  const order: IndexOrder = { file, folder }
  try {
    for await (const message of workerMessages<IndexMessage>('import/search-index/index-worker', order)) {
      if ('terms' in message) return message.terms
      onProgress(message.passed)
    }
    throw new Error('the search index was not finished')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
