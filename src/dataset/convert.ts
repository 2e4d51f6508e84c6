/** Datasets in other forms, converted into the cache: each once, under the hash of its content. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { constants, copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { detectForm, PACKED_BUNDLES, unpackTo } from '../archive/compressed.ts'
import { LegalTextError } from '../errors.ts'
import { publish, writeFileAtomic } from '../files/write-atomic.ts'
import { buildBundle } from '../ingest/build-bundle.ts'
import { readFolder } from '../ingest/input.ts'
import { SCHEMA_VERSION } from '../sqlite/bundle-schema.ts'
import { version } from '../version.ts'
import { cacheError, openSection } from './cache-sections.ts'
import { redactUrl, renamePathInError } from './dataset-name.ts'
import { fingerprint, hashContent } from './fingerprint.ts'
import type { ObtainOptions } from './locate.ts'
import { withLock } from './lock.ts'
import type { WorkOptions } from './options.ts'
import { downloadDataset, type Validators } from './remote-dataset.ts'
import { trustFault } from './signature.ts'
import { removeLeftovers, temporaryFile } from './temporary.ts'
import { ensureVerified, markVerified, verifyBundle } from './verify-bundle.ts'

/** What is remembered of an input, so that it is read only when it has changed. */
export interface InputRecord {
  /** The input as people know it: a path or a URL. */
  input: string
  /** State of the file or folder, or validators of the answer to the URL. */
  state: string
  /** SHA-256 of the content, hex digits. */
  content: string
  /** The public key that had signed it: base64. */
  signed_by?: string | undefined
}

/** The bundle that was made before of a file or folder, if that has not changed. */
export async function findConverted(path: string, cache: string): Promise<string | undefined> {
  const known = readInputRecord(cache, realpathSync(path))
  if (known === undefined || known.state !== fingerprint(known.input)) return undefined
  return existingConversion(cache, known.content)
}

/**
 * Makes a bundle of a file or folder.
 * @throws LegalTextError where it cannot be read, or the cache not be written
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

/** @throws LegalTextError where it is a pipe or device, or a folder of folders, which could go on without end */
function assertReadable(path: string): void {
  const info = statSync(path)
  // Of more than is read, nothing need be hashed.
  if (info.isDirectory()) readFolder(path)
  if (info.isFile() || info.isDirectory()) return
  throw new LegalTextError('not_ready', `cannot open ${path}: it is neither a file nor a folder`)
}

export interface ConvertOptions extends WorkOptions {
  cache: string
  /** Whether the content is still the one whose hash was taken. */
  isUnchanged?: (() => boolean) | undefined
}

/**
 * The bundle made of a file or folder whose content is known by its hash.
 * @throws LegalTextError where it cannot be read or is written to meanwhile, or the cache cannot be written
 */
export async function convertContent(path: string, content: string, options: ConvertOptions): Promise<string> {
  const { cache, onNotice } = options
  const bundle = convertedBundle(cache, content)
  openSection(cache, 'converted')
  await withLock(cache, `convert-${content.slice(0, 16)}`, options, async () => {
    if (existsSync(bundle) && !(await isWhole(bundle, cache))) {
      onNotice?.(`${bundle} is damaged and made anew`)
      rmSync(bundle, { force: true })
    }
    if (!existsSync(bundle)) await convertInto(path, bundle, options)
  })
  return bundle
}

async function convertInto(path: string, bundle: string, options: ConvertOptions): Promise<void> {
  const { cache, isUnchanged = () => true } = options
  await removeLeftovers(cache)
  const temporary = temporaryFile(cache, 'converted.sqlite')
  try {
    await makeBundle(path, temporary, options)
    if (!isUnchanged()) throw new LegalTextError('not_ready', `${path} was written to while it was read; try again`)
    await publish(temporary, bundle)
    markVerified(bundle, cache)
  } catch (error) {
    throw renamePathInError(error, temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** The bundle that was made of a content before, if it is still there and whole. */
export async function existingConversion(cache: string, content: string): Promise<string | undefined> {
  const bundle = convertedBundle(cache, content)
  return (await isWhole(bundle, cache)) ? bundle : undefined
}

/** What is remembered of an input; `undefined` where nothing is. */
export function readInputRecord(cache: string, input: string): InputRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(inputFile(cache, input), 'utf8')) as InputRecord
    return record.input === input ? record : undefined
  } catch {
    return undefined
  }
}

/** Remembers an input; where that is not possible, it is read again the next time. */
export function writeInputRecord(cache: string, record: InputRecord): void {
  try {
    openSection(cache, 'inputs')
    writeFileAtomic(inputFile(cache, record.input), JSON.stringify(record))
  } catch {}
}

