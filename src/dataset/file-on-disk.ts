/** Copies embedded files to disk for libraries that need a path. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/write-atomic.ts'
import { embeddedBytes } from '../program/package.ts'
import { cacheError, openSection } from './cache-sections.ts'

/**
 * Returns the path of a bundle, or that of a copy in the cache if it is inside the executable.
 * @throws LegalTextError `not_ready` if the cache cannot be written
 */
export function fileOnDisk(bundle: string, cache: string): string {
  const bytes = embeddedBytes(bundle)
  if (bytes === undefined) return bundle
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const file = join(openSection(cache, 'converted'), `${name}.sqlite`)
  try {
    if (!existsSync(file)) writeFileAtomic(file, bytes)
  } catch (error) {
    throw cacheError(file, error)
  }
  return file
}
