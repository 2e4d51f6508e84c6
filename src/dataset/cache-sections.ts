/** The sections of the cache folder. */

import { promises } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../files/write-atomic.ts'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { LegalTextError } from '../util/errors.ts'

/**
 * Sections: `bundles`, downloaded or built, each `<id>.sqlite` with its origin in `<id>.json`; `converted` datasets; fetched
 * `sources`; `locks`; records of `verified` bundles and of converted `inputs`; `temporary` files, renamed when complete.
 */
export const CACHE_SECTIONS = ['bundles', 'converted', 'sources', 'locks', 'verified', 'inputs', 'temporary'] as const

export type CacheSection = (typeof CACHE_SECTIONS)[number]

/**
 * Returns the folder of a section, and creates it if it is missing.
 * @throws LegalTextError `not_ready` if it cannot be created
 */
export function openSection(cache: string, section: CacheSection): string {
  const folder = join(cache, section)
  try {
    // The XDG specification requires folders that only the user can read.
    makeDirectory(folder, 0o700)
  } catch (error) {
    throw cacheError(folder, error)
  }
  return folder
}

/** Returns the error for a file or folder that cannot be written to the cache. */
export function cacheError(path: string, cause: unknown): LegalTextError {
  if (cause instanceof LegalTextError) return cause
  const advice = say`the variable XDG_CACHE_HOME can name another folder for the cache`
  return new LegalTextError('not_ready', say`cannot write ${path}: ${systemReason(cause)}; ${advice}`, {}, { cause })
}

/** Returns the names in a folder, sorted; empty if it is missing. @throws LegalTextError `not_ready` if it is unreadable */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await promises.readdir(folder)).sort()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return []
    throw new LegalTextError('not_ready', say`cannot read ${folder}: ${systemReason(error)}`, {}, { cause: error })
  }
}

/** Returns the bytes of a file, or of all files in a folder; 0 if it is gone. */
export async function sizeOf(path: string): Promise<number> {
  const info = await promises.lstat(path).catch(() => undefined)
  if (!info?.isDirectory()) return info?.size ?? 0
  let bytes = 0
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name))
  return bytes
}
