import { type Dirent, opendirSync, readlinkSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MAXIMUM_ENTRIES } from '../../archive/limits.ts'
import { isRead } from '../../archive/names.ts'
import { LegalTextError } from '../../errors.ts'
import type { InputFile, OpenedFiles, Skipped } from './input.ts'

/**
 * The regular files of a folder and its subfolders. Links are not followed.
 * @throws LegalTextError `invalid_input` where there are more entries than are read, or the folder cannot be read
 */
export function readFolder(folder: string, maximumEntries = MAXIMUM_ENTRIES): OpenedFiles {
  const paths: string[] = []
  const skipped: Skipped[] = []
  const folders = ['']
  let entries = 0
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for (const entry of entriesOf(join(folder, next))) {
        if (++entries > maximumEntries) throw tooMany(folder, maximumEntries)
        const path = next === '' ? entry.name : `${next}/${entry.name}`
        if (entry.isFile()) paths.push(path)
        else if (entry.isDirectory()) folders.push(path)
        else if (mayHoldLaws(entry, join(folder, path))) skipped.push({ path, ...NOT_FOLLOWED })
      }
    } catch (error) {
      if (error instanceof LegalTextError) throw error
      const reason = `the folder cannot be read (${(error as NodeJS.ErrnoException).code})`
      if (next === '') throw new LegalTextError('invalid_input', `cannot build from ${folder}: ${reason}`)
      skipped.push({ path: next, reason, terminalState: 'source_unavailable' })
    }
  }
  const files: InputFile[] = []
  for (const path of paths) {
    const location = join(folder, path)
    const size = statSync(location, { throwIfNoEntry: false })?.size
    // Without a size it has been removed in the meantime.
    if (size !== undefined) files.push(fileAt(path, size, location))
  }
  return { files, skipped, close: async () => {} }
}

function fileAt(path: string, size: number, location: string): InputFile {
  return { path, size, location, read: () => readFile(location), head: (bytes) => readHead(location, bytes) }
}

async function readHead(location: string, bytes: number): Promise<Uint8Array> {
  const file = await open(location)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const NOT_FOLLOWED = {
  reason: 'it is a link or a device, which are not followed',
  terminalState: 'excluded_by_policy',
} as const

function* entriesOf(folder: string): Generator<Dirent> {
  const opened = opendirSync(folder, { bufferSize: 256 })
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) yield entry
  } finally {
    opened.closeSync()
  }
}

/** Whether a link or device stands where a file that is read, or a folder, could stand. */
function mayHoldLaws(entry: Dirent, location: string): boolean {
  if (isRead(entry.name)) return true
  if (!entry.isSymbolicLink()) return false
  try {
    return isRead(readlinkSync(location)) || statSync(location).isDirectory()
  } catch {
    return false
  }
}

function tooMany(folder: string, maximum: number): LegalTextError {
  const reason = `it has more than ${maximum} files and folders, which is the most that is read`
  return new LegalTextError('invalid_input', `cannot build from ${folder}: ${reason}`)
}

/** One file as an input of its own. */
export function singleFile(path: string): OpenedFiles {
  const { size } = statSync(path)
  return {
    files: [fileAt(basename(path), size, path)],
    skipped: [],
    close: async () => {},
  }
}
