/**
 * Fetches the expressions of laws from the Rechtsinformationsportal: first its newest snapshot, later the expressions in its
 * change log, each as a separate archive.
 */
import { createHash } from 'node:crypto'
import { type Clock, HttpClient, Pace } from '../../../download/http-client.ts'
import { say } from '../../../i18n/texts.ts'
import {
  ArchiveError,
  type CopyForm,
  type LawFile,
  type OnFailure,
  SiteArchive,
  type SiteList,
  SiteRun,
  SiteStore,
} from '../../site/site-store.ts'
import type { FetchedSite, SiteOptions } from '../../source.ts'
import { isImage } from '../../values.ts'
import { SourceFormatError, type XmlElement } from '../../xml-tree.ts'
import { readAkn } from '../akn-tree.ts'
import { BYTES, isXml, LEGALDOCML_FAMILY, SNAPSHOT_FILE } from '../format.ts'
import { readMetadata } from '../metadata.ts'
import { type Changes, expressionIn, manifestationDay, Portal, withoutQuery } from './portal-api.ts'
import { fetchSnapshot, snapshotTime } from './snapshot.ts'

/** Number of expressions to fetch concurrently. */
const CONCURRENCY = 8
/** Pause between the starts of requests, in milliseconds: the portal allows 600 a minute. */
const PAUSE = 100
/** Longest wait that a server may request, in milliseconds. */
const MAXIMUM_WAIT = 5 * 60_000

const HOUR = 60 * 60 * 1000
/** Overlap of requests to the change log, in milliseconds: clocks differ, and entries may come late. */
const OVERLAP = HOUR
/** Maximum age of a copy, in milliseconds, to update it by the change log, whose extent is undocumented. Older copies take a snapshot. */
const MAXIMUM_LOG = 30 * 24 * HOUR

/** Prefix of limitations about the change log. */
const CHANGE_LOG = 'changelog'

const COPY: CopyForm = {
  family: LEGALDOCML_FAMILY,
  archives: {
    isDocument: isXml,
    isImage,
    maxBytes: BYTES,
    hash() {
      const hash = createHash('sha256')
      return { update: (piece) => hash.update(piece), digest: () => hash.digest('hex') }
    },
  },
  listFile: SNAPSHOT_FILE,
}

/** Opens the copy. @throws LegalTextError as {@link SiteStore.open} */
export function openExpressionStore(file: string, baseUrl: string, onNotice?: (text: string) => void): SiteStore {
  return SiteStore.open(COPY, file, baseUrl, onNotice)
}

/** Returns a client that respects the limits of the portal. @param clock default: that of the machine */
export function portalClient(signal: AbortSignal | undefined, clock?: Clock): HttpClient {
  const pace = new Pace(PAUSE, clock)
  return new HttpClient({ signal, pace, maxWait: MAXIMUM_WAIT, ...(clock && { clock }) })
}

/** @throws LegalTextError as {@link fetchExpressions} */
export async function fetchSite({ onNotice, ...options }: SiteOptions): Promise<FetchedSite> {
  const store = openExpressionStore(options.file, options.baseUrl, onNotice)
  try {
    const client = portalClient(options.signal)
    return { copy: store, ...(await fetchExpressions({ ...options, store, client })) }
  } catch (error) {
    store.close()
    throw error
  }
}

export interface FetchOptions extends Pick<SiteOptions, 'baseUrl' | 'file' | 'onProgress' | 'signal'> {
  store: SiteStore
  client: HttpClient
  now?: () => Date
}

/**
 * Updates a copy. Resumes an interrupted run. If an expression cannot be fetched, the reason is recorded, an older copy is kept,
 * and the next run retries. An expression that the change log calls deleted is removed if the portal no longer has it.
 * @returns numbers of laws, each with all its expressions
 * @throws LegalTextError `not_ready` if the portal has no snapshot or change log, or stops responding, or the copy cannot be
 *   written
 */
