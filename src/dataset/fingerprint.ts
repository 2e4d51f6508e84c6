/**
 * Fingerprints of inputs: fast ones from file system metadata, and hashes of the content. Records of both save reading unchanged
 * inputs again.
 */

import { createHash } from 'node:crypto'
import { type BigIntStats, createReadStream, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/write-atomic.ts'
import { isRead } from '../import/families.ts'
import { openSection } from './cache-sections.ts'

/**
 * Returns a hash that changes whenever a file, or any file below a folder, is replaced or written to. Links below the path are
 * not followed.
 */
export function fingerprint(path: string): string {
  const hash = createHash('sha256')
  const info = statSync(path, { bigint: true })
  hash.update(`\0${stateOf(info)}\0`)
  if (info.isDirectory()) {
    for (const file of filesBelow(path))
      hash.update(`${file}\0${stateOf(lstatSync(join(path, file), { bigint: true }))}\0`)
  }
  return hash.digest('hex')
}

/**
 * Returns the SHA-256 of a file or folder, as hex digits. That of a folder covers all names, and the contents of the files that
 * the build reads.
 */
export async function hashContent(path: string, signal?: AbortSignal): Promise<string> {
  if (!statSync(path).isDirectory()) return hashFile(path, signal)
  const hash = createHash('sha256')
  for (const file of filesBelow(path)) {
    hash.update(`${file}\0${isRead(file) ? await hashFile(join(path, file), signal) : ''}\0`)
  }
  return hash.digest('hex')
}

/** Returns the SHA-256 of a file, as hex digits. @throws Error if it cannot be read, or is a pipe or device */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const info = statSync(file)
  if (!info.isFile() && !info.isDirectory()) throw new Error('it is neither a file nor a folder')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Returns the file system's metadata of a file. Any write changes it: only the system sets the ctime, so that a file in the same
 * state has the same content.
 */
export const stateOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`

/** Returns a state without the ctime, which new names and permissions change, too. */
export const identityOf = (state: string): string => state.slice(0, state.lastIndexOf(' '))

/** Returns the paths of all regular files below a folder, relative to it, sorted by code units. */
function filesBelow(folder: string): string[] {
  const files: string[] = []
  const walk = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  walk('')
  return files.sort()
}

/** Record of a converted input. */
export interface InputRecord {
  /** Path, or redacted URL. */
  input: string
  /** Fingerprint of the file or folder, or validators of the HTTP response. */
  state: string
  /** SHA-256 of the content, hex digits. */
  content: string
  /** Public key that verified its signature: base64. */
  signed_by?: string | undefined
}

/** Reads the record of an input; `undefined` if it is missing. */
export function readInputRecord(cache: string, input: string): InputRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordFile(cache, input), 'utf8')) as InputRecord
    return record.input === input ? record : undefined
  } catch {
    return undefined
  }
}

/** Records an input. On failure, the input is read again the next time. */
export function writeInputRecord(cache: string, record: InputRecord): void {
  try {
    openSection(cache, 'inputs')
    writeFileAtomic(recordFile(cache, record.input), JSON.stringify(record))
  } catch {}
}

function recordFile(cache: string, input: string): string {
  return join(cache, 'inputs', `${createHash('sha256').update(input).digest('hex').slice(0, 32)}.json`)
}
