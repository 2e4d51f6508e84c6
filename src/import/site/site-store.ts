/**
 * Local copy of a site, kept between runs: the archive of each law as received, or why it could not be fetched. A killed process
 * loses at most the last laws.
 */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { isZip, readErrorReason } from '../../archive/compressed.ts'
import { BeyondLimits, checkNames, MEMBER_LIMITS } from '../../archive/members.ts'
import {
  type ByteSource,
  memberPieces,
  memorySource,
  readDirectory,
  readMember,
  unreadableKind,
  type ZipMember,
} from '../../archive/zip.ts'
import { readAddress } from '../../download/address.ts'
import { DownloadError, type DownloadErrorKind } from '../../download/download-error.ts'
import { makeDirectory } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'
import type { ParsedLimitation } from '../../model/parsed-law.ts'
import { databaseReason, sqliteResult } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { Input, InputFile, SiteCopy } from '../source.ts'
import { compareText } from '../values.ts'

const MEGABYTE = 1024 * 1024

/** The largest archives of the real data have 0.3 MB (federal law) and 2 MB (acts of the Union). */
export const MAXIMUM_ARCHIVE_BYTES = 32 * MEGABYTE
const MAXIMUM_MEMBERS = 1000

/** Thrown if an archive cannot be used. */
export class ArchiveError extends Error {
  readonly terminalState: TerminalState

  constructor(terminalState: TerminalState, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.terminalState = terminalState
  }
}

/** Archives of a source family. */
export interface ArchiveForm {
  /** True for the name of a document of the law. */
  isDocument(name: string): boolean
  /** True for the name of an image in the law: changing it changes the law. */
  isImage?(name: string): boolean
  /** Maximum size of a member, unpacked, in bytes. */
  maxBytes: number
  /** Incremental hash of documents; equal contents have equal hashes, however they are split. */
  hash(): { update(piece: Uint8Array): unknown; digest(): string }
}

export interface LawFile {
  /** Last part of its path in the archive. */
  name: string
  /** Unpacked size in bytes. */
  size: number
}

/** A member, named by the last part of its path. */
interface ArchiveEntry extends LawFile {
  member: ZipMember
}

export class SiteArchive {
  readonly #form: ArchiveForm
  readonly #source: ByteSource
  readonly #entries: readonly ArchiveEntry[]

  private constructor(form: ArchiveForm, source: ByteSource, entries: readonly ArchiveEntry[]) {
    this.#form = form
    this.#source = source
    this.#entries = entries
  }

  /**
   * Reads the directory of an archive without unpacking it.
   * @throws ArchiveError `unsupported_format` if it is not a zip archive or has no XML, `parse_failed` if it is broken,
   *   `excluded_by_policy` if it exceeds the limits
   */
  static async open(bytes: Uint8Array, form: ArchiveForm): Promise<SiteArchive> {
    assertZip(bytes)
    const source = memorySource(bytes)
    const entries = await readEntries(source)
    assertWithinLimits(entries, source, form)
    const documents = entries.filter(({ name }) => form.isDocument(name))
    if (documents.length === 0) {
      const formats = [...new Set(entries.map(({ name }) => (/\.(\w+)$/.exec(name)?.[1] ?? 'unknown').toUpperCase()))]
      const held =
        formats.length === 0 ? say`the archive is empty` : say`only ${formats.sort().join(', ')} in the archive`
      throw new ArchiveError('unsupported_format', say`${held}, no XML`)
    }
    for (const { name, member } of documents) {
      const fault = unreadableKind(member)
      if (fault !== undefined) throw new ArchiveError(fault.terminalState, say`${name}: ${fault.reason}`)
    }
    return new SiteArchive(form, source, entries)
  }

  /** Files of the archive, in directory order. */
  get members(): LawFile[] {
    return this.#entries.map(({ name, size }) => ({ name, size }))
  }

