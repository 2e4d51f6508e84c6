/** The bundles of the cache that were downloaded or built. */

import { renameSync, statSync, utimesSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publish } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { bundleId } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import type { BundleOrigin } from './bundle-origin.ts'
import { cacheError, openSection } from './cache-sections.ts'
import {
  bundleFault,
  bundleFiles,
  bundleTimes,
  type CachedBundle,
  describeBundle,
  type ListedBundle,
  originFile,
} from './cached-bundle.ts'
import { lockForUse } from './lock.ts'
import type { SourceSettings } from './options.ts'
import { trustFault } from './signature.ts'
import { temporaryFile } from './temporary.ts'
import { markVerified, verifyBundle } from './verify-bundle.ts'

/** Receives a bundle that is not used, and the reason. */
export type OnSkipped = (file: string, reason: string) => void

export class BundleStore {
  readonly cache: string

  /** @param cache the cache folder, which need not exist */
  constructor(cache: string) {
    this.cache = cache
  }

  /** All bundles, newest first. */
  async list(): Promise<ListedBundle[]> {
    const bundles: ListedBundle[] = []
    for (const file of await bundleFiles(this.cache)) bundles.push(await describeBundle(file, this.cache))
    return bundles
  }

  /**
   * The newest bundle that opens, is verified and has no other fault.
   * @param onSkipped receives each newer one that is not
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
   * As {@link newest}, and if DATASET_URL is set, with the checksum and signature that the settings demand.
   * @throws LegalTextError `invalid_input` if the public key is not valid
   */
  newestTrusted(settings: SourceSettings, onSkipped?: OnSkipped): Promise<CachedBundle | undefined> {
    const isDemanded = settings.datasetUrl !== undefined
    return this.newest(onSkipped, ({ origin }) => (isDemanded ? trustFault(origin ?? {}, settings) : undefined))
  }

  /**
   * Verifies a bundle and moves it into the cache as the newest. If the cache has the same bundle, that one stays.
   * @param file a temporary file of the cache without other writers; it is gone afterwards
   * @throws LegalTextError `not_ready` if it is damaged, or the cache cannot be written
   */
  async add(file: string, origin: BundleOrigin): Promise<CachedBundle> {
    const { digest } = await verifyBundle(file)
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

  /** Now, or after the newest bundle if the clock was set back: an added bundle is always the newest. */
  async #nextTime(): Promise<string> {
    const newest = (await bundleTimes(this.cache))[0]?.time ?? 0
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
