/** Opens the corpus that a dataset name stands for. */
import { stat } from 'node:fs/promises'
import type { Corpus } from '../corpus/corpus.ts'
import { SqliteCorpus } from '../corpus/sqlite-corpus.ts'
import { LegalTextError } from '../errors.ts'
import { assetPath } from '../package.ts'

/** The name of the sample that comes with the package. */
export const STARTER = 'starter'

export interface OpenOptions {
  /** `starter`, or the path of a bundle. */
  dataset?: string | undefined
}

/**
 * Opens a corpus.
 * @throws LegalTextError `not_ready` where no dataset is named, or the named one cannot be opened
 */
export async function openCorpus({ dataset }: OpenOptions): Promise<Corpus> {
  if (dataset === undefined || dataset === '') {
    throw new LegalTextError(
      'not_ready',
      'no dataset is named: set DATASET_PATH (or --dataset) to a bundle, or to "starter" for the sample; ' +
        '`legal-text corpus build` makes a bundle from official XML',
    )
  }
  if (dataset === STARTER) return new SqliteCorpus(assetPath('starter.sqlite'))
  const info = await stat(dataset).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`
    throw new LegalTextError('not_ready', `cannot open ${dataset}: ${reason}`)
  })
  if (!info.isFile()) {
    throw new LegalTextError(
      'not_ready',
      `cannot open ${dataset}: it is not a bundle; build one with \`legal-text corpus build --from ${dataset} --out FILE\``,
    )
  }
  return new SqliteCorpus(dataset)
}