  /**
   * Hashes the documents, unpacked in chunks, and the checksums of the images.
   * @returns hex digits
   * @throws ArchiveError as for {@link open}
   */
  async contentHash(): Promise<string> {
    const { isDocument, isImage, maxBytes } = this.#form
    const hash = this.#form.hash()
    let bytes = 0
    for (const { name, member } of this.#entries.filter(({ name }) => isDocument(name))) {
      let size = 0
      try {
        for await (const piece of memberPieces(this.#source, member)) {
          size += piece.length
          bytes += piece.length
          if (bytes > maxUnpackedBytes(this.#source)) tooDense()
          if (size > maxBytes) tooLarge(name, maxBytes)
          hash.update(piece)
        }
      } catch (error) {
        failed(error, name)
      }
    }
    for (const { name, size, member } of this.#entries) {
      if (isImage?.(name)) hash.update(Buffer.from(`\n${name} ${size} ${member.checksum}`))
    }
    return hash.digest()
  }

  /**
   * Unpacks a member.
   * @param index of the member in {@link members}
   * @throws ArchiveError `parse_failed` if it does not match the directory
   */
  async read(index: number): Promise<Uint8Array> {
    const entry = this.#entries[index]
    if (entry === undefined) throw new ArchiveError('parse_failed', say`there is no member ${index}`)
    return readMember(this.#source, entry.member).catch((error) => failed(error, entry.name))
  }
}

async function readEntries(source: ByteSource): Promise<ArchiveEntry[]> {
  try {
    const entries = (await readDirectory(source, MAXIMUM_MEMBERS))
      .map((member) => ({ name: member.name.split(/[/\\]/).at(-1) as string, size: member.size, member }))
      .filter(({ name, member }) => !member.isFolder && !['', '.', '..'].includes(name))
    checkNames(entries.map(({ name }) => ({ path: name })))
    return entries
  } catch (error) {
    return failed(error)
  }
}

/** True for an HTML page, with or without an XML declaration: sites send them in case of errors. */
export function isPage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i.test(head)
}

/** @throws ArchiveError `unsupported_format` unless the bytes begin a zip archive */
export function assertZip(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 512))
  if (isZip(head)) return
  const found = bytes.length === 0 ? 'nothing' : isPage(bytes) ? say`an HTML page` : say`something else`
  throw new ArchiveError('unsupported_format', say`${found} was sent instead of a zip archive`)
}

function assertWithinLimits(
  entries: readonly ArchiveEntry[],
  source: ByteSource,
  { isImage, maxBytes }: ArchiveForm,
): void {
  let unpacked = 0
  for (const { name, size } of entries) {
    // Only a large image itself is left out.
    if (size > maxBytes && !isImage?.(name)) tooLarge(name, maxBytes)
    unpacked += size
  }
  if (unpacked > maxUnpackedBytes(source)) tooDense()
}

const maxUnpackedBytes = ({ size }: ByteSource) => Math.max(MEMBER_LIMITS.free, size * MEMBER_LIMITS.ratio)

function tooLarge(name: string, maxBytes: number): never {
  excluded(say`${name} has more than ${maxBytes} bytes`)
}

function tooDense(): never {
  excluded(say`unpacked it would be more than ${MEMBER_LIMITS.ratio} times as large as the archive`)
}

function excluded(message: string): never {
  throw new ArchiveError('excluded_by_policy', message)
}

/**
 * Reports why an archive, or a member of it, cannot be read.
 * @throws ArchiveError always
 */
function failed(error: unknown, member?: string): never {
  if (error instanceof ArchiveError) throw error
  if (error instanceof BeyondLimits) excluded(error.message)
  throw new ArchiveError(
    'parse_failed',
    readErrorReason(error, member === undefined ? 'zip archive' : `zip archive: ${member}`),
  )
}

/** Validators of a response, for conditional requests. */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

/** Site copies of a source family. */
export interface CopyForm {
  family: string
  archives: ArchiveForm
  /** Name of the site's list among the files of the input, if the family reads it. */
  listFile?: string
  /** True for archive members that are files of the input. Default: all. */
  offers?(name: string): boolean
  /** Name of a law in limitations. Default: its code. */
  sourceIdOf?(code: string): string
}

/** The list of a site, as received. */
export interface SiteList extends Validators {
  content: Uint8Array
}

const listRow = ({ content, etag, lastModified }: SiteList): [Uint8Array, string | null, string | null] => [
  content,
  etag ?? null,
  lastModified ?? null,
]

/** Tells whether the site lists a law. */
export type Listed = Pick<ReadonlySet<string>, 'has'>

/** A law that the site lists. */
export interface ListedLaw {
  /** Folder of its files in the input. */
  code: string
  title: string
  /** Address of its archive. */
  url: string
}

/** Stored content of a law. */
export interface LawContent extends Validators {
  url: string
  sha256: string
  members: LawFile[]
}

export interface KnownLaw extends LawContent {
  /** Time of the last request for it (ISO 8601). */
  checkedAt: string
}

export interface StoredFailure {
  code: string
  url: string
  title: string
  terminal_state: TerminalState
  reason: string
  checked_at: string
  /** Time at which the copy used instead was fetched; `null` without one. */
  fetched_at: string | null
}

/** Result of a run so far. Laws with only an older copy count as failed. */
export interface RunSummary {
  /** New or changed. */
  fetched: number
  unchanged: number
  failed: number
  failures: Partial<Record<TerminalState, number>>
}

/** Maximum number of laws that an error names. */
const NAMED_LAWS = 3

/** Returns why laws could not be fetched: `32025R9999: Cellar has no act 32025R9999 (404)`. */
export function reasonsOf(failures: readonly Pick<ParsedLimitation, 'title' | 'reason'>[]): string {
  const named = failures.slice(0, NAMED_LAWS).map(({ title, reason }) => `${title}: ${reason}`)
  const more = failures.length - named.length
  return [...named, ...(more > 0 ? [say`and ${more} more`] : [])].join('; ')
}

/** Returns the limitation of a law that could not be fetched. */
export function limitationOf(failure: StoredFailure, { family, sourceIdOf }: CopyForm): ParsedLimitation {
  const { code, title, url, terminal_state: terminalState, reason, checked_at: retrievedAt, fetched_at } = failure
  const copy = fetched_at === null ? '' : say`; the copy of ${fetched_at.slice(0, 10)} is still used`
  return {
    sourceFamily: family,
    sourceId: sourceIdOf?.(code) ?? code,
    title: title || code,
    sourceUrl: url,
    terminalState,
    reason: reason + copy,
    retrievedAt,
  }
}

/** Maximum age of an unfinished run to resume it, in milliseconds. */
const MAX_RUN_AGE = 24 * 60 * 60 * 1000

interface LawRow {
  url: string
  etag: string | null
  last_modified: string | null
  sha256: string
  members: string
  checked_at: string
}

interface RunRow {
  id: number
  started_at: string
  finished_at: string | null
  toc: Uint8Array
  toc_etag: string | null
  toc_last_modified: string | null
}

export class SiteStore implements SiteCopy {
  readonly #form: CopyForm
  readonly #baseUrl: string
  readonly #file: string
  readonly #database: DatabaseSync
  readonly #statements: SourceDatabase['statements']
  #run = 0
  /** The last archive read: the images of a law are read one after another. */
  #opened: { code: string; archive: Promise<SiteArchive> } | undefined

