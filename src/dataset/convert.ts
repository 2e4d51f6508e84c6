/** Converts datasets of other forms into the cache: each content once, by its hash. */

import { createHash } from 'node:crypto'
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { constants, copyFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { detectForm, PACKED_BUNDLES, unpackTo } from '../archive/compressed.ts'
import { publish } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { buildBundle } from '../import/build-bundle.ts'
import { addedFamilies } from '../import/families.ts'
import type { HistoryOptions } from '../import/history/open-history.ts'
import { readFolder } from '../import/input.ts'
import { version } from '../program/package.ts'
import { SCHEMA_VERSION } from '../store/bundle-schema.ts'
import { LegalTextError } from '../util/errors.ts'
import { cacheError, openSection } from './cache-sections.ts'
import { redactUrl, renamePathInError } from './dataset-name.ts'
import { fingerprint, hashContent, type InputRecord, readInputRecord, writeInputRecord } from './fingerprint.ts'
import { withLock } from './lock.ts'
import type { ObtainOptions, WorkOptions } from './options.ts'
import type { Validators } from './remote-dataset.ts'
import { trustFault } from './signature.ts'
import { removeLeftovers, temporaryFile, withDownloadPath } from './temporary.ts'
import { ensureVerified, markVerified, verifyBundle } from './verify-bundle.ts'

/** Returns the bundle made of a file or folder, if that has not changed since. */
export async function findConverted(path: string, cache: string): Promise<string | undefined> {
  const known = readInputRecord(cache, realpathSync(path))
  if (known === undefined || known.state !== fingerprint(known.input)) return undefined
  return existingConversion(cache, known.content)
}

/**
 * Makes a bundle of a file or folder.
 * @throws LegalTextError if it cannot be read, or the cache cannot be written
 */
export async function convertPath(path: string, options: WorkOptions & { cache: string }): Promise<string> {
  const input = realpathSync(path)
  assertReadable(input)
  const state = fingerprint(input)
  const content = await hashContent(input, options.signal)
  const isUnchanged = () => fingerprint(input) === state
  const bundle = await convertContent(path, content, { ...options, isUnchanged })
  writeInputRecord(options.cache, { input, state, content })
  return bundle
}

/** @throws LegalTextError for a pipe or device, or a folder with too many files */
function assertReadable(path: string): void {
  const info = statSync(path)
  // Fails early, before all files are hashed.
  if (info.isDirectory()) readFolder(path)
  if (info.isFile() || info.isDirectory()) return
  throw new LegalTextError('not_ready', say`cannot open ${path}: it is neither a file nor a folder`)
}

/** Returns the bundle made of the dataset at a URL, if its checksum and signature meet the settings. */
export async function findDownloaded(url: string, { cache, settings }: ObtainOptions): Promise<string | undefined> {
  const known = readInputRecord(cache, redactUrl(url))
  if (known === undefined) return undefined
  const fault = trustFault({ sha256: known.content, signed_by: known.signed_by }, demanded(settings))
  return fault === undefined ? existingConversion(cache, known.content) : undefined
}

/**
 * Downloads the dataset at a URL and makes a bundle of it, unless it is unchanged.
 * @param url of a file in any dataset form; with a final slash, of a folder with a JSON package
 * @throws LegalTextError `not_ready` if the download fails or has the wrong checksum or signature
 */
export async function convertUrl(url: string, options: ObtainOptions): Promise<string> {
  const { cache } = options
  const { datasetSha256: sha256, datasetPublicKey: publicKey } = demanded(options.settings)
  const before = readInputRecord(cache, redactUrl(url))
  const present = before && (await existingConversion(cache, before.content))
  const { downloadDataset } = await import('./remote-dataset.ts')
  return withDownloadPath(url, cache, async (path) => {
    const known = present === undefined ? undefined : { ...validatorsOf(before), sha256: before?.content ?? '' }
    const dataset = await downloadDataset(url, path, { ...options, known, sha256, publicKey })
    const { sha256: content, signed_by, changed, ...validators } = dataset
    const bundle = present !== undefined && !changed ? present : await convertContent(path, content, options)
    writeInputRecord(cache, { input: redactUrl(url), state: JSON.stringify(validators), content, signed_by })
    return bundle
  })
}

function validatorsOf(record: InputRecord | undefined): Validators {
  return record === undefined ? {} : (JSON.parse(record.state) as Validators)
}

/** Returns the checksum and key for DATASET_PATH; if DATASET_URL is set, they apply to that. */
function demanded({ datasetUrl, datasetSha256, datasetPublicKey }: ObtainOptions['settings']) {
  return datasetUrl === undefined
    ? { datasetSha256, datasetPublicKey }
    : { datasetSha256: undefined, datasetPublicKey: undefined }
}

/**
 * Copies a bundle into the cache once, by reference if the file system supports it. A server of the copy is not affected by
 * changes to the file.
 * @throws LegalTextError if the cache cannot be written, or the file has changed since it was opened
 */
export async function copyBundle(
  { file, digest }: { file: string; digest: string },
  cache: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const copy = await convertContent(file, digest, { cache, signal })
  const { digest: copied } = await ensureVerified(copy, cache)
  if (copied === digest) return copy
  throw new LegalTextError('not_ready', say`the file was written to while it was copied`)
}

interface ConvertOptions extends WorkOptions {
  cache: string
  /** True if the content is still the hashed one. */
  isUnchanged?: () => boolean
}

/**
 * Returns the bundle made of a file or folder with this content hash.
 * @throws LegalTextError if it cannot be read or is written to meanwhile, or the cache cannot be written
 */
async function convertContent(path: string, content: string, options: ConvertOptions): Promise<string> {
  const { cache, onNotice } = options
  const bundle = convertedBundle(cache, content)
  openSection(cache, 'converted')
  await withLock(cache, `convert-${content.slice(0, 16)}`, options, async () => {
    if (existsSync(bundle) && !(await isValid(bundle, cache))) {
      onNotice?.(say`${bundle} is damaged and made anew`)
      rmSync(bundle, { force: true })
    }
    if (!existsSync(bundle)) await convertInto(bundle, path, options)
  })
  return bundle
}

async function convertInto(bundle: string, path: string, options: ConvertOptions): Promise<void> {
  const { cache, isUnchanged = () => true } = options
  await removeLeftovers(cache)
  const temporary = temporaryFile(cache, 'converted.sqlite')
  try {
    await makeBundle(path, temporary, options)
    if (!isUnchanged()) throw new LegalTextError('not_ready', say`${path} was written to while it was read; try again`)
    await publish(temporary, bundle)
    markVerified(bundle, cache)
  } catch (error) {
    throw renamePathInError(error, temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns the bundle made of a content, if it is still present and valid. */
async function existingConversion(cache: string, content: string): Promise<string | undefined> {
  const bundle = convertedBundle(cache, content)
  return (await isValid(bundle, cache)) ? bundle : undefined
}

/** Returns the path of the bundle of a content. It depends on the version of the package, which may convert differently. */
function convertedBundle(cache: string, content: string): string {
  const key = createHash('sha256').update(`${content} ${version} ${SCHEMA_VERSION}${addedFamilies()}`).digest('hex')
  return join(cache, 'converted', `${key.slice(0, 32)}.sqlite`)
}

async function isValid(bundle: string, cache: string): Promise<boolean> {
  if (!existsSync(bundle)) return false
  return ensureVerified(bundle, cache).then(
    () => true,
    () => false,
  )
}

/**
 * Makes a bundle of a dataset in any form.
 * @param from a bundle, a packed bundle, or a folder or archive in a form that the build reads
 * @param out a new temporary file; incomplete until this resolves
 * @param options `history` gives older states for other datasets than bundles, which stay as published
 * @throws LegalTextError if the dataset cannot be read, or the bundle cannot be written
 */
export async function makeBundle(
  from: string,
  out: string,
  { onProgress, signal, history }: WorkOptions & { history?: () => Promise<HistoryOptions | undefined> },
): Promise<void> {
  const form = await detectForm(from)
  if (form === 'unknown') {
    throw new LegalTextError(
      'invalid_input',
      say`${from} is not a dataset: expected a bundle (also packed with zstd or gzip), or a folder or archive (.zip, .tar, .tar.gz, .tar.zst) with official XML or with a JSON package`,
    )
  }
  const compression = PACKED_BUNDLES[form]
  if (form !== 'sqlite' && compression === undefined) {
    await buildBundle({ from, history: await history?.(), out, search: true, onProgress, signal })
    return
  }
  onProgress?.({ stage: 'unpacking', done: 0, total: 0 })
  if (compression === undefined) await copyWithDate(from, out)
  else await unpackTo(from, compression, out)
  signal?.throwIfAborted()
  await verifyBundle(out)
}

/** Copies a bundle with its date, which is part of answers. */
async function copyWithDate(from: string, out: string): Promise<void> {
  try {
    await copyFile(from, out, constants.COPYFILE_FICLONE)
    const { atime, mtime } = await stat(from)
    await utimes(out, atime, mtime)
  } catch (error) {
    throw cacheError(out, error)
  }
}
