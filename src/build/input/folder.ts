import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Input } from './input.ts'

/** The regular files of a folder and its subfolders; links are not followed. */
export async function readFolder(folder: string): Promise<Omit<Input, 'name'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const full = join(entry.parentPath, entry.name)
        const path = relative(folder, full).split(sep).join('/')
        return { path, size: (await stat(full)).size, location: full, read: () => readFile(full) }
      }),
  )
  return { files, close: async () => {} }
}

/** One file as an input of its own. */
export function singleFile(path: string, size: number): Omit<Input, 'name'> {
  return { files: [{ path: basename(path), size, location: path, read: () => readFile(path) }], close: async () => {} }
}
