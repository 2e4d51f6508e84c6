/**
 * Builds a corpus from the sites of its laws: the official source of federal law, Cellar, or mirrors. The result must be good
 * enough to replace the previous corpus, whose states are kept.
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { say } from '../i18n/texts.ts'
import { type BuildReport, buildBundle } from '../import/build-bundle.ts'
import { SITES, type SiteName } from '../import/families.ts'
import type { HistoryOptions } from '../import/history/open-history.ts'
import { joinInputs, openInputs } from '../import/input.ts'
import { reasonsOf } from '../import/site/site-store.ts'
import type { Input, SiteCopy } from '../import/source.ts'
import { dayOf } from '../import/values.ts'
import type { LawChange } from '../model/corpus.ts'
import { version } from '../program/package.ts'
import { SETTINGS } from '../program/settings.ts'
import { SCHEMA_VERSION, type StoredCoverage } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import { type BundleOrigin, bundleFault, type CachedBundle, type SourceSite } from './bundle-store.ts'
import { hasRedactedQuery, redactUrl, toNotReadyError } from './dataset-name.ts'
import { lockForUse } from './lock.ts'
import { askEngine } from './open-engine.ts'
import type { ObtainOptions, SourceSettings, WorkOptions } from './options.ts'

/** A copy of everything that a site publishes now. */
interface FetchedSource extends FetchedCounts {
  store: SiteCopy
}

/** The copies of all sites of a corpus. */
export class FetchedSources {
  readonly sources: readonly FetchedSource[]
  readonly #release: () => void

  constructor(sources: readonly FetchedSource[], release: () => void) {
    this.sources = sources
    this.#release = release
  }

  /** The laws of all sites, and of further inputs. */
  asInput(further: readonly Input[] = []): Input {
    return joinInputs([...this.sources.map(({ store }) => store.asInput()), ...further])
  }

  /** Changes with every input of a bundle. */
  stateHash(): string {
    return this.sources.map(({ store }) => store.stateHash()).join(' ')
  }

  /** Time of the last fetch from a site: ISO 8601. */
  fetchedAt(): string {
    const times = this.sources.map(({ store }) => store.fetchedAt())
    return times.sort().at(-1) ?? ''
  }

  /** Must be called by the caller of {@link fetchSources}. */
  close(): void {
    for (const { store } of this.sources) store.close()
    this.#release()
  }
}

/**
 * Updates the copies of sites.
 * @param replaced the bundle to replace, which may list further laws
 * @throws LegalTextError `not_ready` if a site does not respond
 */
export async function fetchSources(
  sites: readonly SourceSite[],
  replaced: string | undefined,
  cache: string,
  work: WorkOptions,
): Promise<FetchedSources> {
  const { onProgress, onNotice, signal } = work
  const onFetched = (done: number, total: number, unit?: 'bytes') =>
    onProgress?.({ stage: 'downloading', done, total, ...(unit && { unit }) })
  const fetched: FetchedSource[] = []
  const uses: ReturnType<typeof lockForUse>[] = []
  const sources = new FetchedSources(fetched, () => {
    for (const use of uses) use?.release()
  })
  try {
    for (const { source, url, acts, languages } of sites) {
      const file = sourceFile(cache, { source, url, ...(acts && { acts }), ...(languages && { languages }) })
      uses.push(lockForUse(file, cache))
      const options = { baseUrl: url, file, laws: acts, languages, replaced, onProgress: onFetched, onNotice, signal }
      const { copy: store, ...counts } = await SITES[source].fetchSite(options)
      const reasons = reasonsOf(store.asInput().limitations ?? [])
      fetched.push({ source, url, store, reasons, ...counts })
    }
    return sources
  } catch (error) {
    sources.close()
    throw error
  }
}

/** Returns sites as recorded in the origin of a bundle: without credentials and queries. */
export function recordedSites(sites: readonly SourceSite[]): SourceSite[] {
  return sites.map(({ url, ...site }) => ({ ...site, url: redactUrl(url) }))
}

/** True if a bundle was made from these sites, and no other ones. */
export function isOfSites(origin: BundleOrigin | null, sites: readonly SourceSite[]): boolean {
  const names = (of: readonly SourceSite[]) => of.map(({ source, url }) => `${source} ${url}`).join()
  return origin !== null && names(sitesOfOrigin(origin)) === names(recordedSites(sites))
}

/** Returns the sites in the origin of a bundle; older bundles are of federal law. */
export function sitesOfOrigin({ kind, url, sites }: BundleOrigin): readonly SourceSite[] {
  if (sites !== undefined) return sites
  return kind === 'official-source' && url !== undefined ? [{ source: 'gii', url }] : []
}

