/**
 * Acquires the first or a newer corpus for the cache: downloads it from DATASET_URL or the publication at CORPUS_URL, or builds
 * it from the official source.
 */

import { rm } from 'node:fs/promises'
import { say } from '../i18n/texts.ts'
import { releasedCorpus } from '../program/package.ts'
import { LegalTextError } from '../util/errors.ts'
import { namedSites } from './build-corpus.ts'
import {
  ACQUIRE_LOCK,
  buildFromSites,
  fetchableSites,
  keptHistory,
  type NewestChanges,
  newestChanges,
  sitesOfOrigin,
} from './build-from-sites.ts'
import { type BundleOrigin, BundleStore, type CachedBundle, type SourceSite } from './bundle-store.ts'
import { makeBundle } from './convert.ts'
import { hasRedactedQuery, redactUrl, renamePathInError, toNotReadyError } from './dataset-name.ts'
import { withLock } from './lock.ts'
import type { ObtainOptions, SourceSettings } from './options.ts'
import { pruneOlderBundles } from './prune.ts'
import { downloadDataset, type RemoteDataset } from './remote-dataset.ts'
import { removeLeftovers, temporaryFile, withDownloadPath } from './temporary.ts'

export interface Acquired extends CachedBundle {
  /** True if the bundle differs from the previous one. */
  changed: boolean
  /** Changes of the newest state; `null` if it does not know the previous one. */
  changes: NewestChanges | null
}

/**
 * Acquires the first corpus. If several processes do so at the same time, one works and the others use its result.
 * @throws LegalTextError `not_ready` with the reason if none can be obtained
 */
export function acquireCorpus(options: ObtainOptions): Promise<Acquired> {
  return withStore(options, async (store) => {
    const present = await store.newestTrusted(options.settings)
    return present === undefined ? fetchNewer(store, undefined, options) : { ...present, changed: true, changes: null }
  })
}

/**
 * Acquires the corpus in the settings, or one from `sources`. Present and unchanged files are not fetched again. If the new
 * corpus cannot be obtained or is not good enough, the newest bundle of the cache stays.
 * @throws LegalTextError `not_ready` with the reason; `invalid_input` for sources together with a dataset
 */
export async function pullCorpus(options: ObtainOptions): Promise<Acquired> {
  const { sources, settings } = options
  if (sources !== undefined && settings.datasetUrl !== undefined) {
    const message = say`--source names sites, and DATASET_URL or --url a dataset: give one of them`
    throw new LegalTextError('invalid_input', message)
  }
  const sites = sources && namedSites({ sources, settings })
  if (options.variant !== undefined && (sites !== undefined || publicationOf(settings) === undefined)) {
    const message = say`--variant is of a published corpus: CORPUS_URL must name its folder, without DATASET_URL, --url and --source`
    throw new LegalTextError('invalid_input', message)
  }
  return withStore(options, async (store) => fetchNewer(store, await store.newest(), options, sites))
}

/**
 * As {@link pullCorpus}, but from the origin of the newest bundle of the cache, unless DATASET_URL or CORPUS_URL is set.
 * @throws LegalTextError `not_ready` with the reason, also if the cache has no bundle
 */
export function updateCorpus(options: ObtainOptions): Promise<Acquired> {
  return withStore(options, async (store) => {
    const newest = await store.newest()
    if (newest === undefined) {
      throw new LegalTextError('not_ready', say`there is no corpus to update; \`legal-text corpus pull\` gets one`)
    }
    const { settings } = options
    const { origin } = newest
    // The publication of the release is only a default: it does not replace a corpus from another source.
    const corpusUrl = settings.corpusUrl === releasedCorpus?.url ? undefined : settings.corpusUrl
    if ((settings.datasetUrl ?? corpusUrl) !== undefined) return fetchNewer(store, newest, options)
    const sites = origin === null ? [] : sitesOfOrigin(origin)
    if (origin !== null && sites.length > 0) {
      return fetchNewer(store, newest, options, fetchableSites(sites, settings), origin.local)
    }
    if (origin?.url === undefined) {
      const message = say`the origin of the newest corpus of the cache is unknown; \`legal-text corpus pull\` gets the newest of a source`
      throw new LegalTextError('not_ready', message)
    }
    if (hasRedactedQuery(origin.url)) {
      const message = say`the newest corpus of the cache came from ${origin.url}, and the query of an address is not stored`
      throw new LegalTextError('not_ready', say`${message}: DATASET_URL must name it`)
    }
    const address = origin.kind === 'publication' ? { corpusUrl: origin.url } : { datasetUrl: origin.url }
    return fetchNewer(store, newest, { ...options, settings: { ...settings, ...address } })
  })
}

