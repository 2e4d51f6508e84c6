/** Bundles of the cache, downloaded or built, each with its origin in a separate file. */

import { readFileSync, statSync, utimesSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { moveFile, publish } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import type { SiteName } from '../import/families.ts'
import { bundleId } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import { cacheError, namesIn, openSection } from './cache-sections.ts'
import { isInUse, lockForUse } from './lock.ts'
import { askEngine } from './open-engine.ts'
import type { SourceSettings } from './options.ts'
import { trustFault } from './signature.ts'
import { temporaryFile } from './temporary.ts'
import { ensureVerified, markVerified, readSchemaVersion, storedDigest, verifyBundle } from './verify-bundle.ts'

/** A site, and the selection fetched from it. */
export interface SourceSite {
  source: SiteName
  url: string
  /** CELEX numbers of acts; absent for the default acts of the family. */
  acts?: readonly string[]
  /** Languages in order of preference (ISO 639-1); absent for the defaults of the family. */
  languages?: readonly string[]
  /** In the origin of a bundle: number of laws that could not be fetched or read. */
  failed?: number
}

/** Origin of a bundle. */
export interface BundleOrigin {
  kind: 'official-source' | 'url' | 'publication' | 'build'
  /** Of the dataset, or of the first site. */
  url?: string | undefined
  /** Sites from which the laws were fetched; absent in older records, which are of federal law. */
  sites?: readonly SourceSite[] | undefined
  /** Absolute paths of further folders, archives and files in the build. */
  local?: readonly string[] | undefined
  /** Preferred source families, for laws that several have. */
  source_priority?: readonly string[] | undefined
  etag?: string | undefined
  last_modified?: string | undefined
  /** ISO 8601. */
  fetched_at: string
  /** SHA-256 of the downloaded file, hex digits. */
  sha256?: string | undefined
  /** Public key whose signature of that file was verified: base64. */
  signed_by?: string | undefined
  /** Published bundle: its variant and id, and the publication time of the catalogue (ISO 8601). */
  published?: { variant: string; bundle_id: string; published_at: string } | undefined
  /** Time of arrival in the cache (ISO 8601). */
  added_at?: string | undefined
  /** Identifies the inputs: differs if another bundle would result. */
  made_of?: string | undefined
}

interface StoredFile {
  file: string
  id: string
  bytes: number
  /** ISO 8601. */
  built_at: string
  /** True if a process has it open. */
  in_use: boolean
  /** `null` if unknown. */
  origin: BundleOrigin | null
}

interface Content {
  digest: string
  laws: number
  norms: number
  /** Number of known sources that it lacks. */
  limitations: number
  schema_version: number
  /** True if it opens. Its content is not verified. */
  readable: true
}

interface NoContent extends Record<'digest' | 'laws' | 'norms' | 'limitations', null> {
  /** `null` if it is not a bundle at all. */
  schema_version: number | null
  readable: false
  /** Reason why it does not open. */
  reason: string
}

/** A bundle of the cache that opens. */
export type CachedBundle = StoredFile & Content

/** A file at the path of a bundle in the cache. */
export type ListedBundle = StoredFile & (Content | NoContent)

/** Describes a file at the path of a bundle in the cache. */
export async function describeBundle(file: string, cache: string): Promise<ListedBundle> {
  const { size, mtime } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0, mtime: new Date(0) }
  return {
    file,
    id: basename(file, '.sqlite'),
    bytes: size,
    built_at: mtime.toISOString(),
    ...(await readContent(file)),
    in_use: isInUse(file, cache),
    origin: readOrigin(file),
  }
}

/** Returns the file with the origin of a bundle. */
export function originFile(bundle: string): string {
  return bundle.replace(/\.sqlite$/, '.json')
}

async function readContent(file: string): Promise<Content | NoContent> {
  try {
    // Gives clearer errors than SQLite.
    storedDigest(file)
    const { laws, norms, limitations, digest, schema_version } = await askEngine(file, (corpus) => corpus.coverage())
    return { digest, laws, norms, limitations, schema_version, readable: true }
  } catch (error) {
    // Errors of SQLite or JSON about a damaged file do not help users.
    const reason = error instanceof LegalTextError ? error.message : say`cannot open ${file}: it is damaged`
    const schema_version = readSchemaVersion(file) ?? null
    return { digest: null, laws: null, norms: null, limitations: null, schema_version, readable: false, reason }
  }
}

/** Reads the origin of a bundle; `null` if unknown. */
export function readOrigin(bundle: string): BundleOrigin | null {
  try {
    const origin = JSON.parse(readFileSync(originFile(bundle), 'utf8'))
    return typeof origin === 'object' ? origin : null
  } catch {
    return null
  }
}

/** Names of bundle files. */
const BUNDLE = /^[0-9a-f]{16}\.sqlite$/

