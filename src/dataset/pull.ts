/** A corpus that somebody publishes ready to use, downloaded into the cache. */
import { rm } from 'node:fs/promises'
import type { Acquired } from './acquire.ts'
import type { BundleStore, CachedBundle } from './bundle-store.ts'
import { makeBundle } from './make-bundle.ts'
import type { ProvideOptions } from './provide.ts'
import { downloadFile } from './remote-file.ts'
import { shown } from './shown-url.ts'
import { temporaryFile } from './temporary.ts'
import { withName } from './with-name.ts'

/**
 * Downloads the dataset at a URL, unless it is the one that the newest bundle was made of.
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export async function pull(
  url: string,
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ProvideOptions,
): Promise<Acquired> {
  const { cache, settings } = options
  const previous = newest?.origin?.kind === 'url' && newest.origin.url === shown(url) ? newest.origin : undefined
  const downloaded = temporaryFile(cache, 'download')
  const out = temporaryFile(cache, 'corpus.sqlite')
  try {
    const file = await downloadFile(url, downloaded, {
      ...options,
      known: previous,
      sha256: settings.datasetSha256,
      publicKey: settings.datasetPublicKey,
    })
    if (newest !== undefined && (file === undefined || file.sha256 === previous?.sha256)) {
      return { ...newest, changed: false }
    }
    await makeBundle(downloaded, out, options)
    const origin = { kind: 'url', url: shown(url), fetched_at: new Date().toISOString(), ...file } as const
    return { ...(await store.add(out, origin)), changed: true }
  } catch (error) {
    throw withName(withName(error, downloaded, shown(url)), out, shown(url))
  } finally {
    for (const temporary of [downloaded, out]) await rm(temporary, { force: true })
  }
}
