/** The file of the starter dataset. The executable copies it to the cache, as SQLite opens nothing but files. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../files/write-atomic.ts'
import { cacheFolder } from '../program/cache-path.ts'
import { assetPath, embeddedBytes, isExecutable } from '../program/package.ts'
import { cacheError, openSection } from './cache-sections.ts'

/** Set by the build of the executable: digest of the dataset, in hexadecimal. */
declare const STARTER_DIGEST: string

const packaged = () => assetPath('starter.sqlite')

/** Path of the dataset, which the executable may not have written yet. */
export const starterPath = (): string =>
  isExecutable ? join(cacheFolder(), 'converted', `${STARTER_DIGEST}.sqlite`) : packaged()

/** Returns the path of the dataset. @throws LegalTextError `not_ready` if the cache cannot be written */
export function locateStarter(): string {
  const file = starterPath()
  if (!isExecutable || existsSync(file)) return file
  openSection(dirname(dirname(file)), 'converted')
  try {
    writeFileAtomic(file, embeddedBytes(packaged()))
  } catch (error) {
    throw cacheError(file, error)
  }
  return file
}
