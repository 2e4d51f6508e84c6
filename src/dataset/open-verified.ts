/** Opens a bundle for a process that need not look after it: another one does. */
import type { Corpus } from '../corpus/corpus.ts'
import { refuseBundle } from '../corpus/refuse-bundle.ts'
import { SqliteCorpus } from '../corpus/sqlite-corpus.ts'

/**
 * Opens a bundle that another process has verified, and keeps from being removed.
 * @param digest what that process found there
 * @throws LegalTextError `not_ready` where it cannot be opened, or is no longer the same
 */
export function openVerified(file: string, digest: string): Corpus {
  const corpus = new SqliteCorpus(file)
  if (corpus.bundle.digest === digest) return corpus
  corpus.close()
  return refuseBundle(file, 'it was replaced after it had been verified')
}
