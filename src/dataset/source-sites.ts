/** The sites that a corpus is fetched from: the official source of federal law, and Cellar, or mirrors of them. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { say } from '../i18n/texts.ts'
import { SITES, type SiteName } from '../import/families.ts'
import { joinInputs } from '../import/input.ts'
import { reasonsOf } from '../import/site/site-records.ts'
import type { FetchedSite, Input, SiteCopy } from '../import/source.ts'
import { LegalTextError } from '../util/errors.ts'
import type { BundleOrigin, SourceSite } from './bundle-origin.ts'
import { hasRedactedQuery, redactUrl } from './dataset-name.ts'
import { lockForUse } from './lock.ts'
import type { SourceSettings, WorkOptions } from './options.ts'

/** A copy of everything that a site has now. */
export interface FetchedSource extends Pick<FetchedSite, 'total' | 'failed' | 'kept'> {
  source: SiteName
  url: string
  store: SiteCopy
  /** Why laws could not be fetched, in words; empty if all were. */
  reasons: string
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
  const onFetched = (done: number, total: number) => onProgress?.({ stage: 'downloading', done, total })
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

/** The setting with the address of a source. */
export function settingOf(
  source: SiteName,
  { sourceUrl, cellarUrl }: Pick<SourceSettings, 'sourceUrl' | 'cellarUrl'>,
): { name: string; url: string } {
  return source === 'gii' ? { name: 'SOURCE_URL', url: sourceUrl } : { name: 'CELLAR_URL', url: cellarUrl }
}

/** The database with the copy of a site. Other acts or languages of the same site make another copy. */
function sourceFile(cache: string, { source, url, ...wanted }: SourceSite): string {
  const name = redactUrl(url) + (source === 'gii' ? '' : ` ${source} ${JSON.stringify(wanted)}`)
  const key = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return join(cache, 'sources', `${key}.sqlite`)
}
