/** Builds a bundle from local files or from a site, as a file or in the cache. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { LegalTextError } from '../errors.ts'
import { type BuildOptions, type BuildReport, buildBundle, extendedBundle } from '../ingest/build-bundle.ts'
import type { HistoryOptions } from '../ingest/history/open-history.ts'
import { joinInputs, openInputs } from '../ingest/input.ts'
import type { Input } from '../ingest/source.ts'
import { isoTimestamp } from '../ingest/sources/values.ts'
import { BundleStore } from './bundle-store.ts'
import { type BundleOrigin, describeBundle } from './cached-bundle.ts'
import { isUrl, redactUrl } from './dataset-name.ts'
import { lockForWork, realPath, withLock } from './lock.ts'
import { ACQUIRE_LOCK, acceptanceOf, type FetchedSource, fetchSource } from './official-source.ts'
import type { WorkOptions } from './options.ts'
import { temporaryFile } from './temporary.ts'
import { ensureVerified, markVerified } from './verify-bundle.ts'

export interface BuildCorpusOptions extends WorkOptions, Pick<BuildOptions, 'fetchedAt' | 'search'> {
  /**
   * Folders, archives or files, and at most one base URL of a site that has `/gii-toc.xml`. Default: the newest of the older
   * states.
   */
  from?: readonly string[] | undefined
  /** Git repository whose commits are older states, and the folder in it that has the laws. */
  repository?: string | undefined
  repositoryFolder?: string | undefined
  /** Further states: `2024-06-30=folder`. */
  states?: readonly string[] | undefined
  /** Languages in the order of preference: `de,en`. */
  language?: string | undefined
  /** The bundle to write. Default: one in the cache. */
  out?: string | undefined
  cache: string
  /** How much of a site may fail, in percent, for the result to replace a bundle. */
  maxFailedPercent: number
}

/**
 * Builds a bundle.
 * @throws LegalTextError `invalid_input` if the input cannot be read or the output file cannot be written; `not_ready` if
 *   the site does not respond, or the cache cannot be written
 */
export async function buildCorpus(options: BuildCorpusOptions): Promise<BuildReport> {
  const { from = [], cache } = options
  const [site, other] = from.filter(isUrl)
  if (site === undefined) return buildLocal(options)
  if (other !== undefined) throw new LegalTextError('invalid_input', `--from names two sites: ${site} and ${other}`)
  if (options.fetchedAt !== undefined) {
    const message = '--fetched-at is for local files; what a site has is dated when it is fetched'
    throw new LegalTextError('invalid_input', message)
  }
  return withLock(cache, ACQUIRE_LOCK, options, async () => {
    const source = await fetchSource(withoutSlash(site), cache, options)
    const local = from.filter((path) => path !== site)
    try {
      const inputs = local.length === 0 ? [] : [await openInputs(local)]
      return await writeCorpus(joinInputs([source.store.asInput(), ...inputs]), source, options)
    } finally {
      source.close()
    }
  })
}

/** Builds local files while no other process builds the same: a build takes gigabytes and all processors. */
async function buildLocal(options: BuildCorpusOptions): Promise<BuildReport> {
  const { from, repository, states, out, cache, signal } = options
  const held = await lockForWork(
    cache,
    `build-${keyOf(from?.join() ?? repository ?? states?.join() ?? '')}`,
    options,
  ).catch((error) => {
    // An output file needs no cache.
    if (out === undefined || signal?.aborted) throw error
  })
  try {
    return await writeCorpus(from, undefined, options)
  } finally {
    held?.release()
  }
}

/** Identifies a file or folder, whichever path names it. */
function keyOf(path: string): string {
  return createHash('sha256').update(realPath(path)).digest('hex').slice(0, 16)
}

async function writeCorpus(
  from: readonly string[] | Input | undefined,
  source: FetchedSource | undefined,
  options: BuildCorpusOptions,
): Promise<BuildReport> {
  const { out, cache, fetchedAt, search, onProgress, signal } = options
  const languages = languagesOf(options.language)
  const file = out ?? temporaryFile(cache, 'corpus.sqlite')
  const store = new BundleStore(cache)
  try {
    const accept = source && (await acceptanceOfSite(source, store, options))
    const older = historyOf(options)
    const history = older && { ...older, fetchedAt: source?.store.fetchedAt() }
    // What is damaged would be sealed anew.
    const extended = await extendedBundle({ from, history })
    if (extended !== undefined) await ensureVerified(extended, cache)
    const report = await buildBundle({
      from,
      history,
      out: file,
      fetchedAt,
      search,
      languages,
      accept,
      onProgress,
      signal,
    })
    if (out !== undefined) {
      markVerified(report.file, cache)
      return report
    }
    return { ...report, file: (await store.add(file, originOf(source, options))).file }
  } finally {
    if (out === undefined) await rm(file, { force: true })
  }
}

/** Where the older states come from; `undefined` if none are named. @throws LegalTextError `invalid_input` */
function historyOf({ repository, repositoryFolder, states = [] }: BuildCorpusOptions): HistoryOptions | undefined {
  if (repository === undefined && repositoryFolder !== undefined) {
    throw new LegalTextError('invalid_input', '--history-path needs --history')
  }
  if (repository === undefined && states.length === 0) return undefined
  return {
    ...(repository !== undefined && { repository: { path: repository, folder: repositoryFolder } }),
    states: states.map((state) => {
      const [, day = '', from] = /^([^=]*)=(.+)$/s.exec(state) ?? []
      const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isoTimestamp(day) !== undefined
      if (isDay && from !== undefined) return { observedOn: day, from }
      const message = `--state ${JSON.stringify(state)} is no state: expected a day and a source, 2024-06-30=laws.zip`
      throw new LegalTextError('invalid_input', message)
    }),
  }
}

/** @throws LegalTextError `invalid_input` */
function languagesOf(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const languages = list.split(',').map((each) => each.trim().toLowerCase())
  if (languages.every((each) => /^[a-z]{2}$/.test(each))) return languages
  const message = `--language ${JSON.stringify(list)} is no list of languages: expected codes of ISO 639-1, de,en`
  throw new LegalTextError('invalid_input', message)
}

/** The check that the new bundle must pass to replace the present one. */
async function acceptanceOfSite(source: FetchedSource, store: BundleStore, options: BuildCorpusOptions) {
  const { out, from, cache, maxFailedPercent } = options
  if (out === undefined) {
    const newest = await store.newest()
    const previous = newest?.origin?.url === siteOf(from) ? newest : undefined
    return acceptanceOf(source, previous, newest && maxFailedPercent)
  }
  const replaced = existsSync(out) ? await describeBundle(out, cache) : undefined
  return acceptanceOf(source, replaced?.readable ? replaced : undefined, replaced && maxFailedPercent)
}

function originOf(source: FetchedSource | undefined, { from }: BuildCorpusOptions): BundleOrigin {
  if (source === undefined) return { kind: 'build', fetched_at: new Date().toISOString() }
  return { kind: 'official-source', url: siteOf(from), fetched_at: source.store.fetchedAt() }
}

/** The address of a site as it is stored. */
const siteOf = (from: readonly string[] = []) => redactUrl(withoutSlash(from.find(isUrl) ?? ''))
const withoutSlash = (from: string) => from.replace(/\/+$/, '')
