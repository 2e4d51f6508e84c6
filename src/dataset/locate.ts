/** From the name of a dataset to a bundle on this machine: found, converted or downloaded. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { LegalTextError } from '../errors.ts'
import { assetPath } from '../package.ts'
import { readSetting, type Settings } from '../settings.ts'
import { SQLITE_MAGIC } from '../sqlite/bundle-schema.ts'
import { systemReason } from '../system-error.ts'
import { isUrl, redactUrl } from './dataset-name.ts'
import type { WorkOptions } from './options.ts'

/** The name of the sample that comes with the package. */
export const STARTER = 'starter'

/** The settings that say where a corpus comes from by itself, and when it is good enough. */
export type SourceSettings = Pick<
  Settings,
  'datasetUrl' | 'datasetSha256' | 'datasetPublicKey' | 'sourceUrl' | 'maxFailedPercent'
>

/** Reads these settings. @throws LegalTextError `invalid_input` that names the one that is wrong */
export function readSourceSettings(environment: NodeJS.ProcessEnv): SourceSettings {
  const read = <Key extends keyof SourceSettings>(key: Key) => readSetting(key, environment)
  return {
    datasetUrl: read('datasetUrl'),
    datasetSha256: read('datasetSha256'),
    datasetPublicKey: read('datasetPublicKey'),
    sourceUrl: read('sourceUrl'),
    maxFailedPercent: read('maxFailedPercent'),
  }
}

export interface ObtainOptions extends WorkOptions {
  /** The cache folder. */
  cache: string
  settings: SourceSettings
  /** Whether a corpus is downloaded where no dataset is named and the cache has none. */
  download: boolean
  /** Whether to ask if what a URL names has changed since it was downloaded. */
  refresh?: boolean
}

/**
 * Finds the bundle that a dataset name stands for. What is not native is converted into the cache, once; where no dataset
 * is named, it is the newest valid bundle of the cache, and where there is none and `download` is set, a new one.
 * @param dataset `starter`, a path, an http(s) URL, or nothing
 * @returns the path of a bundle
 * @throws LegalTextError where there is nothing that could be opened
 */
export async function obtainBundle(dataset: string | undefined, options: ObtainOptions): Promise<string> {
  const present = await locateBundle(dataset, options)
  if (present !== undefined) return present
  if (dataset === undefined) return acquireBundle(options)
  if (isUrl(dataset)) return (await import('./convert.ts')).convertUrl(dataset, options)
  return (await import('./convert.ts')).convertPath(dataset, options)
}

/**
 * As {@link obtainBundle}, but without any work that takes long.
 * @returns `undefined` where the bundle must first be made or downloaded
 */
export async function locateBundle(dataset: string | undefined, options: ObtainOptions): Promise<string | undefined> {
  if (dataset === STARTER) return assetPath('starter.sqlite')
  if (dataset === undefined) return newestCached(options)
  if (isUrl(dataset)) {
    return options.refresh ? undefined : (await import('./convert.ts')).findDownloaded(dataset, options)
  }
  return isDatabase(dataset) ? dataset : (await import('./convert.ts')).findConverted(dataset, options.cache)
}

/** The newest bundle of the cache that is whole. */
async function newestCached({ cache, settings, onNotice }: ObtainOptions): Promise<string | undefined> {
  const [{ BundleStore }, { newestTrusted }] = await Promise.all([
    import('./bundle-store.ts'),
    import('./signature.ts'),
  ])
  const skip = (file: string, reason: string) => onNotice?.(`${file} is left aside: ${reason}`)
  return (await newestTrusted(new BundleStore(cache), settings, skip))?.file
}

async function acquireBundle(options: ObtainOptions): Promise<string> {
  if (options.download) return (await (await import('./acquire.ts')).acquireCorpus(options)).file
  throw new LegalTextError(
    'not_ready',
    'there is no corpus on this machine: `legal-text corpus pull` downloads one (all of German federal law, unless ' +
      'DATASET_URL names another), `legal-text corpus build` makes one of official XML; or set DATASET_PATH (or ' +
      '--dataset) to a dataset, or to "starter" for the sample',
  )
}

/** Whether a path is a file that is opened as it is. @throws LegalTextError `not_ready` where there is nothing */
function isDatabase(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(SQLITE_MAGIC.length)
      readSync(file, head, 0, head.length, 0)
      return head.toString('latin1') === SQLITE_MAGIC
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const reason = /^[a-z]+:\/\//i.test(path) ? 'only http:// and https:// URLs are opened' : systemReason(error)
    throw new LegalTextError('not_ready', `cannot open ${redactUrl(path)}: ${reason}`, {}, { cause: error })
  }
}
