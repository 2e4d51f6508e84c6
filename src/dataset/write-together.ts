/** Files that belong together: all are written, or none. */
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { systemReason } from './system-error.ts'

export interface FileToWrite {
  path: string
  text: string
  /** Permissions; 0o644 where not given. */
  mode?: number
}

/**
 * Writes files beside their final names, and puts them there when all are written.
 * @param replace whether existing files are replaced
 * @throws LegalTextError `invalid_input` where one exists and must not be replaced, or cannot be written
 */
export async function writeTogether(files: FileToWrite[], replace: boolean): Promise<void> {
  const temporary = (path: string) => `${path}.${process.pid}.tmp`
  const placed: string[] = []
  let current = ''
  try {
    for (const { path, text, mode = 0o644 } of files) {
      current = path
      await mkdir(dirname(path), { recursive: true })
      if (!replace && (await exists(path)))
        throw new LegalTextError('invalid_input', `${path} exists; it is not replaced`)
      await writeNew(temporary(path), text, mode)
    }
    for (const { path } of files) {
      current = path
      await rename(temporary(path), path)
      placed.push(path)
    }
    await syncFolder(dirname(current))
  } catch (error) {
    for (const path of placed) await rm(path, { force: true })
    if (error instanceof LegalTextError) throw error
    throw new LegalTextError('invalid_input', `cannot write ${current}: ${systemReason(error)}`, {}, { cause: error })
  } finally {
    for (const { path } of files) await rm(temporary(path), { force: true }).catch(() => {})
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
