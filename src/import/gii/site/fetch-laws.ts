/** Fetches the laws of the official site, or of a mirror. */

import { createHash } from 'node:crypto'
import { addressBelow, linkedAddress, withoutCredentials } from '../../../download/address.ts'
import { DownloadError } from '../../../download/download-error.ts'
import { HttpClient } from '../../../download/http-client.ts'
import { say } from '../../../i18n/texts.ts'
import { LegalTextError } from '../../../util/errors.ts'
import {
  ArchiveError,
  type ArchiveForm,
  isPage,
  type KnownLaw,
  type LawFile,
  type ListedLaw,
  MAXIMUM_ARCHIVE_BYTES,
  type OnFailure,
  type RunSummary,
  SiteArchive,
  type SiteList,
  SiteRun,
  SiteStore,
} from '../../site/site-store.ts'
import type { FetchedSite, SiteOptions } from '../../source.ts'
import { CODE, isImage } from '../../values.ts'
import { GII_FAMILY, isXml, LAW_ARCHIVE, LIMITS, TOC_FILE } from '../format.ts'
import { isOfficialHost, readToc, type TocEntry } from '../official-site.ts'
import { parseDocument } from '../parse-document.ts'

/** Concurrent requests. */
const CONCURRENCY = 8

/** @throws LegalTextError as {@link fetchLaws} */
export async function fetchSite({ file, onNotice, ...options }: SiteOptions): Promise<FetchedSite> {
  const store = openLawStore(file, options.baseUrl, onNotice)
  try {
    const client = new HttpClient({ signal: options.signal })
    const { total, failed } = await fetchLaws({ ...options, store, client })
    return { copy: store, total, failed, kept: store.laws().length }
  } catch (error) {
    store.close()
    throw error
  }
}

export interface FetchOptions extends Pick<SiteOptions, 'baseUrl' | 'onProgress' | 'signal'> {
  store: SiteStore
  client: HttpClient
  concurrency?: number
  now?: () => Date
}

export interface FetchReport extends RunSummary {
  /** Laws in the table of contents: fetched, unchanged and failed. */
  total: number
  /** Stored laws that are no longer in the table of contents. */
  removed: number
}

/**
 * Updates a store from its site. Fetches only changes, and resumes an interrupted run. If a law cannot be fetched, the reason is
 * recorded, and an older copy is kept.
 * @throws LegalTextError `not_ready` if the table of contents is missing, the site stops responding, or the store cannot be
 *   written
 */
export async function fetchLaws(options: FetchOptions): Promise<FetchReport> {
  const { baseUrl, store, client, concurrency = CONCURRENCY, onProgress, signal, now = () => new Date() } = options
  const toc = await fetchToc(client, baseUrl, store.toc, signal)
  const codes = new Set(toc.entries.keys())
  const checked = store.beginRun(toc, codes, now())
  const missing = [...toc.entries].filter(([code]) => !checked.has(code))
  let done = codes.size - missing.length
  const run: Run = { ...options, now, site: new SiteRun(signal, true) }
  onProgress?.(done, codes.size)
  await run.site.forEach(missing, concurrency, async ([code, entry]) => {
    await fetchLaw(run, code, entry)
    onProgress?.(++done, codes.size)
  })
  const removed = store.finishRun(codes, now())
  return { total: codes.size, removed, ...store.summary() }
}

interface Run extends FetchOptions {
  now: () => Date
  site: SiteRun
}

async function fetchLaw(run: Run, code: string, { title, link }: TocEntry): Promise<void> {
  const { baseUrl, store, site, now } = run
  const fail: OnFailure = (state, reason) =>
    store.addFailure({ code, title, url: withoutCredentials(link) }, state, reason, now())
  if (!CODE.test(code)) {
    const problem = say`${JSON.stringify(code)} is not a code: it may hold letters, digits, "-", "_" and "."`
    return fail('excluded_by_policy', problem)
  }
  const address = lawAddress(baseUrl, code, link)
  await site.attempt(() => update(run, address, { code, title, url: withoutCredentials(address) }), fail)
}

/** Requests a law, and stores it if it is new or has changed. */
async function update({ store, client, site: { signal }, now }: Run, address: string, law: ListedLaw): Promise<void> {
  const known = store.law(law.code)
  const validators = known?.url === law.url ? { etag: known.etag, lastModified: known.lastModified } : {}
  const answer = await client.get(address, { ...validators, maxBytes: MAXIMUM_ARCHIVE_BYTES, signal })
  const { etag, lastModified } = answer.headers
  if (answer.status === 304 && known !== undefined) {
    const { etag: oldEtag, lastModified: oldDate } = known
    return store.noteUnchanged({ ...law, etag: etag ?? oldEtag, lastModified: lastModified ?? oldDate }, now())
  }
  const archive = await SiteArchive.open(answer.body, LAW_ARCHIVES)
  const sha256 = await archive.contentHash()
  const { members } = archive
  signal.throwIfAborted()
  if (known !== undefined && isSame(known, { sha256, members })) {
    return store.noteUnchanged({ ...law, etag, lastModified }, now())
  }
  // Never replace a copy by a document that the build cannot read.
  if (known !== undefined) await assertReadable(archive, law)
  store.addLaw({ ...law, etag, lastModified, sha256, members }, answer.body, now())
}

