/** Fetches acts from Cellar: the act as adopted and all its consolidations up to today, each in one language. */
import { createHash } from 'node:crypto'
import { DownloadError } from '../../../../download/download-error.ts'
import { HttpClient } from '../../../../download/http-client.ts'
import type { FetchedSite, SiteOptions } from '../../../source.ts'
import { ArchiveError, SiteArchive } from '../../site/site-archive.ts'
import type { KnownLaw, StoredFailure } from '../../site/site-records.ts'
import { type OnFailure, SiteRun } from '../../site/site-run.ts'
import { SiteStore } from '../../site/site-store.ts'
import { LANGUAGES } from '../format.ts'
import { assertAsWhole, findVersion, membersIn, OtherLanguage } from './act-archive.ts'
import {
  ACT_COPY,
  type ActVersion,
  folderOf,
  keptList,
  knownDays,
  languageOf,
  versionsOf,
  wantedKeys,
} from './act-copy.ts'
import { CellarClient } from './cellar-client.ts'
import { cellarLanguage } from './languages.ts'
import { readNotice } from './notice.ts'
import { consolidationsIn, knownActs } from './wanted-acts.ts'

/** Acts that are fetched at the same time. */
const CONCURRENCY = 4

/** A version that is not the newest is asked for again after this time, in milliseconds, if it has no validators. */
const SETTLED = 30 * 24 * 60 * 60 * 1000

/** @throws LegalTextError as {@link fetchActs} */
export async function fetchSite({ file, onNotice, laws, replaced, ...options }: SiteOptions): Promise<FetchedSite> {
  const store = SiteStore.open(ACT_COPY, file, options.baseUrl, onNotice)
  try {
    const client = new HttpClient({ signal: options.signal })
    const counts = await fetchActs({
      ...options,
      acts: laws ?? knownActs(replaced),
      replaced: consolidationsIn(replaced),
      store,
      client,
    })
    return { copy: store, ...counts }
  } catch (error) {
    store.close()
    throw error
  }
}

export interface FetchOptions extends Pick<SiteOptions, 'baseUrl' | 'languages' | 'onProgress' | 'signal'> {
  /** CELEX numbers. */
  acts: readonly string[]
  /** The days of the consolidations in the corpus that is replaced, by their acts. */
  replaced?: ReadonlyMap<string, string>
  store: SiteStore
  client: HttpClient
  /** Between the beginnings of two requests, in milliseconds. */
  pause?: number
  now?: () => Date
}

/**
 * Brings a copy up to date. Only what is new or has changed is fetched, and an interrupted run is resumed. For versions that
 * cannot be fetched, or that Cellar no longer lists, the reason is recorded, and the copy is kept.
 * @throws LegalTextError `not_ready` if Cellar stops answering, or the copy cannot be written; `invalid_input` for a
 *   language that it does not have
 */
export async function fetchActs(options: FetchOptions): Promise<Omit<FetchedSite, 'copy'>> {
  const { baseUrl, replaced, store, client, pause, onProgress, now = () => new Date() } = options
  const { languages = LANGUAGES } = options
  for (const language of languages) cellarLanguage(language)
  const acts = [...new Set(options.acts)].sort()
  const content = Buffer.from(JSON.stringify({ acts, languages }))
  const wanted = wantedKeys(acts)
  const checked = store.beginRun({ content, etag: undefined, lastModified: undefined }, wanted, now())
  const known = knownDays(store)
  for (const [act, day] of replaced ?? []) {
    known.set(folderOf(act), (known.get(folderOf(act)) ?? new Set()).add(day))
  }
  const site = new SiteRun(options.signal, false)
  const run: Run = {
    store,
    site,
    languages,
    checked,
    known,
    now,
    cellar: new CellarClient({ baseUrl, client, signal: site.signal, pause }),
    failures: new Map(store.failures().map((failure) => [failure.code, failure])),
  }
  let done = 0
  onProgress?.(done, acts.length)
  try {
    await site.forEach(acts, CONCURRENCY, async (act) => {
      await fetchAct(run, act)
      onProgress?.(++done, acts.length)
    })
  } finally {
    store.commit()
  }
  store.finishRun(wanted, now())
  return countActs(store, acts)
}

