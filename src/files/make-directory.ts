import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing. Node.js' own (`recursive`) never ends where the system says that
 * there is nothing to make a folder in, and there is (`/proc`).
 * @throws what the system says, with its code
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
