/** Opens a bundle of this machine. */
import type { Corpus } from '../corpus/corpus.ts'
import { assetPath } from '../package.ts'
import { lockForUse } from './lock.ts'
import { openEngine } from './open-engine.ts'
import { ensureVerified } from './verify-bundle.ts'

/**
 * Verifies and opens a bundle, and keeps it from being removed from the cache until it is closed.
 * @param onClose called when it is closed, or cannot be opened
 * @throws LegalTextError `not_ready` if the file is missing, damaged, no bundle, or of another schema version
 */
export async function openBundle(file: string, cache: string, onClose?: () => void): Promise<Corpus> {
  const use = lockForUse(file, cache)
  const release = () => {
    use?.release()
    onClose?.()
  }
  try {
    // The starter dataset is part of the package, and as intact as that.
    if (file !== assetPath('starter.sqlite')) await ensureVerified(file, cache)
    return await openEngine(file, release)
  } catch (error) {
    release()
    throw error
  }
}
