/** The bundle files of the cache, each with its origin in a file beside it. */

import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { readSchemaVersion } from './bundle-head.ts'
import type { BundleOrigin } from './bundle-origin.ts'
import { namesIn } from './cache-sections.ts'
import { isInUse } from './lock.ts'
import { askEngine } from './open-engine.ts'
import { ensureVerified, storedDigest } from './verify-bundle.ts'

interface StoredFile {
  file: string
  id: string
  bytes: number
  /** ISO 8601. */
  built_at: string
  /** Whether a process has it open. */
  in_use: boolean
  /** `null` if unknown. */
  origin: BundleOrigin | null
}

interface Content {
  digest: string
  laws: number
  norms: number
  /** Known sources that it lacks. */
  limitations: number
  schema_version: number
  /** Whether it opens. Its content is not verified. */
  readable: true
}

interface NoContent {
  digest: null
  laws: null
  norms: null
  limitations: null
  /** `null` if it is not a bundle at all. */
  schema_version: number | null
  readable: false
  /** Why it does not open. */
  reason: string
}

/** A bundle of the cache that opens. */
export type CachedBundle = StoredFile & Content

/** A file in the place of a bundle of the cache. */
export type ListedBundle = StoredFile & (Content | NoContent)

/** Describes a file in the place of a bundle of the cache. */
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

/** The file with the origin of a bundle. */
export function originFile(bundle: string): string {
  return bundle.replace(/\.sqlite$/, '.json')
}

async function readContent(file: string): Promise<Content | NoContent> {
  try {
    // Its errors are clearer than those of SQLite.
    storedDigest(file)
    const { laws, norms, limitations, digest, schema_version } = await askEngine(file, (corpus) => corpus.coverage())
    return { digest, laws, norms, limitations, schema_version, readable: true }
  } catch (error) {
    // Errors of SQLite or JSON about a damaged file would not help.
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

/** All bundle files of a cache and when they were added, in milliseconds since 1970; newest first. */
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

/** All bundle files of a cache, newest first. */
export async function bundleFiles(cache: string): Promise<string[]> {
  return (await bundleTimes(cache)).map(({ file }) => file)
}

/** Why a bundle cannot be used; `undefined` if it opens and its content is verified. */
export async function bundleFault(file: string, cache: string): Promise<string | undefined> {
  try {
    await ensureVerified(file, cache)
    return undefined
  } catch (error) {
    if (error instanceof LegalTextError) return error.message
    throw error
  }
}
