/** Small files that are whole under their names, or not there. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { syncDirectory } from '../sqlite/seal.ts'
import { systemReason } from '../system-error.ts'
import { makeDirectory } from './make-directory.ts'

/** Writes a file beside its final name, and puts it there in one step. An existing one is replaced. */
export function writeFileAtomic(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // One of our own number was left behind by another process that had it.
    rmSync(temporary, { force: true })
    const handle = openSync(temporary, 'wx')
    try {
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/*FILEDOC Files that belong together: all are written, or none. */

export interface FileToWrite {
  path: string
  text: string
  /** Permissions; 0o644 where not given. */
  mode?: number
}

/**
 * Writes files beside their final names, and puts them there when all are written.
 * @param replace whether existing files are replaced
 * @throws LegalTextError `invalid_input` where one exists and must not be replaced, or cannot be written: all is then as it
 *   was
 */
export async function writeFilesAtomic(files: FileToWrite[], replace: boolean): Promise<void> {
  const temporary = (path: string) => `${path}.${process.pid}.tmp`
  const before = (path: string) => `${path}.${process.pid}.old`
  const undo: (() => Promise<void>)[] = []
  let current = ''
  try {
    for (const { path, text, mode = 0o644 } of files) {
      current = path
      makeDirectory(dirname(path))
      // One of our own number was left behind by another process that had it.
      await rm(temporary(path), { force: true })
      await writeNew(temporary(path), text, mode)
    }
    for (const { path } of files) {
      current = path
      if (!replace) {
        await placeNew(temporary(path), path)
        undo.push(() => rm(path, { force: true }))
      } else if (await backUp(path, before(path))) {
        undo.push(() => rename(before(path), path))
        await rename(temporary(path), path)
      } else {
        await rename(temporary(path), path)
        undo.push(() => rm(path, { force: true }))
      }
    }
    await syncDirectory(dirname(current))
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {})
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError('invalid_input', `cannot write ${current}: ${systemReason(error)}`, {}, { cause: error })
  } finally {
    for (const { path } of files) {
      for (const file of [temporary(path), before(path)]) await rm(file, { force: true }).catch(() => {})
    }
  }
}

/** Puts a file under a name that no file has, also where another process tries the same. */
async function placeNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      // A file system that has no second names for files.
      return copyFile(temporary, path, constants.COPYFILE_EXCL)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new LegalTextError('invalid_input', `${path} exists; it is not replaced`)
  }
}

/** Copies what is to be replaced. @returns whether there is anything */
async function backUp(path: string, copy: string): Promise<boolean> {
  try {
    await rm(copy, { force: true })
    await copyFile(path, copy, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