export async function fetchExpressions(options: FetchOptions): Promise<Omit<FetchedSite, 'copy'>> {
  const { baseUrl, store, client, now = () => new Date() } = options
  const site = new SiteRun(options.signal, true)
  const run: Run = { ...options, now, site, portal: new Portal(baseUrl, client, site.signal), isFresh: false }
  const known = knownState(store)
  if (known === undefined) await takeSnapshot(run, await run.portal.snapshot())
  else if (now().getTime() - known.until.getTime() > MAXIMUM_LOG) await takeNewerSnapshot(run, known)
  for (let overlap: number | undefined = OVERLAP; overlap !== undefined; ) {
    overlap = await takeChanges(run, knownState(store) as KnownState, overlap)
  }
  return countLaws(store)
}

interface Run extends FetchOptions {
  now: () => Date
  site: SiteRun
  portal: Portal
  /** True after a snapshot: it is the newest. */
  isFresh: boolean
}

/** Contents of the copy. */
interface KnownState {
  /** Address of its initial snapshot. */
  snapshot: string
  /** Time up to which changes are known. */
  until: Date
  /** End of the changes that an unfinished run fetches. */
  fetching: Date | undefined
}

/** @returns `undefined` unless the copy contains a complete snapshot */
function knownState({ toc }: SiteStore): KnownState | undefined {
  if (toc?.lastModified === undefined) return undefined
  const fetching = toc.etag === undefined ? undefined : new Date(toc.etag)
  return { snapshot: Buffer.from(toc.content).toString(), until: new Date(toc.lastModified), fetching }
}

/** Encodes a state in the copy, in place of the validators of a list. */
function listOf(snapshot: string, until?: Date, fetching?: Date): SiteList {
  return { content: Buffer.from(snapshot), lastModified: until?.toISOString(), etag: fetching?.toISOString() }
}

const NOTHING = new Uint8Array()

