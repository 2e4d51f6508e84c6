/** Builds a corpus from the official source, or from a mirror of it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { buildBundle } from '../ingest/build-bundle.ts'
import type { SiteCopy } from '../ingest/source.ts'
import { fetchSite } from '../ingest/sources/families.ts'
import { SCHEMA_VERSION, type StoredCoverage } from '../sqlite/bundle-schema.ts'
import { version } from '../version.ts'
import type { BundleOrigin, CachedBundle } from './cached-bundle.ts'
import { redactUrl, toNotReadyError } from './dataset-name.ts'
import { keptHistory } from './kept-history.ts'
import { lockForUse } from './lock.ts'
import type { ObtainOptions, WorkOptions } from './options.ts'

/** How much of a source may fail if there is no corpus to replace, in percent. */
const FIRST_MAY_FAIL = 90

/** Name of the lock of work that changes fetched sources, see `withLock`. */
export const ACQUIRE_LOCK = 'acquire'

/**
 * Fetches the changes from the source, and builds a bundle of all its laws, unless the newest bundle was built of the same.
 * @param out the bundle to write
 * @returns the origin of the bundle; `undefined` if none was built
 * @throws LegalTextError `not_ready` if the source does not respond, or too much of it fails to replace the newest bundle
 */
export async function buildFromSource(
  out: string,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<BundleOrigin | undefined> {
  const { cache, settings, onProgress, signal } = options
  const source = await fetchSource(settings.sourceUrl, cache, options)
  const url = redactUrl(settings.sourceUrl)
  try {
    const made_of = `${source.store.stateHash()} ${version} ${SCHEMA_VERSION}`
    const previous = newest?.origin?.url === url ? newest : undefined
    if (previous?.origin?.made_of === made_of) return undefined
    const accept = acceptanceOf(source, previous, newest && settings.maxFailedPercent)
    const from = source.store.asInput()
    const history = await keptHistory(previous?.file, source.store.fetchedAt(), options)
    await buildBundle({ from, history, out, search: true, accept, onProgress, signal }).catch((error) => {
      throw toNotReadyError(error)
    })
    return { kind: 'official-source', url, fetched_at: source.store.fetchedAt(), made_of }
  } finally {
    source.close()
  }
}

/** A copy of everything that a site has now. */
export interface FetchedSource {
  store: SiteCopy
  /** Number of laws of the site. */
  total: number
  /** Number of laws that could not be fetched. */
  failed: number
  /** The caller of {@link fetchSource} calls it. */
  close(): void
}

/**
 * Updates the copy of a site.
 * @throws LegalTextError `not_ready` if the site does not respond
 */
export async function fetchSource(baseUrl: string, cache: string, work: WorkOptions): Promise<FetchedSource> {
  const { onProgress, onNotice, signal } = work
  const file = sourceFile(cache, baseUrl)
  const use = lockForUse(file, cache)
  try {
    const onFetched = (done: number, total: number) => onProgress?.({ stage: 'downloading', done, total })
    const { copy: store, ...counts } = await fetchSite({ baseUrl, file, onProgress: onFetched, onNotice, signal })
    const close = () => {
      store.close()
      use?.release()
    }
    return { store, ...counts, close }
  } catch (error) {
    use?.release()
    throw error
  }
}

/**
 * Returns the check that a bundle must pass to replace another one.
 * @param source of the bundle
 * @param previous the present bundle of the same site: its gaps do not make the new one worse
 * @param mayFail percent; `undefined` if there is no corpus to replace
 * @returns throws if a bundle with this coverage is not good enough
 * @throws LegalTextError `not_ready` if too many laws could not be fetched for any bundle to be good enough
 */
export function acceptanceOf(
  { total, failed }: FetchedSource,
  previous: { laws: number; limitations: number } | undefined,
  mayFail: number | undefined,
): (coverage: StoredCoverage) => void {
  const { laws, limitations } = previous ?? { laws: 0, limitations: 0 }
  const gone = Math.max(0, laws - total)
  const assertGood = (failed: number) =>
    assertGoodEnough(total + gone, Math.max(0, failed - limitations) + gone, mayFail)
  assertGood(failed)
  // Counts laws that the bundle lacks as well as laws whose update could not be fetched.
  return ({ limitations_by_terminal_state: states }) =>
    assertGood(Object.values(states).reduce((sum, count) => sum + count, 0))
}

/**
 * @param total number of expected laws: those of the source, or of the present corpus if it has more
 * @param failed how many of them could not be fetched or read, or are no longer listed
 * @param mayFail percent; `undefined` if there is no corpus to replace
 * @throws LegalTextError `not_ready` if too many failed
 */
function assertGoodEnough(total: number, failed: number, mayFail: number | undefined): void {
  const percent = (100 * failed) / total
  if (percent <= (mayFail ?? FIRST_MAY_FAIL)) return
  throw new LegalTextError(
    'not_ready',
    `${failed} of ${total} laws (${percent.toFixed(1)} %) could not be fetched or read, or are no longer listed: ` +
      (mayFail === undefined
        ? 'the rest is not a corpus'
        : `more than the ${mayFail} % that MAX_FAILED_PERCENT allows; the present corpus stays in use`),
  )
}

/** The database with the copy of a site. */
function sourceFile(cache: string, baseUrl: string): string {
  const key = createHash('sha256').update(redactUrl(baseUrl)).digest('hex').slice(0, 16)
  return join(cache, 'sources', `${key}.sqlite`)
}
