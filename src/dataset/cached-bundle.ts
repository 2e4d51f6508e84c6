/** What is known of a bundle of the cache. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { SQLITE_HEADER, schemaVersionOf } from './bundle-head.ts'
import { isInUse } from './lock.ts'
import { openEngine } from './open-engine.ts'
import { storedDigest } from './verify-bundle.ts'

/** Where a bundle came from, as it is kept beside it. */
export interface BundleOrigin {
  kind: 'official-source' | 'url' | 'build'
  url?: string | undefined
  etag?: string | undefined
  last_modified?: string | undefined
  /** ISO 8601. */
  fetched_at: string
  /** Of the file as it was downloaded, hex digits. */
  sha256?: string | undefined
  /** The public key that had signed that file when it was checked: base64. */
  signed_by?: string | undefined
  /** When it came into the cache (ISO 8601). */
  added_at?: string | undefined
  /** Tells what it was made of: another text where the bundle would be another. */
  made_of?: string | undefined
}

interface StoredFile {
  file: string
  id: string
  bytes: number
  /** ISO 8601. */
  built_at: string
  /** Whether a process has it open. */
  in_use: boolean
  /** `null` where it is not known. */
  origin: BundleOrigin | null
}

interface Content {
  digest: string
  laws: number
  norms: number
  /** Sources that are known of but not in it. */
  limitations: number
  schema_version: number
  /** Whether it opens. Whether its content is whole is another question. */
  readable: true
}

interface NoContent {
  digest: null
  laws: null
  norms: null
  limitations: null
  /** `null` where it is no bundle at all. */
  schema_version: number | null
  readable: false
  /** Why it does not open. */
  reason: string
}

/** A bundle of the cache that opens. */
export type CachedBundle = StoredFile & Content

/** A bundle of the cache, or what should be one. */
export type ListedBundle = StoredFile & (Content | NoContent)

/** Describes what lies in the cache as a bundle. */
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

/** The file that says where a bundle came from. */
export function originFile(bundle: string): string {
  return bundle.replace(/\.sqlite$/, '.json')
}

async function readContent(file: string): Promise<Content | NoContent> {
  try {
    // Tells more plainly than SQLite what is wrong with a file.
    storedDigest(file)
    const corpus = await openEngine(file)
    try {
      const { laws, norms, limitations, digest, schema_version } = await corpus.coverage()
      return { digest, laws, norms, limitations, schema_version, readable: true }
    } finally {
      await corpus.close()
    }
  } catch (error) {
    // What SQLite or JSON says of a damaged file helps nobody.
    const reason = error instanceof LegalTextError ? error.message : `cannot open ${file}: it is damaged`
    const schema_version = readSchemaVersion(file) ?? null
    return { digest: null, laws: null, norms: null, limitations: null, schema_version, readable: false, reason }
  }
}

/** The schema version of a bundle, also of one that does not open. */
export function readSchemaVersion(file: string): number | undefined {
  try {
    const handle = openSync(file, 'r')
    try {
      const head = Buffer.alloc(SQLITE_HEADER)
      return schemaVersionOf(head.subarray(0, readSync(handle, head, 0, head.length, 0)))
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

/** Where a bundle came from, `null` where that is not known. */
export function readOrigin(bundle: string): BundleOrigin | null {
  try {
    const origin = JSON.parse(readFileSync(originFile(bundle), 'utf8'))
    return typeof origin === 'object' ? origin : null
  } catch {
    return null
  }
}
