/** Builds a bundle from local files or from sites, as a file or in the cache. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { detectForm } from '../archive/compressed.ts'
import { say, sayOr } from '../i18n/texts.ts'
import { type BuildOptions, type BuildReport, buildBundle } from '../import/build-bundle.ts'
import { FAMILIES, SITES, type SiteName, WRITTEN } from '../import/families.ts'
import type { HistoryOptions } from '../import/history/open-history.ts'
import { openInputs } from '../import/input.ts'
import { dayOf, isoTimestamp } from '../import/values.ts'
import { LegalTextError } from '../util/errors.ts'
import {
  ACQUIRE_LOCK,
  acceptanceOfAll,
  type FetchedSources,
  fetchSources,
  isOfSites,
  originOfSites,
  type SiteSettings,
  settingOf,
} from './build-from-sites.ts'
import { type BundleOrigin, BundleStore, describeBundle, type SourceSite } from './bundle-store.ts'
import { isDatabaseAddress, isUrl, redactUrl } from './dataset-name.ts'
import { lockForWork, realPath, withLock } from './lock.ts'
import type { WorkOptions } from './options.ts'
import { temporaryFile } from './temporary.ts'
import { ensureVerified, markVerified } from './verify-bundle.ts'

export type { BuildReport }

export interface BuildCorpusOptions extends WorkOptions, NamedSites, Pick<BuildOptions, 'fetchedAt' | 'search'> {
  /** Source families or sites, in order of preference for laws that several have: `gii,neuris`. */
  sourcePriority?: string | undefined
  /** Git repository whose commits are older states, and its folder with the laws. */
  repository?: string | undefined
  repositoryFolder?: string | undefined
  /** Further states: `2024-06-30=folder`. */
  states?: readonly string[] | undefined
  /** Bundle to write. Default: one in the cache. */
  out?: string | undefined
  cache: string
  /** Maximum failures per site, in percent, for the result to replace a bundle. */
  maxFailedPercent: number
}

/**
 * Builds a bundle.
 * @throws LegalTextError `invalid_input` if the input cannot be read or the output file cannot be written; `not_ready` if
 *   the site does not respond, or the cache cannot be written
 */
export async function buildCorpus(options: BuildCorpusOptions): Promise<BuildReport> {
  const { from = [], out, cache } = options
  const sites = namedSites(options)
  if (sites.length === 0) return buildLocal(options)
  if (options.fetchedAt !== undefined) {
    const message = say`--fetched-at is for local files; what a site has is dated when it is fetched`
    throw new LegalTextError('invalid_input', message)
  }
  const local = from.filter((path) => !isUrl(path))
  // Fetching takes long: report wrong paths first.
  for (const path of local) await detectForm(path)
  return withLock(cache, ACQUIRE_LOCK, options, async () => {
    const present = () => (existsSync(out ?? '') ? describeBundle(out ?? '', cache) : undefined)
    const replaced = out === undefined ? await new BundleStore(cache).newest() : await present()
    const fetched = await fetchSources(sites, replaced?.file, cache, options)
    try {
      return await writeCorpus({ sites, fetched, local, replaced }, options)
    } finally {
      fetched.close()
    }
  })
}

/** Fetched sources, and the input for the build: these sources and local files. */
interface FetchedCorpus {
  sites: readonly SourceSite[]
  fetched: FetchedSources
  local: readonly string[]
  /** The bundle to replace. */
  replaced: Awaited<ReturnType<typeof describeBundle>> | undefined
}

/** Builds local files under a lock on the input: a build takes gigabytes and all processors. */
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
    return await writeCorpus(undefined, options)
  } finally {
    held?.release()
  }
}

/** Identifies a file or folder, by whatever path. */
function keyOf(path: string): string {
  return createHash('sha256').update(realPath(path)).digest('hex').slice(0, 16)
}

