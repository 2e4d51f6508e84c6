import { cacheFolder } from '../../../cache-path.ts'
import type { Corpus } from '../../../corpus/corpus.ts'
import { findBundle, readSourceSettings } from '../../../dataset/provide.ts'
import { readSetting } from '../../../settings.ts'
import { SqliteCorpus } from '../../../sqlite/sqlite-corpus.ts'

/**
 * Opens the corpus that commands would open, where it can be had at once: nothing is downloaded, converted or verified,
 * and nobody asked.
 * @throws LegalTextError where a setting cannot be read or the file is no bundle
 */
export async function openForCompletion(dataset: string | undefined): Promise<Corpus | undefined> {
  const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
  const file = await findBundle(readSetting('datasetPath', process.env, dataset), options)
  return file === undefined ? undefined : new SqliteCorpus(file)
}
