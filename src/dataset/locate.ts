/** Locates the bundle of a dataset on this machine. Fast: runs at every start. */

import { statSync } from 'node:fs'
import { isSqlite, readHead } from '../files/content-hash.ts'
import { say } from '../i18n/texts.ts'
import { assetPath } from '../program/package.ts'
import { systemReason } from '../program/system-error.ts'
import { refuseBundle } from '../store/bundle-schema.ts'
import { isDatabaseAddress, isUrl, redactUrl, STARTER } from './dataset-name.ts'
import type { ObtainOptions } from './options.ts'

/**
 * Returns the bundle of a dataset without long work.
 * @param dataset `starter`, a path, an http(s) URL, or the address of a database, which is returned unchanged; `undefined` for
 *   the newest valid bundle of the cache
 * @returns its path; `undefined` if it must first be converted or downloaded
 * @throws LegalTextError if the dataset is missing
 */
export async function locateBundle(dataset: string | undefined, options: ObtainOptions): Promise<string | undefined> {
  if (dataset === STARTER) return assetPath('starter.sqlite')
  if (dataset === undefined) return newestCached(options)
  if (isDatabaseAddress(dataset)) return dataset
  if (isUrl(dataset)) {
    return options.refresh ? undefined : (await import('./convert.ts')).findDownloaded(dataset, options)
  }
  return isDatabase(dataset) ? dataset : (await import('./convert.ts')).findConverted(dataset, options.cache)
}

async function newestCached({ cache, settings, onNotice }: ObtainOptions): Promise<string | undefined> {
  const { BundleStore } = await import('./bundle-store.ts')
  const skip = (file: string, reason: string) => onNotice?.(say`${file} is left aside: ${reason}`)
  return (await new BundleStore(cache).newestTrusted(settings, skip))?.file
}

/** True if a path is a database, which is opened directly. @throws LegalTextError `not_ready` if it is missing */
function isDatabase(path: string): boolean {
  try {
    return statSync(path).isFile() && isSqlite(readHead(path, 16))
  } catch (error) {
    const reason = /^[a-z]+:\/\//i.test(path)
      ? say`only file:///, http://, https:// and postgresql:// URLs are supported`
      : systemReason(error)
    return refuseBundle(redactUrl(path), reason, error)
  }
}