async function writeCorpus(corpus: FetchedCorpus | undefined, options: BuildCorpusOptions): Promise<BuildReport> {
  const { out, cache, fetchedAt, search, onProgress, signal } = options
  const languages = readLanguages(options.language)
  const priority = readPriority(options.sourcePriority)
  const file = out ?? temporaryFile(cache, 'corpus.sqlite')
  try {
    // A bundle outside the cache has no recorded origin.
    const isSame = corpus && (out !== undefined || isOfSites(corpus.replaced?.origin ?? null, corpus.sites))
    const accept =
      corpus &&
      (await acceptanceOfAll(
        corpus.fetched.sources,
        corpus.local.length === 0,
        corpus.replaced,
        isSame === true,
        options.maxFailedPercent,
      ))
    const older = historyOf(options)
    const history = older && { ...older, fetchedAt: corpus?.fetched.fetchedAt() }
    // A build would seal a damaged bundle again.
    for (const path of corpus?.local ?? options.from ?? [])
      if ((await detectForm(path)) === 'sqlite') await ensureVerified(path, cache)
    const local = corpus === undefined || corpus.local.length === 0 ? [] : [await openInputs(corpus.local)]
    const from = corpus === undefined ? options.from : corpus.fetched.asInput(local)
    const today = corpus && dayOf(corpus.fetched.fetchedAt())
    const build = {
      from,
      today,
      history,
      out: file,
      fetchedAt,
      search,
      languages,
      priority,
      accept,
      onProgress,
      signal,
    }
    const report = await buildBundle(build)
    if (out !== undefined) {
      markVerified(report.file, cache)
      return report
    }
    return { ...report, file: (await new BundleStore(cache).add(file, originOf(corpus, report, priority))).file }
  } finally {
    if (out === undefined) await rm(file, { force: true })
  }
}

/** Returns the origin of the older states; `undefined` if none are named. @throws LegalTextError `invalid_input` */
function historyOf({ repository, repositoryFolder, states = [] }: BuildCorpusOptions): HistoryOptions | undefined {
  if (repository === undefined && repositoryFolder !== undefined) {
    throw new LegalTextError('invalid_input', say`--history-path needs --history`)
  }
  if (repository === undefined && states.length === 0) return undefined
  return {
    ...(repository !== undefined && { repository: { path: repository, folder: repositoryFolder } }),
    states: states.map((state) => {
      const [, day = '', from] = /^([^=]*)=(.+)$/s.exec(state) ?? []
      const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isoTimestamp(day) !== undefined
      if (isDay && from !== undefined) return { observedOn: day, from }
      const message = say`--state ${JSON.stringify(state)} is not a state: expected a day and a source, 2024-06-30=laws.zip`
      throw new LegalTextError('invalid_input', message)
    }),
  }
}

/** Returns the origin of a bundle in the cache. */
function originOf(
  corpus: FetchedCorpus | undefined,
  report: BuildReport,
  priority: readonly string[] | undefined,
): BundleOrigin {
  if (corpus === undefined) return { kind: 'build', fetched_at: new Date().toISOString() }
  const { sites, local, fetched } = corpus
  const paths = local.map((path) => resolve(path))
  return originOfSites(sites, paths, fetched, report, priority)
}

export interface NamedSites {
  /**
   * Folders, archives or files, and at most one base URL of a site with `/gii-toc.xml`. Default without `sources`: the newest of
   * the older states.
   */
  from?: readonly string[] | undefined
  /** Names of sites: `gii`, `eurlex`, `neuris`. */
  sources?: readonly string[] | undefined
  /** CELEX numbers of acts, separated by commas. Default: the known acts. */
  celex?: readonly string[] | undefined
  /** Languages in order of preference: `de,en`. */
  language?: string | undefined
  /** Addresses of the sites. */
  settings?: SiteSettings | undefined
}