/**
 * Returns recorded sites in a form that can be fetched: credentials and query may come from the settings.
 * @throws LegalTextError `not_ready` if a query is unknown
 */
export function fetchableSites(sites: readonly SourceSite[], settings: SourceSettings): SourceSite[] {
  return sites.map((site) => {
    const { name, url } = settingOf(site.source, settings)
    if (site.url === redactUrl(url)) return { ...site, url }
    if (!hasRedactedQuery(site.url)) return site
    const message = say`the newest corpus of the cache came from ${site.url}, and the query of an address is not stored`
    throw new LegalTextError('not_ready', say`${message}: ${name} must name it`)
  })
}

/** Settings with the addresses of the sites. */
export type SiteSettings = Pick<SourceSettings, 'sourceUrl' | 'cellarUrl' | 'neurisUrl'>

const SITE_SETTINGS: Readonly<Record<SiteName, keyof SiteSettings>> = {
  gii: 'sourceUrl',
  eurlex: 'cellarUrl',
  neuris: 'neurisUrl',
}

/** Returns the setting with the address of a source. */
export function settingOf(source: SiteName, settings: SiteSettings): { name: string; url: string } {
  const key = SITE_SETTINGS[source]
  return { name: SETTINGS[key].name, url: settings[key] }
}

/** Returns the database with the copy of a site. Other acts or languages make another copy. */
function sourceFile(cache: string, { source, url, ...wanted }: SourceSite): string {
  const name = redactUrl(url) + (source === 'gii' ? '' : ` ${source} ${JSON.stringify(wanted)}`)
  const key = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return join(cache, 'sources', `${key}.sqlite`)
}

/** Maximum failures per source if there is not yet a corpus, in percent. */
const FIRST_MAY_FAIL = 90

/** Throws if a bundle with this coverage is not good enough. */
type Accept = (coverage: StoredCoverage) => void

/** Result of fetching a site. */
export interface FetchedCounts {
  source: SiteName
  url: string
  /** Number of laws on the site. */
  total: number
  /** Number of laws that could not be fetched. */
  failed: number
  /** Number of laws whose text is in the copy. */
  kept: number
  /** Reasons for failed fetches, in words; empty if there were none. */
  reasons: string
}

/** The corpus to replace. */
interface Replaced {
  file: string
  readable: boolean
  origin: BundleOrigin | null
}

/**
 * Returns the check that a bundle must pass to replace another one, site by site.
 * @param isAlone false if local files contain laws, too: it is then unknown which ones the sites no longer list
 * @param replaced the present bundle; `undefined` for the first one
 * @param isSame true if it is from the same sites: its own gaps then do not count against the new one
 * @param percent maximum failures per site
 * @throws LegalTextError `not_ready` if too many fetches failed for any bundle to be good enough
 */
export async function acceptanceOfAll(
  sources: readonly FetchedCounts[],
  isAlone: boolean,
  replaced: Replaced | undefined,
  isSame: boolean,
  percent: number,
): Promise<Accept> {
  const coverage = replaced?.readable ? await askEngine(replaced.file, (corpus) => corpus.coverage()) : undefined
  const checks = sources.map((fetched) => {
    const { name: family, jurisdiction, listsLaws } = SITES[fetched.source]
    const before = {
      laws: isAlone && listsLaws ? (coverage?.laws_by_source_family[family] ?? 0) : 0,
      // Most limitations of acts of the Union are not failures.
      failed:
        replaced?.origin?.sites?.find(({ source }) => source === fetched.source)?.failed ??
        coverage?.limitations_by_source_family[family] ??
        0,
    }
    // Adding another jurisdiction replaces nothing.
    const replaces = coverage === undefined || coverage.laws_by_jurisdiction[jurisdiction] !== undefined
    const mayFail = replaced !== undefined && replaces ? percent : undefined
    return acceptanceOf(fetched, isSame ? before : undefined, mayFail)
  })
  return (found) => {
    for (const check of checks) check(found)
  }
}

/**
 * Returns the check for the laws of one site.
 * @param previous numbers of the present bundle of the same site
 * @param mayFail percent; `undefined` without a corpus to replace
 * @throws LegalTextError `not_ready` if too many fetches failed for any bundle to be good enough
 */
