/** Questions about the corpora of a database, and their removal. */
import { LegalTextError } from '../errors.ts'
import { currentCorpus, noCorpus, type PublishedCorpus, publishedCorpora, schemaOf } from './catalogue.ts'
import { withDatabase } from './connect.ts'
import { removeOld } from './publish.ts'
import { digestOfRows, type ReadBackOptions } from './read-back.ts'

/** The corpora of a database, as its reports have them. */
export interface CorporaReport {
  /** What messages call it. */
  database: string
  corpora: PublishedCorpus[]
  count: number
}

/** Lists the corpora, newest first. @throws LegalTextError `not_ready` */
export function listCorpora(address: string): Promise<CorporaReport> {
  return withDatabase(address, { most: 1, doing: 'reading' }, async (database, { name }) => {
    const corpora = await publishedCorpora(database)
    return { database: name, corpora, count: corpora.length }
  })
}

export interface RowsReport {
  database: string
  /** Whether its rows are those that were published. */
  valid: boolean
  bundle_id: string
  digest: string
  rows: number
  detail: string
}

/** Reads all rows of the current corpus, and compares them with those that were published. @throws LegalTextError `not_ready` */
export function verifyCorpus(address: string, options: ReadBackOptions = {}): Promise<RowsReport> {
  return withDatabase(address, { most: 1, doing: 'reading' }, async (database, { name }) => {
    const current = await currentCorpus(database)
    if (current === undefined) throw new LegalTextError('not_ready', noCorpus(name))
    const { id, digest, rows_digest } = current
    const found = await digestOfRows(database, schemaOf(id), options)
    const valid = found.digest === rows_digest
    const detail = valid
      ? 'the rows are those that were published'
      : `the rows have the digest ${found.digest}, and should have ${rows_digest}; publish the bundle with --again`
    return { database: name, valid, bundle_id: id, digest, rows: found.rows, detail }
  })
}

export interface PruneReport {
  database: string
  /** Ids of corpora. */
  removed: string[]
  kept: string[]
}

/** Removes old corpora. @param keep how many stay; the current one always does @throws LegalTextError `not_ready` */
export function pruneCorpora(address: string, keep: number): Promise<PruneReport> {
  return withDatabase(address, { most: 2, doing: 'pruning' }, async (database, { name }) => {
    if ((await publishedCorpora(database)).length === 0) throw new LegalTextError('not_ready', noCorpus(name))
    const removed = await removeOld(database, keep)
    const kept = (await publishedCorpora(database)).map(({ id }) => id)
    return { database: name, removed, kept }
  })
}
