/** Removes from the cache what is no longer needed, and nothing that a process uses or writes. */
import { existsSync, statSync } from 'node:fs'
import { readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { COMPILED_CODE } from '../cache-path.ts'
import { SCHEMA_VERSION } from '../sqlite/bundle-schema.ts'
import type { BundleStore } from './bundle-store.ts'
import { CACHE_SECTIONS, cacheError } from './cache-sections.ts'
import { originFile, readSchemaVersion } from './cached-bundle.ts'
import { removeLockFile, tryLockForRemoval } from './lock.ts'
import { namesIn, removeLeftovers, sizeOf } from './temporary.ts'
import { recordedPath } from './verify-bundle.ts'

export interface PruneOptions {
  /** How many whole bundles stay, the newest; 1 where not given, with `all` none. */
  keep?: number | undefined
  /** Whether to remove also what was fetched from sources, and bundles that only a newer version reads. */
  all?: boolean | undefined
}

export interface PrunedFile {
  file: string
  bytes: number
  /** Why it was removed, or why it stays. */
  reason: string
}

export interface PruneReport {
  removed: PrunedFile[]
  kept: PrunedFile[]
  freed_bytes: number
}

/** What is in the making is written to all the time; what was not for so long has been left behind, in milliseconds. */
const ABANDONED = 24 * 60 * 60 * 1000

const CONVERTED = /^[0-9a-f]+\.sqlite$/
/** What SQLite keeps beside a database. */
const COMPANION = /-(?:wal|shm|journal)$/

/**
 * Removes old and damaged bundles, converted datasets, and temporary files that were left behind; with `all` whatever is
 * not in use, and the folders where nothing is left.
 * @throws LegalTextError `not_ready` where the cache cannot be written
 */
export async function prune(store: BundleStore, { keep, all = false }: PruneOptions): Promise<PruneReport> {
  const pruning = new Pruning(store.cache)
  await pruneBundles(store, pruning, keep ?? (all ? 0 : 1), all)
  await pruneConverted(pruning)
  await pruneSources(pruning, all)
  for (const leftover of await removeLeftovers(store.cache)) {
    pruning.removed.push({ ...leftover, reason: 'left behind by a process that has ended' })
  }
  await removeRecords(store.cache, all)
  if (all) {
    await rm(join(store.cache, COMPILED_CODE), { recursive: true, force: true })
    await removeEmptyFolders(store.cache)
  }
  const { removed, kept } = pruning
  return { removed, kept, freed_bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Bundles that are kept where newer ones come by themselves: the newest, and one to go back to. */
const KEPT_BUNDLES = 2

/** Removes older bundles that nobody uses, so that a cache that is updated day by day does not grow. */
export async function pruneOlderBundles(store: BundleStore): Promise<void> {
  await pruneBundles(store, new Pruning(store.cache), KEPT_BUNDLES, false)
}

/** Removes a bundle that was converted, unless it is in use; it is made anew where it is asked for again. */
export async function removeConversion(file: string, cache: string): Promise<void> {
  if (dirname(file) === join(cache, 'converted')) await new Pruning(cache).remove(file, 'a converted dataset')
}

/** What is removed and what stays. */
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

  /** Removes a file with what belongs to it, unless it is in use. */
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

async function pruneBundles(store: BundleStore, pruning: Pruning, keep: number, all: boolean): Promise<void> {
  let whole = 0
  for (const file of await store.files()) {
    if (!all && (readSchemaVersion(file) ?? 0) > SCHEMA_VERSION) {
      await pruning.keep(file, 'a newer version of legal-text reads it')
      continue
    }
    const fault = whole < keep ? await store.fault(file) : undefined
    if (fault !== undefined) await pruning.remove(file, fault, [originFile(file)])
    else if (whole++ < keep) await pruning.keep(file, keep === 1 ? 'the newest' : `among the ${keep} newest`)
    else await pruning.remove(file, keep === 0 ? 'a bundle' : 'an older bundle', [originFile(file)])
  }
  for (const name of await pruning.names('bundles')) {
    const bundle = join(store.cache, 'bundles', name.replace(/\.json$/, '.sqlite'))
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

/** Removes notes on files that are gone; with `all`, all of them. They are small, and not told of. */
async function removeRecords(cache: string, all: boolean): Promise<void> {
  const remove = (file: string) => rm(file, { force: true }).catch((error) => Promise.reject(cacheError(file, error)))
  for (const name of await namesIn(join(cache, 'verified'))) {
    const record = join(cache, 'verified', name)
    const path = recordedPath(await readFile(record, 'utf8').catch(() => ''))
    if (all || path === undefined || !existsSync(path)) await remove(record)
  }
  for (const name of await namesIn(join(cache, 'inputs'))) {
    const record = join(cache, 'inputs', name)
    if (all || (name.endsWith('.tmp') && isAbandoned(record))) await remove(record)
  }
}

/** Removes what is empty, unless a process works with the cache: it may be about to write to a folder. */
async function removeEmptyFolders(cache: string): Promise<void> {
  const locks = join(cache, 'locks')
  const names = (await namesIn(locks)).filter((name) => name.endsWith('.lock'))
  if (!names.map((name) => removeLockFile(join(locks, name))).every(Boolean)) return
  for (const section of CACHE_SECTIONS) await removeIfEmpty(join(cache, section))
  await removeIfEmpty(cache)
}

/** A folder that is not empty stays, and so does one that may not be removed, such as a volume of a container. */
async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {})
}

function isAbandoned(file: string): boolean {
  const info = statSync(file, { throwIfNoEntry: false })
  return info !== undefined && Date.now() - info.mtimeMs > ABANDONED
}
