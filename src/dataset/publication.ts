/**
 * Publications: folders with the rows of bundles, differences to older ones, and a signed catalogue of their names and checksums.
 * Rows are packed with zstd, and exclude the search index.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { z } from 'zod'
import { unpackTo } from '../archive/compressed.ts'
import { makeDirectory, writeFilesAtomic } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { version } from '../program/package.ts'
import { systemReason } from '../program/system-error.ts'
import { bundleId, SCHEMA_VERSION } from '../store/bundle-schema.ts'
import { writeRows } from '../store/sqlite/bundle-rows.ts'
import { LegalTextError } from '../util/errors.ts'
import { CATALOGUE } from './dataset-name.ts'
import { writeDifference } from './difference.ts'
import { hashFile } from './fingerprint.ts'
import { lock, removeLocked } from './lock.ts'
import { askEngine } from './open-engine.ts'
import type { WorkOptions } from './options.ts'
import { signChecksum } from './signature.ts'
import { ensureVerified } from './verify-bundle.ts'

/** Names of variants: `federal`, `federal+eu`. */
const VARIANT = /^[a-z][a-z0-9]*(?:[+-][a-z0-9]+)*$/

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const file = z.object({
  // Never a path.
  name: z.string().regex(/^\w[\w.+-]*$/),
  bytes: z.int().nonnegative(),
  sha256,
})
const publishedBundle = z.object({
  variant: z.string().regex(VARIANT),
  bundle_id: z.string().regex(/^[0-9a-f]{16}$/),
  digest,
  /** SHA-256 of the rows, as `writeRows` returns them. */
  rows_sha256: sha256,
  schema_version: z.int(),
  /** Version of the package that built it: other versions may make another search index. */
  program_version: z.string(),
  built_at: z.iso.datetime(),
  laws: z.int(),
  norms: z.int(),
  /** Size of the bundle. */
  bytes: z.int(),
  file,
  differences: z.array(file.extend({ from: z.string() })),
})
const FORMAT = 1
const catalogue = z.object({
  format: z.literal(FORMAT),
  published_at: z.iso.datetime(),
  /** Newest first. */
  bundles: z.array(publishedBundle),
})

export type PublishedFile = z.infer<typeof file>
export type PublishedBundle = z.infer<typeof publishedBundle>
export type Catalogue = z.infer<typeof catalogue>

/**
 * @param name of the catalogue in messages
 * @throws LegalTextError `not_ready` if the text is not a catalogue that this version reads
 */
export function readCatalogue(text: string, name: string): Catalogue {
  let problem = say`it is not JSON`
  try {
    const read = JSON.parse(text)
    const { success, data, error } = catalogue.safeParse(read)
    if (success) return data
    const [first] = error.issues
    problem =
      read?.format > FORMAT
        ? say`it has format ${read.format}; update legal-text to read it`
        : [first?.path.join('.'), first?.message].filter(Boolean).join(': ')
  } catch {}
  throw new LegalTextError('not_ready', say`${name} is not a catalogue of published corpora: ${problem}`)
}

export interface PublicationReport {
  variant: string
  bundle_id: string
  /** False if the folder already has it. */
  published: boolean
  file: PublishedFile
  differences: PublishedBundle['differences']
  /** Names of removed files. */
  removed: string[]
}

export interface PublicationOptions extends WorkOptions {
  variant: string
  /** Path of the private key. */
  key: string
  /** Number of bundles of the variant to keep, including this one. */
  keep: number
  /** Cache folder. */
  cache: string
}

const PACKING = {
  [constants.ZSTD_c_compressionLevel]: 19,
  // Largest window that readers accept by default.
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
}

/** Leftovers of an interrupted publication. */
const LEFTOVER = /^(?:\.work-.+|corpus\.json(?:\.sig)?\.\d+\.(?:tmp|old))$/
/** Rows and differences, in the catalogue or not. */
const PUBLISHED = /^[a-z][a-z0-9+-]*-[0-9a-f]{16}\.(?:ndjson\.zst|difference)$/

/**
 * Publishes a bundle in a folder, under a lock. The catalogue is written last, so that a publication appears whole.
 * @throws LegalTextError `invalid_input` if variant or key is not valid or the folder cannot be written; `not_ready` if the
 *   bundle is damaged, or the folder has another catalogue, or one signed with another key
 */
export async function publishInFolder(
  bundle: string,
  folder: string,
  options: PublicationOptions,
): Promise<PublicationReport> {
  const { variant, key, cache, onProgress, signal } = options
  if (!VARIANT.test(variant)) throw new LegalTextError('invalid_input', say`--variant: must be a name like federal+eu`)
  // Report an invalid key before the work.
  signChecksum('', key)
  const { digest } = await ensureVerified(bundle, cache)
  try {
    makeDirectory(folder)
  } catch (error) {
    refuse(folder, error)
  }
  const lockFile = join(folder, '.lock')
  const onWait = () => onProgress?.({ stage: 'waiting', done: 0, total: 0 })
  const held = await lock(lockFile, 'exclusive', { signal, onWait }).catch((error) =>
    signal?.aborted ? Promise.reject(error) : refuse(folder, error.cause),
  )
  try {
    for (const name of await readdir(folder)) {
      if (LEFTOVER.test(name)) await rm(join(folder, name), { recursive: true, force: true })
    }
    return await publishLocked(bundle, digest, folder, options)
  } catch (error) {
    throw error instanceof LegalTextError || signal?.aborted ? error : refuse(folder, error)
  } finally {
    removeLocked(lockFile, held)
  }
}