  private constructor(form: CopyForm, file: string, baseUrl: string, { database, statements }: SourceDatabase) {
    this.#form = form
    this.#baseUrl = baseUrl
    this.#file = file
    this.#database = database
    this.#statements = statements
  }

  /**
   * Opens or creates the file of a site. A damaged file is replaced.
   * @param onNotice called if the file is replaced
   * @throws LegalTextError `not_ready` if it cannot be written
   */
  static open(form: CopyForm, file: string, baseUrl: string, onNotice?: (text: string) => void): SiteStore {
    const site = readAddress(baseUrl).url.href
    return new SiteStore(form, file, site, openSourceDatabase(file, site, onNotice))
  }

  /** List of the site in the last run. */
  get toc(): SiteList | undefined {
    const run = this.#lastRun()
    if (run === undefined) return undefined
    return { content: run.toc, etag: run.toc_etag ?? undefined, lastModified: run.toc_last_modified ?? undefined }
  }

  /**
   * Begins a run, or resumes an interrupted one.
   * @param toc list of the site
   * @param codes laws in the list
   * @param isResumable false if the last run did other work
   * @returns the codes of completed laws
   */
  beginRun(toc: SiteList, codes: Listed, now: Date, isResumable = true): Set<string> {
    const last = this.#lastRun()
    const isYoung = last !== undefined && now.getTime() - Date.parse(last.started_at) < MAX_RUN_AGE
    const isResumed = isResumable && isYoung && last.finished_at === null
    const row = listRow(toc)
    this.#run = (last?.id ?? 0) + (isResumed ? 0 : 1)
    this.#write(() => {
      if (isResumed) this.#statements.changeToc.run(...row)
      else {
        this.#statements.forgetRuns.run()
        this.#statements.beginRun.run(this.#run, timestamp(now), ...row)
      }
      for (const { code } of this.failures()) if (!codes.has(code)) this.#statements.removeFailure.run(code)
    })
    return new Set(this.#all<{ code: string }>('checked', this.#run, this.#run).map(({ code }) => code))
  }

