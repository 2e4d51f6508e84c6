/** Fetches the laws of the official site, or of a mirror. */
import { HttpClient } from '../../../../download/http-client.ts'
import type { FetchedSite, SiteOptions } from '../../../source.ts'
import { ArchiveError, type LawFile, MAXIMUM_ARCHIVE_BYTES, SiteArchive } from '../../site/site-archive.ts'
import type { KnownLaw, ListedLaw, RunSummary } from '../../site/site-records.ts'
import { type OnFailure, SiteRun } from '../../site/site-run.ts'
import type { SiteStore } from '../../site/site-store.ts'
import { CODE } from '../../values.ts'
import { isXml } from '../format.ts'
import type { TocEntry } from '../official-site.ts'
import { parseDocument } from '../parse-document.ts'
import { LAW_ARCHIVES, openLawStore } from './law-store.ts'
import { fetchToc, lawAddress, urlWithoutCredentials } from './site-toc.ts'

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
 * Brings a store up to date with its site. Only what has changed is fetched, and an interrupted run is resumed. For laws
 * that cannot be fetched the reason is recorded, and an older copy is kept.
 * @throws LegalTextError `not_ready` if there is no table of contents, the site stops answering, or the store cannot be
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
  try {
    await run.site.forEach(missing, concurrency, async ([code, entry]) => {
      await fetchLaw(run, code, entry)
      onProgress?.(++done, codes.size)
    })
  } finally {
    store.commit()
  }
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
    store.addFailure({ code, title, url: urlWithoutCredentials(link) }, state, reason, now())
  if (!CODE.test(code)) {
    const problem = `${JSON.stringify(code)} is no code: it may hold letters, digits, "-", "_" and "."`
    return fail('excluded_by_policy', problem)
  }
  const address = lawAddress(baseUrl, code, link)
  await site.attempt(() => update(run, address, { code, title, url: urlWithoutCredentials(address) }), fail)
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
  // A copy must not be replaced by a document that the build cannot read.
  if (known !== undefined) await assertReadable(archive, law)
  store.addLaw({ ...law, etag, lastModified, sha256, members }, answer.body, now())
}

/** @throws ArchiveError `parse_failed` if no document in it is a law */
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
