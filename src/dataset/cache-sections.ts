/** The parts of the cache, and what is told where they cannot be written. */
import { join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { makeDirectory } from '../files/make-directory.ts'
import { systemReason } from '../system-error.ts'

/**
 * What the cache holds: `bundles` that were downloaded or built, each `<id>.sqlite` with its origin in `<id>.json`;
 * `converted` datasets; fetched `sources`; `locks`; which bundles were `verified`; what is known of `inputs`;
 * `temporary` files, which get their final names when they are whole.
 */
export const CACHE_SECTIONS = ['bundles', 'converted', 'sources', 'locks', 'verified', 'inputs', 'temporary'] as const

export type CacheSection = (typeof CACHE_SECTIONS)[number]

/**
 * The folder of a section, made where it is missing.
 * @throws LegalTextError `not_ready` where it cannot be made
 */
export function openSection(cache: string, section: CacheSection): string {
  const folder = join(cache, section)
  try {
    // XDG has folders that programs make be for their user only.
    makeDirectory(folder, 0o700)
  } catch (error) {
    throw cacheError(folder, error)
  }
  return folder
}

/** What is told of something that cannot be written to the cache. */
export function cacheError(path: string, cause: unknown): LegalTextError {
  if (cause instanceof LegalTextError) return cause
  const advice = 'the variable XDG_CACHE_HOME can name another folder for the cache'
  return new LegalTextError('not_ready', `cannot write ${path}: ${systemReason(cause)}; ${advice}`, {}, { cause })
}
