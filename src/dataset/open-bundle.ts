/** Opens a bundle of this machine, or the corpus of a database. */
import type { Corpus } from '../model/corpus.ts'
import { assetPath } from '../program/package.ts'
import { isDatabaseAddress } from './dataset-name.ts'
import { lockForUse } from './lock.ts'
import { openEngine, openPublished } from './open-engine.ts'
import { ensureVerified } from './verify-bundle.ts'

export interface OpenBundleOptions {
  /** Called when it is closed, or cannot be opened. */
  onClose?: () => void
  /** Whether the caller has just verified it. */
  isVerified?: boolean
  /** To a database, at most. */
  connections?: number
}

/**
 * Verifies and opens a bundle, and keeps it from being removed from the cache until it is closed.
 * @throws LegalTextError `not_ready` if the file is missing, damaged, no bundle, or of another schema version
 */
export async function openBundle(
  file: string,
  cache: string,
  { onClose, isVerified = false, connections }: OpenBundleOptions = {},
): Promise<Corpus> {
  // A database checks what it gives by itself, and keeps it.
  if (isDatabaseAddress(file)) return openPublished(file, { onClose, connections })
  const use = lockForUse(file, cache)
  const release = () => {
    use?.release()
    onClose?.()
  }
  try {
    // The starter dataset is part of the package, and as intact as that.
    if (!isVerified && file !== assetPath('starter.sqlite')) await ensureVerified(file, cache)
    return await openEngine(file, release)
  } catch (error) {
    release()
    throw error
  }
}
