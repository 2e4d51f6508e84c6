import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
