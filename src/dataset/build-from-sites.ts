/**
 * Builds a corpus from the sites that have its laws: the official source of federal law, and Cellar, or mirrors of them. What was
 * fetched must be good enough to replace the corpus before, of which the states are kept.
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

/** A copy of everything that a site has now. */
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

  /** Changes with everything that a bundle is made of. */
  stateHash(): string {
    return this.sources.map(({ store }) => store.stateHash()).join(' ')
  }

  /** When the last site was fetched: ISO 8601. */
  fetchedAt(): string {
    const times = this.sources.map(({ store }) => store.fetchedAt())
    return times.sort().at(-1) ?? ''
  }

  /** The caller of {@link fetchSources} calls it. */
  close(): void {
    for (const { store } of this.sources) store.close()
    this.#release()
  }
}

/**
 * Updates the copies of sites.
 * @param replaced the bundle that is replaced, which may tell of further laws
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

/** The sites as the origin of a bundle records them: without credentials and queries. */
export function recordedSites(sites: readonly SourceSite[]): SourceSite[] {
  return sites.map(({ url, ...site }) => ({ ...site, url: redactUrl(url) }))
}

/** True if a bundle was made of what these sites have, and of nothing else that is fetched. */
export function isOfSites(origin: BundleOrigin | null, sites: readonly SourceSite[]): boolean {
  const names = (of: readonly SourceSite[]) => of.map(({ source, url }) => `${source} ${url}`).join()
  return origin !== null && names(sitesOfOrigin(origin)) === names(recordedSites(sites))
}

/** The sites that the origin of a bundle records; older ones are of federal law. */
export function sitesOfOrigin({ kind, url, sites }: BundleOrigin): readonly SourceSite[] {
  if (sites !== undefined) return sites
  return kind === 'official-source' && url !== undefined ? [{ source: 'gii', url }] : []
}

/**
 * Returns recorded sites as they can be fetched: the settings may know the credentials and the query.
 * @throws LegalTextError `not_ready` if a query is not known
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

/** The settings with the addresses of the sites. */
export type SiteSettings = Pick<SourceSettings, 'sourceUrl' | 'cellarUrl' | 'neurisUrl'>

const SITE_SETTINGS: Readonly<Record<SiteName, keyof SiteSettings>> = {
  gii: 'sourceUrl',
  eurlex: 'cellarUrl',
  neuris: 'neurisUrl',
}

/** The setting with the address of a source. */
export function settingOf(source: SiteName, settings: SiteSettings): { name: string; url: string } {
  const key = SITE_SETTINGS[source]
  return { name: SETTINGS[key].name, url: settings[key] }
}

/** The database with the copy of a site. Other acts or languages of the same site make another copy. */
function sourceFile(cache: string, { source, url, ...wanted }: SourceSite): string {
  const name = redactUrl(url) + (source === 'gii' ? '' : ` ${source} ${JSON.stringify(wanted)}`)
  const key = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return join(cache, 'sources', `${key}.sqlite`)
}

/** How much of a source may fail if there is no corpus to replace, in percent. */
const FIRST_MAY_FAIL = 90

/** Throws if a bundle with this coverage is not good enough. */
type Accept = (coverage: StoredCoverage) => void

/** What came of fetching a site. */
export interface FetchedCounts {
  source: SiteName
  url: string
  /** Number of laws of the site. */
  total: number
  /** Number of laws that could not be fetched. */
  failed: number
  /** Number of laws of which the copy has a text. */
  kept: number
  /** Why laws could not be fetched, in words; empty if all were. */
  reasons: string
}

/** The corpus that would be replaced. */
interface Replaced {
  file: string
  readable: boolean
  origin: BundleOrigin | null
}

/**
 * Returns the check that a bundle must pass to replace another one: each site for itself.
 * @param isAlone false if local files have laws, too: which ones the sites no longer list is not known then
 * @param replaced the present bundle, `undefined` if there is none
 * @param isSame whether it is of the same sites: then its gaps do not make the new one worse
 * @param percent how much of a site may fail
 * @throws LegalTextError `not_ready` if too many laws could not be fetched for any bundle to be good enough
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
      // Of acts of the Union most limitations are no failures.
      failed:
        replaced?.origin?.sites?.find(({ source }) => source === fetched.source)?.failed ??
        coverage?.limitations_by_source_family[family] ??
        0,
    }
    // What adds the laws of another jurisdiction replaces none.
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
 * @param mayFail percent; `undefined` if there is no corpus to replace
 * @throws LegalTextError `not_ready` if too many laws could not be fetched for any bundle to be good enough
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
 * Counts the laws of a site that could not be fetched, and those that a bundle of them lacks. A law that several sources of one
 * jurisdiction have is in the bundle once.
 */
export function failedLaws(
  { source, failed, kept }: FetchedCounts,
  { laws_by_source_family: laws }: Pick<StoredCoverage, 'laws_by_source_family'>,
): number {
  const sites = Object.values(SITES).filter(({ jurisdiction }) => jurisdiction === SITES[source].jurisdiction)
  const found = sites.reduce((sum, { name }) => sum + (laws[name] ?? 0), 0)
  return failed + Math.max(0, kept - found)
}

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
    const today = dayOf(fetched.fetchedAt())
    // Texts take effect and end without a change of their source.
    const day = sites.some(({ source }) => SITES[source].datesEffect) ? ` ${today}` : ''
    // What local files have is read each time.
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
 * The origin of a bundle that was built of sites.
 * @param local absolute paths of further sources
 * @param priority of the source families, if it is not the default
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
