/** Fetches acts from Cellar: the act as adopted and all its consolidations to date, each in one language. */

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { actNumber, numberNames } from '../../../citation/laws/act-number.ts'
import { addressBelow, withoutCredentials } from '../../../download/address.ts'
import { DownloadError } from '../../../download/download-error.ts'
import { HttpClient, type HttpResult, Pace } from '../../../download/http-client.ts'
import { say, sayOr } from '../../../i18n/texts.ts'
import { isOfToday } from '../../../store/bundle-schema.ts'
import { openBundleDatabase } from '../../../store/sqlite/bundle-database.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { isoDate } from '../../../util/iso-date.ts'
import { tried } from '../../../util/tried.ts'
import { xmlParser } from '../../../util/xml.ts'
import {
  ArchiveError,
  type CopyForm,
  isPage,
  type KnownLaw,
  type Listed,
  MAXIMUM_ARCHIVE_BYTES,
  type OnFailure,
  SiteArchive,
  SiteRun,
  SiteStore,
  type StoredFailure,
  type Validators,
} from '../../site/site-store.ts'
import type { FetchedSite, InputFile, SiteOptions } from '../../source.ts'
import { decode, SourceFormatError } from '../../xml-tree.ts'
import { hasEnactingTerms, type ReadDocument, readDocument } from '../act-law.ts'
import { celexOfNumber, codeOf, consolidatedCelex, isContents, isXml } from '../celex.ts'
import { type ActDocument, findActs } from '../documents.ts'
import { EURLEX_FAMILY, LANGUAGES, LIMITS } from '../format.ts'

/** Number of acts to fetch concurrently. */
const CONCURRENCY = 4

/** Time in milliseconds after which an old version without validators is requested again. */
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
  /** Days of the consolidations in the replaced corpus, by act. */
  replaced?: ReadonlyMap<string, string>
  store: SiteStore
  client: HttpClient
  /** Pause between the starts of requests, in milliseconds. */
  pause?: number
  now?: () => Date
}

/**
 * Updates a copy. Fetches only new and changed versions, and resumes an interrupted run. If a version cannot be fetched, or
 * Cellar no longer lists it, the reason is recorded, and the copy is kept.
 * @throws LegalTextError `not_ready` if Cellar stops responding, or the copy cannot be written; `invalid_input` for an unknown
 *   language
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
  await site.forEach(acts, CONCURRENCY, async (act) => {
    await fetchAct(run, act)
    onProgress?.(++done, acts.length)
  })
  store.finishRun(wanted, now())
  return countActs(store, acts)
}

interface Run {
  store: SiteStore
  cellar: CellarClient
  site: SiteRun
  languages: readonly string[]
  /** Keys already checked by this run before it was interrupted. */
  checked: ReadonlySet<string>
  /** Days of consolidations listed earlier, by the folder of their act. */
  known: ReadonlyMap<string, ReadonlySet<string>>
  /** Earlier failures, by key. */
  failures: ReadonlyMap<string, StoredFailure>
  now: () => Date
}

/**
 * Counts the acts. An act has failed if the site has, or an older copy must be used. Versions that Cellar lacks, or no longer
 * lists, are not failures.
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

const UNLISTED = say`Cellar no longer lists this consolidation`

/** Keeps the copy of an unlisted version: otherwise an older one would replace it. */
function noteUnlisted({ store, cellar, now }: Run, { key, celex, names }: ActVersion): void {
  const listed = { code: key, title: celex, url: cellar.addressOf(names[0] as string) }
  store.addFailure(listed, 'source_unavailable', UNLISTED, now())
}

/** Requests the list of consolidations of an act. Without it no version is requested: the newest might be missing. */
function fetchList({ store, cellar, site, now }: Run, act: string): Promise<boolean> {
  const listed = { code: folderOf(act), title: act, url: cellar.addressOf(`celex/${act}`) }
  const update = async () => {
    const known = store.law(listed.code)
    const { status, headers, body } = await cellar.get(`celex/${act}`, validatorsOf(known)).catch((error) => {
      if (isAbsent(error)) throw new ArchiveError('source_unavailable', say`Cellar has no act ${act} (${error.status})`)
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

/** True if a version need not be requested. */
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
      const own = known?.members[0]?.name.startsWith(`${language}/`) ? known : undefined
      const lacking = await fetchLanguage(run, version, language, own)
      if (lacking === undefined) return
      if (own !== undefined)
        throw new ArchiveError('source_unavailable', say`Cellar no longer offers it in ${language}`)
      statuses.push(lacking)
    }
    const offered = say`${sayOr(languages)} (${[...new Set(statuses)].join(', ')})`
    const isMissing = statuses.every((status) => status === NOT_FOUND)
    throw new ArchiveError(
      isMissing ? 'source_unavailable' : 'unsupported_format',
      say`Cellar does not offer ${version.celex} in Formex 4 in ${offered}`,
    )
  }, fail)
}

