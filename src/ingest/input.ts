/** What a bundle is built from: files, whatever folder or archive they come in. */

import { type Dirent, opendirSync, readlinkSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { detectForm, readErrorReason } from '../archive/compressed.ts'
import { MAXIMUM_ENTRIES } from '../archive/limits.ts'
import { checkNames, isRead } from '../archive/members.ts'
import { unpackTar } from '../archive/tar.ts'
import { readZip } from '../archive/zip.ts'
import type { TerminalState } from '../corpus/corpus.ts'
import type { ParsedLimitation } from '../corpus/parsed-law.ts'
import { LegalTextError } from '../errors.ts'
import { openLawArchives } from './sources/gii/law-archives.ts'

export interface InputFile {
  /** Path within the input, with `/`. */
  path: string
  /** Size in bytes, unpacked. */
  size: number
  /** Where it lies on disk, `undefined` where it must be taken out of an archive. */
  location?: string
  /** When it was fetched (ISO 8601), where that is known of it alone. */
  fetchedAt?: string
  read(): Promise<Uint8Array>
  /** Reads the first bytes, at most so many; absent if that is no quicker than to read all. */
  head?(bytes: number): Promise<Uint8Array>
}

export interface Input {
  /** What the input is called: `bgb` for a folder `bgb`, for `bgb.zip` and for `bgb/xml.zip`. */
  name: string
  /** All files, in the order of their paths (by code unit). */
  files: InputFile[]
  /** Laws that are known not to be among the files, or not as new as they might be, and why. */
  limitations?: ParsedLimitation[]
  /** What is there and is not read, so that nothing is lost unseen: links, names that are no paths, broken archives. */
  skipped?: Skipped[]
  /** Frees what opening took: file handles, temporary folders. */
  close(): Promise<void>
}

/** Something in an input that is not among its files. */
export interface Skipped {
  /** Its name, for messages: it need not be a path. */
  path: string
  /** What is wrong with it: `it is a symbolic link`. */
  reason: string
  terminalState: TerminalState
}

/** What a folder or archive holds, in any order. */
export type OpenedFiles = Required<Pick<Input, 'files' | 'skipped' | 'close'>>

/**
 * Opens a folder, a `.zip`, a `.tar`, `.tar.gz` or `.tar.zst` archive, or a single XML file. Archives are told by
 * their content, not by their name; the archives of single laws in them, `<code>/xml.zip`, are opened, too. How much is
 * read is bounded, see limits.ts.
 * @throws LegalTextError `invalid_input` where there is nothing, or nothing that can be read
 */
export async function openInput(path: string): Promise<Input> {
  const opened = await openByContent(path)
  try {
    checkNames(opened.files)
    const { files, skipped } = await openLawArchives(opened.files)
    files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const stem = basename(resolve(path)).replace(/(\.tar)?\.[a-z]+$/i, '')
    const name = stem === 'xml' ? basename(dirname(resolve(path))) : stem
    return { name, files, skipped: [...opened.skipped, ...skipped], close: opened.close }
  } catch (error) {
    await opened.close()
    throw new LegalTextError(
      'invalid_input',
      `cannot build from ${path}: ${readErrorReason(error)}`,
      {},
      { cause: error },
    )
  }
}

async function openByContent(path: string): Promise<OpenedFiles> {
  switch (await detectForm(path)) {
    case 'folder':
      return readFolder(path)
    case 'zip':
      return readZip(path)
    case 'tar':
      return unpackTar(path, 'none')
    case 'tar.gz':
      return unpackTar(path, 'gzip')
    case 'tar.zst':
      return unpackTar(path, 'zstd')
    case 'xml':
      return singleFile(path)
    default:
      throw new LegalTextError(
        'invalid_input',
        `cannot build from ${path}: it is neither a folder nor a .zip, .tar, .tar.gz, .tar.zst or .xml file`,
      )
  }
}

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
