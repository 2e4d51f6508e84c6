/** Adds the citations in the texts to a bundle with all norms. */
import { availableParallelism } from 'node:os'
import type { BundleWriter } from '../../sqlite/bundle-writer.ts'
import { workerMessages } from '../workers.ts'
import type { CitationsMessage, CitationsTask } from './citations-worker.ts'

/** Texts per message of a worker. */
const TEXTS_PER_BATCH = 1000

const COUNTS = `
SELECT (SELECT count(*) FROM norm) AS norms, (SELECT max(observed_on) FROM state) AS newestDay,
  (SELECT count(DISTINCT past_content) FROM norm_version WHERE past_content >= ? AND kind <> 'toc') AS past`

/** What is known in a bundle that has its citations of today. */
interface KnownCitations {
  /** True if it has what its texts cite in older states, too, up to an older text. */
  ofStates: boolean
  /** The number of the first older text that was not there then. */
  nextText: number
}

/**
 * Reads all texts in worker threads and writes their citations, in the order of the norms and of their texts.
 * @param onProgress called with the number of norms read so far; an error that it throws ends the work
 */
export async function writeCitations(
  writer: BundleWriter,
  onProgress: (norms: number) => void,
  known?: KnownCitations,
): Promise<void> {
  writer.commit()
  const since = known?.ofStates ? known.nextText : 0
  const [counts] = writer.query<{ norms: number; past: number; newestDay: string | null }>(COUNTS, since)
  const { norms = 0, past = 0, newestDay } = counts ?? {}
  const batchesOfNorms = known?.ofStates ? 0 : Math.ceil(norms / TEXTS_PER_BATCH)
  const batches = batchesOfNorms + Math.ceil(past / TEXTS_PER_BATCH)
  const step = Math.max(1, Math.min(availableParallelism(), batches))
  const shared = {
    file: writer.file,
    newestDay: newestDay ?? undefined,
    size: TEXTS_PER_BATCH,
    batches,
    batchesOfNorms,
    since,
  }
  const workers = Array.from({ length: step }, (_, first) => {
    const task: CitationsTask = { ...shared, first, step }
    return workerMessages<CitationsMessage>('ingest/citations/citations-worker', task)
  })
  const read: CitationsMessage[] = []
  try {
    for (let batch = 0; batch < batches; batch += 1) {
      const message = await workers[batch % step]?.next()
      read.push(message?.value as CitationsMessage)
      onProgress(Math.floor((norms * (batch + 1)) / batches))
    }
  } finally {
    for (const worker of workers) await worker.return(undefined)
  }
  // Only now: open readers of the bundle block writes.
  if (known === undefined) {
    for (const batch of read) for (const { citing, citations } of batch.norms) writer.addCitations(citing, citations)
  }
  writer.addNamedCitations(
    read.flatMap((batch) => [
      ...batch.norms.flatMap(({ citing, named }) => (named ? [{ norm: citing, content: null, ...named }] : [])),
      ...batch.past.map(({ content, named }) => ({ norm: null, content, ...named })),
    ]),
  )
}
