/** Builds a newer corpus from the sites that have its laws. */
import { type BuildReport, buildBundle } from '../ingest/build-bundle.ts'
import { openInputs } from '../ingest/input.ts'
import { SCHEMA_VERSION } from '../tables/bundle-schema.ts'
import { version } from '../version.ts'
import { acceptanceOfAll, failedLaws } from './acceptance.ts'
import type { BundleOrigin, SourceSite } from './bundle-origin.ts'
import type { CachedBundle } from './cached-bundle.ts'
import { toNotReadyError } from './dataset-name.ts'
import { keptHistory } from './kept-history.ts'
import type { ObtainOptions } from './options.ts'
import { type FetchedSources, fetchSources, isOfSites, recordedSites } from './source-sites.ts'

/** Name of the lock of work that changes fetched sources, see `withLock`. */
export const ACQUIRE_LOCK = 'acquire'

/**
 * Fetches the changes from the sites, and builds a bundle of all their laws, unless the newest bundle was built of the same.
 * @param local folders, archives or files that belong to the corpus, too
 * @param out the bundle to write
 * @returns the origin of the bundle; `undefined` if none was built
 * @throws LegalTextError `not_ready` if a site does not respond, or too much of it fails to replace the newest bundle
 */
export async function buildFromSites(
  sites: readonly SourceSite[],
  local: readonly string[],
  out: string,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<BundleOrigin | undefined> {
  const { cache, settings, onProgress, signal } = options
  const fetched = await fetchSources(sites, newest?.file, cache, options)
  try {
    const isSame = isOfSites(newest?.origin ?? null, sites)
    // What local files have is read each time.
    const made_of = local.length === 0 ? `${fetched.stateHash()} ${version} ${SCHEMA_VERSION}` : undefined
    if (isSame && made_of !== undefined && newest?.origin?.made_of === made_of) return undefined
    const accept = await acceptanceOfAll(fetched.sources, local.length === 0, newest, isSame, settings.maxFailedPercent)
    const history = await keptHistory(isSame ? newest?.file : undefined, fetched.fetchedAt(), options)
    const inputs = local.length === 0 ? [] : [await openInputs(local).catch((error) => throwNotReady(error))]
    const languages = sites.find((site) => site.languages)?.languages
    const from = fetched.asInput(inputs)
    const build = { from, history, languages, out, search: true, accept, onProgress, signal }
    const report = await buildBundle(build).catch(throwNotReady)
    return { ...originOfSites(sites, local, fetched, report), made_of }
  } finally {
    fetched.close()
  }
}

/** The origin of a bundle that was built of sites. @param local absolute paths of further sources */
export function originOfSites(
  sites: readonly SourceSite[],
  local: readonly string[],
  fetched: FetchedSources,
  report: BuildReport,
): BundleOrigin {
  const failed = fetched.sources.map((counts) => failedLaws(counts, report))
  const recorded = recordedSites(sites).map((site, index) => ({ ...site, failed: failed[index] ?? 0 }))
  return {
    kind: 'official-source',
    url: recorded[0]?.url,
    sites: recorded,
    ...(local.length > 0 && { local }),
    fetched_at: fetched.fetchedAt(),
  }
}

function throwNotReady(error: unknown): never {
  throw toNotReadyError(error)
}
