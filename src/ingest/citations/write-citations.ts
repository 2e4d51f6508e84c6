/** Adds the citations in the texts to a bundle with all norms. */
import { availableParallelism } from 'node:os'
import type { BundleWriter } from '../../sqlite/bundle-writer.ts'
import { workerMessages } from '../workers.ts'
import type { CitationsMessage, CitationsTask } from './citations-worker.ts'

/** Norms per message of a worker. */
const NORMS_PER_BATCH = 1000

/**
 * Reads all norms in worker threads and writes their citations, in the order of the norms and of their texts.
 * @param norms number of norms
 * @param onProgress called with the number of norms read so far; an error that it throws ends the work
 */
export async function writeCitations(
  writer: BundleWriter,
  norms: number,
  onProgress: (norms: number) => void,
): Promise<void> {
  writer.commit()
  const batches = Math.ceil(norms / NORMS_PER_BATCH)
  const step = Math.max(1, Math.min(availableParallelism(), batches))
  const workers = Array.from({ length: step }, (_, first) => {
    const task: CitationsTask = { file: writer.file, first, step, size: NORMS_PER_BATCH }
    return workerMessages<CitationsMessage>('ingest/citations/citations-worker', task)
  })
  const read: CitationsMessage[] = []
  try {
    for (let batch = 0; batch < batches; batch += 1) {
      const message = await workers[batch % step]?.next()
      read.push(message?.value as CitationsMessage)
      onProgress(Math.min(norms, (batch + 1) * NORMS_PER_BATCH))
    }
  } finally {
    for (const worker of workers) await worker.return(undefined)
  }
  // Only now: open readers of the bundle block writes.
  for (const { citing, citations } of read.flat()) writer.addCitations(citing, citations)
}