interface Run {
  store: SiteStore
  cellar: CellarClient
  site: SiteRun
  languages: readonly string[]
  /** What this run has done before it was interrupted. */
  checked: ReadonlySet<string>
  /** Days of consolidations that were listed before, by the folders of their acts. */
  known: ReadonlyMap<string, ReadonlySet<string>>
  /** What could not be fetched before, by its key. */
  failures: ReadonlyMap<string, StoredFailure>
  now: () => Date
}

/**
 * An act failed if the site did, or an older copy has to be used. What Cellar does not have, or no longer lists, is no
 * failure.
 */
function countActs(store: SiteStore, acts: readonly string[]): Omit<FetchedSite, 'copy'> {
  const actOf = (key: string) => key.split('/')[0]
  const failed = store
    .failures()
    .filter((each) => each.reason !== UNLISTED)
    .filter((each) => each.terminal_state === 'source_unavailable' || each.fetched_at !== null)
  const kept = store.laws().filter(({ members }) => members.length > 0)
  return {
    total: acts.length,
    failed: new Set(failed.map(({ code }) => actOf(code))).size,
    kept: new Set(kept.map(({ code }) => actOf(code))).size,
  }
}

async function fetchAct(run: Run, act: string): Promise<void> {
  const isKnown = run.checked.has(folderOf(act)) || (await fetchList(run, act))
  const consolidations = isKnown ? keptList(run.store, act) : undefined
  if (consolidations === undefined) return
  const known = run.known.get(folderOf(act)) ?? []
  const versions = versionsOf(act, consolidations, known, run.now().toISOString().slice(0, 10))
  for (const version of versions) {
    if (!version.isListed && run.store.law(version.key)?.sha256) noteUnlisted(run, version)
    else if (!isSettled(run, version)) await fetchVersion(run, version)
  }
}

const UNLISTED = 'Cellar no longer lists this consolidation'

/** Keeps the copy of a version: without it an older one would take its place. */
function noteUnlisted({ store, cellar, now }: Run, { key, celex, names }: ActVersion): void {
  const listed = { code: key, title: celex, url: cellar.addressOf(names[0] as string) }
  store.addFailure(listed, 'source_unavailable', UNLISTED, now())
}

/** Asks for the list of the consolidations of an act. Without it no version is asked for: the newest might be missing. */
function fetchList({ store, cellar, site, now }: Run, act: string): Promise<boolean> {
  const listed = { code: folderOf(act), title: act, url: cellar.addressOf(`celex/${act}`) }
  const update = async () => {
    const known = store.law(listed.code)
    const { status, headers, body } = await cellar.notice(act, validatorsOf(known)).catch((error) => {
      if (isAbsent(error)) throw new ArchiveError('source_unavailable', `Cellar has no act ${act} (${error.status})`)
      throw error
    })
    if (status === 304 && known !== undefined) {
      const { etag = known.etag, lastModified = known.lastModified } = headers
      return store.noteUnchanged({ ...listed, etag, lastModified }, now())
    }
    const list = Buffer.from(JSON.stringify(readNotice(body, act)))
    const sha256 = createHash('sha256').update(list).digest('hex')
    if (known?.sha256 === sha256) return store.noteUnchanged({ ...listed, ...headers }, now())
    store.addLaw({ ...listed, ...headers, sha256, members: [] }, list, now())
  }
  return site.attempt(update, (state, reason) => store.addFailure(listed, state, reason, now()))
}

