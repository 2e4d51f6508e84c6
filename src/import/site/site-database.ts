/** The database file with the local copy of a site: schema, statements, transactions. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { makeDirectory } from '../../files/make-directory.ts'
import { databaseReason, sqliteResult } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'

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
export interface SourceDatabase {
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
export function openSourceDatabase(file: string, baseUrl: string, onNotice?: (text: string) => void): SourceDatabase {
  try {
    makeDirectory(dirname(file))
    try {
      return openDatabase(file, baseUrl)
    } catch (error) {
      if (!(error instanceof UnusableFile) && !isDamage(error)) throw error
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
      onNotice?.(`${file} is begun anew, and all laws are fetched again: ${(error as Error).message}`)
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
    const problem = `${file} is damaged (${message}); the next run begins it anew`
    return new LegalTextError('not_ready', problem, {}, { cause: error })
  }
  return new LegalTextError('not_ready', `cannot write ${file}: ${databaseReason(error, file)}`, {}, { cause: error })
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
    if (fault !== 'ok') throw new UnusableFile(`it is damaged: ${fault}`)
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
export class Transactions {
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
