/** A corpus for a machine that has none, and a newer one for a machine that has: downloaded, or built from the source. */

import { rm } from 'node:fs/promises'
import { LegalTextError } from '../errors.ts'
import { BundleStore, type CachedBundle } from './bundle-store.ts'
import { atTemporaryPath, makeBundle } from './convert.ts'
import { hasRedactedQuery, redactUrl, renamePathInError, toNotReadyError } from './dataset-name.ts'
import type { ObtainOptions } from './locate.ts'
import { withLock } from './lock.ts'
import { ACQUIRE_LOCK, buildFromSource } from './official-source.ts'
import { pruneOlderBundles } from './prune.ts'
import { downloadDataset, type RemoteDataset } from './remote-dataset.ts'
import { newestTrusted } from './signature.ts'
import { removeLeftovers, temporaryFile } from './temporary.ts'

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
export function acquireCorpus(options: ObtainOptions): Promise<Acquired> {
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
export function pullCorpus(options: ObtainOptions): Promise<Acquired> {
  return withStore(options, async (store) => fetchNewer(store, await store.newest(), options))
}

/**
 * As {@link pullCorpus}, but from where the newest bundle of the cache came, unless DATASET_URL is set.
 * @throws LegalTextError `not_ready` with the reason, also where the cache has no bundle
 */
export function updateCorpus(options: ObtainOptions): Promise<Acquired> {
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
    if (hasRedactedQuery(origin.url) && origin.url !== redactUrl(settings.sourceUrl)) {
      const setting = origin.kind === 'url' ? 'DATASET_URL' : 'SOURCE_URL'
      const message = `the newest corpus of the cache came from ${origin.url}, and the query of an address is not kept`
      throw new LegalTextError('not_ready', `${message}: ${setting} must name it`)
    }
    // What is kept of an address has no user name and password.
    const isKnown = origin.url === redactUrl(settings.sourceUrl)
    const source = origin.kind === 'url' ? { datasetUrl: origin.url } : isKnown ? {} : { sourceUrl: origin.url }
    return fetchNewer(store, newest, { ...options, settings: { ...settings, ...source } })
  })
}

function fetchNewer(store: BundleStore, newest: CachedBundle | undefined, options: ObtainOptions): Promise<Acquired> {
  const { datasetUrl, datasetPublicKey, datasetSha256 } = options.settings
  if (datasetUrl === undefined && (datasetPublicKey ?? datasetSha256) !== undefined) {
    const message =
      'the official source has neither signature nor checksum: DATASET_URL must name what is to be checked'
    throw new LegalTextError('invalid_input', message)
  }
  return datasetUrl === undefined
    ? buildFromSource(store, newest, options)
    : pullFromUrl(datasetUrl, store, newest, options)
}

/** Works with the bundles of the cache while no other process gets any. */
function withStore(options: ObtainOptions, work: (store: BundleStore) => Promise<Acquired>): Promise<Acquired> {
  const { cache } = options
  return withLock(cache, ACQUIRE_LOCK, options, async () => {
    await removeLeftovers(cache)
    const store = new BundleStore(cache)
    const result = await work(store)
    await pruneOlderBundles(store)
    return result
  })
}

/*FILEDOC A corpus that somebody publishes ready to use, downloaded into the cache. */

/**
 * Downloads the dataset at a URL, unless it is the one that the newest bundle was made of.
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export function pullFromUrl(
  url: string,
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<Acquired> {
  const { cache, settings } = options
  const { datasetSha256: sha256, datasetPublicKey: publicKey } = settings
  return atTemporaryPath(url, cache, async (path) => {
    const out = temporaryFile(cache, 'corpus.sqlite')
    try {
      const known = knownOf(newest, url)
      const { changed, ...dataset } = await downloadDataset(url, path, { ...options, known, sha256, publicKey })
      if (newest !== undefined && !changed) {
        const { signed_by } = dataset
        if (signed_by !== undefined) await store.noteOrigin(newest, { signed_by })
        return { ...newest, changed }
      }
      await makeBundle(path, out, options).catch((error) => {
        throw toNotReadyError(error)
      })
      const origin = { kind: 'url', url: redactUrl(url), fetched_at: new Date().toISOString(), ...dataset } as const
      return { ...(await store.add(out, origin)), changed: true }
    } catch (error) {
      throw renamePathInError(error, out, redactUrl(url))
    } finally {
      await rm(out, { force: true })
    }
  })
}

/** What a bundle was made of, where that was at this URL. */
function knownOf(newest: CachedBundle | undefined, url: string): RemoteDataset | undefined {
  const origin = newest?.origin
  if (origin?.kind !== 'url' || origin.url !== redactUrl(url) || origin.sha256 === undefined) return undefined
  const { sha256, etag, last_modified } = origin
  return { sha256, etag, last_modified }
}
