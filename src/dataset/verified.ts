/**
 * Remembers which bundles were verified, so that large ones are not read whole at each start. A file that is the same by
 * all that the file system knows of it has not been written to: nobody but the system sets the time of its last change
 * (ctime).
 */
import { type BigIntStats, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { openSection } from './cache-section.ts'
import { temporaryFile } from './temporary.ts'

/** One state of one file. */
export interface FileState extends Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'> {
  /** Its path, links followed. */
  path: string
}

/** Whether two looks at a file saw it in the same state. */
export function isSameState(a: FileState, b: FileState): boolean {
  return recordOf(a, '') === recordOf(b, '')
}

/** Whether the bundle was verified in this state. */
export function isVerified(cache: string, state: FileState, digest: string): boolean {
  try {
    return readFileSync(join(cache, 'verified', recordName(state.path)), 'utf8') === recordOf(state, digest)
  } catch {
    return false
  }
}

/** Remembers that a bundle is verified in this state. Where that is not possible, it is verified again the next time. */
export function rememberVerified(cache: string, state: FileState, digest: string): void {
  let temporary: string | undefined
  try {
    const folder = openSection(cache, 'verified')
    temporary = temporaryFile(cache, 'verified.json')
    writeFileSync(temporary, recordOf(state, digest), { flag: 'wx' })
    renameSync(temporary, join(folder, recordName(state.path)))
  } catch {
    if (temporary !== undefined) removeQuietly(temporary)
  }
}

/** The path of the file that a record is about; `undefined` where it is no record. */
export function verifiedPath(record: string): string | undefined {
  try {
    return JSON.parse(record).path
  } catch {
    return undefined
  }
}

/** The name of the record of a file. Two that share one are verified more often, no more: a record has the path. */
function recordName(path: string): string {
  return `${crc32(path).toString(16).padStart(8, '0')}.json`
}

function recordOf({ path, dev, ino, size, mtimeNs, ctimeNs }: FileState, digest: string): string {
  const numbers = { dev, ino, size, mtime_ns: mtimeNs, ctime_ns: ctimeNs }
  const texts = Object.entries(numbers).map(([name, number]) => [name, String(number)])
  return `${JSON.stringify({ path, ...Object.fromEntries(texts), digest })}\n`
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is removed with the leftovers.
  }
}
