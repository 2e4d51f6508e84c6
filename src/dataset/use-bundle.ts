/** Keeps files of the cache from being removed while a process has them open. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type Lock, tryLock } from './lock.ts'

/** Who looks whether a file is in use has its lock for a moment; no more than so many milliseconds are waited for it. */
const PATIENCE = 1000

/**
 * Tells all processes that a file is in use until the lock is released. Take it before the file is opened: from then on
 * nobody removes it.
 * @returns `undefined` where the file is not in the cache, or the cache cannot be written: nobody removes it then either
 */
export function useBundle(file: string, cache: string): Lock | undefined {
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
export function tryTakeOver(file: string, cache: string): Lock | undefined {
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