/** As {@link publishInFolder}, with the lock on the folder held. */
async function publishLocked(
  bundle: string,
  digest: string,
  folder: string,
  { variant, key, keep, onProgress, signal }: PublicationOptions,
): Promise<PublicationReport> {
  const path = join(folder, CATALOGUE)
  const previous = await ownCatalogue(path, key)
  const before = previous?.bundles ?? []
  const older = before.filter((each) => each.variant === variant)
  const [newest] = older
  const isWhole = async ({ file: { name, sha256 } }: PublishedBundle) =>
    (await hashFile(join(folder, name), signal).catch(() => undefined)) === sha256
  if (newest?.digest === digest && newest.schema_version === SCHEMA_VERSION && (await isWhole(newest))) {
    const { bundle_id, file, differences } = newest
    return { variant, bundle_id, published: false, file, differences, removed: [] }
  }
  const { laws, norms } = await askEngine(bundle, (corpus) => corpus.coverage())
  const { size, mtime } = await stat(bundle)
  const work = await mkdtemp(join(folder, '.work-'))
  try {
    const id = bundleId(digest)
    const rows = join(work, 'rows')
    await pipeline(writeRows(bundle), createWriteStream(rows), { signal })
    const rows_sha256 = await hashFile(rows, signal)
    const packed = `${variant}-${id}.ndjson.zst`
    onProgress?.({ stage: 'packing', done: 0, total: 0 })
    const packer = createZstdCompress({ params: PACKING, pledgedSrcSize: (await stat(rows)).size })
    await pipeline(createReadStream(rows), packer, createWriteStream(join(work, packed)), { signal })
    const kept: PublishedBundle[] = []
    for (const each of older) {
      if (kept.length < keep - 1 && each.digest !== digest && (await isWhole(each))) kept.push(each)
      signal?.throwIfAborted()
    }
    const differences: PublishedBundle['differences'] = []
    for (const [index, older] of kept.entries()) {
      if (older.schema_version !== SCHEMA_VERSION) continue
      onProgress?.({ stage: 'comparing', done: index, total: kept.length })
      const base = join(work, older.bundle_id)
      await unpackTo(join(folder, older.file.name), 'zstd', base)
      const name = `${variant}-${older.bundle_id}-${id}.difference`
      await writeDifference(base, rows, join(work, name))
      await rm(base)
      differences.push({ from: older.bundle_id, ...(await describeFile(work, name, signal)) })
      signal?.throwIfAborted()
    }
    const file = await describeFile(work, packed, signal)
    for (const { name } of [file, ...differences]) await rename(join(work, name), join(folder, name))
    const entry: PublishedBundle = {
      ...{ variant, bundle_id: id, digest, rows_sha256, schema_version: SCHEMA_VERSION, program_version: version },
      ...{ built_at: mtime.toISOString(), laws, norms, bytes: size, file, differences },
    }
    const others = before.filter((each) => each.variant !== variant)
    // Differences lead to the newest bundle only.
    const bundles = [entry, ...kept.map((each) => ({ ...each, differences: [] })), ...others]
    await writeCatalogue(path, bundles, key, previous)
    const names = new Set(bundles.flatMap((each) => [each.file, ...each.differences].map(({ name }) => name)))
    const removed = (await readdir(folder)).filter((name) => PUBLISHED.test(name) && !names.has(name))
    for (const name of removed) await rm(join(folder, name), { force: true })
    return { variant, bundle_id: id, published: true, file, differences, removed }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function describeFile(folder: string, name: string, signal: AbortSignal | undefined): Promise<PublishedFile> {
  const { size: bytes } = await stat(join(folder, name))
  return { name, bytes, sha256: await hashFile(join(folder, name), signal) }
}

/** Signs a catalogue. The signature is deterministic (RFC 8032). */
const signText = (text: string, key: string) => signChecksum(createHash('sha256').update(text).digest('hex'), key)

/**
 * Returns the catalogue of a folder; `undefined` if it is missing. One changed by others must not be signed again.
 * @throws LegalTextError `not_ready` if it was not signed with the key
 */
async function ownCatalogue(path: string, key: string): Promise<Catalogue | undefined> {
  const [text, signature] = await Promise.all(
    [path, `${path}.sig`].map((file) =>
      readFile(file, 'utf8').catch((error) => (error.code === 'ENOENT' ? undefined : refuse(file, error))),
    ),
  )
  if (text === undefined) return undefined
  if (signText(text, key) === signature?.trim()) return readCatalogue(text, path)
  const remedy = say`remove it to publish all variants anew`
  throw new LegalTextError('not_ready', say`${path} was not signed with this key, or was changed since: ${remedy}`)
}

/** Writes a catalogue. Its time is after that of the previous one, even if the clock was set back. */
async function writeCatalogue(
  path: string,
  bundles: PublishedBundle[],
  key: string,
  previous: Catalogue | undefined,
): Promise<void> {
  const time = Math.max(Date.now(), Date.parse(previous?.published_at ?? '1970-01-01') + 1)
  const content: Catalogue = { format: FORMAT, published_at: new Date(time).toISOString(), bundles }
  const text = `${JSON.stringify(content, null, 1)}\n`
  const signature = signText(text, key)
  await writeFilesAtomic(
    [
      { path: `${path}.sig`, text: `${signature}\n` },
      { path, text },
    ],
    true,
  )
}

function refuse(path: string, error: unknown): never {
  const message = say`cannot publish in ${path}: ${systemReason(error)}`
  throw new LegalTextError('invalid_input', message, {}, { cause: error })
}
