/** The bundles of the cache: what was downloaded or built, each under its id with its origin beside it. */
import { renameSync, statSync, utimesSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { publish } from '../files/write-atomic.ts'
import { bundleId } from '../sqlite/bundle-schema.ts'
import { cacheError, openSection } from './cache-sections.ts'
import {
  type BundleOrigin,
  type CachedBundle,
  describeBundle,
  type ListedBundle,
  originFile,
  readOrigin,
} from './cached-bundle.ts'
import { type Lock, lockForUse } from './lock.ts'
import { type PruneOptions, type PruneReport, prune } from './prune.ts'
import { namesIn, temporaryFile } from './temporary.ts'
import { ensureVerified, markVerified, verifyBundle } from './verify-bundle.ts'

export type { BundleOrigin, CachedBundle, ListedBundle } from './cached-bundle.ts'

const BUNDLE = /^[0-9a-f]{16}\.sqlite$/

export class BundleStore {
  readonly cache: string

  /** @param cache the cache folder, which need not exist */
  constructor(cache: string) {
    this.cache = cache
  }

  /** All bundles, newest first. */
  async list(): Promise<ListedBundle[]> {
    const bundles: ListedBundle[] = []
    for (const file of await this.files()) bundles.push(await describeBundle(file, this.cache))
    return bundles
  }

  /**
   * The newest bundle that opens and is whole.
   * @param onSkipped told of each newer one that is not, and why
   * @param faultOf tells what else keeps a bundle from being used
   */
  async newest(
    onSkipped?: (file: string, reason: string) => void,
    faultOf: (bundle: CachedBundle) => string | undefined = () => undefined,
  ): Promise<CachedBundle | undefined> {
    for (const file of await this.files()) {
      const fault = await this.fault(file)
      const bundle = await describeBundle(file, this.cache)
      const reason = fault ?? (bundle.readable ? faultOf(bundle) : bundle.reason)
      if (reason === undefined && bundle.readable) return bundle
      onSkipped?.(file, reason ?? `cannot open ${file}`)
    }
    return undefined
  }

  /** What keeps a bundle from being used; `undefined` where it opens and is whole. */
  async fault(file: string): Promise<string | undefined> {
    try {
      await ensureVerified(file, this.cache)
      return undefined
    } catch (error) {
      if (error instanceof LegalTextError) return error.message
      throw error
    }
  }

  /**
   * Verifies a bundle and moves it into the cache, where it is the newest from then on. Where the same bundle is there
   * already, that one stays.
   * @param file a temporary file of the cache that nobody else writes to; it is gone afterwards
   * @throws LegalTextError `not_ready` where it is not whole, or the cache cannot be written
   */
  async add(file: string, origin: BundleOrigin): Promise<CachedBundle> {
    const { digest } = await verifyBundle(file)
    const final = join(openSection(this.cache, 'bundles'), `${bundleId(digest)}.sqlite`)
    const lockForUse = this.use(final)
    try {
      await this.#writeOrigin(final, { ...origin, added_at: await this.#nextTime() })
      if ((await this.fault(final)) === undefined) {
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
      lockForUse?.release()
    }
    const bundle = await describeBundle(final, this.cache)
    if (!bundle.readable) throw new LegalTextError('not_ready', bundle.reason)
    return bundle
  }

  /** Adds to what is known of where a bundle came from. */
  async noteOrigin({ file, origin }: CachedBundle, more: Partial<BundleOrigin>): Promise<void> {
    if (origin !== null) await this.#writeOrigin(file, { ...origin, ...more })
  }

  /** Keeps a bundle from being removed while the lock is held, see {@link lockForUse}. */
  use(file: string): Lock | undefined {
    return lockForUse(file, this.cache)
  }

  /**
   * Removes what is no longer needed, see {@link prune}.
   * @throws LegalTextError `not_ready` where the cache cannot be written
   */
  prune(options: PruneOptions = {}): Promise<PruneReport> {
    return prune(this, options)
  }

  /** The files of all bundles, newest first. */
  async files(): Promise<string[]> {
    return (await this.#times()).map(({ file }) => file)
  }

  /** All bundles and when they came, newest first. */
  async #times(): Promise<{ file: string; time: number }[]> {
    const folder = join(this.cache, 'bundles')
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

  /** Now, or later than all that is here, where the clock went back: what is added is the newest. */
  async #nextTime(): Promise<string> {
    const newest = (await this.#times())[0]?.time ?? 0
    return new Date(Math.max(Date.now(), newest + 1)).toISOString()
  }

  async #writeOrigin(bundle: string, origin: BundleOrigin): Promise<void> {
    const temporary = temporaryFile(this.cache, 'origin.json')
    try {
      await writeFile(temporary, `${JSON.stringify(origin)}\n`, { flag: 'wx', flush: true })
      renameSync(temporary, originFile(bundle))
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
