/** Builds a newer corpus from the sites that have its laws, and tells what it keeps of the one before and what it changes. */

import { say } from '../i18n/texts.ts'
import { type BuildReport, buildBundle } from '../import/build-bundle.ts'
import type { HistoryOptions } from '../import/history/open-history.ts'
import { openInputs } from '../import/input.ts'
import { dayOf } from '../import/values.ts'
import type { LawChange } from '../model/corpus.ts'
import { version } from '../program/package.ts'
import { SCHEMA_VERSION } from '../store/bundle-schema.ts'
import { acceptanceOfAll, failedLaws } from './acceptance.ts'
import type { BundleOrigin, SourceSite } from './bundle-origin.ts'
import { bundleFault, type CachedBundle } from './cached-bundle.ts'
import { toNotReadyError } from './dataset-name.ts'
import { askEngine } from './open-engine.ts'
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

/**
 * The history of a new bundle: the states of the one before.
 * @param previous file of that bundle, `undefined` if there is none of the same source
 * @param fetchedAt when the new one was fetched (ISO 8601)
 * @returns `undefined` if nothing is kept; a notice says why if that is not asked for
 */
export async function keptHistory(
  previous: string | undefined,
  fetchedAt: string,
  { cache, history = true, onNotice }: ObtainOptions,
): Promise<HistoryOptions | undefined> {
  if (previous === undefined || !history) return undefined
  const { keepingFault } = await import('../import/history/bundle-laws.ts')
  const fault = (await bundleFault(previous, cache)) ?? keepingFault(previous, dayOf(fetchedAt))
  if (fault === undefined) return { bundle: previous, fetchedAt }
  onNotice?.(say`the older versions are not kept: ${fault}`)
  return undefined
}

/** What the newest state of a corpus has changed. */
export interface NewestChanges {
  /** Day of the newest state. */
  observed_on: string
  /** Numbers of norms in all laws. */
  added: number
  changed: number
  moved: number
  removed: number
  /** The laws with changes, in the order of their codes. */
  laws: LawChange[]
}

/** @returns `null` if a bundle only has one state */
export function newestChanges(bundle: string): Promise<NewestChanges | null> {
  return askEngine(bundle, async (corpus) => {
    const states = await corpus.states()
    const day = states.at(-1)?.observed_on
    if (day === undefined || states.length < 2) return null
    const { items: laws } = await corpus.changedLaws({ since: day, until: day, limit: MAX_LAWS, offset: 0 })
    const sum = (type: 'added' | 'changed' | 'moved' | 'removed') => laws.reduce((total, law) => total + law[type], 0)
    return {
      observed_on: day,
      added: sum('added'),
      changed: sum('changed'),
      moved: sum('moved'),
      removed: sum('removed'),
      laws,
    }
  })
}

/** More than any corpus has. */
const MAX_LAWS = 1_000_000