/**
 * Requests a version in a language, and stores it if it is new or has changed.
 * @param known the stored version in this language
 * @returns `undefined`; the HTTP status if Cellar lacks the version in this language
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
    const answer = await cellar.get(name, validators, language).catch((error) => {
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
    const members = archive.members.map(({ name, size }) => ({ name: `${language}/${name}`, size }))
    site.signal.throwIfAborted()
    if (known?.sha256 === sha256) {
      store.noteUnchanged({ ...listed, ...headers }, now())
      return undefined
    }
    // Never replace a copy by a document that the build cannot read, or without articles.
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
/** Cellar lacks the resource, or its language and format, or no longer has it. */
const ABSENT: ReadonlySet<number | undefined> = new Set([NOT_FOUND, 406, 410])

const isAbsent = (error: unknown): error is DownloadError => error instanceof DownloadError && ABSENT.has(error.status)

/** Thrown if an archive is in another language than requested. */
class OtherLanguage extends Error {}

/**
 * Finds a version in its archive.
 * @param language ISO 639-1
 * @throws ArchiveError if the archive has no act, or not this version; OtherLanguage
 */
async function findVersion(archive: SiteArchive, { act, day }: ActVersion, language: string): Promise<ActDocument> {
  const files = archive.members.flatMap(({ name, size }, index): InputFile[] => {
    if (!ACT_COPY.archives.isDocument(name)) return []
    return [{ path: `${folderOf(act)}/${name}`, size, read: () => archive.read(index) }]
  })
  const { documents, limitations } = await findActs(files)
  const found = documents.find((each) => each.celex === act && each.isConsolidation === (day !== null))
  const isSame = found !== undefined && (day === null || found.day === day)
  if (!isSame) {
    const [other] = documents
    if (other !== undefined) throw new ArchiveError('parse_failed', say`the archive has ${nameOf(found ?? other)}`)
    const reason = limitations[0]?.reason ?? say`only lists and annexes`
    throw new ArchiveError('unsupported_format', say`there is no act in Formex 4 in the archive: ${reason}`)
  }
  if (found.language !== '' && found.language !== language) throw new OtherLanguage()
  return found
}

const nameOf = ({ celex, isConsolidation, day }: ActDocument) =>
  isConsolidation && day !== null ? consolidatedCelex(celex, day) : say`${celex} as adopted`

/**
 * Checks that a document may replace a stored one.
 * @param kept finds the stored one
 * @throws ArchiveError `parse_failed` if the build cannot read it, or it lacks enacting terms that the stored one has
 */
async function assertAsWhole(document: ActDocument, kept: () => Promise<ActDocument>): Promise<void> {
  if (hasEnactingTerms(await read(document))) return
  const other = await kept()
    .then(read)
    .catch((error) => {
      if (!(error instanceof ArchiveError)) throw error
    })
  if (other === undefined || !hasEnactingTerms(other)) return
  throw new ArchiveError('parse_failed', say`the archive has no articles, unlike the copy`)
}

async function read(document: ActDocument): Promise<ReadDocument> {
  try {
    return await readDocument(document)
  } catch (error) {
    if (error instanceof SourceFormatError) throw new ArchiveError('parse_failed', error.message)
    throw error
  }
}

/** Notices with all inferred relations have up to 60 MB. */
const MAXIMUM_NOTICE_BYTES = 128 * 1024 * 1024

/** Metadata of an act with inferred relations, which include the consolidations. */
const NOTICE = 'application/rdf+xml'
/** All files of the manifestation in Formex 4, zipped. With a space after the semicolon Cellar responds with 500. */
const ARCHIVE = 'application/zip;mtype=fmx4'

/** Pause between the starts of requests, in milliseconds. Cellar documents no limit. */
const PAUSE = 250

interface CellarOptions {
  /** Base URL, possibly with credentials. */
  baseUrl: string
  client: HttpClient
  signal: AbortSignal
  pause?: number | undefined
}

type Answer = HttpResult & { body: Uint8Array }

/**
 * Client of Cellar, the repository of the Publications Office. A request names a resource by its URL, and its form by `Accept`
 * and `Accept-Language` (chapter "RESTful API", Cellar end-user manual). Cellar redirects (303) to the notice or archive.
 */
