/** Fetches the laws of the official site, or of a mirror of it. */

import type { TerminalState } from '../../../../corpus/corpus.ts'
import { DownloadError, type DownloadErrorKind } from '../../../../download/download-error.ts'
import type { HttpClient } from '../../../../download/http-client.ts'
import { LegalTextError } from '../../../../errors.ts'
import { CODE, type TocEntry } from '../official-site.ts'
import { parseDocument } from '../parse-document.ts'
import { ArchiveError, LawArchive, type LawFile, MAXIMUM_ARCHIVE_BYTES } from './law-archive.ts'
import { fetchToc, lawAddress, urlWithoutCredentials } from './site-toc.ts'
import type { KnownLaw, ListedLaw, RunSummary, SourceStore } from './source-store.ts'

/** Requests that are made at a time. */
const CONCURRENCY = 8

/** So many laws in a row that the site does not answer for, or answers that it cannot now, and it is taken to be gone. */
const MAX_CONSECUTIVE_FAILURES = 24
const TOO_MANY_REQUESTS = 429

const STATES: Record<DownloadErrorKind, TerminalState> = {
  unavailable: 'source_unavailable',
  too_large: 'excluded_by_policy',
  refused: 'excluded_by_policy',
}

export interface FetchOptions {
  /** Address of a site that has `gii-toc.xml`. */
  baseUrl: string
  store: SourceStore
  client: HttpClient
  concurrency?: number
  /** Called with each law that is done with. */
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Ends the run, which the next one goes on with. */
  signal?: AbortSignal | undefined
  now?: () => Date
}

export interface FetchReport extends RunSummary {
  /** Laws in the table of contents: fetched, unchanged and failed. */
  total: number
  /** Laws that were here and are no longer in the table of contents. */
  removed: number
}

/**
 * Brings a store up to date with its site: only what has changed is fetched, and a run that was interrupted is gone on
 * with. A law that cannot be had is noted with the reason; what was had of it before is kept.
 * @throws LegalTextError `not_ready` where the site gives no table of contents, or stops answering, or the store cannot be
 *   written
 */
export async function fetchLaws(options: FetchOptions): Promise<FetchReport> {
  const { baseUrl, store, client, concurrency = CONCURRENCY, onProgress, signal, now = () => new Date() } = options
  const toc = await fetchToc(client, baseUrl, store.toc, signal)
  const codes = new Set(toc.entries.keys())
  const checked = store.beginRun(toc, codes, now())
  const missing = [...toc.entries].filter(([code]) => !checked.has(code))
  let done = codes.size - missing.length
  const failed = new AbortController()
  const run: Run = {
    ...options,
    now,
    signal: AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]),
    failures: 0,
  }
  const laws = missing.values()
  const work = async () => {
    for (const [code, entry] of laws) {
      await fetchLaw(run, code, entry)
      onProgress?.(++done, codes.size)
    }
  }
  onProgress?.(done, codes.size)
  const workers = Array.from({ length: concurrency }, () =>
    work().catch((error) => {
      failed.abort(error)
      throw error
    }),
  )
  try {
    await Promise.all(workers)
  } finally {
    await Promise.allSettled(workers)
    store.commit()
  }
  const removed = store.finishRun(codes, now())
  return { total: codes.size, removed, ...store.summary() }
}

interface Run extends FetchOptions {
  now: () => Date
  signal: AbortSignal
  /** Laws in a row that the site has not answered for, or could not give. */
  failures: number
}

async function fetchLaw(run: Run, code: string, { title, link }: TocEntry): Promise<void> {
  const { baseUrl, store, signal, now } = run
  signal.throwIfAborted()
  const fail = (state: TerminalState, reason: string) =>
    store.addFailure({ code, title, url: urlWithoutCredentials(link) }, state, reason, now())
  if (!CODE.test(code)) {
    const problem = `${JSON.stringify(code)} is no code: it may hold letters, digits, "-", "_" and "."`
    return fail('excluded_by_policy', problem)
  }
  const address = lawAddress(baseUrl, code, link)
  try {
    await update(run, address, { code, title, url: urlWithoutCredentials(address) })
    run.failures = 0
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ArchiveError) {
      run.failures = 0
      return fail(error.terminalState, error.message)
    }
    if (!(error instanceof DownloadError)) throw error
    run.failures = isSiteFailure(error) ? run.failures + 1 : 0
    fail(STATES[error.kind], error.problem)
    if (run.failures < MAX_CONSECUTIVE_FAILURES) return
    const message = `the site stopped giving laws, ${run.failures} in a row could not be fetched: ${error.message}`
    throw new LegalTextError('not_ready', message, {}, { cause: error })
  }
}

/** Whether the site is not there, or not fit to answer, whatever it is asked for. */
function isSiteFailure({ kind, status }: DownloadError): boolean {
  return kind === 'unavailable' && (status === undefined || status >= 500 || status === TOO_MANY_REQUESTS)
}

/** Asks for a law, and takes it where it is new or has changed. */
async function update({ store, client, signal, now }: Run, address: string, law: ListedLaw): Promise<void> {
  const known = store.law(law.code)
  const validators = known?.url === law.url ? { etag: known.etag, lastModified: known.lastModified } : {}
  const answer = await client.get(address, { ...validators, maxBytes: MAXIMUM_ARCHIVE_BYTES, signal })
  const { etag, lastModified } = answer.headers
  if (answer.status === 304 && known !== undefined) {
    const { etag: oldEtag, lastModified: oldDate } = known
    return store.noteUnchanged({ ...law, etag: etag ?? oldEtag, lastModified: lastModified ?? oldDate }, now())
  }
  const archive = await LawArchive.open(answer.body)
  const sha256 = await archive.contentHash()
  const { members } = archive
  signal.throwIfAborted()
  if (known !== undefined && isSame(known, { sha256, members })) {
    return store.noteUnchanged({ ...law, etag, lastModified }, now())
  }
  // The build leaves out what it cannot read, and the copy that is here must not go for that.
  if (known !== undefined) await assertReadable(archive, law)
  store.addLaw({ ...law, etag, lastModified, sha256, members }, answer.body, now())
}

/** @throws ArchiveError `parse_failed` if no document in it is a law */
async function assertReadable(archive: LawArchive, { code, title, url }: ListedLaw): Promise<void> {
  const { members } = archive
  const documents = members.map(({ name }) => name).filter((name) => /\.xml$/i.test(name))
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