/** Returns the sites; empty for local files alone. @throws LegalTextError `invalid_input` */
export function namedSites({ from = [], sources = [], celex = [], language, settings }: NamedSites): SourceSite[] {
  const database = from.find(isDatabaseAddress)
  if (database !== undefined)
    throw refused(say`--from ${redactUrl(database)} is a database; sources are sites and files`)
  const sites: SourceSite[] = from.filter(isUrl).map((url) => ({ source: 'gii', url: url.replace(/\/+$/, '') }))
  const acts = celex.flatMap((list) => list.split(',')).map(readCelex)
  const languages = readLanguages(language)
  for (const source of new Set(sources)) {
    if (!isSource(source) || settings === undefined) {
      const expected = sayOr(Object.keys(SITES))
      throw refused(say`--source ${JSON.stringify(source)} is not a source: expected ${expected}`)
    }
    const wanted = source !== 'eurlex' ? {} : { ...(acts.length > 0 && { acts }), ...(languages && { languages }) }
    sites.push({ source, url: settingOf(source, settings).url, ...wanted })
  }
  const federal = sites.filter(({ source }) => source === 'gii').map(({ url }) => url)
  if (federal.length > 1)
    throw refused(say`--from and --source name two sites of federal law: ${federal.join(' and ')}`)
  if (acts.length > 0 && !sites.some(({ source }) => source === 'eurlex')) {
    throw refused(say`--celex names acts to fetch: it needs --source eurlex`)
  }
  return sites
}

/**
 * Parses `gii,neuris`: names of families, or of sites, which stand for the families that they publish. @throws LegalTextError
 * `invalid_input`
 */
function readPriority(list: string | undefined): string[] | undefined {
  return list?.split(',').map((each) => {
    const name = each.trim()
    const family = isSource(name) ? SITES[name].name : name
    if (FAMILIES.some((known) => known.name === family)) return family
    const expected = sayOr([...new Set([...FAMILIES.map((known) => known.name), ...Object.keys(SITES)])])
    throw refused(say`--source-priority ${JSON.stringify(list)} names no source family: expected ${expected}`)
  })
}

/** Parses `de,en`. @throws LegalTextError `invalid_input` */
function readLanguages(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const languages = list.split(',').map((each) => each.trim().toLowerCase())
  if (languages.every((each) => /^[a-z]{2}$/.test(each))) return languages
  throw refused(say`--language ${JSON.stringify(list)} is not a list of languages: expected codes of ISO 639-1, de,en`)
}

const isSource = (name: string): name is SiteName => Object.hasOwn(SITES, name)

/** `32016R0679`, `12016E/TXT` */
const CELEX = /^[1-3]\d{4}[A-Z]{1,2}(?:\d{4}(?:\(\d{2}\))?|\/TXT)$/
const CONSOLIDATION = /^0(\d{4}[A-Z]{1,2}\d{4})(?:\(\d{2}\))?(?:-\d{8})?$/

function readCelex(text: string): string {
  const celex = text.trim().toUpperCase()
  if (CELEX.test(celex)) return celex
  const [, act] = CONSOLIDATION.exec(celex) ?? []
  const remedy =
    act === undefined
      ? say`expected that of an act, 32016R0679`
      : say`it is that of a consolidation; name the act, 3${act}, whose consolidations are all fetched`
  throw refused(say`--celex ${JSON.stringify(text.trim())} is not a CELEX number of an act: ${remedy}`)
}

const refused = (message: string) => new LegalTextError('invalid_input', message)

/**
 * Writes a template for a law in Markdown.
 * @throws LegalTextError `invalid_input` if the file exists, cannot be written, or does not end in `.md`
 */
export const writeTemplate = (file: string) => WRITTEN.writeTemplate(file)

/**
 * Parses a law in Markdown as a build does.
 * @throws LegalTextError `invalid_input` with the line if it cannot be read as a law
 */
export const inspectFile = (file: string) => WRITTEN.inspect(file)

/** Contents of the file, as the importer reads them. */
export type FileReport = Awaited<ReturnType<typeof inspectFile>>