class CellarClient {
  readonly #options: CellarOptions
  readonly #pace: Pace

  constructor(options: CellarOptions) {
    this.#options = options
    this.#pace = new Pace(options.pause ?? PAUSE)
  }

  /**
   * @param name of the resource: `celex/02016R0679-20160504`
   * @param language of the archive (ISO 639-1); absent for the notice of an act
   * @throws DownloadError; with the status 404 or 406 if Cellar lacks it
   */
  async get(name: string, { etag, lastModified }: Partial<Validators>, language?: string): Promise<Answer> {
    const { client, signal } = this.#options
    const wanted =
      language === undefined
        ? { accept: NOTICE, maxBytes: MAXIMUM_NOTICE_BYTES }
        : { accept: ARCHIVE, maxBytes: MAXIMUM_ARCHIVE_BYTES, acceptLanguage: cellarLanguage(language) }
    await this.#pace.turn(signal)
    return client.get(this.#address(name), { etag, lastModified, ...wanted, signal, sameHost: true })
  }

  /** Returns the URL of a resource, without credentials. */
  addressOf(name: string): string {
    return withoutCredentials(this.#address(name))
  }

  #address(name: string): string {
    const [system, ...id] = name.split('/')
    return addressBelow(this.#options.baseUrl, `resource/${system}/${encoded(id.join('/'))}`)
  }
}

/** Encodes the identifier of a resource as one path segment. Cellar does not find unencoded brackets. */
function encoded(id: string): string {
  return encodeURIComponent(id).replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
}

/** An act as adopted, or one of its consolidations. */
interface ActVersion {
  /** Key in the copy: `32016R0679/2016-05-04`. */
  key: string
  /** CELEX number of the act. */
  act: string
  /** CELEX number of the version. */
  celex: string
  /** Day from which a consolidation applies; `null` for the act as adopted. */
  day: string | null
  /** Names of its resource, in order of preference. */
  names: readonly string[]
  /** True for the latest version: older ones hardly ever change. */
  isNewest: boolean
  /** True if the notice of the act lists it. */
  isListed: boolean
}

/** Returns the folder of an act: its CELEX number, with `-` for the `/` of treaties. */
const folderOf = (celex: string) => celex.replaceAll('/', '-')

/** Folder of an act as adopted, as in ELI. */
const ADOPTED = 'oj'

export const ACT_COPY: CopyForm = {
  family: EURLEX_FAMILY,
  archives: {
    isDocument: isXml,
    maxBytes: LIMITS.bytes,
    // Cellar generates each archive anew, with other timestamps.
    hash: () => {
      const hash = createHash('sha256')
      return { update: (piece) => hash.update(piece), digest: () => hash.digest('hex') }
    },
  },
  offers: (name) => isXml(name) && !isContents(name),
  sourceIdOf: (key) => codeOf(key.split('/')[0] as string),
}

/**
 * Returns the current versions of an act, the act as adopted first.
 * @param known days of consolidations listed earlier
 * @param today ISO date
 */
function versionsOf(
  act: string,
  listed: readonly ListedConsolidation[],
  known: Iterable<string>,
  today: string,
): ActVersion[] {
  const folder = folderOf(act)
  const namesOf = new Map(listed.map(({ day, names }) => [day, names]))
  const days = [...new Set([...namesOf.keys(), ...known])].filter((day) => day <= today).sort()
  const adopted = { key: `${folder}/${ADOPTED}`, act, celex: act, day: null, names: [`celex/${act}`], isListed: true }
  return [
    { ...adopted, isNewest: days.length === 0 },
    ...days.map((day, index) => {
      const celex = consolidatedCelex(act, day)
      const names = namesOf.get(day) ?? [`celex/${celex}`]
      const isNewest = index === days.length - 1
      return { key: `${folder}/${day}`, act, celex, day, names, isNewest, isListed: namesOf.has(day) }
    }),
  ]
}

/** Returns the days of the consolidations that were stored or failed, by the folder of their act. */
function knownDays(store: SiteStore): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>()
  for (const { code } of [...store.laws(), ...store.failures()]) {
    const [folder = '', version] = code.split('/')
    if (version === undefined || version === ADOPTED) continue
    days.set(folder, (days.get(folder) ?? new Set()).add(version))
  }
  return days
}

/** Returns the stored list of consolidations of an act; `undefined` if there is none. */
function keptList(store: SiteStore, act: string): ListedConsolidation[] | undefined {
  const bytes = store.archive(folderOf(act))
  return bytes.length === 0 ? undefined : JSON.parse(Buffer.from(bytes).toString())
}

/** Returns the keys that the copy should have: the acts, with all their versions. */
function wantedKeys(acts: readonly string[]): Listed {
  const folders = new Set(acts.map(folderOf))
  return { has: (key) => folders.has(key.split('/')[0] as string) }
}

/** Official languages by ISO 639-1 code, with their ISO 639-3 codes, which Cellar expects in `Accept-Language`. */
const CODES: ReadonlyMap<string, string> = new Map(
  (
    'bg:bul cs:ces da:dan de:deu el:ell en:eng es:spa et:est fi:fin fr:fra ga:gle hr:hrv hu:hun it:ita ' +
    'lt:lit lv:lav mt:mlt nl:nld pl:pol pt:por ro:ron sk:slk sl:slv sv:swe'
  )
    .split(' ')
    .map((codes) => codes.split(':') as [string, string]),
)

/**
 * Returns the ISO 639-3 code of a language: `deu` for `de`.
 * @throws LegalTextError `invalid_input` for other than official languages of the Union
 */
function cellarLanguage(language: string): string {
  const code = CODES.get(language)
  if (code !== undefined) return code
  const known = [...CODES.keys()].join(', ')
  throw new LegalTextError(
    'invalid_input',
    say`acts of the Union have no texts in ${language}: expected one of ${known}`,
  )
}

/*
 * Reads the notice of an act: its metadata in RDF/XML ("Retrieve the RDF/XML formatted metadata for a given resource", Cellar
 * end-user manual).
 */
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** A consolidation in a notice. */
interface ListedConsolidation {
  /** ISO date. */
  day: string
  /** Names below `/resource/`, `celex/02016R0679-20160504` first. */
  names: string[]
}

/**
 * Lists the consolidations of an act, oldest first.
 *
 * A notice names them by CELEX number, by `consolidation/2016R0679%2F20160504`, or both, as objects of
 * `resource_legal_consolidated_by_act_consolidated` and `resource_legal_basis_for_act_consolidated`, neither of which is
 * complete, and of `owl:sameAs`. It also names consolidations of the acts that this act amends. Therefore, resources count if
 * the number of this act is in their names.
 * @param celex of the act
 * @throws ArchiveError `unsupported_format` for other formats than RDF/XML; `parse_failed` if it is truncated, broken or of another act
 */
function readNotice(bytes: Uint8Array, celex: string): ListedConsolidation[] {
  const days = new Map<string, Set<string>>()
  const number = celex.slice(1)
  let isAbout = false
  const add = (address: string) => {
    const name = resourceName(address)
    if (name === `celex/${celex}`) isAbout = true
    const [, act, year, month, date] = CONSOLIDATION.exec(name ?? '') ?? []
    const day = isoDate(Number(year), Number(month), Number(date))
    if (act !== number || day === null) return
    const names = days.get(day) ?? new Set<string>()
    days.set(day, names.add(name as string))
  }
  parseRdf(bytes, add)
  if (!isAbout) throw new ArchiveError('parse_failed', say`the notice is not of ${celex}`)
  return [...days]
    .map(([day, names]) => {
      const own = `celex/0${number}-${day.replaceAll('-', '')}`
      const others = [...names].filter((name) => name !== own && !IS_PART.test(name))
      return { day, names: [own, ...others.sort()] }
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** `celex/02016R0679-20160504`, `consolidation/2016R0679/20160504`, and a part of it: `…/20160504_0000020`. */
const CONSOLIDATION = /^(?:celex\/0|consolidation\/)([^/]+)[-/](\d{4})(\d\d)(\d\d)(?:_\d+)?$/
const IS_PART = /_\d+$/

/** Returns the name of a Cellar resource: the part of its URL after `/resource/`. */
function resourceName(address: string): string | undefined {
  const [, path] = /^https?:\/\/[^/]+\/resource\/((?:celex|consolidation)\/.+)$/.exec(address) ?? []
  return path && tried(() => decodeURIComponent(path), undefined)
}

/** @param onResource called with the URL of every subject and object */
function parseRdf(bytes: Uint8Array, onResource: (address: string) => void): void {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  const refuse = (found: string): never => {
    throw new ArchiveError('unsupported_format', say`${found} was sent instead of a notice in RDF/XML`)
  }
  if (bytes.length === 0) refuse('nothing')
  if (isPage(bytes)) refuse(say`an HTML page`)
  if (!/^(\xef\xbb\xbf)?\s*</.test(head)) refuse(say`something else`)
  const fail = (reason: string): never => {
    throw new ArchiveError('parse_failed', say`the notice is cut or broken: ${reason}`)
  }
  /** RDF prefix, with a colon. */
  let rdf: string | undefined
  const parser = xmlParser(
    {
      open(name, attributes) {
        if (rdf === undefined) {
          const declared = Object.keys(attributes).find((key) => attributes[key] === RDF)
          rdf = `${declared?.replace('xmlns:', '')}:`
          if (name !== `${rdf}RDF`) refuse(say`XML with the document element <${name.replace(/^.*:/, '')}>`)
        }
        for (const key of ['about', 'resource']) {
          const address = attributes[rdf + key]
          if (address !== undefined) onResource(address)
        }
      },
      text() {},
      close() {},
    },
    {},
    fail,
  )
  for (const chunk of decode(bytes, fail)) parser.write(chunk)
  parser.close()
}

import shortNames from '../../../citation/laws/union-acts.json' with { type: 'json' }

/** Threshold of citations above which a missing act is fetched. */
const MANY_CITATIONS = 20

/**
 * Returns the acts with short names, those of the replaced corpus, and missing ones that it often cites.
 * @param replaced bundle; ignored if it cannot be read
 * @returns CELEX numbers
 */
export function knownActs(replaced: string | undefined): string[] {
  return [...new Set([...Object.keys(shortNames), ...actsIn(replaced)])]
}

/**
 * Returns the days of the consolidations in a corpus (ISO dates), by the CELEX numbers of their acts.
 * @param bundle ignored if it cannot be read
 */
export function consolidationsIn(bundle: string | undefined): Map<string, string> {
  const sql = `SELECT identity, source ->> '$.consolidated_on' AS day FROM law WHERE source_family = ? AND ${isOfToday()} AND day IS NOT NULL`
  const rows = inBundle(bundle, (database) => database.prepare(sql).all(EURLEX_FAMILY))
  return new Map(rows.map(({ identity, day }) => [String(identity), String(day)]))
}

function actsIn(bundle: string | undefined): string[] {
  return inBundle(bundle, (database) => {
    const own = database
      .prepare(`SELECT identity FROM law WHERE source_family = ? AND ${isOfToday()}`)
      .all(EURLEX_FAMILY)
    const cited = database
      .prepare(
        'SELECT name, count(*) AS times FROM citation ' +
          'WHERE norm IS NULL AND law IS NULL AND name IS NOT NULL GROUP BY name',
      )
      .all() as { name: string; times: number }[]
    return [...own.map(({ identity }) => String(identity)), ...oftenCited(cited)]
  })
}

/** Queries a bundle; returns an empty list without a bundle, or if it cannot be read. */
function inBundle<Row>(bundle: string | undefined, ask: (database: DatabaseSync) => Row[]): Row[] {
  if (bundle === undefined) return []
  try {
    const { database } = openBundleDatabase(bundle)
    try {
      return ask(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof LegalTextError) return []
    throw error
  }
}

/** Returns the acts that are cited more than {@link MANY_CITATIONS} times, over all their names. */
export function oftenCited(names: readonly { name: string; times: number }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name, times } of names) {
    const celex = celexOfName(name)
    if (celex !== undefined) counts.set(celex, (counts.get(celex) ?? 0) + times)
  }
  return [...counts].filter(([, times]) => times > MANY_CITATIONS).map(([celex]) => celex)
}

/** Digits of the number of an act: `2016/679`, `593/2008`, `95/46`. */
const NUMBER = /(?<![\d/])(\d{1,4})\/(\d{1,4})(?!\d|\/\d)/

/** Years of acts, with two digits until 1998. */
const YEAR = /^(?:\d\d|19[5-9]\d|20\d\d)$/

/** Returns the CELEX number of an act that a text names by type and number: `Verordnung (EG) Nr. 593/2008`. */
export function celexOfName(name: string): string | undefined {
  const [figures = '', first = '', second = ''] = NUMBER.exec(name) ?? []
  const readings = [
    { year: first, number: second },
    { year: second, number: first },
  ]
  for (const { year, number } of readings) {
    const celex = YEAR.test(year) ? celexOfNumber({ title: name, year, number }) : undefined
    const act = celex === undefined ? undefined : actNumber(celex)
    // The position of the year depends on the type of the act and its time.
    if (act !== undefined && numberNames(act, name, 'de')?.plain.includes(figures)) return celex
  }
  return undefined
}
