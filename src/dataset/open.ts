/** Opens the corpus that a dataset name stands for. */
import { cacheFolder } from '../cache-path.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { assetPath } from '../package.ts'
import { toNotReadyError } from './dataset-name.ts'
import { locateBundle, obtainBundle, readSourceSettings } from './locate.ts'
import { lockForUse } from './lock.ts'
import { openEngine } from './open-engine.ts'
import type { WorkOptions } from './options.ts'
import { ensureVerified } from './verify-bundle.ts'

export interface OpenOptions extends WorkOptions {
  /**
   * `starter`, or the path or URL of a dataset in any form. Where not given: the newest corpus of the cache.
   */
  dataset?: string | undefined
}

/**
 * Opens a corpus. A dataset that is no bundle is converted into the cache first, a URL downloaded; both only once.
 * @throws LegalTextError `not_ready` where there is no such dataset, or it is damaged or of another version
 */
export async function openCorpus({ dataset, ...work }: OpenOptions): Promise<Corpus> {
  const cache = cacheFolder()
  try {
    const options = { ...work, cache, settings: readSourceSettings(process.env), download: false }
    return await openBundle(await obtainBundle(dataset || undefined, options), cache)
  } catch (error) {
    throw toNotReadyError(error)
  }
}

/**
 * Opens a bundle once it is known to be whole, and keeps it from being removed from the cache meanwhile.
 * @param onClose called once it is closed, or cannot be opened
 * @throws LegalTextError `not_ready` where the file is missing, damaged, no bundle, or one of another schema version
 */
export async function openBundle(file: string, cache: string, onClose?: () => void): Promise<Corpus> {
  const use = lockForUse(file, cache)
  const release = () => {
    use?.release()
    onClose?.()
  }
  try {
    // The starter dataset comes with this code, and is as whole as that.
    if (file !== assetPath('starter.sqlite')) await ensureVerified(file, cache)
    return await openEngine(file, release)
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Opens the bundle of a dataset if it exists already. Downloads, converts and verifies nothing.
 * @throws LegalTextError if the file is not a bundle
 */
export async function openExisting(dataset: string | undefined): Promise<Corpus | undefined> {
  const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
  const file = await locateBundle(dataset, options)
  return file === undefined ? undefined : openEngine(file)
}
