/** Adds to a bundle whose norms are complete what their texts cite. */
import { availableParallelism } from 'node:os'
import type { BundleWriter } from '../../sqlite/bundle-writer.ts'
import { workerMessages } from '../workers.ts'
import type { CitationsMessage, CitationsTask } from './citations-worker.ts'

/** How many norms a thread reads at a time. */
const NORMS_PER_BATCH = 1000

/**
 * Reads all norms in worker threads and writes what they cite, in the order of the norms and of their texts.
 * @param norms how many there are
 * @param onProgress called with the number of norms read so far; what it throws ends the work
 */
export async function writeCitations(
  writer: BundleWriter,
  norms: number,
  onProgress: (norms: number) => void,
): Promise<void> {
  writer.commit()
  const stretches = Math.ceil(norms / NORMS_PER_BATCH)
  const step = Math.max(1, Math.min(availableParallelism(), stretches))
  const workers = Array.from({ length: step }, (_, first) => {
    const order: CitationsTask = { file: writer.file, first, step, size: NORMS_PER_BATCH }
    return workerMessages<CitationsMessage>('ingest/citations/citations-worker', order)
  })
  const read: CitationsMessage[] = []
  try {
    for (let stretch = 0; stretch < stretches; stretch += 1) {
      const message = await workers[stretch % step]?.next()
      read.push(message?.value as CitationsMessage)
      onProgress(Math.min(norms, (stretch + 1) * NORMS_PER_BATCH))
    }
  } finally {
    for (const worker of workers) await worker.return(undefined)
  }
  // Only now: who reads a bundle keeps others from writing to it.
  for (const { citing, citations } of read.flat()) writer.addCitations(citing, citations)
}