  law(code: string): KnownLaw | undefined {
    const [row] = this.#all<LawRow>('law', code)
    if (row === undefined) return undefined
    const { url, etag, last_modified: lastModified, sha256, members, checked_at: checkedAt } = row
    return {
      url,
      etag: etag ?? undefined,
      lastModified: lastModified ?? undefined,
      sha256,
      members: JSON.parse(members),
      checkedAt,
    }
  }

  /** Stores a new or changed law. */
  addLaw(law: ListedLaw & LawContent, archive: Uint8Array, now: Date): void {
    const { code, url, title, etag, lastModified, sha256, members } = law
    const time = timestamp(now)
    const validators = [etag ?? null, lastModified ?? null]
    const content = [sha256, JSON.stringify(members)]
    this.#opened = undefined
    this.#write(() => {
      this.#statements.addLaw.run(code, url, title, ...validators, time, time, ...content, this.#run, this.#run)
      this.#statements.addArchive.run(code, archive)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Records that a law has not changed. */
  noteUnchanged({ code, url, title, etag, lastModified }: ListedLaw & Validators, now: Date): void {
    this.#write(() => {
      this.#statements.noteLaw.run(url, title, etag ?? null, lastModified ?? null, timestamp(now), this.#run, code)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Records that a law could not be fetched. An older copy is kept. */
  addFailure({ code, url, title }: ListedLaw, state: TerminalState, reason: string, now: Date): void {
    this.#write(() => this.#statements.addFailure.run(code, url, title, state, reason, timestamp(now), this.#run))
  }

  /**
   * Ends the run, and removes laws that the site no longer lists, with their failures.
   * @param toc list of the site after the run, if it has changed
   * @returns the number of removed laws
   */
  finishRun(codes: Listed, now: Date, toc?: SiteList): number {
    const isGone = ({ code }: { code: string }) => !codes.has(code)
    const gone = this.#all<{ code: string }>('laws').filter(isGone)
    const failures = this.failures().filter(isGone)
    this.#write(() => {
      for (const { code } of gone) {
        this.#statements.removeLaw.run(code)
        this.#statements.removeArchive.run(code)
      }
      for (const { code } of failures) this.#statements.removeFailure.run(code)
      if (toc !== undefined) this.#statements.changeToc.run(...listRow(toc))
      this.#statements.finishRun.run(timestamp(now))
    })
    return gone.length
  }

  summary(): RunSummary {
    const [counts] = this.#all<{ fetched: number; unchanged: number }>('summary', this.#run, this.#run, this.#run)
    const states = this.#all<{ state: TerminalState; count: number }>('failureStates')
    return {
      ...(counts as { fetched: number; unchanged: number }),
      failed: states.reduce((sum, { count }) => sum + count, 0),
      failures: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    }
  }

  failures(): StoredFailure[] {
    return this.#all('failures')
  }

