/** A corpus for a machine that has none, and a newer one for a machine that has: downloaded, or built from the source. */
import { LegalTextError } from '../errors.ts'
import { BundleStore, type CachedBundle } from './bundle-store.ts'
import { alone } from './lock.ts'
import { ACQUIRING, fromOfficialSource } from './official-source.ts'
import type { ProvideOptions } from './provide.ts'
import { trim } from './prune.ts'
import { pull } from './pull.ts'
import { lacksQuery, shown } from './shown-url.ts'
import { removeLeftovers } from './temporary.ts'
import { newestTrusted } from './trusted-bundle.ts'

/** What came of looking for a newer corpus. */
export interface Acquired extends CachedBundle {
  /** Whether it is another one than before. */
  changed: boolean
}

/**
 * Gets the first corpus: from DATASET_URL where set, else built from the official source. Of several processes that ask
 * at the same time one works, and the others use what it got.
 * @throws LegalTextError `not_ready` where it cannot be had, with the reason
 */
export function acquire(options: ProvideOptions): Promise<Acquired> {
  return withStore(options, async (store) => {
    const present = await newestTrusted(store, options.settings)
    return present === undefined ? fetchNewer(store, undefined, options) : { ...present, changed: true }
  })
}

/**
 * Gets the corpus that the settings name: from DATASET_URL where set, else from the official source. What is here already
 * is not fetched again. The newest bundle of the cache stays where the new one cannot be had or is not good enough.
 * @throws LegalTextError `not_ready` with the reason
 */
export function get(options: ProvideOptions): Promise<Acquired> {
  return withStore(options, async (store) => fetchNewer(store, await store.newest(), options))
}

/**
 * As {@link get}, but from where the newest bundle of the cache came, unless DATASET_URL is set.
 * @throws LegalTextError `not_ready` with the reason, also where the cache has no bundle
 */
export function update(options: ProvideOptions): Promise<Acquired> {
  return withStore(options, async (store) => {
    const newest = await store.newest()
    if (newest === undefined) {
      throw new LegalTextError(
        'not_ready',
        'there is no corpus that could be updated; `legal-text corpus pull` gets one',
      )
    }
    const { settings } = options
    const { origin } = newest
    if (settings.datasetUrl !== undefined) return fetchNewer(store, newest, options)
    if (origin?.url === undefined) {
      const message =
        'it is not known where the newest corpus of the cache came from; `legal-text corpus pull` gets the newest of a source'
      throw new LegalTextError('not_ready', message)
    }
    if (lacksQuery(origin.url) && origin.url !== shown(settings.sourceUrl)) {
      const setting = origin.kind === 'url' ? 'DATASET_URL' : 'SOURCE_URL'
      const message = `the newest corpus of the cache came from ${origin.url}, and the query of an address is not kept`
      throw new LegalTextError('not_ready', `${message}: ${setting} must name it`)
    }
    // What is kept of an address has no user name and password.
    const isKnown = origin.url === shown(settings.sourceUrl)
    const source = origin.kind === 'url' ? { datasetUrl: origin.url } : isKnown ? {} : { sourceUrl: origin.url }
    return fetchNewer(store, newest, { ...options, settings: { ...settings, ...source } })
  })
}

function fetchNewer(store: BundleStore, newest: CachedBundle | undefined, options: ProvideOptions): Promise<Acquired> {
  const { datasetUrl, datasetPublicKey, datasetSha256 } = options.settings
  if (datasetUrl === undefined && (datasetPublicKey ?? datasetSha256) !== undefined) {
    const message =
      'the official source has neither signature nor checksum: DATASET_URL must name what is to be checked'
    throw new LegalTextError('invalid_input', message)
  }
  return datasetUrl === undefined
    ? fromOfficialSource(store, newest, options)
    : pull(datasetUrl, store, newest, options)
}

/** Works with the bundles of the cache while no other process gets any. */
function withStore(options: ProvideOptions, work: (store: BundleStore) => Promise<Acquired>): Promise<Acquired> {
  const { cache } = options
  return alone(cache, ACQUIRING, options, async () => {
    await removeLeftovers(cache)
    const store = new BundleStore(cache)
    const result = await work(store)
    await trim(store)
    return result
  })
}
