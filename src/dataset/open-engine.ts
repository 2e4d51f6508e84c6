/** Chooses the storage engine of an opened dataset. An engine is a folder of `src` and a line of this table. */
import { type Corpus, STARTER_NAME } from '../model/corpus.ts'
import { assetPath } from '../program/package.ts'
import type { OpenOptions } from '../store/postgres/postgres-corpus.ts'
import { openSqliteCorpus } from '../store/sqlite/sqlite-corpus.ts'
import { isDatabaseAddress } from './dataset-name.ts'

interface Engine {
  /** True if the engine can open the location. */
  accepts(location: string): boolean
  /** @param onClose called when the corpus is closed */
  open(location: string, onClose?: () => void): Corpus | Promise<Corpus>
}

const ENGINES: readonly Engine[] = [
  { accepts: (location) => !/^[a-z]+:\/\//i.test(location), open: openBundleFile },
  { accepts: isDatabaseAddress, open: (address, onClose) => openPublished(address, { onClose }) },
]

/**
 * Opens a location with the engine that accepts it. Nothing is verified, and nothing keeps the location from being removed.
 * @param onClose called when the corpus is closed
 * @throws LegalTextError `not_ready` if it is missing, damaged, or of another version
 */
export async function openEngine(location: string, onClose?: () => void): Promise<Corpus> {
  const engine = ENGINES.find(({ accepts }) => accepts(location))
  if (engine === undefined) throw new Error(`no engine opens ${location}`)
  return engine.open(location, onClose)
}

/** Opens a location as {@link openEngine}, asks its corpus and closes it. */
export async function askEngine<Answer>(location: string, ask: (corpus: Corpus) => Promise<Answer>): Promise<Answer> {
  const corpus = await openEngine(location)
  try {
    return await ask(corpus)
  } finally {
    await corpus.close()
  }
}

/** Opens the file of a bundle, at once. @throws as {@link openEngine} */
export function openBundleFile(file: string, onClose?: () => void): Corpus {
  const corpus = openSqliteCorpus(file, onClose)
  if (file === assetPath('starter.sqlite')) corpus.bundle.name = STARTER_NAME
  return corpus
}

/** Opens a corpus of a database. The engine is loaded only when it is used. @throws as {@link openEngine} */
export async function openPublished(address: string, options: OpenOptions = {}): Promise<Corpus> {
  const { openPostgresCorpus } = await import('../store/postgres/postgres-corpus.ts')
  return openPostgresCorpus(address, options)
}
