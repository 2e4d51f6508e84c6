/** What tells one state of a file or folder from another: quickly, from what the file system knows, or by content. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRead } from '../ingest/sources/families.ts'

/**
 * A short text that changes whenever a file, or any file below a folder, is replaced or written to. Links are not
 * followed below the path itself.
 */
export function fingerprint(path: string): string {
  const hash = createHash('sha256')
  const info = statSync(path, { bigint: true })
  addState(hash, '', info)
  if (info.isDirectory()) {
    for (const file of filesBelow(path)) addState(hash, file, lstatSync(join(path, file), { bigint: true }))
  }
  return hash.digest('hex')
}

/**
 * The SHA-256 of a file, or of all files below a folder: their names, and the contents of those that the build reads, as
 * hex digits.
 */
export async function hashContent(path: string, signal?: AbortSignal): Promise<string> {
  if (!statSync(path).isDirectory()) return hashFile(path, signal)
  const hash = createHash('sha256')
  for (const file of filesBelow(path)) {
    hash.update(`${file}\0${isRead(file) ? await hashFile(join(path, file), signal) : ''}\0`)
  }
  return hash.digest('hex')
}

/** The SHA-256 of a file, as hex digits. @throws Error where it cannot be read, or is a pipe or device, which may never end */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const info = statSync(file)
  if (!info.isFile() && !info.isDirectory()) throw new Error('it is neither a file nor a folder')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk)
  return hash.digest('hex')
}

interface State {
  dev: bigint
  ino: bigint
  size: bigint
  mtimeNs: bigint
  ctimeNs: bigint
}

function addState(hash: Hash, name: string, { dev, ino, size, mtimeNs, ctimeNs }: State): void {
  hash.update(`${name}\0${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}\0`)
}

/** The paths of all regular files below a folder, relative to it, in the order of their code units. */
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
