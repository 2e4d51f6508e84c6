/**
 * Temporary files of the cache. Their names begin with that of their owner, a process, which holds a lock as long as it
 * runs: what the lock of its owner no longer protects was left behind, and is removed by the next who comes.
 */
import { existsSync, promises, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { systemReason } from '../system-error.ts'
import { cacheError, openSection } from './cache-sections.ts'
import { type Lock, tryLock } from './lock.ts'

interface Owner {
  /** Number of the process, and random digits, since numbers of processes are given again. */
  name: string
  /** How many names it has given out. */
  files: number
}

/** This process as an owner, for each cache folder. */
const owners = new Map<string, Owner>()
/** What to do when the process ends. */
const ends: (() => void)[] = []

/**
 * A name for a temporary file that nobody else uses, in the section `temporary`. The file is not made. Names that begin
 * with it are its owner's, too: `<name>-journal`.
 * @throws LegalTextError `not_ready` where the cache cannot be written
 */
export function temporaryFile(cache: string, name: string): string {
  const folder = openSection(cache, 'temporary')
  let owner = owners.get(cache)
  if (owner === undefined) {
    owner = { name: becomeOwner(cache), files: 0 }
    owners.set(cache, owner)
  }
  return join(folder, `${owner.name}-${owner.files++}-${name}`)
}

function becomeOwner(cache: string): string {
  const folder = openSection(cache, 'locks')
  for (;;) {
    const name = `${process.pid}-${Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex')}`
    const file = join(folder, lockName(name))
    const lock = tryLock(file, 'exclusive')
    if (lock !== undefined) {
      if (ends.length === 0) process.once('exit', endAll)
      ends.push(() => endOwner(file, lock))
      return name
    }
  }
}

function endAll(): void {
  for (const end of ends) end()
}

function endOwner(file: string, lock: Lock): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is removed with the next leftovers.
  }
  lock.release()
}

const OWNER = /^(\d+-[0-9a-f]{12})-/
const OWNER_LOCK = /^owner-(\d+-[0-9a-f]{12})\.lock$/
const lockName = (owner: string) => `owner-${owner}.lock`

/** A file, or a folder with all in it, and the space that it takes. */
export interface Leftover {
  file: string
  bytes: number
}

/**
 * Removes the temporary files of processes that no longer run.
 * @returns what was removed; nothing where there is no cache
 * @throws LegalTextError `not_ready` where it cannot be removed
 */
export async function removeLeftovers(cache: string): Promise<Leftover[]> {
  const [files, locks] = await Promise.all(['temporary', 'locks'].map((section) => namesIn(join(cache, section))))
  const ownersSeen = new Set([...namesOf(files, OWNER), ...namesOf(locks, OWNER_LOCK)])
  const removed: Leftover[] = []
  for (const owner of ownersSeen) {
    const lockFile = join(cache, 'locks', lockName(owner))
    const lock = existsSync(lockFile) ? tryLock(lockFile, 'exclusive') : undefined
    // Owners hold their lock before they have files, and end with removing it.
    if (lock === undefined && existsSync(lockFile)) continue
    try {
      for (const name of files?.filter((each) => each.startsWith(`${owner}-`)) ?? []) {
        const file = join(cache, 'temporary', name)
        removed.push({ file, bytes: await sizeOf(file) })
        await promises.rm(file, { recursive: true, force: true })
      }
      await promises.rm(lockFile, { force: true })
    } catch (error) {
      throw cacheError(cache, error)
    } finally {
      lock?.release()
    }
  }
  return removed
}

/** The names in a folder, in order; none where there is no folder. @throws LegalTextError where it cannot be read */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await promises.readdir(folder)).sort()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return []
    throw new LegalTextError('not_ready', `cannot read ${folder}: ${systemReason(error)}`, {}, { cause: error })
  }
}

/** The bytes of a file, or of all files in a folder; 0 where it is gone. */
export async function sizeOf(path: string): Promise<number> {
  const info = await promises.lstat(path).catch(() => undefined)
  if (!info?.isDirectory()) return info?.size ?? 0
  let bytes = 0
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name))
  return bytes
}

function namesOf(names: string[] | undefined, pattern: RegExp): string[] {
  return names?.flatMap((name) => pattern.exec(name)?.[1] ?? []) ?? []
}
