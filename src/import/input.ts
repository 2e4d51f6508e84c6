/** Opens the input of a bundle: a folder, an archive or a file. */

import { type Dirent, opendirSync, readlinkSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { detectForm, type FileForm, PACKED_BUNDLES, readErrorReason } from '../archive/compressed.ts'
import { checkNames, MAXIMUM_ENTRIES } from '../archive/members.ts'
import { unpackTar } from '../archive/tar.ts'
import { readZip } from '../archive/zip.ts'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { tried } from '../util/tried.ts'
import { FAMILIES, isRead } from './families.ts'
import type { Input, InputFile, Skipped, UnpackedFiles } from './source.ts'
import { compareText } from './values.ts'

interface OpenedFiles extends UnpackedFiles {
  close(): Promise<void>
}

/**
 * Opens a folder, a `.zip`, `.tar`, `.tar.gz` or `.tar.zst` archive, a bundle, or a single XML or Markdown file. The form is detected
 * from the content, not from the name, except that of Markdown. Archives within the input are opened, too, if a source family knows them.
 * @throws LegalTextError `invalid_input` if there is nothing that can be read, or more than the limits (`archive/members.ts`)
 */
export async function openInput(path: string): Promise<Input> {
  const detected = await detectForm(path)
  const isText = FAMILIES.some((family) => family.isText && family.reads(path))
  const form = detected !== 'folder' && isText ? 'file' : detected
  let opened: OpenedFiles | undefined
  try {
    opened = await openForm(path, form)
    checkNames(opened.files)
    const { files, skipped } = await unpackFiles(opened.files.filter(({ path }) => !isHidden(path)))
    files.sort((a, b) => compareText(a.path, b.path))
    const stem = basename(resolve(path)).replace(/(\.tar)?\.[a-z]+$/i, '')
    const name = stem === 'xml' ? basename(dirname(resolve(path))) : stem
    return { name, files, skipped: [...opened.skipped, ...skipped], close: opened.close }
  } catch (error) {
    await opened?.close()
    if (error instanceof LegalTextError) throw error
    const reason = readErrorReason(error, form === 'zip' ? 'zip archive' : 'archive')
    throw new LegalTextError('invalid_input', say`cannot build from ${path}: ${reason}`, {}, { cause: error })
  }
}

/** True for files that programs keep beside those of people: `.github`, `.git`, `._name`. */
export const isHidden = (path: string) => /(?:^|\/)\.[^/]/.test(path)

/** True for the path of an archive. */
export const isArchive = (path: string) => /\.(?:zip|tar|t[gx]z|tar\.\w+|gz|zst|7z|rar)$/i.test(path)

/** Replaces archives that a source family knows by their files; the others are skipped. */
export async function unpackFiles(all: readonly InputFile[]): Promise<UnpackedFiles> {
  let files = [...all]
  const skipped: Skipped[] = []
  for (const family of FAMILIES) {
    const unpacked = await family.unpack?.(files, isRead)
    if (unpacked === undefined) continue
    files = unpacked.files
    for (const each of unpacked.skipped) skipped.push(each)
  }
  const closed = new Set(files.filter(({ path }) => isArchive(path)))
  for (const { path } of closed) skipped.push({ path, ...NOT_OPENED })
  return { files: files.filter((file) => !closed.has(file)), skipped }
}

/** An archive that no source family knows, or a nested one. */
const NOT_OPENED: Omit<Skipped, 'path'> = {
  reason: say`it is an archive within the input that is not opened: unpack it`,
  terminalState: 'unsupported_format',
}

/**
 * Opens several paths as one input.
 * @throws LegalTextError as {@link openInput}
 */
export async function openInputs(paths: readonly string[]): Promise<Input> {
  const opened: Input[] = []
  try {
    for (const path of paths) opened.push(await openInput(path))
  } catch (error) {
    await closeAll(opened)
    throw error
  }
  return joinInputs(opened)
}

/** Joins inputs into one, which closes them. @param inputs at least one; the first names it */
export function joinInputs(inputs: readonly Input[]): Input {
  const [first, ...others] = inputs as [Input, ...Input[]]
  if (others.length === 0) return first
  return {
    name: first.name,
    files: inputs.flatMap(({ files }) => files).sort((a, b) => compareText(a.path, b.path)),
    limitations: inputs.flatMap(({ limitations = [] }) => limitations),
    skipped: inputs.flatMap(({ skipped = [] }) => skipped),
    close: () => closeAll(inputs),
  }
}

async function closeAll(inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) await input.close()
}

const TAR_COMPRESSION = { tar: 'none', 'tar.gz': 'gzip', 'tar.zst': 'zstd' } as const

async function openForm(path: string, form: FileForm | 'file'): Promise<OpenedFiles> {
  switch (form) {
    case 'folder':
      return readFolder(path)
    case 'zip':
      return readZip(path, isRead)
    case 'tar':
    case 'tar.gz':
    case 'tar.zst':
      return unpackTar(path, TAR_COMPRESSION[form], isRead)
    case 'sqlite': {
      const { BundleSource } = await import('./bundle/bundle-source.ts')
      const bundle = new BundleSource(path)
      const file: InputFile = { ...fileAt(basename(path), statSync(path).size, path), bundle }
      return { files: [file], skipped: [], close: async () => bundle.close() }
    }
    case 'xml':
    case 'file':
      return { files: [fileAt(basename(path), statSync(path).size, path)], skipped: [], close: async () => {} }
    default: {
      const isPacked = PACKED_BUNDLES[form] !== undefined
      const expected = isPacked
        ? say`it is a compressed bundle: decompress it`
        : say`it is neither a folder nor a bundle, nor a .zip, .tar, .tar.gz, .tar.zst, .xml or .md file`
      throw new LegalTextError('invalid_input', say`cannot build from ${path}: ${expected}`)
    }
  }
}

/**
 * Lists the regular files of a folder and its subfolders. Links are not followed.
 * @throws LegalTextError `invalid_input` if the folder cannot be read, or has too many entries
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
        if (isHidden(path)) continue
        if (entry.isFile()) paths.push(path)
        else if (entry.isDirectory()) folders.push(path)
        else if (mayHoldLaws(entry, join(folder, path))) skipped.push({ path, ...NOT_FOLLOWED })
      }
    } catch (error) {
      if (error instanceof LegalTextError) throw error
      const reason = say`the folder cannot be read (${(error as NodeJS.ErrnoException).code})`
      if (next === '') throw new LegalTextError('invalid_input', say`cannot build from ${folder}: ${reason}`)
      skipped.push({ path: next, reason, terminalState: 'source_unavailable' })
    }
  }
  const files: InputFile[] = []
  for (const path of paths) {
    const location = join(folder, path)
    const size = statSync(location, { throwIfNoEntry: false })?.size
    // A file without a size was removed in the meantime.
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
  reason: say`it is a link or a device, which are not followed`,
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

/** True if a link or device has the name of a law file, or leads to a folder. */
function mayHoldLaws(entry: Dirent, location: string): boolean {
  if (isRead(entry.name)) return true
  if (!entry.isSymbolicLink()) return false
  return tried(() => isRead(readlinkSync(location)) || statSync(location).isDirectory(), false)
}

function tooMany(folder: string, maximum: number): LegalTextError {
  const reason = say`it has more than ${maximum} files and folders, which is the most that is read`
  return new LegalTextError('invalid_input', say`cannot build from ${folder}: ${reason}`)
}