  /** Returns the stored laws, sorted by code. */
  laws(): { code: string; fetchedAt: string; members: LawFile[] }[] {
    return this.#laws().map(({ code, fetched_at: fetchedAt, members }) => {
      return { code, fetchedAt, members: JSON.parse(members) }
    })
  }

  /** Returns the archive of a law as received; empty if absent. */
  archive(code: string): Uint8Array {
    const [row] = this.#all<{ bytes: Uint8Array }>('archive', code)
    return row?.bytes ?? new Uint8Array()
  }

  /**
   * Unpacks a member of a law's archive.
   * @param index of the member, as in {@link laws}
   * @throws ArchiveError if the archive is damaged: the next run fetches it again
   */
  async read(code: string, index: number): Promise<Uint8Array> {
    if (this.#opened?.code !== code) {
      this.#opened = { code, archive: SiteArchive.open(this.archive(code), this.#form.archives) }
    }
    try {
      return await (await this.#opened.archive).read(index)
    } catch (error) {
      if (error instanceof ArchiveError) {
        this.#write(() => this.#statements.forgetContent.run(code))
      }
      throw error
    }
  }

  /** Returns the copy as an input for the build, like a folder with the list of the site and `<code>/<member>`. */
  asInput(): Input {
    const { toc } = this
    const { listFile, offers = () => true } = this.#form
    const files: InputFile[] = this.laws().flatMap(({ code, fetchedAt, members }) =>
      members.flatMap(({ name, size }, index) => {
        if (!offers(name)) return []
        return { path: `${code}/${name}`, size, fetchedAt, read: () => this.read(code, index) }
      }),
    )
    if (toc !== undefined && listFile !== undefined) {
      files.push({ path: listFile, size: toc.content.length, read: async () => toc.content })
    }
    files.sort((a, b) => compareText(a.path, b.path))
    const limitations = this.failures().map((failure) => limitationOf(failure, this.#form))
    return { name: new URL(this.#baseUrl).host, files, limitations, close: async () => {} }
  }

  /** Hashes every input of a bundle: laws, titles, and failures. */
  stateHash(): string {
    const hash = createHash('sha256').update(this.#lastRun()?.toc ?? '')
    for (const { code, sha256, fetched_at } of this.#laws()) hash.update(`\n${code} ${sha256} ${fetched_at}`)
    for (const { code, terminal_state } of this.failures()) hash.update(`\n${code} ${terminal_state}`)
    return hash.digest('hex')
  }

  /** Returns when the last run ended, or else began (ISO 8601); empty without a run. */
  fetchedAt(): string {
    const run = this.#lastRun()
    return run?.finished_at ?? run?.started_at ?? ''
  }

  close(): void {
    this.#guard(() => this.#database.close())
  }

  /** Writes in one transaction. With a write-ahead log a commit need not wait for the disk. */
  #write(work: () => void): void {
    this.#guard(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      work()
      this.#database.exec('COMMIT')
    })
  }

  /** Runs `work`. @throws LegalTextError for errors of SQLite, after a rollback */
  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      try {
        this.#database.exec('ROLLBACK')
      } catch {
        // SQLite has rolled back by itself, or was not in a transaction.
      }
      throw asUserError(error, this.#file)
    }
  }

  #lastRun(): RunRow | undefined {
    return this.#all<RunRow>('run')[0]
  }

  #laws(): { code: string; sha256: string; fetched_at: string; members: string }[] {
    return this.#all('laws')
  }

  #all<Row>(statement: keyof SourceDatabase['statements'], ...parameters: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#statements[statement].all(...parameters) as Row[])
  }
}

/** `2026-04-29T06:00:00Z` */
function timestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Application id of the file: `LTXS`. */
const APPLICATION_ID = 0x4c545853
const VERSION = 1