export function acceptanceOf(
  fetched: FetchedCounts,
  previous: { laws: number; failed: number } = { laws: 0, failed: 0 },
  mayFail: number | undefined,
): Accept {
  const { url, total, reasons } = fetched
  const gone = Math.max(0, previous.laws - total)
  const expected = total + gone
  const assertGood = (failures: number) => {
    const failed = Math.max(0, failures - previous.failed) + gone
    const percent = (100 * failed) / expected
    if (percent <= (mayFail ?? FIRST_MAY_FAIL)) return
    throw new LegalTextError(
      'not_ready',
      say`${new URL(url).host}: ${failed} of ${expected} laws (${percent.toFixed(1)} %) could not be fetched or read, or are no longer listed: ${
        mayFail === undefined
          ? say`the rest is not a corpus`
          : say`more than the ${mayFail} % that MAX_FAILED_PERCENT allows; the present corpus stays in use`
      }${reasons && say`. ${reasons}. Check the names of the laws, or try again later`}`,
    )
  }
  assertGood(fetched.failed)
  return (coverage) => assertGood(failedLaws(fetched, coverage))
}

/**
 * Counts the laws of a site that could not be fetched, and those missing from its bundle. A law from several sources of one
 * jurisdiction is in the bundle once.
 */
export function failedLaws(
  { source, failed, kept }: FetchedCounts,
  { laws_by_source_family: laws }: Pick<StoredCoverage, 'laws_by_source_family'>,
): number {
  const sites = Object.values(SITES).filter(({ jurisdiction }) => jurisdiction === SITES[source].jurisdiction)
  const found = sites.reduce((sum, { name }) => sum + (laws[name] ?? 0), 0)
  return failed + Math.max(0, kept - found)
}

/** Name of the lock for changes of fetched sources, see `withLock`. */
export const ACQUIRE_LOCK = 'acquire'

/**
 * Fetches the changes from the sites, and builds a bundle of all their laws, unless the newest bundle has the same inputs.
 * @param local further folders, archives or files of the corpus
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
    const today = dayOf(fetched.fetchedAt())
    // Texts take effect and expire without a change of their source.
    const day = sites.some(({ source }) => SITES[source].datesEffect) ? ` ${today}` : ''
    // Local files are read each time.
    const made_of = local.length === 0 ? `${fetched.stateHash()} ${version} ${SCHEMA_VERSION}${day}` : undefined
    if (isSame && made_of !== undefined && newest?.origin?.made_of === made_of) return undefined
    const accept = await acceptanceOfAll(fetched.sources, local.length === 0, newest, isSame, settings.maxFailedPercent)
    const history = await keptHistory(isSame ? newest?.file : undefined, fetched.fetchedAt(), options)
    const inputs = local.length === 0 ? [] : [await openInputs(local).catch((error) => throwNotReady(error))]
    const languages = sites.find((site) => site.languages)?.languages
    const from = fetched.asInput(inputs)
    const priority = isSame ? newest?.origin?.source_priority : undefined
    const build = { from, today, history, languages, priority, out, search: true, accept, onProgress, signal }
    const report = await buildBundle(build).catch(throwNotReady)
    return { ...originOfSites(sites, local, fetched, report, priority), made_of }
  } finally {
    fetched.close()
  }
}

/**
 * Returns the origin of a bundle built from sites.
 * @param local absolute paths of further sources
 * @param priority of the source families, if not the default
 */
export function originOfSites(
  sites: readonly SourceSite[],
  local: readonly string[],
  fetched: FetchedSources,
  report: BuildReport,
  priority: readonly string[] | undefined,
): BundleOrigin {
  const failed = fetched.sources.map((counts) => failedLaws(counts, report))
  const recorded = recordedSites(sites).map((site, index) => ({ ...site, failed: failed[index] ?? 0 }))
  return {
    kind: 'official-source',
    url: recorded[0]?.url,
    sites: recorded,
    ...(local.length > 0 && { local }),
    ...(priority && { source_priority: priority }),
    fetched_at: fetched.fetchedAt(),
  }
}

function throwNotReady(error: unknown): never {
  throw toNotReadyError(error)
}

/**
 * Returns the history of a new bundle: the states of the previous one.
 * @param previous that bundle; `undefined` without one from the same source
 * @param fetchedAt fetch time of the new one (ISO 8601)
 * @returns `undefined` if nothing is kept; a notice says why, unless that is wanted
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

/** Changes of the newest state of a corpus. */
export interface NewestChanges {
  /** Day of the newest state. */
  observed_on: string
  /** Number of norms in all laws. */
  added: number
  changed: number
  moved: number
  removed: number
  /** Laws with changes, ordered by code. */
  laws: LawChange[]
}

/** @returns `null` if a bundle has a single state */
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

/** More than in any corpus. */
const MAX_LAWS = 1_000_000
