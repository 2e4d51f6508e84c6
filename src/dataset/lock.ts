/**
 * Locks between processes. The system frees a lock when its owner ends, however it ends. A lock is an open transaction on an
 * empty SQLite file: SQLite can lock files on every system, and handles the pitfall that a process loses its locks on a file as
 * soon as it closes any handle of it. Nothing else may therefore open a lock file. Only the holder of an exclusive lock may
 * remove its file. Others may have opened it by then, so a new holder checks that its file still exists.
 */
import { accessSync, constants, existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '../files/write-atomic.ts'
import { sqliteResult } from '../program/system-error.ts'
import { cacheError } from './cache-sections.ts'
import type { WorkOptions } from './options.ts'

/** Any number of `shared` locks on a file, or one `exclusive` lock, also within one process. */
export type LockMode = 'exclusive' | 'shared'

/** Held locks. Without a reference, the garbage collector would close and so free them. */
const held = new Set<Lock>()

/** A lock, held until it is released or its process ends. */
export class Lock {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    held.add(this)
  }

  /** Frees the lock. Idempotent. */
  release(): void {
    if (this.#database.isOpen) this.#database.close()
    held.delete(this)
  }

  [Symbol.dispose](): void {
    this.release()
  }
}

const TRANSACTION = { exclusive: 'BEGIN EXCLUSIVE', shared: 'BEGIN; SELECT 1 FROM sqlite_schema' }

const SQLITE_BUSY = 5

/**
 * Takes a lock if it is free. Creates the lock file and its folder if missing.
 * @param timeout milliseconds to wait for other holders; blocks the process
 * @returns `undefined` if others hold it
 * @throws LegalTextError `not_ready` if the file cannot be created or locked
 */
export function tryLock(file: string, mode: LockMode, timeout = 0): Lock | undefined {
  for (;;) {
    let database: DatabaseSync | undefined
    try {
      makeDirectory(dirname(file), 0o700)
    } catch (error) {
      throw cacheError(file, error)
    }
    try {
      const before = identityOf(file)
      database = new DatabaseSync(file)
      // With a journal on disk, an exclusive transaction on an empty file would create a journal file.
      database.exec(`PRAGMA busy_timeout = ${timeout}; PRAGMA journal_mode = MEMORY; ${TRANSACTION[mode]}`)
      // If the file is the same before and after, it was also the one opened in between.
      if (before !== undefined && identityOf(file) === before) return new Lock(database)
      database.close()
    } catch (error) {
      database?.close()
      if (sqliteResult(error) === SQLITE_BUSY) return undefined
      // Another process may have removed the empty folder since it was created.
      if (existsSync(dirname(file))) throw cacheError(file, accessError(dirname(file)) ?? error)
    }
  }
}

/** Identifies a file, also against an earlier one at the same path; `undefined` if it is missing. */
function identityOf(file: string): string | undefined {
  const info = statSync(file, { bigint: true, throwIfNoEntry: false })
  return info && `${info.dev} ${info.ino} ${info.birthtimeNs}`
}

/**
 * Removes a lock file, unless its lock is held.
 * @returns whether it is gone
 * @throws LegalTextError as {@link tryLock}
 */
export function removeLockFile(file: string): boolean {
  const lock = tryLock(file, 'exclusive')
  if (lock !== undefined) removeLocked(file, lock)
  return !existsSync(file)
}

/** Removes the file of an exclusive lock, if the system permits it, and frees the lock. */
export function removeLocked(file: string, lock: Lock): void {
  // Windows cannot remove a file that SQLite has open, in this process or in one that takes the lock now.
  if (process.platform === 'win32') lock.release()
  try {
    rmSync(file, { force: true })
  } catch {
    // The empty file stays.
  } finally {
    lock.release()
  }
}

/** Returns the system's reason why a folder is not writable: SQLite only says that a file cannot be opened. */
function accessError(folder: string): unknown {
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return error
  }
}

export interface LockOptions {
  /** Aborts the wait. */
  signal?: AbortSignal | undefined
  /** Called once, unless the lock is free immediately. */
  onWait?: (() => void) | undefined
  /** Polling interval in milliseconds. */
  poll?: number | undefined
}

/**
 * Waits for a lock.
 * @throws LegalTextError as {@link tryLock}; the reason of the signal if aborted
 */
export async function lock(file: string, mode: LockMode, options: LockOptions = {}): Promise<Lock> {
  const { signal, onWait, poll = 100 } = options
  for (let attempts = 0; ; attempts++) {
    signal?.throwIfAborted()
    const taken = tryLock(file, mode)
    if (taken !== undefined) return taken
    if (attempts === 0) onWait?.()
    const { setTimeout } = await import('node:timers/promises')
    await setTimeout(poll, undefined, signal && { signal }).catch(() => {})
  }
}

/**
 * Waits for the exclusive lock on a kind of work with a cache. Reports the progress stage `waiting` meanwhile.
 * @param name of the work
 * @throws LegalTextError as {@link tryLock}; the reason of the signal if aborted
 */
export function lockForWork(cache: string, name: string, { signal, onProgress }: WorkOptions): Promise<Lock> {
  const onWait = () => onProgress?.({ stage: 'waiting', done: 0, total: 0 })
  return lock(join(cache, 'locks', `${name}.lock`), 'exclusive', { signal, onWait })
}

/**
 * Does work on a cache under an exclusive lock, see {@link lockForWork}.
 * @throws LegalTextError as {@link tryLock}, and the errors of the work
 */
export async function withLock<Result>(
  cache: string,
  name: string,
  options: WorkOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await lockForWork(cache, name, options)
  try {
    return await work()
  } finally {
    held.release()
  }
}

/** Time to wait for {@link isInUse}, which briefly holds a lock, in milliseconds. */
const USE_TIMEOUT = 1000

/**
 * Marks a file of the cache as in use until the lock is released. Take it before opening the file: no process removes it from
 * then on.
 * @returns `undefined` if the file is not in the cache, or the cache is not writable: then no process can remove it either
 */
export function lockForUse(file: string, cache: string): Lock | undefined {
  const lockFile = useLockFile(file, cache)
  if (lockFile === undefined) return undefined
  try {
    return tryLock(lockFile, 'shared', USE_TIMEOUT)
  } catch {
    return undefined
  }
}

/**
 * Locks an unused file of the cache, so that no process can start using it before the lock is released.
 * @returns `undefined` if it is in use, or not in the cache
 * @throws LegalTextError `not_ready` if the cache cannot be written
 */
export function tryLockForRemoval(file: string, cache: string): Lock | undefined {
  const lockFile = useLockFile(file, cache)
  return lockFile === undefined ? undefined : tryLock(lockFile, 'exclusive')
}

/** True if a process has marked a file of the cache as in use. */
export function isInUse(file: string, cache: string): boolean {
  const lockFile = useLockFile(file, cache)
  // Do not create a lock file for a file that was never used.
  if (lockFile === undefined || !existsSync(lockFile)) return false
  try {
    const lock = tryLock(lockFile, 'exclusive')
    lock?.release()
    return lock === undefined
  } catch {
    return false
  }
}

/** Returns the lock file of a file in the cache; `undefined` for other files. */
function useLockFile(file: string, cache: string): string | undefined {
  const path = relative(realPath(cache), realPath(file))
  if (path.startsWith('..') || isAbsolute(path)) return undefined
  return join(cache, 'locks', `use-${path.replaceAll(sep, '-')}.lock`)
}

/** Returns the path with links resolved, even if the file does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const absolute = resolve(path)
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute))
  }
}