/** Returns all bundle files of a cache with the times when they were added, in milliseconds since 1970; newest first. */
export async function bundleTimes(cache: string): Promise<{ file: string; time: number }[]> {
  const folder = join(cache, 'bundles')
  const files: { file: string; time: number }[] = []
  for (const name of await namesIn(folder)) {
    const file = join(folder, name)
    const info = BUNDLE.test(name) ? statSync(file, { throwIfNoEntry: false }) : undefined
    if (info === undefined) continue
    const { added_at } = readOrigin(file) ?? {}
    files.push({ file, time: Math.ceil(added_at === undefined ? info.mtimeMs : Date.parse(added_at)) })
  }
  return files.sort((a, b) => b.time - a.time)
}

/** Returns all bundle files of a cache, newest first. */
export async function bundleFiles(cache: string): Promise<string[]> {
  return (await bundleTimes(cache)).map(({ file }) => file)
}

/** Returns the fault of a bundle; `undefined` if it opens and its content is verified. */
export async function bundleFault(file: string, cache: string): Promise<string | undefined> {
  try {
    await ensureVerified(file, cache)
    return undefined
  } catch (error) {
    if (error instanceof LegalTextError) return error.message
    throw error
  }
}

/** Receives a skipped bundle, and the reason. */
export type OnSkipped = (file: string, reason: string) => void

export class BundleStore {
  readonly cache: string

  /** @param cache the cache folder, which need not exist */
  constructor(cache: string) {
    this.cache = cache
  }

  /** Lists all bundles, newest first. */
  async list(): Promise<ListedBundle[]> {
    const bundles: ListedBundle[] = []
    for (const file of await bundleFiles(this.cache)) bundles.push(await describeBundle(file, this.cache))
    return bundles
  }

  /**
   * Returns the newest bundle that opens, is verified and has no other fault.
   * @param onSkipped receives each newer one that does not qualify
   */
  async newest(
    onSkipped?: OnSkipped,
    faultOf: (bundle: CachedBundle) => string | undefined = () => undefined,
  ): Promise<CachedBundle | undefined> {
    for (const file of await bundleFiles(this.cache)) {
      const fault = await bundleFault(file, this.cache)
      const bundle = await describeBundle(file, this.cache)
      const reason = fault ?? (bundle.readable ? faultOf(bundle) : bundle.reason)
      if (reason === undefined && bundle.readable) return bundle
      onSkipped?.(file, reason ?? say`cannot open ${file}`)
    }
    return undefined
  }

  /**
   * As {@link newest}; if DATASET_URL is set, the bundle must also have the checksum and signature in the settings.
   * @throws LegalTextError `invalid_input` if the public key is not valid
   */
  newestTrusted(settings: SourceSettings, onSkipped?: OnSkipped): Promise<CachedBundle | undefined> {
    const isDemanded = (settings.datasetUrl ?? settings.corpusUrl) !== undefined
    return this.newest(onSkipped, ({ origin }) => (isDemanded ? trustFault(origin ?? {}, settings) : undefined))
  }

  /**
   * Verifies a bundle and moves it into the cache as the newest. If the cache has the same bundle, that one stays.
   * @param file a temporary file of the cache without other writers; it is gone afterwards
   * @throws LegalTextError `not_ready` if it is damaged, or the cache cannot be written
   */
  async add(file: string, origin: BundleOrigin): Promise<CachedBundle> {
    const { digest } = await verifyBundle(file)
    const content = await readContent(file)
    if (!content.readable) throw new LegalTextError('not_ready', content.reason)
    const final = join(openSection(this.cache, 'bundles'), `${bundleId(digest)}.sqlite`)
    const use = lockForUse(final, this.cache)
    try {
      await this.#writeOrigin(final, { ...origin, added_at: await this.#nextTime() })
      if ((await bundleFault(final, this.cache)) === undefined) {
        const { atime, mtime } = statSync(file)
        utimesSync(final, atime, mtime)
        await rm(file)
      } else {
        await publish(file, final)
      }
      markVerified(final, this.cache)
    } catch (error) {
      throw cacheError(final, error)
    } finally {
      use?.release()
    }
    const bundle = await describeBundle(final, this.cache)
    if (!bundle.readable) throw new LegalTextError('not_ready', bundle.reason)
    return bundle
  }

  /** Adds to the origin of a bundle. */
  async noteOrigin({ file, origin }: CachedBundle, more: Partial<BundleOrigin>): Promise<void> {
    if (origin !== null) await this.#writeOrigin(file, { ...origin, ...more })
  }

  /** Returns the present time, or a time after the newest bundle if the clock was set back: an added bundle is always the newest. */
  async #nextTime(): Promise<string> {
    const newest = (await bundleTimes(this.cache))[0]?.time ?? 0
    return new Date(Math.max(Date.now(), newest + 1)).toISOString()
  }

  async #writeOrigin(bundle: string, origin: BundleOrigin): Promise<void> {
    const temporary = temporaryFile(this.cache, 'origin.json')
    try {
      await writeFile(temporary, `${JSON.stringify(origin)}\n`, { flag: 'wx', flush: true })
      moveFile(temporary, originFile(bundle))
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
