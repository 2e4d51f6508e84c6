/** Opens datasets with their storage engines. Each engine is a folder of `src` and a line of `openEngine`. */
import { type Corpus, STARTER_NAME } from '../model/corpus.ts'
import { assetPath } from '../program/package.ts'
import type { OpenOptions } from '../store/postgres/postgres-corpus.ts'
import { openSqliteCorpus } from '../store/sqlite/sqlite-corpus.ts'
import { isDatabaseAddress } from './dataset-name.ts'
import { lockForUse } from './lock.ts'
import { ensureVerified } from './verify-bundle.ts'

/**
 * Opens a location with its engine. Does not verify it, or protect it from removal.
 * @param onClose called when the corpus is closed
 * @throws LegalTextError `not_ready` if it is missing, damaged, or of another version
 */
export async function openEngine(location: string, onClose?: () => void): Promise<Corpus> {
  return isDatabaseAddress(location) ? openPublished(location, { onClose }) : openBundleFile(location, onClose)
}

interface OpenBundleOptions extends OpenOptions {
  /** True if the caller has just verified it. */
  isVerified?: boolean
}

/**
 * Verifies and opens a bundle, and protects it from removal from the cache until it is closed. A database verifies its own
 * answers.
 * @param options `onClose` is also called if opening fails
 * @throws LegalTextError `not_ready` if the file is missing, damaged, not a bundle, or of another schema version
 */
export async function openBundle(
  file: string,
  cache: string,
  { isVerified = false, ...options }: OpenBundleOptions = {},
): Promise<Corpus> {
  if (isDatabaseAddress(file)) return openPublished(file, options)
  const use = lockForUse(file, cache)
  const release = () => {
    use?.release()
    options.onClose?.()
  }
  try {
    // The starter dataset is part of the package, and as intact as the package.
    if (!isVerified && file !== assetPath('starter.sqlite')) await ensureVerified(file, cache)
    return openBundleFile(file, release)
  } catch (error) {
    release()
    throw error
  }
}

/** Opens a location as {@link openEngine} does, queries its corpus and closes it. */
export async function askEngine<Answer>(location: string, ask: (corpus: Corpus) => Promise<Answer>): Promise<Answer> {
  const corpus = await openEngine(location)
  try {
    return await ask(corpus)
  } finally {
    await corpus.close()
  }
}

const locations = new WeakMap<Corpus, string>()

/** Returns the location opened by an engine; `undefined` for every other corpus. */
export const locationOf = (corpus: Corpus): string | undefined => locations.get(corpus)

/** Opens the file of a bundle synchronously. @throws as {@link openEngine} */
export function openBundleFile(file: string, onClose?: () => void): Corpus {
  const corpus = openSqliteCorpus(file, onClose)
  locations.set(corpus, file)
  if (file === assetPath('starter.sqlite')) corpus.bundle.name = STARTER_NAME
  return corpus
}

/** Opens a corpus of a database. The engine is loaded on first use. @throws as {@link openEngine} */
export async function openPublished(address: string, options: OpenOptions = {}): Promise<Corpus> {
  const { openPostgresCorpus } = await import('../store/postgres/postgres-corpus.ts')
  const corpus = await openPostgresCorpus(address, options)
  locations.set(corpus, address)
  return corpus
}
