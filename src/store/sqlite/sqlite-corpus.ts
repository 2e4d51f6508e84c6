/** The SQLite engine: a corpus in a bundle, an immutable file opened read-only. */

import { statSync } from 'node:fs'
import { say } from '../../i18n/texts.ts'
import type { Corpus, State } from '../../model/corpus.ts'
import { fileOf } from '../../program/package.ts'
import { bundleId, SCHEMA_VERSION } from '../bundle-schema.ts'
import { once } from '../once.ts'
import type { Parameter } from '../read-rows.ts'
import { DATED_SINCE, SEARCH_RECORD, STATES, statisticsFrom, tableCorpus } from '../table-corpus.ts'
import { openBundleDatabase, rowsOf } from './bundle-database.ts'

/**
 * Opens a bundle.
 * @param onClose called when it is closed
 * @throws LegalTextError `not_ready` if the file is missing, not a bundle, damaged, or of another schema version
 */
export function openSqliteCorpus(file: string, onClose?: () => void): Corpus {
  const { database, digest } = openBundleDatabase(file)
  const read = rowsOf(database)
  const bundle = { id: bundleId(digest), digest, schema_version: SCHEMA_VERSION, file, name: say`the corpus` }
  /** Opened by the first search. */
  const searcher = once(async () => {
    const statistics = statisticsFrom(read(SEARCH_RECORD))
    const { openSearcher } = await import('../search-storage.ts')
    return openSearcher(statistics, read)
  })
  return tableCorpus({
    bundle,
    ask: async <Row>(sql: string, ...values: Parameter[]) => read<Row>(sql, ...values),
    builtAt: statSync(fileOf(file)).mtime.toISOString(),
    states: read<State>(STATES),
    datedSince: read(DATED_SINCE),
    search: async (request) => (await searcher()).search(request),
    matches: async function* (request) {
      yield* (await import('./read-matches.ts')).readMatches(read, bundle, request)
    },
    close: () => {
      database.close()
      onClose?.()
    },
  })
}
