/** A corpus that somebody publishes ready to use, downloaded into the cache. */
import { rm } from 'node:fs/promises'
import type { Acquired } from './acquire.ts'
import { asNotReady } from './as-not-ready.ts'
import type { BundleStore, CachedBundle } from './bundle-store.ts'
import { makeBundle } from './make-bundle.ts'
import type { ProvideOptions } from './provide.ts'
import { downloadDataset, type RemoteDataset } from './remote-dataset.ts'
import { shown } from './shown-url.ts'
import { temporaryFile } from './temporary.ts'
import { atTemporaryPath } from './url-dataset.ts'
import { withName } from './with-name.ts'

/**
 * Downloads the dataset at a URL, unless it is the one that the newest bundle was made of.
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export function pull(
  url: string,
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ProvideOptions,
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
        throw asNotReady(error)
      })
      const origin = { kind: 'url', url: shown(url), fetched_at: new Date().toISOString(), ...dataset } as const
      return { ...(await store.add(out, origin)), changed: true }
    } catch (error) {
      throw withName(error, out, shown(url))
    } finally {
      await rm(out, { force: true })
    }
  })
}

/** What a bundle was made of, where that was at this URL. */
function knownOf(newest: CachedBundle | undefined, url: string): RemoteDataset | undefined {
  const origin = newest?.origin
  if (origin?.kind !== 'url' || origin.url !== shown(url) || origin.sha256 === undefined) return undefined
  const { sha256, etag, last_modified } = origin
  return { sha256, etag, last_modified }
}
