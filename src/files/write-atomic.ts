/** Durable writes: a file has its whole content under its name, or is not there. */
import { constants, copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { systemReason } from '../system-error.ts'
import { makeDirectory } from './make-directory.ts'

const temporaryOf = (path: string) => `${path}.${process.pid}.tmp`
const backupOf = (path: string) => `${path}.${process.pid}.old`

export interface FileToWrite {
  path: string
  text: string
  /** Permissions. Default: 0o644. */
  mode?: number
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
    for (const { path, text, mode = 0o644 } of files) {
      current = path
      makeDirectory(dirname(path))
      await rm(temporaryOf(path), { force: true })
      await writeNew(temporaryOf(path), text, mode)
    }
    for (const { path } of files) {
      current = path
      if (!replace) await placeNew(temporaryOf(path), path)
      const hasBackup = replace && (await backUp(path))
      undo.push(() => (hasBackup ? rename(backupOf(path), path) : rm(path, { force: true })))
      if (replace) await rename(temporaryOf(path), path)
    }
    await syncDirectory(dirname(current))
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {})
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError('invalid_input', `cannot write ${current}: ${systemReason(error)}`, {}, { cause: error })
  } finally {
    for (const { path } of files) {
      for (const file of [temporaryOf(path), backupOf(path)]) await rm(file, { force: true }).catch(() => {})
    }
  }
}

/** Renames a file that is safely on disk to its final name, and waits until the name is on disk, too. */
export async function publish(temporary: string, final: string): Promise<void> {
  await rename(temporary, final)
  await syncDirectory(dirname(final))
}

async function syncDirectory(path: string): Promise<void> {
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
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      // A file system without hard links.
      return copyFile(temporary, path, constants.COPYFILE_EXCL)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new LegalTextError('invalid_input', `${path} exists; it is not replaced`)
  }
}

/** Copies a file that is to be replaced. @returns false if there is none */
async function backUp(path: string): Promise<boolean> {
  try {
    await rm(backupOf(path), { force: true })
    await copyFile(path, backupOf(path), constants.COPYFILE_EXCL)
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
