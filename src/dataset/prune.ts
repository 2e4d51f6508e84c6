/** Removes unneeded files from the cache, except those that a process is reading or writing. */

import { existsSync, statSync } from 'node:fs'
import { readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { say } from '../i18n/texts.ts'
import { COMPILED_CODE } from '../program/cache-path.ts'
import { SCHEMA_VERSION } from '../store/bundle-schema.ts'
import { bundleFault, bundleFiles, originFile } from './bundle-store.ts'
import { CACHE_SECTIONS, cacheError, namesIn, sizeOf } from './cache-sections.ts'
import { removeLockFile, tryLockForRemoval } from './lock.ts'
import { removeLeftovers } from './temporary.ts'
import { readSchemaVersion, recordedPath } from './verify-bundle.ts'

export interface PruneOptions {
  /** Number of newest valid bundles to keep. Default: 1; with `all`, 0. */
  keep?: number | undefined
  /** True to remove fetched sources, too, and bundles that only a newer version reads. */
  all?: boolean | undefined
}

export interface PrunedFile {
  file: string
  bytes: number
  /** Reason for removing or keeping it. */
  reason: string
}

export interface PruneReport {
  removed: PrunedFile[]
  kept: PrunedFile[]
  freed_bytes: number
}

/** Age in milliseconds from which an unfinished file is abandoned: one in progress is written to continuously. */
const ABANDONED = 24 * 60 * 60 * 1000

const CONVERTED = /^[0-9a-f]+\.sqlite$/
/** Files of SQLite beside a database. */
const COMPANION = /-(?:wal|shm|journal|[\da-f]{16}\.zip(?:\.part)?)$/

/**
 * Removes old and damaged bundles, converted datasets and leftover temporary files; with `all`, every file that is not
 * in use, and empty folders.
 * @throws LegalTextError `not_ready` if the cache cannot be written
 */
export async function prune(cache: string, { keep, all = false }: PruneOptions = {}): Promise<PruneReport> {
  const pruning = new Pruning(cache)
  await pruneBundles(pruning, keep ?? (all ? 0 : 1), all)
  await pruneConverted(pruning)
  await pruneSources(pruning, all)
  for (const leftover of await removeLeftovers(cache)) {
    pruning.removed.push({ ...leftover, reason: say`left behind by a process that has ended` })
  }
  await removeRecords(cache, all)
  if (all) {
    await rm(join(cache, COMPILED_CODE), { recursive: true, force: true })
    await removeEmptyFolders(cache)
  }
  const { removed, kept } = pruning
  return { removed, kept, freed_bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Number of bundles to keep under automatic updates: the newest, and one to roll back to. */
const KEPT_BUNDLES = 2

/** Removes older bundles that are not in use, so that daily updates do not grow the cache. */
export async function pruneOlderBundles(cache: string): Promise<void> {
  await pruneBundles(new Pruning(cache), KEPT_BUNDLES, false)
}

/** Removes a converted bundle, unless it is in use; the next request makes it again. */
export async function removeConversion(file: string, cache: string): Promise<void> {
  if (dirname(file) === join(cache, 'converted')) await new Pruning(cache).remove(file, 'a converted dataset')
}

/** One run, with its removed and kept files. */
class Pruning {
  readonly cache: string
  readonly removed: PrunedFile[] = []
  readonly kept: PrunedFile[] = []

  constructor(cache: string) {
    this.cache = cache
  }

  async names(section: string): Promise<string[]> {
    return namesIn(join(this.cache, section))
  }

  async keep(file: string, reason: string): Promise<void> {
    this.kept.push({ file, bytes: await sizeOf(file), reason })
  }

  /** Removes a file and its companions, unless it is in use. */
  async remove(file: string, reason: string, companions: string[] = []): Promise<void> {
    const hold = tryLockForRemoval(file, this.cache)
    if (hold === undefined) return this.keep(file, 'in use')
    try {
      let bytes = 0
      for (const each of [file, ...companions]) {
        bytes += await sizeOf(each)
        await rm(each, { recursive: true, force: true })
      }
      this.removed.push({ file, bytes, reason })
    } catch (error) {
      throw cacheError(file, error)
    } finally {
      hold.release()
    }
  }
}

async function pruneBundles(pruning: Pruning, keep: number, all: boolean): Promise<void> {
  let whole = 0
  for (const file of await bundleFiles(pruning.cache)) {
    if (!all && (readSchemaVersion(file) ?? 0) > SCHEMA_VERSION) {
      await pruning.keep(file, 'a newer version of legal-text reads it')
      continue
    }
    const fault = whole < keep ? await bundleFault(file, pruning.cache) : undefined
    if (fault !== undefined) await pruning.remove(file, fault, [originFile(file)])
    else if (whole++ < keep) await pruning.keep(file, keep === 1 ? say`the newest` : say`among the ${keep} newest`)
    else await pruning.remove(file, keep === 0 ? say`a bundle` : say`an older bundle`, [originFile(file)])
  }
  for (const name of await pruning.names('bundles')) {
    const bundle = join(pruning.cache, 'bundles', name.replace(/\.json$/, '.sqlite'))
    if (!name.endsWith('.json') || existsSync(bundle)) continue
    await pruning.remove(bundle, 'origin of a bundle that is gone', [originFile(bundle)])
  }
}

async function pruneConverted(pruning: Pruning): Promise<void> {
  for (const name of await pruning.names('converted')) {
    const file = join(pruning.cache, 'converted', name)
    if (CONVERTED.test(name)) await pruning.remove(file, 'a converted dataset')
    else if (isAbandoned(file)) await pruning.remove(file, 'left behind by a process that has ended')
    else await pruning.keep(file, 'perhaps in the making')
  }
}

async function pruneSources(pruning: Pruning, all: boolean): Promise<void> {
  const names = await pruning.names('sources')
  for (const name of names.filter((each) => !COMPANION.test(each))) {
    const file = join(pruning.cache, 'sources', name)
    const companions = names.filter((each) => each !== name && each.replace(COMPANION, '') === name)
    if (!all) await pruning.keep(file, 'fetched from a source: saves fetching it again')
    else
      await pruning.remove(
        file,
        'fetched from a source',
        companions.map((each) => join(pruning.cache, 'sources', each)),
      )
  }
}

/** Removes records of missing files; with `all`, all records. They are small, and not reported. */
async function removeRecords(cache: string, all: boolean): Promise<void> {
  const remove = (file: string) => rm(file, { force: true }).catch((error) => Promise.reject(cacheError(file, error)))
  for (const section of ['verified', 'inputs'] as const) {
    for (const name of await namesIn(join(cache, section))) {
      const record = join(cache, section, name)
      const isPartial = name.endsWith('.tmp')
      const isObsolete = isPartial ? isAbandoned(record) : section === 'verified' && (await isOrphaned(record))
      if (all || isObsolete) await remove(record)
    }
  }
}

/** True if a record of a verified bundle is damaged, or its bundle is gone. */
async function isOrphaned(record: string): Promise<boolean> {
  const path = recordedPath(await readFile(record, 'utf8').catch(() => ''))
  return path === undefined || !existsSync(path)
}

/** Removes empty folders, unless a process works with the cache: it may be about to write to one. */
async function removeEmptyFolders(cache: string): Promise<void> {
  const locks = join(cache, 'locks')
  const names = (await namesIn(locks)).filter((name) => name.endsWith('.lock'))
  if (!names.map((name) => removeLockFile(join(locks, name))).every(Boolean)) return
  // Folders stay if they are not empty or cannot be removed, such as a container volume.
  for (const section of [...CACHE_SECTIONS, '.']) await rmdir(join(cache, section)).catch(() => {})
}

function isAbandoned(file: string): boolean {
  const info = statSync(file, { throwIfNoEntry: false })
  return info !== undefined && Date.now() - info.mtimeMs > ABANDONED
}