/** True if a version need not be asked for. */
function isSettled({ store, checked, failures, now }: Run, { key, isNewest }: ActVersion): boolean {
  if (checked.has(key)) return true
  if (isNewest) return false
  const failure = failures.get(key)
  if (failure?.terminal_state === 'source_unavailable') return false
  const known = failure === undefined ? store.law(key) : undefined
  if (known?.etag !== undefined || known?.lastModified !== undefined || known?.sha256 === '') return false
  const checkedAt = failure?.checked_at ?? known?.checkedAt
  return checkedAt !== undefined && now().getTime() - Date.parse(checkedAt) < SETTLED
}

async function fetchVersion(run: Run, version: ActVersion): Promise<void> {
  const { store, cellar, site, languages, now } = run
  const url = cellar.addressOf(version.names[0] as string)
  const listed = { code: version.key, title: version.celex, url }
  const fail: OnFailure = (state, reason) => store.addFailure(listed, state, reason, now())
  await site.attempt(async () => {
    const known = store.law(version.key)
    const statuses: number[] = []
    for (const language of languages) {
      const own = languageOf(known?.members) === language ? known : undefined
      const lacking = await fetchLanguage(run, version, language, own)
      if (lacking === undefined) return
      if (own !== undefined) throw new ArchiveError('source_unavailable', `Cellar no longer offers it in ${language}`)
      statuses.push(lacking)
    }
    const offered = `${languages.join(' or ')} (${[...new Set(statuses)].join(', ')})`
    const isMissing = statuses.every((status) => status === NOT_FOUND)
    throw new ArchiveError(
      isMissing ? 'source_unavailable' : 'unsupported_format',
      `Cellar does not offer ${version.celex} in Formex 4 in ${offered}`,
    )
  }, fail)
}

/**
 * Asks for a version in a language, and stores it if it is new or has changed.
 * @param known what is kept in this language
 * @returns `undefined`; the status of the answer if Cellar does not have the version in this language
 */
async function fetchLanguage(
  { store, cellar, site, now }: Run,
  version: ActVersion,
  language: string,
  known: KnownLaw | undefined,
): Promise<number | undefined> {
  let absent = NOT_FOUND
  for (const name of version.names) {
    const listed = { code: version.key, title: version.celex, url: cellar.addressOf(name) }
    const validators = known?.url === listed.url ? validatorsOf(known) : {}
    const answer = await cellar.archive(name, language, validators).catch((error) => {
      if (!isAbsent(error)) throw error
      absent = error.status as number
    })
    if (answer === undefined) continue
    const { status, headers, body } = answer
    if (status === 304 && known !== undefined) {
      const { etag = known.etag, lastModified = known.lastModified } = headers
      store.noteUnchanged({ ...listed, etag, lastModified }, now())
      return undefined
    }
    const archive = await SiteArchive.open(body, ACT_COPY.archives)
    const document = await findVersion(archive, version, language).catch((error) => {
      if (!(error instanceof OtherLanguage)) throw error
    })
    if (document === undefined) return status
    const sha256 = await archive.contentHash()
    const members = membersIn(archive, language)
    site.signal.throwIfAborted()
    if (known?.sha256 === sha256) {
      store.noteUnchanged({ ...listed, ...headers }, now())
      return undefined
    }
    // A copy must not be replaced by a document that the build cannot read, or that lacks the articles.
    if (known !== undefined) {
      const kept = async () =>
        findVersion(await SiteArchive.open(store.archive(listed.code), ACT_COPY.archives), version, language)
      await assertAsWhole(document, kept)
    }
    store.addLaw({ ...listed, ...headers, sha256, members }, body, now())
    return undefined
  }
  return absent
}

const validatorsOf = (known: KnownLaw | undefined) => ({ etag: known?.etag, lastModified: known?.lastModified })

const NOT_FOUND = 404
/** Cellar has no such resource; none in the language and format that are asked for; none any more. */
const ABSENT: ReadonlySet<number | undefined> = new Set([NOT_FOUND, 406, 410])

const isAbsent = (error: unknown): error is DownloadError => error instanceof DownloadError && ABSENT.has(error.status)