/** Archives are in a separate table, so that updating the row of a law does not rewrite its archive. */
const SCHEMA = `
CREATE TABLE site (base_url TEXT NOT NULL) STRICT;

CREATE TABLE run (              -- the last one
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  toc BLOB NOT NULL,            -- what the site lists: gii-toc.xml
  toc_etag TEXT,
  toc_last_modified TEXT
) STRICT;

CREATE TABLE law (
  code TEXT PRIMARY KEY,
  url TEXT NOT NULL,            -- of the request; the validators are those of its response
  title TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  fetched_at TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  sha256 TEXT NOT NULL,         -- of the XML without its build dates, and of the images
  members TEXT NOT NULL,        -- JSON: [{name, size}, …]
  changed_run INTEGER NOT NULL, -- the last run in which it was new or had changed
  checked_run INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE archive (code TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

CREATE TABLE failure (
  code TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  terminal_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  run INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

const STATEMENTS = {
  run: 'SELECT id, started_at, finished_at, toc, toc_etag, toc_last_modified FROM run',
  forgetRuns: 'DELETE FROM run',
  beginRun: 'INSERT INTO run VALUES (?, ?, NULL, ?, ?, ?)',
  changeToc: 'UPDATE run SET toc = ?, toc_etag = ?, toc_last_modified = ?',
  finishRun: 'UPDATE run SET finished_at = ?',
  checked:
    'SELECT code FROM law WHERE checked_run = ? ' +
    "UNION ALL SELECT code FROM failure WHERE run = ? AND terminal_state <> 'source_unavailable'",
  law: 'SELECT code, url, etag, last_modified, sha256, members, checked_at FROM law WHERE code = ?',
  laws: 'SELECT code, sha256, fetched_at, members FROM law ORDER BY code',
  addLaw: 'INSERT OR REPLACE INTO law VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  noteLaw:
    'UPDATE law SET url = ?, title = ?, etag = ?, last_modified = ?, checked_at = ?, checked_run = ? WHERE code = ?',
  forgetContent: "UPDATE law SET etag = NULL, last_modified = NULL, sha256 = '' WHERE code = ?",
  removeLaw: 'DELETE FROM law WHERE code = ?',
  archive: 'SELECT bytes FROM archive WHERE code = ?',
  addArchive: 'INSERT OR REPLACE INTO archive VALUES (?, ?)',
  removeArchive: 'DELETE FROM archive WHERE code = ?',
  failures:
    'SELECT failure.code, failure.url, failure.title, terminal_state, reason, failure.checked_at, fetched_at ' +
    'FROM failure LEFT JOIN law USING (code) ORDER BY failure.code',
  addFailure: 'INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?, ?)',
  removeFailure: 'DELETE FROM failure WHERE code = ?',
  summary:
    'SELECT count(*) FILTER (WHERE changed_run = ?) AS fetched, ' +
    'count(*) FILTER (WHERE checked_run = ? AND changed_run <> ?) AS unchanged FROM law',
  failureStates: 'SELECT terminal_state AS state, count(*) AS count FROM failure GROUP BY 1 ORDER BY 1',
}

/** The open file with prepared statements. */
interface SourceDatabase {
  database: DatabaseSync
  statements: Record<keyof typeof STATEMENTS, StatementSync>
}

/** Result codes of SQLite (sqlite.org/rescode.html): missing table, damage, not a database. */
const SQLITE_ERROR = 1
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** Thrown for an intact file that cannot be used. */
class UnusableFile extends Error {}

/**
 * Opens or creates the file. A damaged file, or one of another kind, is replaced: its content can be fetched again.
 * @param onNotice called if the file is replaced
 * @throws LegalTextError `not_ready` if it cannot be written
 */
function openSourceDatabase(file: string, baseUrl: string, onNotice?: (text: string) => void): SourceDatabase {
  try {
    makeDirectory(dirname(file))
    try {
      return openDatabase(file, baseUrl)
    } catch (error) {
      if (!(error instanceof UnusableFile) && !isDamage(error)) throw error
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
      onNotice?.(say`${file} is begun anew, and all laws are fetched again: ${(error as Error).message}`)
      return openDatabase(file, baseUrl)
    }
  } catch (error) {
    throw asUserError(error, file)
  }
}

/** Turns errors of SQLite and of the disk into errors for the user; returns others unchanged. */
export function asUserError(error: unknown, file: string): unknown {
  const { code, errno, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_SQLITE_ERROR' && errno === undefined) return error
  if (isDamage(error)) {
    const problem = say`${file} is damaged (${message}); the next run begins it anew`
    return new LegalTextError('not_ready', problem, {}, { cause: error })
  }
  return new LegalTextError(
    'not_ready',
    say`cannot write ${file}: ${databaseReason(error, file)}`,
    {},
    { cause: error },
  )
}

function openDatabase(file: string, baseUrl: string): SourceDatabase {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000')
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    if (pragma('user_version') === 0 && pragma('application_id') === 0 && pragma('schema_version') === 0) {
      database.exec(`
        BEGIN; ${SCHEMA}
        PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION};
      `)
      database.prepare('INSERT INTO site VALUES (?)').run(baseUrl)
      database.exec('COMMIT')
    }
    if (pragma('application_id') !== APPLICATION_ID) throw new UnusableFile('it is something else')
    if (pragma('user_version') !== VERSION) throw new UnusableFile('it is of another version')
    const fault = pragma('quick_check(1)')
    if (fault !== 'ok') throw new UnusableFile(say`it is damaged: ${fault}`)
    if (database.prepare('SELECT base_url FROM site').get()?.base_url !== baseUrl) {
      throw new UnusableFile('it is of another site')
    }
    return { database, statements: prepareStatements(database) }
  } catch (error) {
    database.close()
    throw error
  }
}

function prepareStatements(database: DatabaseSync): SourceDatabase['statements'] {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)])
  return Object.fromEntries(prepared) as SourceDatabase['statements']
}

function isDamage(error: unknown): boolean {
  const result = sqliteResult(error)
  return result === SQLITE_ERROR || result === SQLITE_CORRUPT || result === SQLITE_NOTADB
}

/** Number of consecutive failures, without a response or with a server error, after which the site counts as down. */
const MAX_CONSECUTIVE_FAILURES = 24
/** As above, before the first success. */
const MAX_FIRST_FAILURES = 8
const TOO_MANY_REQUESTS = 429

const STATES: Record<DownloadErrorKind, TerminalState> = {
  unavailable: 'source_unavailable',
  too_large: 'excluded_by_policy',
  refused: 'excluded_by_policy',
}

/** Receives why a law could not be fetched. */
export type OnFailure = (state: TerminalState, reason: string) => void

export class SiteRun {
  /** Aborts the requests of all workers. */
  readonly signal: AbortSignal
  readonly #failed = new AbortController()
  /** Number of consecutive site failures. */
  #failures = 0
  #mostFailures: number

  /**
   * @param signal aborts the run
   * @param hasAnswered true if the site has already responded, for example with the list of its laws
   */
  constructor(signal: AbortSignal | undefined, hasAnswered: boolean) {
    this.#mostFailures = hasAnswered ? MAX_CONSECUTIVE_FAILURES : MAX_FIRST_FAILURES
    this.signal = AbortSignal.any([this.#failed.signal, ...(signal ? [signal] : [])])
  }

  /** Processes items concurrently. The first error ends the run, and is thrown when all workers have ended. */
  async forEach<Item>(items: Iterable<Item>, concurrency: number, work: (item: Item) => Promise<void>): Promise<void> {
    const rest = items[Symbol.iterator]()
    const takeTurns = async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
    }
    const workers = Array.from({ length: concurrency }, () =>
      takeTurns().catch((error) => {
        this.#failed.abort(error)
        throw error
      }),
    )
    try {
      await Promise.all(workers)
    } finally {
      await Promise.allSettled(workers)
    }
  }

  /**
   * Fetches one law.
   * @param onFailure called if it cannot be fetched or used
   * @returns true if it was fetched
   * @throws LegalTextError `not_ready` if the site is down
   */
  async attempt(fetchLaw: () => Promise<void>, onFailure: OnFailure): Promise<boolean> {
    this.signal.throwIfAborted()
    try {
      await fetchLaw()
      this.#noteAnswer()
      return true
    } catch (error) {
      this.signal.throwIfAborted()
      if (error instanceof ArchiveError) {
        this.#noteAnswer()
        onFailure(error.terminalState, error.message)
        return false
      }
      if (!(error instanceof DownloadError)) throw error
      if (isSiteFailure(error)) this.#failures += 1
      else this.#noteAnswer()
      onFailure(STATES[error.kind], error.problem)
      if (this.#failures < this.#mostFailures) return false
      const message = say`the site stopped giving laws, ${this.#failures} in a row could not be fetched: ${error.message}`
      throw new LegalTextError('not_ready', message, {}, { cause: error })
    }
  }

  #noteAnswer(): void {
    this.#failures = 0
    this.#mostFailures = MAX_CONSECUTIVE_FAILURES
  }
}

/** True for a failure of the whole site, not of a single law. */
function isSiteFailure({ kind, status }: DownloadError): boolean {
  return kind === 'unavailable' && (status === undefined || status >= 500 || status === TOO_MANY_REQUESTS)
}
