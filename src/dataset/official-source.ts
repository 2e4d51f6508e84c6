/** A corpus built from the official source, or from a mirror of it. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { buildBundle } from '../ingest/build-bundle.ts'
import type { SiteCopy } from '../ingest/source.ts'
import { fetchSite } from '../ingest/sources/families.ts'
import { SCHEMA_VERSION, type StoredCoverage } from '../sqlite/bundle-schema.ts'
import { version } from '../version.ts'
import type { Acquired } from './acquire.ts'
import type { BundleStore, CachedBundle } from './bundle-store.ts'
import { redactUrl, toNotReadyError } from './dataset-name.ts'
import type { ObtainOptions } from './locate.ts'
import { lockForUse } from './lock.ts'
import type { WorkOptions } from './options.ts'
import { temporaryFile } from './temporary.ts'

/** How much of a source may fail where there is no corpus that it would replace, in percent. */
const FIRST_MAY_FAIL = 90

/** Work that changes what is kept of sources, see `alone`. */
export const ACQUIRE_LOCK = 'acquire'

/**
 * Fetches what has changed at the source, and builds a bundle of all its laws where there is any difference to the newest
 * one.
 * @throws LegalTextError `not_ready` where the source does not answer, or too much of it fails and there is a corpus that
 *   would be replaced
 */
export async function buildFromSource(
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<Acquired> {
  const { cache, settings, onProgress, signal } = options
  const source = await fetchSource(settings.sourceUrl, cache, options)
  const url = redactUrl(settings.sourceUrl)
  try {
    const made = `${source.store.stateHash()} ${version} ${SCHEMA_VERSION}`
    const previous = newest?.origin?.url === url ? newest : undefined
    if (previous?.origin?.made_of === made) return { ...previous, changed: false }
    const mayFail = newest === undefined ? undefined : settings.maxFailedPercent
    const accept = acceptanceOf(source, previous, mayFail)
    const out = temporaryFile(cache, 'corpus.sqlite')
    try {
      const from = source.store.asInput()
      await buildBundle({ from, out, search: true, accept, onProgress, signal }).catch((error) => {
        throw toNotReadyError(error)
      })
      const origin = { kind: 'official-source', url, fetched_at: source.store.fetchedAt(), made_of: made } as const
      return { ...(await store.add(out, origin)), changed: true }
    } finally {
      await rm(out, { force: true })
    }
  } finally {
    source.close()
  }
}

/** What is at a site now, all of it on this machine. */
export interface FetchedSource {
  store: SiteCopy
  /** How many laws the site has, and how many of them could not be fetched. */
  total: number
  failed: number
  /** Whoever asked for it closes it. */
  close(): void
}

/**
 * Brings what is kept of a site up to date.
 * @throws LegalTextError `not_ready` where the site does not answer
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
 * Tells whether a bundle may take the place of another one.
 * @param source what it is made of
 * @param previous the bundle of the same site that is there: what that lacks, too, does not make the new one worse
 * @param mayFail percent; `undefined` where there is no corpus that would be replaced
 * @returns throws where a bundle that has this coverage is not good enough
 * @throws LegalTextError `not_ready` where so much could not be fetched that none will be
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
  // Laws that are not in the bundle, and laws that could not be fetched anew.
  return ({ limitations_by_terminal_state: states }) =>
    assertGood(Object.values(states).reduce((sum, count) => sum + count, 0))
}

/**
 * @param total laws that there should be: those of the source, or of the corpus that is there, if these are more
 * @param failed how many of them could not be fetched or read, or are no longer listed
 * @param mayFail percent; `undefined` where there is no corpus that would be replaced
 * @throws LegalTextError `not_ready` where that is too much
 */
function assertGoodEnough(total: number, failed: number, mayFail: number | undefined): void {
  const percent = (100 * failed) / total
  if (percent <= (mayFail ?? FIRST_MAY_FAIL)) return
  throw new LegalTextError(
    'not_ready',
    `${failed} of ${total} laws (${percent.toFixed(1)} %) could not be fetched or read, or are no longer listed: ` +
      (mayFail === undefined
        ? 'what is left is no corpus'
        : `more than the ${mayFail} % that MAX_FAILED_PERCENT allows; the corpus that is there stays in use`),
  )
}

/** Where what was fetched from a site is kept. */
function sourceFile(cache: string, baseUrl: string): string {
  const key = createHash('sha256').update(redactUrl(baseUrl)).digest('hex').slice(0, 16)
  return join(cache, 'sources', `${key}.sqlite`)
}
