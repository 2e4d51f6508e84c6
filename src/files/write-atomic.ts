/** Durable writes: a file has its whole content under its name, or is not there. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants, copyFile, link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { say } from '../i18n/texts.ts'
import { databaseReason, systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'

/** Errors of Windows if another program, such as a virus scanner, has one of the files open: mostly for a moment. */
const HELD = ['EPERM', 'EACCES', 'EBUSY']
const ATTEMPTS = 10

/**
 * Renames a file; one that has the name is replaced. On Windows, it is tried again for half a second if the system refuses.
 * @throws the error of the system
 */
export function moveFile(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      const isHeld = process.platform === 'win32' && HELD.includes((error as NodeJS.ErrnoException).code ?? '')
      if (!isHeld || attempt === ATTEMPTS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * attempt)
    }
  }
}

const temporaryOf = (path: string) => `${path}.${process.pid}.tmp`
const backupOf = (path: string) => `${path}.${process.pid}.old`

export interface FileToWrite {
  path: string
  text: string | Uint8Array
  /** Permissions, and owner if the system allows it. Default: 0o644, the owner of the process. */
  mode?: number
  owner?: { uid: number; gid: number }
}

/**
 * Writes files that belong together: all of them, or none.
 * @param replace whether existing files are replaced
 * @throws LegalTextError `invalid_input` if a file exists and must not be replaced, or cannot be written; all files are then
 *   as they were
 */
export async function writeFilesAtomic(files: FileToWrite[], replace: boolean): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  let current = ''
  try {
    for (const file of files) {
      current = file.path
      makeDirectory(dirname(current))
      await rm(temporaryOf(current), { force: true })
      await writeNew(temporaryOf(current), file)
    }
    for (const { path } of files) {
      current = path
      if (!replace) await placeNew(temporaryOf(path), path)
      const hasBackup = replace && (await backUp(path))
      undo.push(async () => (hasBackup ? moveFile(backupOf(path), path) : rm(path, { force: true })))
      if (replace) moveFile(temporaryOf(path), path)
    }
    await syncDirectory(dirname(current))
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {})
    if (error instanceof LegalTextError) throw error
    throw refusal(current, systemReason(error), error)
  } finally {
    for (const { path } of files) {
      for (const file of [temporaryOf(path), backupOf(path)]) await rm(file, { force: true }).catch(() => {})
    }
  }
}

/**
 * Writes a file of any size.
 * @param replace whether an existing file is replaced
 * @param write creates the temporary file that it is given, which gets the final name once it is on disk
 * @throws LegalTextError `invalid_input` if the file exists and must not be replaced, or cannot be written, and what `write` throws
 */
export async function writeLargeFile(
  path: string,
  replace: boolean,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = temporaryOf(path)
  // A database may leave its journal behind.
  const remove = () => {
    for (const file of [temporary, `${temporary}-journal`]) rmSync(file, { force: true })
  }
  try {
    const existing = await stat(path).catch(() => undefined)
    if (existing !== undefined && !existing.isFile()) throw refusal(path, 'it is not a regular file')
    if (existing !== undefined && !replace) throw new LegalTextError('invalid_input', exists(path))
    makeDirectory(dirname(path))
    remove()
    process.once('exit', remove)
    try {
      await write(temporary)
      // Windows syncs only what is open for writing.
      const handle = await open(temporary, 'r+')
      await handle.sync().finally(() => handle.close())
      if (replace) moveFile(temporary, path)
      else await placeNew(temporary, path)
    } finally {
      process.off('exit', remove)
      remove()
    }
    await syncDirectory(dirname(path))
  } catch (error) {
    const isOfSystem = !(error instanceof LegalTextError) && (error as NodeJS.ErrnoException).code !== undefined
    throw isOfSystem ? refusal(path, databaseReason(error, path), error) : error
  }
}

const exists = (path: string) => say`${path} exists; it is not replaced`
const refusal = (path: string, reason: string, cause?: unknown) =>
  new LegalTextError('invalid_input', say`cannot write ${path}: ${reason}`, {}, { cause })

/** Renames a file that is safely on disk to its final name, and waits until the name is on disk, too. */
export async function publish(temporary: string, final: string): Promise<void> {
  moveFile(temporary, final)
  await syncDirectory(dirname(final))
}

/** Waits until the names in a directory are on disk. Windows refuses to. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Gives a file a name that no file has, even if another process tries the same. */
async function placeNew(temporary: string, path: string): Promise<void> {
  try {
    await linkOrCopy(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new LegalTextError('invalid_input', exists(path))
  }
}

/** Gives a file a second name. */
function linkOrCopy(path: string, name: string): Promise<void> {
  return link(path, name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') throw error
    // A file system without hard links.
    return copyFile(path, name, constants.COPYFILE_EXCL)
  })
}

/** Keeps a file that is to be replaced. @returns false if there is none */
async function backUp(path: string): Promise<boolean> {
  try {
    await rm(backupOf(path), { force: true })
    await linkOrCopy(path, backupOf(path))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function writeNew(path: string, { text, mode, owner }: FileToWrite): Promise<void> {
  const handle = await open(path, 'wx', mode ?? 0o644)
  try {
    await handle.writeFile(text)
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => {})
    // The mask of the process may have taken some of them.
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes a directory and its missing parents. Node's `recursive` option loops forever in a directory that reports ENOENT for
 * every new entry, such as `/proc`.
 * @throws the error of the system, with its code
 */
export function makeDirectory(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, mode)
    return
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(dirname(path))) throw error
  }
  makeDirectory(dirname(path), mode)
  makeDirectory(path, mode)
}

/** Writes a small file in one step. An existing one is replaced. */
export function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // A process that had the same id may have left one behind.
    rmSync(temporary, { force: true })
    const handle = openSync(temporary, 'wx')
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    moveFile(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