/** @throws ArchiveError `parse_failed` if none of its documents is a law */
async function assertReadable(archive: SiteArchive, { code, title, url }: ListedLaw): Promise<void> {
  const { members } = archive
  const documents = members.map(({ name }) => name).filter(isXml)
  const reasons: string[] = []
  for (const name of documents.sort()) {
    const bytes = await archive.read(members.findIndex((member) => member.name === name))
    const read = parseDocument({ code, path: name, sourceUrl: url, titles: [title] }, () => bytes)
    if ('law' in read) return
    reasons.push(read.reason)
  }
  throw new ArchiveError('parse_failed', reasons.join('; '))
}

function isSame(known: KnownLaw, found: { sha256: string; members: LawFile[] }): boolean {
  const names = (members: LawFile[]) => JSON.stringify(members.map(({ name }) => name))
  return known.sha256 === found.sha256 && names(known.members) === names(found.members)
}

/** The real one has 1.5 MB. */
const MAXIMUM_TOC_BYTES = 32 * 1024 * 1024

/**
 * Fetches the table of contents of a site.
 * @param known that of the last run, reused if unchanged
 * @throws LegalTextError `not_ready` if it is missing, or lists no law
 */
async function fetchToc(
  client: HttpClient,
  baseUrl: string,
  known: SiteList | undefined,
  signal: AbortSignal | undefined,
) {
  const { etag, lastModified } = known ?? {}
  try {
    const options = { etag, lastModified, maxBytes: MAXIMUM_TOC_BYTES, signal }
    const { status, headers, body } = await client.get(addressBelow(baseUrl, TOC_FILE), options)
    if (status === 304 && known !== undefined) return { ...known, entries: readEntries(known.content) }
    return { content: body, ...headers, entries: readEntries(body) }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    throw new LegalTextError('not_ready', say`cannot get the table of contents: ${error.message}`, {}, { cause: error })
  }
}

/**
 * Returns the address of a law's archive. The table of contents of a mirror may name the official site, whose files it has. On
 * the same host, the laws take the credentials and protocol of the base URL.
 */
export function lawAddress(baseUrl: string, code: string, link: string): string {
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  if (isOfficialHost(host) && !isOfficialHost(new URL(baseUrl).hostname)) {
    return addressBelow(baseUrl, `${encodeURIComponent(code)}/${LAW_ARCHIVE}`)
  }
  return linkedAddress(baseUrl, link)
}

function readEntries(content: Uint8Array): Map<string, TocEntry> {
  const head = Buffer.from(content.subarray(0, 512)).toString('latin1')
  const refuse = (problem: string): never => {
    throw new LegalTextError('not_ready', say`cannot get the table of contents: ${TOC_FILE} ${problem}`)
  }
  if (content.length === 0) return refuse(say`is empty`)
  if (isPage(content)) return refuse(say`is an HTML page`)
  if (!/^(\xef\xbb\xbf)?\s*</.test(head)) return refuse(say`is not XML`)
  try {
    const entries = readToc(content, TOC_FILE)
    return entries.size > 0 ? entries : refuse(say`has no law in it`)
  } catch (error) {
    if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') throw error
    throw new LegalTextError('not_ready', say`cannot get the table of contents: ${error.message}`, {}, { cause: error })
  }
}

export const LAW_ARCHIVES: ArchiveForm = {
  isDocument: isXml,
  isImage,
  maxBytes: LIMITS.bytes,
  hash: () => new ContentHash(),
}

/** Opens the copy. @throws LegalTextError as {@link SiteStore.open} */
export function openLawStore(file: string, baseUrl: string, onNotice?: (text: string) => void): SiteStore {
  const form = { family: GII_FAMILY, archives: LAW_ARCHIVES, listFile: TOC_FILE }
  return SiteStore.open(form, file, baseUrl, onNotice)
}

/** The site renews this attribute of every element whenever it generates its files, changed or not. */
const ATTRIBUTE = Buffer.from(' builddate="')
const QUOTE = 0x22
/** Longest value that counts as a date. */
const LONGEST_DATE = 20
const LONGEST_ATTRIBUTE = ATTRIBUTE.length + LONGEST_DATE + 1

/** Incremental SHA-256 of XML without its `builddate` attributes. Equal contents have equal hashes, however they are split. */
export class ContentHash {
  readonly #hash = createHash('sha256')
  /** End of the data so far, which may be the beginning of an attribute. */
  #rest: Uint8Array = new Uint8Array()

  update(chunk: Uint8Array): void {
    const data = Buffer.concat([this.#rest, chunk])
    this.#rest = data.subarray(this.#take(data, data.length - LONGEST_ATTRIBUTE))
  }

  /** @returns hex digits */
  digest(): string {
    const data = Buffer.from(this.#rest)
    return this.#hash.update(data.subarray(this.#take(data, data.length))).digest('hex')
  }

  /**
   * Hashes the data that does not depend on later parts. Overwrites the data.
   * @param last the last offset at which an attribute would be complete
   * @returns the number of bytes hashed
   */
  #take(data: Buffer, last: number): number {
    let from = 0
    let kept = 0
    const keep = (end: number) => {
      if (kept < from) data.copyWithin(kept, from, end)
      kept += end - from
    }
    for (;;) {
      const found = data.indexOf(ATTRIBUTE, from)
      if (found < 0 || found > last) break
      const value = found + ATTRIBUTE.length
      const end = data.subarray(value, value + LONGEST_DATE + 1).indexOf(QUOTE)
      keep(end < 0 ? value : found)
      from = end < 0 ? value : value + end + 1
    }
    const ready = Math.max(from, last)
    keep(ready)
    this.#hash.update(data.subarray(0, kept))
    return ready
  }
}
