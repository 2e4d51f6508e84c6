/** Pulls the newest bundle of a publication: as a difference to the bundle of the cache if possible, else as a whole. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpackTo } from '../archive/compressed.ts'
import { DATABASE_LIMITS } from '../archive/members.ts'
import { HttpClient } from '../download/http-client.ts'
import { say } from '../i18n/texts.ts'
import { restoreBundle } from '../import/build-bundle.ts'
import { releasedCorpus } from '../program/package.ts'
import { isOfDisk } from '../program/system-error.ts'
import { bundleId, SCHEMA_VERSION } from '../store/bundle-schema.ts'
import { writeRows } from '../store/sqlite/bundle-rows.ts'
import { LegalTextError } from '../util/errors.ts'
import type { BundleOrigin, BundleStore, CachedBundle } from './bundle-store.ts'
import { cacheError, openSection } from './cache-sections.ts'
import { addressIn, redactUrl, renamePathInError, toNotReadyError } from './dataset-name.ts'
import { applyDifference } from './difference.ts'
import { hashFile } from './fingerprint.ts'
import type { ObtainOptions } from './options.ts'
import { type Catalogue, type PublishedBundle, type PublishedFile, readCatalogue } from './publication.ts'
import { asNotReady, assertSigned } from './remote-dataset.ts'
import { publicKeyText } from './signature.ts'
import { temporaryFile } from './temporary.ts'

/** Default variant. */
const DEFAULT_VARIANT = 'federal'

/** Pause between attempts to get a catalogue with its signature, which are replaced one after the other, in milliseconds. */
const PAUSE = 1000

const MEBIBYTE = 1024 * 1024

/**
 * Returns the catalogue of a publication, and the key that has signed it.
 * @param url of the folder
 * @throws LegalTextError `not_ready` if it cannot be fetched, or is not signed with the key in the settings
 */
export async function fetchCatalogue(
  url: string,
  { settings, signal }: Pick<ObtainOptions, 'settings' | 'signal'>,
): Promise<{ catalogue: Catalogue; signed_by: string | undefined }> {
  const address = addressIn(url)
  const publicKey = settings.datasetPublicKey ?? (url === releasedCorpus?.url ? releasedCorpus.key : undefined)
  // Report an invalid key before the download.
  const signed_by = publicKey === undefined ? undefined : publicKeyText(publicKey)
  const client = new HttpClient({ signal })
  const fetchOnce = async () => {
    const { body } = await client.get(address)
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (publicKey !== undefined) await assertSigned(address, sha256, publicKey, client)
    return { catalogue: readCatalogue(Buffer.from(body).toString(), redactUrl(address)), signed_by }
  }
  try {
    return await fetchOnce().catch(async (error) => {
      if (!(error instanceof LegalTextError)) throw error
      await sleep(PAUSE, undefined, { signal })
      return fetchOnce()
    })
  } catch (error) {
    throw asNotReady(error)
  }
}

/**
 * Returns the newest bundle of a variant.
 * @throws LegalTextError `not_ready` if it is missing, or this version cannot read it
 */
export function publishedBundle({ bundles }: Catalogue, url: string, variant = DEFAULT_VARIANT): PublishedBundle {
  const found = bundles.find((each) => each.variant === variant)
  if (found === undefined) {
    if (bundles.length === 0) throw new LegalTextError('not_ready', say`${redactUrl(url)} has no corpus`)
    const variants = [...new Set(bundles.map((each) => each.variant))].join(', ')
    throw new LegalTextError('not_ready', say`${redactUrl(url)} has no variant ${variant}; it has ${variants}`)
  }
  if (found.schema_version === SCHEMA_VERSION) return found
  const made = say`the corpus at ${redactUrl(url)} was made by legal-text ${found.program_version}`
  const remedy =
    found.schema_version > SCHEMA_VERSION
      ? say`update legal-text to read it`
      : say`this version reads newer ones only; \`legal-text corpus pull --source gii\` builds one from the official source`
  throw new LegalTextError('not_ready', `${made}; ${remedy}`)
}

/**
 * Pulls the newest bundle of a publication into a file.
 * @param url of its folder
 * @returns its origin; `undefined` if it is also the newest bundle of the cache
 * @throws LegalTextError `not_ready` if it cannot be fetched, differs from the published one, or is older than the cached one
 */
