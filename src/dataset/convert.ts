/** Datasets in other forms, converted into the cache: each once, under the hash of its content. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { writeWhole } from '../files/write-whole.ts'
import { readFolder } from '../ingest/input/folder.ts'
import { SCHEMA_VERSION } from '../sqlite/bundle-schema.ts'
import { publish } from '../sqlite/seal.ts'
import { version } from '../version.ts'
import { openSection } from './cache-section.ts'
import { fingerprint, hashContent } from './fingerprint.ts'
import { alone } from './lock.ts'
import { makeBundle } from './make-bundle.ts'
import type { WorkOptions } from './progress.ts'
import { removeLeftovers, temporaryFile } from './temporary.ts'
import { ensureVerified, rememberMoved } from './verify-bundle.ts'
import { withName } from './with-name.ts'

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
export async function converted(path: string, cache: string): Promise<string | undefined> {
  const known = readInput(cache, realpathSync(path))
  if (known === undefined || known.state !== fingerprint(known.input)) return undefined
  return existingConversion(cache, known.content)
}

/**
 * Makes a bundle of a file or folder.
 * @throws LegalTextError where it cannot be read, or the cache not be written
 */
export async function convert(path: string, options: WorkOptions & { cache: string }): Promise<string> {
  const input = realpathSync(path)
  assertReadable(input)
  const state = fingerprint(input)
  const content = await hashContent(input, options.signal)
  const isUnchanged = () => fingerprint(input) === state
  const bundle = await convertContent(path, content, { ...options, isUnchanged })
  rememberInput(options.cache, { input, state, content })
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
  await alone(cache, `convert-${content.slice(0, 16)}`, options, async () => {
    if (existsSync(bundle) && !(await isWhole(bundle, cache))) {
      onNotice?.(`${bundle} is damaged and made anew`)
      rmSync(bundle, { force: true })
    }
    if (!existsSync(bundle)) await make(path, bundle, options)
  })
  return bundle
}

async function make(path: string, bundle: string, options: ConvertOptions): Promise<void> {
  const { cache, isUnchanged = () => true } = options
  await removeLeftovers(cache)
  const temporary = temporaryFile(cache, 'converted.sqlite')
  try {
    await makeBundle(path, temporary, options)
    if (!isUnchanged()) throw new LegalTextError('not_ready', `${path} was written to while it was read; try again`)
    await publish(temporary, bundle)
    rememberMoved(bundle, cache)
  } catch (error) {
    throw withName(error, temporary, path)
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
export function readInput(cache: string, input: string): InputRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(inputFile(cache, input), 'utf8')) as InputRecord
    return record.input === input ? record : undefined
  } catch {
    return undefined
  }
}

/** Remembers an input; where that is not possible, it is read again the next time. */
export function rememberInput(cache: string, record: InputRecord): void {
  try {
    openSection(cache, 'inputs')
    writeWhole(inputFile(cache, record.input), JSON.stringify(record))
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
