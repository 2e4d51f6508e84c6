/**
 * Temporary files of the cache. Their names begin with that of their owner, a process, which holds a lock as long as it runs. If
 * the lock is free, the files were left behind; the next process removes them.
 */
import { existsSync, promises } from 'node:fs'
import { basename, join } from 'node:path'
import { cacheError, namesIn, openSection, sizeOf } from './cache-sections.ts'
import { redactUrl, renamePathInError } from './dataset-name.ts'
import { removeLocked, tryLock } from './lock.ts'

interface Owner {
  /** Process id and random digits, since the system reuses process ids. */
  name: string
  /** Number of file names it has issued. */
  files: number
}

/** This process as an owner, by cache folder. */
const owners = new Map<string, Owner>()
/** Callbacks that clean up on exit. */
const exitHandlers: (() => void)[] = []

/**
 * Returns an unused name for a temporary file in the section `temporary`, but does not create it. The owner may also use names
 * that begin with it: `<name>-journal`.
 * @throws LegalTextError `not_ready` if the cache cannot be written
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

/** Works with a temporary path for the dataset at a URL. Errors name the URL instead of the path. */
export async function withDownloadPath<Result>(
  url: string,
  cache: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFile(cache, 'dataset')
  const path = join(folder, portableName(basename(new URL(url).pathname)) || 'dataset')
  try {
    await promises.mkdir(folder)
    return await work(path)
  } catch (error) {
    throw renamePathInError(error, path, redactUrl(url))
  } finally {
    await promises.rm(folder, { force: true, recursive: true })
  }
}

/** Device names reserved by Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\.|$)/i

/** Returns a file name valid on every system: Windows writes `a:b` into a stream of `a`, and `aux.xml` to a device. */
export const portableName = (name: string): string =>
  name
    .replace(/[<>:"|?*\\/\p{Cc}]/gu, '-')
    .replace(DEVICE, '$&-')
    .replace(/[. ]+$/, '')

function becomeOwner(cache: string): string {
  const folder = openSection(cache, 'locks')
  for (;;) {
    const name = `${process.pid}-${Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex')}`
    const file = join(folder, lockName(name))
    const lock = tryLock(file, 'exclusive')
    if (lock !== undefined) {
      if (exitHandlers.length === 0) process.once('exit', cleanUp)
      exitHandlers.push(() => removeLocked(file, lock))
      return name
    }
  }
}

function cleanUp(): void {
  for (const clean of exitHandlers) clean()
}

const OWNER = /^(\d+-[0-9a-f]{12})-/
const OWNER_LOCK = /^owner-(\d+-[0-9a-f]{12})\.lock$/
const lockName = (owner: string) => `owner-${owner}.lock`

/** A leftover file or folder, and its total size. */
export interface Leftover {
  file: string
  bytes: number
}

/**
 * Removes the temporary files of processes that have ended.
 * @returns the removed files
 * @throws LegalTextError `not_ready` if one cannot be removed
 */
export async function removeLeftovers(cache: string): Promise<Leftover[]> {
  const [files, locks] = [await namesIn(join(cache, 'temporary')), await namesIn(join(cache, 'locks'))]
  const ownersSeen = new Set([...ownersIn(files, OWNER), ...ownersIn(locks, OWNER_LOCK)])
  const removed: Leftover[] = []
  for (const owner of ownersSeen) {
    const lockFile = join(cache, 'locks', lockName(owner))
    const lock = existsSync(lockFile) ? tryLock(lockFile, 'exclusive') : undefined
    // Owners take their lock before they create files, and remove it last.
    if (lock === undefined && existsSync(lockFile)) continue
    try {
      for (const name of files.filter((each) => each.startsWith(`${owner}-`))) {
        const file = join(cache, 'temporary', name)
        removed.push({ file, bytes: await sizeOf(file) })
        await promises.rm(file, { recursive: true, force: true })
      }
      if (lock !== undefined) removeLocked(lockFile, lock)
    } catch (error) {
      throw cacheError(cache, error)
    } finally {
      lock?.release()
    }
  }
  return removed
}

function ownersIn(names: string[], pattern: RegExp): string[] {
  return names.flatMap((name) => pattern.exec(name)?.[1] ?? [])
}