export async function pullPublication(
  url: string,
  out: string,
  store: BundleStore,
  newest: CachedBundle | undefined,
  options: ObtainOptions,
): Promise<BundleOrigin | undefined> {
  const { catalogue, signed_by } = await fetchCatalogue(url, options)
  const { published_at } = catalogue
  const known = newest?.origin?.published
  const entry = publishedBundle(catalogue, url, options.variant ?? known?.variant)
  const { variant, bundle_id } = entry
  const isSamePublisher =
    newest?.origin?.url === redactUrl(url) || (signed_by !== undefined && newest?.origin?.signed_by === signed_by)
  if (isSamePublisher && known !== undefined && published_at < known.published_at) {
    const message = say`${redactUrl(url)} has the publication of ${published_at}, which is older than that of ${known.published_at} in the cache`
    throw new LegalTextError('not_ready', say`${message}: the newer one stays`)
  }
  const published = { variant, bundle_id, published_at }
  if (newest !== undefined && known?.variant === variant && known.bundle_id === bundle_id) {
    await store.noteOrigin(newest, { url: redactUrl(url), published, ...(signed_by !== undefined && { signed_by }) })
    return undefined
  }
  await assertSpace(store.cache, entry)
  const rows = temporaryFile(store.cache, 'rows')
  try {
    const isDifference = newest !== undefined && (await applyPublished(entry, url, newest, rows, options))
    if (!isDifference) await downloadPublished(entry, url, rows, options)
    const digest = await restoreBundle(rows, out, options)
    if (digest !== entry.digest) {
      const ids = say`the bundle is ${bundleId(digest)} here, and ${bundle_id} where it was published`
      options.onNotice?.(say`its search index is not that of the published one: ${ids}`)
    }
  } catch (error) {
    // Only files of the cache are written.
    throw error instanceof LegalTextError || !isOfDisk(error) ? toNotReadyError(error) : cacheError(store.cache, error)
  } finally {
    await rm(rows, { force: true })
  }
  const builtAt = new Date(entry.built_at)
  await utimes(out, builtAt, builtAt)
  return { kind: 'publication', url: redactUrl(url), fetched_at: new Date().toISOString(), signed_by, published }
}

/** @throws LegalTextError `not_ready` if free disk space is too small for the bundle and its temporary files */
async function assertSpace(cache: string, { bytes, file }: PublishedBundle): Promise<void> {
  const { bavail, bsize } = await statfs(openSection(cache, 'temporary'))
  // The rows, old and new; the bundle before and after the layout of its tables; the sorted terms of its index.
  const needed = file.bytes + 5 * bytes
  if (bavail * bsize >= needed) return
  const [free, asked] = [bavail * bsize, needed].map((size) => Math.ceil(size / 1e6))
  throw new LegalTextError('not_ready', say`the disk of ${cache} has ${free} MB, and ${asked} MB are needed`)
}

/** Maximum size of the rows: smaller than their bundle with its index; a bundle without an index is packed more tightly. */
const mostRows = ({ bytes }: PublishedBundle) => Math.min(16 * MEBIBYTE + 3 * bytes, DATABASE_LIMITS.bytes)

/**
 * Makes the rows of a bundle from those in the cache and the published difference.
 * @returns false without a matching difference
 */
async function applyPublished(
  entry: PublishedBundle,
  url: string,
  { file, origin }: CachedBundle,
  out: string,
  options: ObtainOptions,
): Promise<boolean> {
  const { signal } = options
  const difference = entry.differences.find(({ from }) => from === origin?.published?.bundle_id)
  if (difference === undefined) return false
  const base = temporaryFile(options.cache, 'older-rows')
  try {
    await withPublished(difference, url, options, async (fetched) => {
      await pipeline(writeRows(file), createWriteStream(base), { signal })
      await applyDifference(base, fetched, out, mostRows(entry), signal)
      await assertRows(out, entry, url, signal)
    })
    return true
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof LegalTextError)) throw error
    await rm(out, { force: true })
    options.onNotice?.(say`the difference to the present corpus is not used: ${error.message}`)
    return false
  } finally {
    await rm(base, { force: true })
  }
}

function downloadPublished(entry: PublishedBundle, url: string, out: string, options: ObtainOptions): Promise<void> {
  return withPublished(entry.file, url, options, async (packed) => {
    options.onProgress?.({ stage: 'unpacking', done: 0, total: 0 })
    await unpackTo(packed, 'zstd', out, { ...DATABASE_LIMITS, bytes: mostRows(entry) })
    await assertRows(out, entry, url, options.signal)
  })
}

async function assertRows(
  rows: string,
  { rows_sha256: expected }: PublishedBundle,
  url: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await hashFile(rows, signal)
  if (found === expected) return
  const message = say`${redactUrl(url)} is not what was published: its SHA-256 is ${found}, expected ${expected}`
  throw new LegalTextError('not_ready', message)
}

/** Prefix of the checksum in the names of downloads. */
const DOWNLOAD = 'published-'

/**
 * Downloads a file of a publication, works with it, and removes it, unless the signal aborts the work. An interrupted download
 * continues the next time: its name in the cache is the checksum. Other interrupted downloads are removed.
 */
async function withPublished(
  { name, bytes, sha256 }: PublishedFile,
  url: string,
  { cache, onProgress, signal }: ObtainOptions,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const folder = openSection(cache, 'sources')
  const own = `${DOWNLOAD}${sha256}`
  for (const other of await readdir(folder)) {
    if (other.startsWith(DOWNLOAD) && other !== own) await rm(join(folder, other))
  }
  const path = join(folder, own)
  const address = addressIn(url, name)
  const hash = () => hashFile(path, signal)
  if ((await hash().catch(() => undefined)) !== sha256) {
    const download = new HttpClient({ signal }).download(address, path, {
      isImmutable: true,
      maxBytes: bytes,
      onProgress: (done) => onProgress?.({ stage: 'downloading', done, total: bytes, unit: 'bytes' }),
    })
    await download.catch((error) => {
      throw asNotReady(error)
    })
  }
  try {
    const found = await hash()
    if (found !== sha256) {
      const message = say`${redactUrl(address)} is not what was published: its SHA-256 is ${found}, expected ${sha256}`
      throw new LegalTextError('not_ready', message)
    }
    await work(path)
  } catch (error) {
    if (signal?.aborted) throw error
    await rm(path)
    throw renamePathInError(error, path, redactUrl(address))
  }
  await rm(path)
}
