/** The PostgreSQL engine: a corpus that was published in a database. */

import { say } from '../../i18n/texts.ts'
import type { Corpus, State } from '../../model/corpus.ts'
import { LegalTextError } from '../../util/errors.ts'
import { assertReadable } from '../bundle-schema.ts'
import { once } from '../once.ts'
import { DATED_SINCE, SEARCH_RECORD, STATES, statisticsFrom, tableCorpus } from '../table-corpus.ts'
import { withoutPassword } from './address.ts'
import { currentCorpus, noCorpus, type PublishedCorpus, publishedCorpus, schemaOf } from './catalogue.ts'
import { type Database, databaseError } from './connect.ts'
import { DatabaseRows } from './database-rows.ts'
import { Pool } from './pool.ts'

/** Default number of connections of a corpus. */
const MOST_CONNECTIONS = 10

/** In milliseconds, ten times the longest statement. */
const STATEMENT_TIMEOUT = 10_000

export interface OpenOptions {
  /** Called when it is closed. */
  onClose?: (() => void) | undefined
  /** Of its bundle; default: the current one. */
  id?: string | undefined
  /** Maximum number. One is fastest for a single answer: parallel statements are pipelined through it. */
  connections?: number | undefined
}

/**
 * Opens a corpus of a database.
 * @throws LegalTextError `not_ready` if the database cannot be reached, has no corpus, or one of another schema version
 */
export async function openPostgresCorpus(
  location: string,
  { onClose, id, connections = MOST_CONNECTIONS }: OpenOptions = {},
): Promise<Corpus> {
  const { pool, address } = await Pool.open(location, { most: connections, statementTimeout: STATEMENT_TIMEOUT })
  try {
    const published = await pool.ask((database) => findCorpus(database, address.name, id))
    const source = new DatabaseRows(pool, schemaOf(published.id), address.hosts.length)
    const { digest, schema_version, built_at: builtAt } = published
    const bundle = { id: published.id, digest, schema_version, file: withoutPassword(location), name: say`the corpus` }
    const searcher = once(async () => {
      const statistics = statisticsFrom(await source.ask(SEARCH_RECORD))
      const { openPublishedSearcher } = await import('./search-storage.ts')
      return openPublishedSearcher(statistics, source)
    })
    const [states, datedSince] = await Promise.all([
      source.ask<State>(STATES),
      source.ask<{ day: string | null }>(DATED_SINCE),
    ])
    return tableCorpus({
      bundle,
      builtAt,
      states,
      datedSince,
      ask: source.ask,
      search: async (request) => (await searcher()).search(request),
      matches: async function* (request) {
        yield* (await import('./read-matches.ts')).readMatches(source, request)
      },
      ping: () => source.ping(),
      database: () => source.state,
      close: async () => {
        await source.end()
        onClose?.()
      },
    })
  } catch (error) {
    await pool.end(1)
    throw databaseError(error, address, 'reading')
  }
}

/** @throws LegalTextError `not_ready` if the corpus is missing, or of another schema version */
async function findCorpus(database: Database, name: string, id: string | undefined): Promise<PublishedCorpus> {
  const found = id === undefined ? await currentCorpus(database) : await publishedCorpus(database, id)
  if (found === undefined) throw new LegalTextError('not_ready', noCorpus(name))
  assertReadable(name, found.schema_version)
  return found
}
