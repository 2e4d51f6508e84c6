/**
 * The local copy of a site, kept between runs: the archive of each law as it was received, or why it could not be fetched.
 * A process that is killed loses no more than the last laws.
 */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { readAddress } from '../../download/address.ts'
import { makeDirectory } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'
import { databaseReason, sqliteResult } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { Input, InputFile, SiteCopy } from '../source.ts'
import { compareText } from '../values.ts'
import { ArchiveError, type LawFile, SiteArchive } from './site-archive.ts'
import {
  type CopyForm,
  type KnownLaw,
  type LawContent,
  type Listed,
  type ListedLaw,
  limitationOf,
  type RunSummary,
  type StoredFailure,
  type Validators,
} from './site-records.ts'

/** A younger unfinished run is resumed, in milliseconds. */
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
  readonly #transactions: Transactions
  readonly #statements: SourceDatabase['statements']
  #run = 0
  /** The archive that was read last: the images of a law are read one after another. */
  #opened: { code: string; archive: Promise<SiteArchive> } | undefined

  private constructor(form: CopyForm, file: string, baseUrl: string, { database, statements }: SourceDatabase) {
    this.#form = form
    this.#baseUrl = baseUrl
    this.#transactions = new Transactions(database, file)
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

  /** What the site listed in the last run. */
  get toc(): ({ content: Uint8Array } & Validators) | undefined {
    const run = this.#lastRun()
    if (run === undefined) return undefined
    return { content: run.toc, etag: run.toc_etag ?? undefined, lastModified: run.toc_last_modified ?? undefined }
  }

  /**
   * Begins a run, or resumes one that was interrupted.
   * @param toc what the site lists
   * @param codes tells which laws it lists
   * @returns the codes of laws that are done
   */
  beginRun(toc: { content: Uint8Array } & Validators, codes: Listed, now: Date): Set<string> {
    const last = this.#lastRun()
    const isResumed =
      last !== undefined && last.finished_at === null && now.getTime() - Date.parse(last.started_at) < MAX_RUN_AGE
    const row = [toc.content, toc.etag ?? null, toc.lastModified ?? null]
    this.#run = (last?.id ?? 0) + (isResumed ? 0 : 1)
    this.#transactions.write(() => {
      if (isResumed) this.#statements.changeToc.run(...row)
      else {
        this.#statements.forgetRuns.run()
        this.#statements.beginRun.run(this.#run, timestamp(now), ...row)
      }
      for (const { code } of this.failures()) if (!codes.has(code)) this.#statements.removeFailure.run(code)
    })
    this.commit()
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

  /** Stores a law that is new or has changed. */
  addLaw(law: ListedLaw & LawContent, archive: Uint8Array, now: Date): void {
    const { code, url, title, etag, lastModified, sha256, members } = law
    const time = timestamp(now)
    const validators = [etag ?? null, lastModified ?? null]
    const content = [sha256, JSON.stringify(members)]
    this.#opened = undefined
    this.#transactions.write(() => {
      this.#statements.addLaw.run(code, url, title, ...validators, time, time, ...content, this.#run, this.#run)
      this.#statements.addArchive.run(code, archive)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Records that a law has not changed. */
  noteUnchanged({ code, url, title, etag, lastModified }: ListedLaw & Validators, now: Date): void {
    this.#transactions.write(() => {
      this.#statements.noteLaw.run(url, title, etag ?? null, lastModified ?? null, timestamp(now), this.#run, code)
      this.#statements.removeFailure.run(code)
    })
  }

  /** Records that a law could not be fetched. An older copy is kept. */
  addFailure({ code, url, title }: ListedLaw, state: TerminalState, reason: string, now: Date): void {
    this.#transactions.write(() =>
      this.#statements.addFailure.run(code, url, title, state, reason, timestamp(now), this.#run),
    )
  }

  /**
   * Ends the run, and removes laws that the site no longer lists.
   * @returns their number
   */
  finishRun(codes: Listed, now: Date): number {
    const gone = this.#all<{ code: string }>('laws').filter(({ code }) => !codes.has(code))
    this.#transactions.write(() => {
      for (const { code } of gone) {
        this.#statements.removeLaw.run(code)
        this.#statements.removeArchive.run(code)
      }
      this.#statements.finishRun.run(timestamp(now))
    })
    this.commit()
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

  /** The stored laws in the order of their codes. */
  laws(): { code: string; fetchedAt: string; members: LawFile[] }[] {
    return this.#laws().map(({ code, fetched_at: fetchedAt, members }) => {
      return { code, fetchedAt, members: JSON.parse(members) }
    })
  }

  /** The archive of a law as it was received, empty if there is none. */
  archive(code: string): Uint8Array {
    const [row] = this.#all<{ bytes: Uint8Array }>('archive', code)
    return row?.bytes ?? new Uint8Array()
  }

  /**
   * Unpacks a member of a law's archive.
   * @param index of the member in those of {@link laws}
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
        this.#transactions.write(() => this.#statements.forgetContent.run(code))
        this.commit()
      }
      throw error
    }
  }

  /** The copy as an input for the build, like a folder with the list of the site and `<code>/<member>`. */
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

  /** A hash of everything that a bundle is made of: laws, their titles, and failures. */
  stateHash(): string {
    const hash = createHash('sha256').update(this.#lastRun()?.toc ?? '')
    for (const { code, sha256, fetched_at } of this.#laws()) hash.update(`\n${code} ${sha256} ${fetched_at}`)
    for (const { code, terminal_state } of this.failures()) hash.update(`\n${code} ${terminal_state}`)
    return hash.digest('hex')
  }

  /** When the last run ended, or else began (ISO 8601); empty if there was none. */
  fetchedAt(): string {
    const run = this.#lastRun()
    return run?.finished_at ?? run?.started_at ?? ''
  }

  /** Commits what is written so far. */
  commit(): void {
    this.#transactions.commit()
  }

  close(): void {
    this.#transactions.close()
  }

  #lastRun(): RunRow | undefined {
    return this.#all<RunRow>('run')[0]
  }

  #laws(): { code: string; sha256: string; fetched_at: string; members: string }[] {
    return this.#all('laws')
  }

  #all<Row>(statement: keyof SourceDatabase['statements'], ...parameters: SQLInputValue[]): Row[] {
    return this.#transactions.guard(() => this.#statements[statement].all(...parameters) as Row[])
  }
}

