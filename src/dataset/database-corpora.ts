/** Publishes, lists, checks and prunes the corpora of databases. The client is loaded on first use. */

import { performance } from 'node:perf_hooks'
import { say } from '../i18n/texts.ts'
import type { CorporaReport, PruneReport, RowsReport } from '../store/postgres/publish.ts'
import { LegalTextError } from '../util/errors.ts'
import { isDatabaseAddress } from './dataset-name.ts'
import { obtainFile } from './open.ts'
import type { ObtainOptions, WorkOptions } from './options.ts'
import { ensureVerified } from './verify-bundle.ts'

export type { CorporaReport, PruneReport, RowsReport }

export interface PublishReport {
  bundle_id: string
  digest: string
  rows: number
  /** False if the database already had it. */
  copied: boolean
  /** Ids of the removed corpora. */
  removed: string[]
  seconds: number
}

/**
 * Publishes a dataset, converted into a bundle if necessary.
 * @param keep number of corpora that the database keeps, including this one
 * @param again true to copy it again even if the database has it
 * @throws LegalTextError `not_ready` if the dataset is missing or damaged, or the database cannot be reached or refuses
 */
export async function publishCorpus(
  dataset: string | undefined,
  address: string,
  { keep, again, ...options }: ObtainOptions & { keep: number; again: boolean },
): Promise<PublishReport> {
  if (!isDatabaseAddress(address)) throw new LegalTextError('invalid_input', say`--to: must be postgresql://…`)
  const started = performance.now()
  const file = await obtainFile(dataset, options)
  await ensureVerified(file, options.cache)
  const { publishBundle } = await import('../store/postgres/publish.ts')
  const { corpus, copied, removed } = await publishBundle(file, address, {
    keep,
    again,
    signal: options.signal,
    onProgress: (stage, done, total) => options.onProgress?.({ stage, done, total }),
  })
  const { id, digest, rows } = corpus
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { bundle_id: id, digest, rows, copied, removed, seconds }
}

const manage = () => import('../store/postgres/publish.ts')

/** Lists the corpora of a database, newest first. @throws LegalTextError `not_ready` */
export const listDatabase = async (address: string): Promise<CorporaReport> => (await manage()).listCorpora(address)

/** Compares the rows of the current corpus with those published. @throws LegalTextError `not_ready` */
export async function checkDatabase(address: string, { signal }: WorkOptions): Promise<RowsReport> {
  return (await manage()).verifyCorpus(address, { signal })
}

/** Removes old corpora. @param keep number of corpora to keep @throws LegalTextError `not_ready` */
export async function pruneDatabase(address: string, keep: number): Promise<PruneReport> {
  return (await manage()).pruneCorpora(address, keep)
}