/** Where the bundle of a content is. Another version of the package may make another bundle of it. */
function convertedBundle(cache: string, content: string): string {
  const key = createHash('sha256').update(`${content} ${version} ${SCHEMA_VERSION}`).digest('hex')
  return join(cache, 'converted', `${key.slice(0, 32)}.sqlite`)
}

function inputFile(cache: string, input: string): string {
  return join(cache, 'inputs', `${createHash('sha256').update(input).digest('hex').slice(0, 32)}.json`)
}

async function isWhole(bundle: string, cache: string): Promise<boolean> {
  if (!existsSync(bundle)) return false
  return ensureVerified(bundle, cache).then(
    () => true,
    () => false,
  )
}

/*FILEDOC A dataset that is named by a URL: downloaded and converted once, and from then on used from the cache. */

/** The bundle that was made before of what is at a URL, if it was checked as the settings demand now. */
export async function findDownloaded(url: string, { cache, settings }: ObtainOptions): Promise<string | undefined> {
  const known = readInputRecord(cache, redactUrl(url))
  if (known === undefined) return undefined
  const fault = trustFault({ sha256: known.content, signed_by: known.signed_by }, demanded(settings))
  return fault === undefined ? existingConversion(cache, known.content) : undefined
}

/**
 * Downloads what is at a URL, and makes a bundle of it, unless it is the same as before.
 * @param url of a file in any form of dataset; with a slash at its end, of a folder with a JSON package
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export async function convertUrl(url: string, options: ObtainOptions): Promise<string> {
  const { cache } = options
  const { datasetSha256: sha256, datasetPublicKey: publicKey } = demanded(options.settings)
  const before = readInputRecord(cache, redactUrl(url))
  const present = before && (await existingConversion(cache, before.content))
  return atTemporaryPath(url, cache, async (path) => {
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

/** What must be true of what DATASET_PATH names; with DATASET_URL, the settings are about what is there. */
function demanded({ datasetUrl, datasetSha256, datasetPublicKey }: ObtainOptions['settings']) {
  return datasetUrl === undefined
    ? { datasetSha256, datasetPublicKey }
    : { datasetSha256: undefined, datasetPublicKey: undefined }
}

/** Works with a temporary path for what is at a URL, by whose name messages call it. */
export async function atTemporaryPath<Result>(
  url: string,
  cache: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFile(cache, 'dataset')
  const path = join(folder, basename(new URL(url).pathname) || 'dataset')
  try {
    await mkdir(folder)
    return await work(path)
  } catch (error) {
    throw renamePathInError(error, path, redactUrl(url))
  } finally {
    await rm(folder, { force: true, recursive: true })
  }
}

/**
 * The copy of a bundle in the cache, made by reference where the file system can, and only once: a server that works on
 * it does not mind what happens to the file.
 * @throws LegalTextError where the cache cannot be written, or the file is no longer what was opened
 */
export async function copyBundle(
  { file, digest }: { file: string; digest: string },
  cache: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const copy = await convertContent(file, digest, { cache, signal })
  const { digest: copied } = await ensureVerified(copy, cache)
  if (copied === digest) return copy
  throw new LegalTextError('not_ready', 'the file was written to while it was copied')
}

/*FILEDOC Makes a bundle of a dataset in any form that lies on this machine. */

/**
 * @param from a bundle, a packed bundle, or a folder or archive in a form that the build reads
 * @param out the file to write, which is not there yet; a temporary one, since it is there before it is complete
 * @throws LegalTextError where the dataset cannot be read, or the bundle not be written
 */
export async function makeBundle(from: string, out: string, { onProgress, signal }: WorkOptions): Promise<void> {
  const form = await detectForm(from)
  if (form === 'unknown') {
    throw new LegalTextError(
      'invalid_input',
      `${from} is no dataset: expected a bundle (also packed with zstd or gzip), or a folder or archive (.zip, .tar, ` +
        '.tar.gz, .tar.zst) with official XML or with a JSON package',
    )
  }
  const compression = PACKED_BUNDLES[form]
  if (form !== 'sqlite' && compression === undefined) {
    await buildBundle({ from, out, search: true, onProgress, signal })
    return
  }
  onProgress?.({ stage: 'unpacking', done: 0, total: 0 })
  if (compression === undefined) await copyDated(from, out)
  else await unpackTo(from, compression, out)
  signal?.throwIfAborted()
  await verifyBundle(out)
}

/** A copy keeps the date: answers tell it as that of the bundle. */
async function copyDated(from: string, out: string): Promise<void> {
  try {
    await copyFile(from, out, constants.COPYFILE_FICLONE)
    const { atime, mtime } = await stat(from)
    await utimes(out, atime, mtime)
  } catch (error) {
    throw cacheError(out, error)
  }
}
