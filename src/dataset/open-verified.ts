/** Opens a bundle for a process that need not look after it: another one does. */
import type { Corpus } from '../corpus/corpus.ts'
import { refuseBundle } from '../sqlite/refuse-bundle.ts'
import { SqliteCorpus } from '../sqlite/sqlite-corpus.ts'

/**
 * Opens a bundle that another process has verified, and keeps from being removed.
 * @param digest what that process found there
 * @param onClose called once it is closed
 * @throws LegalTextError `not_ready` where it cannot be opened, or is no longer the same
 */
export function openVerified(file: string, digest: string, onClose?: () => void): Corpus {
  const corpus = new SqliteCorpus(file, onClose)
  if (corpus.bundle.digest === digest) return corpus
  corpus.close()
  return refuseBundle(file, 'it was replaced after it had been verified')
}