/** Replaces the copy by a snapshot: expressions missing in it are removed. */
async function takeSnapshot(run: Run, link: string): Promise<void> {
  const { store, portal, client, file, now, site, onProgress } = run
  const snapshot = await fetchSnapshot(link, file, client, { onProgress, signal: site.signal })
  try {
    const codes = new Set(snapshot.entries.map(({ code }) => code))
    const isResumed =
      knownState(store) === undefined && Buffer.from(snapshot.name).equals(store.toc?.content ?? NOTHING)
    const checked = store.beginRun(listOf(snapshot.name), codes, now(), isResumed)
    let done = 0
    for (const entry of snapshot.entries) {
      site.signal.throwIfAborted()
      if (!checked.has(entry.code)) {
        const url = expressionIn(entry.code) === undefined ? snapshot.name : portal.addressOf(entry.code, entry.day)
        const fail: OnFailure = (state, reason) => noteFailure(run, entry.code, url, state, reason)
        await site.attempt(async () => keep(run, entry.code, url, await snapshot.archive(entry)), fail)
      }
      onProgress?.(++done, codes.size)
    }
    store.finishRun(codes, now(), listOf(snapshot.name, snapshotTime(snapshot.name, now())))
    run.isFresh = true
    await snapshot.remove()
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/** An expression to fetch. */
interface Wanted {
  /** Address of its archive, from the change log or an earlier run. */
  url: string
  /** True if the change log calls it deleted: that may concern an older manifestation. */
  isDeleted: boolean
}

/**
 * Fetches the changes since the last run, after completing an interrupted run.
 * @param overlap of requests to the change log, in milliseconds
 * @returns the overlap for the remaining changes; `undefined` if the copy is up to date
 */
async function takeChanges(run: Run, known: KnownState, overlap: number): Promise<number | undefined> {
  const { store, portal, site, onProgress, now } = run
  const until = known.fetching ?? now()
  const changes = await changesSince(portal, known.until, until, overlap)
  const isLost = changes.allChanged && !(await takeNewerSnapshot(run, known))
  if (changes.allChanged && !isLost) return OVERLAP
  // Without the change log, the time after the snapshot is unknown.
  const reached = isLost ? known.until : until
  const wanted = wantedOf(store, changes, portal)
  const begun = listOf(known.snapshot, known.until, reached)
  const log = portal.changeLog(known.until, until)
  const isOfLaw = (code: string) => !code.startsWith(CHANGE_LOG)
  const checked = store.beginRun(begun, { has: isOfLaw }, now(), known.fetching !== undefined)
  if (isLost) noteFailure(run, CHANGE_LOG, log, 'source_unavailable', lostReason(known.snapshot))
  for (const id of changes.unknown) {
    const reason = say`the change log names ${id}, which is not an expression`
    noteFailure(run, `${CHANGE_LOG} ${id}`, log, 'unsupported_format', reason)
  }
  const missing = [...wanted].filter(([code]) => !checked.has(code))
  const gone = new Set<string>()
  let done = wanted.size - missing.length
  if (wanted.size > 0) onProgress?.(done, wanted.size)
  await site.forEach(missing, CONCURRENCY, async ([code, each]) => {
    const url = each.isDeleted ? portal.addressOf(code) : each.url
    const fail: OnFailure = (state, reason) => noteFailure(run, code, url, state, reason)
    await site.attempt(async () => {
      if (!(await update(run, code, each))) gone.add(code)
    }, fail)
    onProgress?.(++done, wanted.size)
  })
  store.finishRun({ has: (code) => !gone.has(code) }, now(), listOf(known.snapshot, reached))
  // The change log was requested for a time before now.
  return known.fetching === undefined ? undefined : 0
}

/** Requests the change log with an overlap, unless the portal was rebuilt within that. */
async function changesSince(portal: Portal, from: Date, until: Date, overlap: number): Promise<Changes> {
  const changes = await portal.changes(new Date(from.getTime() - overlap), until)
  return changes.allChanged && overlap > 0 ? portal.changes(from, until) : changes
}

/** @returns false unless the portal has a newer snapshot than the copy */
async function takeNewerSnapshot(run: Run, known: KnownState): Promise<boolean> {
  if (run.isFresh) return false
  const link = await run.portal.snapshot()
  const isNewer = snapshotTime(link, run.now()) > known.until
  if (isNewer) await takeSnapshot(run, link)
  return isNewer
}

const lostReason = (snapshot: string) =>
  say`the portal has rebuilt its collection and has no newer snapshot than ${snapshot}: laws may have changed since`

/** Returns the changed expressions, and those that failed before. */
function wantedOf(store: SiteStore, { changed, deleted }: Changes, portal: Portal): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const { code, url } of store.failures()) {
    if (expressionIn(code) === code) wanted.set(code, { url, isDeleted: isOfExpression(url) })
  }
  for (const [code, url] of changed) {
    const kept = store.law(code)?.url ?? ''
    if (deleted.has(code) || wanted.has(code) || manifestationDay(kept) <= manifestationDay(url)) {
      wanted.set(code, { url, isDeleted: deleted.has(code) })
    }
  }
  for (const code of deleted) {
    if (!changed.has(code) && (wanted.has(code) || store.law(code) !== undefined)) {
      wanted.set(code, { url: portal.addressOf(code), isDeleted: true })
    }
  }
  return wanted
}

/** True for the address of an expression, under which the failure of a deleted one is recorded. */
const isOfExpression = (url: string) => manifestationDay(url) === ''

function noteFailure({ store, now }: Run, code: string, url: string, ...[state, reason]: Parameters<OnFailure>): void {
  store.addFailure({ code, title: code, url: withoutQuery(url) }, state, reason, now())
}

/**
 * Fetches an expression, and stores it if it is new or has changed.
 * @returns false if the portal has deleted it
 * @throws ArchiveError, DownloadError if it cannot be fetched or used
 */