/** `2026-04-29T06:00:00Z` */
function timestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Application id of the file: `LTXS`. */
const APPLICATION_ID = 0x4c545853
const VERSION = 1

/** Archives have a table of their own, so that updating the row of a law does not rewrite its archive. */
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

/** The file is intact but of no use. */
class UnusableFile extends Error {}

/**
 * Opens or creates the file. A file that is damaged or of another kind is replaced: its content can be fetched again.
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

/** Turns errors of SQLite and of the disk into errors for the user; returns others as they are. */
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

/** The most writes, and milliseconds of writes, that are lost if the process is killed. */
const MAX_PENDING_WRITES = 100
const MAX_PENDING_MILLISECONDS = 500

/** Groups writes into transactions: each commit waits for the disk. */
class Transactions {
  readonly #database: DatabaseSync
  readonly #file: string
  /** Uncommitted writes, which a timer commits if no more follow. */
  #written = 0
  #timer: NodeJS.Timeout | undefined
  /** Error of the timer's commit, thrown by the next call. */
  #fault: unknown

  /** @param file of the database, for messages */
  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
  }

  /** @throws LegalTextError as for {@link guard} */
  write(work: () => void): void {
    this.guard(() => {
      if (this.#written === 0) {
        this.#database.exec('BEGIN IMMEDIATE')
        this.#timer = setTimeout(() => this.#commitInTime(), MAX_PENDING_MILLISECONDS).unref()
      }
      this.#written++
      work()
    })
    if (this.#written >= MAX_PENDING_WRITES) this.commit()
  }

  /** Commits what is written so far. */
  commit(): void {
    clearTimeout(this.#timer)
    if (this.#written === 0) return
    this.#written = 0
    this.guard(() => this.#database.exec('COMMIT'))
  }

  /** Commits, and closes the database. */
  close(): void {
    this.commit()
    this.#fault = undefined
    this.guard(() => this.#database.close())
  }

  /** Runs `work`. @throws LegalTextError for errors of SQLite, after a rollback */
  guard<Result>(work: () => Result): Result {
    try {
      if (this.#fault !== undefined) throw this.#fault
      return work()
    } catch (error) {
      this.#fault = undefined
      this.#written = 0
      try {
        this.#database.exec('ROLLBACK')
      } catch {
        // SQLite has rolled back by itself.
      }
      throw asUserError(error, this.#file)
    }
  }

  #commitInTime(): void {
    try {
      this.commit()
    } catch (error) {
      this.#fault = error
    }
  }
}