/** Works with the bundles of the cache under the lock for acquiring. */
function withStore(options: ObtainOptions, work: (store: BundleStore) => Promise<Acquired>): Promise<Acquired> {
  const { cache } = options
  return withLock(cache, ACQUIRE_LOCK, options, async () => {
    await removeLeftovers(cache)
    const result = await work(new BundleStore(cache))
    await pruneOlderBundles(cache)
    return result
  })
}

/** Returns the folder of published corpora for `pull`; `undefined` if it takes a dataset, or laws from sites. */
function publicationOf({ datasetUrl, corpusUrl }: SourceSettings): string | undefined {
  return datasetUrl === undefined ? corpusUrl : undefined
}

/**
 * @param sites of the laws, if no corpus address is set
 * @param local further sources of the same corpus
 */
async function fetchNewer(
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
  sites?: readonly SourceSite[],
  local: readonly string[] = [],
): Promise<Acquired> {
  const { datasetUrl, datasetPublicKey, datasetSha256, sourceUrl } = options.settings
  const publication = sites === undefined ? publicationOf(options.settings) : undefined
  const address = datasetUrl ?? publication
  // The checksums of a publication are in its signed catalogue.
  const demanded = (address === undefined ? datasetPublicKey : undefined) ?? datasetSha256
  if (datasetUrl === undefined && demanded !== undefined) {
    const message = say`the official source has neither signature nor checksum: DATASET_URL must name the dataset that is to be verified`
    throw new LegalTextError('invalid_input', message)
  }
  const out = temporaryFile(store.cache, 'corpus.sqlite')
  try {
    let origin: BundleOrigin | undefined
    if (datasetUrl !== undefined) origin = await downloadBundle(datasetUrl, out, store, newest, options)
    else if (publication !== undefined) {
      const { pullPublication } = await import('./pull-publication.ts')
      origin = await pullPublication(publication, out, store, newest, options)
    } else {
      origin = await buildFromSites(sites ?? [{ source: 'gii', url: sourceUrl }], local, out, newest, options)
    }
    if (origin === undefined) return { ...(newest as CachedBundle), changed: false, changes: null }
    const added = await store.add(out, origin)
    return { ...added, changed: true, changes: await newestChanges(added.file) }
  } catch (error) {
    throw address === undefined ? error : renamePathInError(error, out, redactUrl(address))
  } finally {
    await rm(out, { force: true })
  }
}

/**
 * Downloads the dataset at a URL and makes a bundle of it, unless the newest bundle comes from the same dataset.
 * @returns `undefined` in that case
 * @throws LegalTextError `not_ready` if the download fails or has the wrong checksum or signature
 */
function downloadBundle(
  url: string,
  out: string,
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<BundleOrigin | undefined> {
  const { datasetSha256: sha256, datasetPublicKey: publicKey } = options.settings
  return withDownloadPath(url, store.cache, async (path) => {
    const known = knownDataset(newest, url)
    const { changed, ...dataset } = await downloadDataset(url, path, { ...options, known, sha256, publicKey })
    if (newest !== undefined && !changed) {
      const { signed_by } = dataset
      if (signed_by !== undefined) await store.noteOrigin(newest, { signed_by })
      return undefined
    }
    const fetchedAt = new Date().toISOString()
    const previous = newest?.origin?.url === redactUrl(url) ? newest.file : undefined
    const history = () => keptHistory(previous, fetchedAt, options)
    await makeBundle(path, out, { ...options, history }).catch((error) => {
      throw toNotReadyError(error)
    })
    return { kind: 'url', url: redactUrl(url), fetched_at: fetchedAt, ...dataset }
  })
}

/** Returns the dataset from which a bundle was made, if it came from this URL. */
function knownDataset(bundle: CachedBundle | undefined, url: string): RemoteDataset | undefined {
  const origin = bundle?.origin
  if (origin?.kind !== 'url' || origin.url !== redactUrl(url) || origin.sha256 === undefined) return undefined
  const { sha256, etag, last_modified } = origin
  return { sha256, etag, last_modified }
}