async function update(run: Run, code: string, { url, isDeleted }: Wanted): Promise<boolean> {
  const { portal } = run
  const named = isOfExpression(url) ? [] : [url]
  const candidates = isDeleted ? [() => portal.archiveOf(code), ...named] : [...named, () => portal.archiveOf(code)]
  const asked = new Set<string>()
  for (const candidate of candidates) {
    const address = typeof candidate === 'string' ? candidate : await candidate()
    if (address === undefined || asked.has(address)) continue
    asked.add(address)
    const bytes = await portal.archive(address)
    if (bytes === undefined) continue
    await keep(run, code, address, bytes)
    return true
  }
  if (isDeleted) return false
  throw new ArchiveError(
    'source_unavailable',
    say`the portal does not have ${code}, and its change log does not list it as deleted`,
  )
}

/** Stores an archive if it is new or has changed. @throws ArchiveError if it cannot replace the copy */
async function keep({ store, site, now }: Run, code: string, address: string, bytes: Uint8Array): Promise<void> {
  const law = { code, title: code, url: withoutQuery(address), etag: undefined, lastModified: undefined }
  const archive = await SiteArchive.open(bytes, COPY.archives)
  const sha256 = await archive.contentHash()
  const { members } = archive
  const known = store.law(code)
  site.signal.throwIfAborted()
  if (known?.sha256 === sha256 && namesOf(known.members) === namesOf(members)) return store.noteUnchanged(law, now())
  // Never replace a copy by an archive that the build cannot read.
  if (known !== undefined) await assertReadable(archive, code, known.members)
  store.addLaw({ ...law, sha256, members }, bytes, now())
}

const namesOf = (members: readonly LawFile[]) => JSON.stringify(members.map(({ name }) => name))

/** Names of texts of laws, and of their annexes. */
const MAIN = /^regelungstext[\w-]*\.xml$/i
const TEXT = /regelungstext[\w-]*\.xml$/i

/** @throws ArchiveError `parse_failed` if a text of the law is missing, damaged, or of another expression */
async function assertReadable(archive: SiteArchive, code: string, kept: readonly LawFile[]): Promise<void> {
  const { members } = archive
  const hasMain = (files: readonly LawFile[]) => files.some(({ name }) => MAIN.test(name))
  if (hasMain(kept) && !hasMain(members))
    throw new ArchiveError('parse_failed', say`the archive has no text of the law, unlike the copy`)
  const expected = members.some(({ name }) => TEXT.test(name)) ? TEXT : /\.xml$/i
  for (const [index, { name }] of members.entries()) {
    if (!expected.test(name)) continue
    const found = expressionOf(await archive.read(index), name)
    if (expressionIn(code) !== undefined && found !== code)
      throw new ArchiveError('parse_failed', say`${name} is of ${found || say`an unknown expression`}, not of ${code}`)
  }
}

/** Returns the ELI of the expression in a document, empty if absent. @throws ArchiveError if it is damaged */
function expressionOf(bytes: Uint8Array, name: string): string {
  try {
    const document = readAkn(bytes).children.find((each): each is XmlElement => typeof each !== 'string')
    return (document && readMetadata(document)?.expression) ?? ''
  } catch (error) {
    if (error instanceof SourceFormatError) throw new ArchiveError('parse_failed', say`${name}: ${error.message}`)
    throw error
  }
}

/** Number of parts in the ELI of a work: `eli/bund/bgbl-1/2020/s1126`. */
const WORK_PARTS = 5

/** Counts laws: works, or each of several texts in a work. The promulgated text may count as a separate law in a bundle. */
function countLaws(store: SiteStore): Omit<FetchedSite, 'copy'> {
  const workOf = (code: string) => code.split('/', WORK_PARTS).join('/')
  const [works, texts, kept] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { code, members } of store.laws()) {
    const work = workOf(code)
    const names = members.map(({ name }) => name).filter((name) => MAIN.test(name))
    works.add(work)
    for (const name of names.length > 0 ? names : ['']) {
      texts.add(`${work}/${name}`)
      kept.add(`${work}/${name.replace('-verkuendung', '')}`)
    }
  }
  const failed = new Set(store.failures().map(({ code }) => workOf(code)))
  const missing = [...failed].filter((work) => !works.has(work))
  return { total: texts.size + missing.length, failed: failed.size, kept: kept.size }
}
