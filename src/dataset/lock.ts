/**
 * Locks between processes, which the system frees when their owner ends, however it ends. A lock is a transaction that
 * is open on an empty SQLite file: SQLite knows how to lock files on every system, and that a process loses its locks
 * on a file when it closes any handle of it. So nothing else may open a lock file. Only who holds
 * a lock exclusively may remove its file. Others may have opened it by then: whoever has got a lock looks whether its file
 * is still there.
 */
import { accessSync, constants, existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '../files/make-directory.ts'
import { sqliteResult } from '../system-error.ts'
import { cacheError } from './cache-sections.ts'
import type { WorkOptions } from './options.ts'

/** Any number of `shared` locks on a file, or one `exclusive` lock, also within one process. */
export type LockMode = 'exclusive' | 'shared'

/** Locks that are held: without a reference, the garbage collector would close, and so free them. */
const held = new Set<Lock>()

/** A lock that is held until it is released, or its process ends. */
export class Lock {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    held.add(this)
  }

  /** Frees the lock. Doing so again does nothing. */
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
 * Takes a lock if it is free. Its file, and the folder of that, are made where they are missing.
 * @param patience milliseconds for which it may be taken by others; the process stands still meanwhile
 * @returns `undefined` where others hold it
 * @throws LegalTextError `not_ready` where the file cannot be made or locked
 */
export function tryLock(file: string, mode: LockMode, patience = 0): Lock | undefined {
  for (;;) {
    makeFolderOf(file)
    let database: DatabaseSync | undefined
    try {
      const before = identityOf(file)
      database = new DatabaseSync(file)
      // An exclusive transaction on an empty file would begin a journal beside it.
      database.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = MEMORY; ${TRANSACTION[mode]}`)
      // What was there before and after was there in between, when it was opened.
      if (before !== undefined && identityOf(file) === before) return new Lock(database)
      database.close()
    } catch (error) {
      database?.close()
      if (sqliteResult(error) === SQLITE_BUSY) return undefined
      // The folder may have been removed, empty, since it was made.
      if (existsSync(dirname(file))) throw cacheError(file, reasonOf(file) ?? error)
    }
  }
}

function makeFolderOf(file: string): void {
  try {
    makeDirectory(dirname(file), 0o700)
  } catch (error) {
    throw cacheError(file, error)
  }
}

/** What tells a file from all others, also from one that was at the same path before; `undefined` where there is none. */
function identityOf(file: string): string | undefined {
  const info = statSync(file, { bigint: true, throwIfNoEntry: false })
  return info && `${info.dev} ${info.ino} ${info.birthtimeNs}`
}

/**
 * Removes a lock file, unless somebody holds the lock.
 * @returns whether it is gone
 * @throws LegalTextError as {@link tryLock}
 */
export function removeLockFile(file: string): boolean {
  const lock = tryLock(file, 'exclusive')
  try {
    if (lock !== undefined) rmSync(file, { force: true })
  } catch {
    // Some systems remove no file that is open: it stays, empty.
  } finally {
    lock?.release()
  }
  return !existsSync(file)
}

/** What the system says of a folder that no lock can be made in: SQLite only says that it cannot. */
function reasonOf(file: string): unknown {
  try {
    accessSync(dirname(file), constants.W_OK)
    return undefined
  } catch (error) {
    return error
  }
}

export interface LockOptions {
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
  /** Called once, where the lock is not free at once. */
  onWait?: (() => void) | undefined
  /** Milliseconds between two attempts. */
  poll?: number | undefined
}

/**
 * Waits for a lock.
 * @throws LegalTextError as {@link tryLock}; the reason of the signal where that ends the waiting
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
 * Waits until no other process does a work with a cache; whoever waits is told so.
 * @param name of the work
 * @throws LegalTextError as {@link tryLock}; the reason of the signal where that ends the waiting
 */
export function lockForWork(cache: string, name: string, { signal, onProgress }: WorkOptions): Promise<Lock> {
  const onWait = () => onProgress?.({ stage: 'waiting', done: 0, total: 0 })
  return lock(join(cache, 'locks', `${name}.lock`), 'exclusive', { signal, onWait })
}

/**
 * Does work that only one process at a time does with a cache; others wait, and are told so.
 * @param name of the work
 * @throws LegalTextError as {@link tryLock}, and whatever the work throws
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

/*FILEDOC Keeps files of the cache from being removed while a process has them open. */

/** Who looks whether a file is in use has its lock for a moment; no more than so many milliseconds are waited for it. */
const PATIENCE = 1000

/**
 * Tells all processes that a file is in use until the lock is released. Take it before the file is opened: from then on
 * nobody removes it.
 * @returns `undefined` where the file is not in the cache, or the cache cannot be written: nobody removes it then either
 */
export function lockForUse(file: string, cache: string): Lock | undefined {
  const lockFile = useLockFile(file, cache)
  if (lockFile === undefined) return undefined
  try {
    return tryLock(lockFile, 'shared', PATIENCE)
  } catch {
    return undefined
  }
}

/**
 * Takes hold of a file of the cache that nobody uses, and that nobody can begin to use before the lock is released.
 * @returns `undefined` where it is in use, or not in the cache
 * @throws LegalTextError `not_ready` where the cache cannot be written
 */
export function tryLockForRemoval(file: string, cache: string): Lock | undefined {
  const lockFile = useLockFile(file, cache)
  return lockFile === undefined ? undefined : tryLock(lockFile, 'exclusive')
}

/** Whether a process has told that a file of the cache is in use. */
export function isInUse(file: string, cache: string): boolean {
  const lockFile = useLockFile(file, cache)
  // Where nobody has used it yet, no lock file is made.
  if (lockFile === undefined || !existsSync(lockFile)) return false
  try {
    const lock = tryLock(lockFile, 'exclusive')
    lock?.release()
    return lock === undefined
  } catch {
    return false
  }
}

/** The lock file of a file of the cache; `undefined` for other files. */
function useLockFile(file: string, cache: string): string | undefined {
  const path = relative(realPath(cache), realPath(file))
  if (path.startsWith('..') || isAbsolute(path)) return undefined
  return join(cache, 'locks', `use-${path.replaceAll(sep, '-')}.lock`)
}

/** The path with links followed, also of what is not there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const absolute = resolve(path)
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute))
  }
}
