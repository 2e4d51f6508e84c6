/** Publishes a bundle in a database: copies it into its own schema, compares the written rows, and makes it current. */

import { statSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { say } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import { bundleId, SCHEMA_VERSION } from '../bundle-schema.ts'
import { openBundleDatabase } from '../sqlite/bundle-database.ts'
import {
  CATALOGUE,
  CHANNEL,
  createCatalogue,
  currentCorpus,
  noCorpus,
  type PublishedCorpus,
  publishedCorpora,
  publishedCorpus,
  schemaOf,
} from './catalogue.ts'
import { type Database, withDatabase } from './connect.ts'
import { quoted, type Table, tablesOfCorpus } from './dialect.ts'
import { copyLine, digestOfRows, type ReadBackOptions, RowsDigest, selectOf } from './read-back.ts'

export interface PublishOptions {
  /** Number of corpora to keep, including the new one. */
  keep: number
  /** True to copy a bundle again that the database already has. */
  again?: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((stage: 'copying' | 'comparing', done: number, total: number) => void) | undefined
}

export interface Publication {
  corpus: PublishedCorpus
  /** False if it was there already. */
  copied: boolean
  /** Ids of the corpora that were removed. */
  removed: string[]
}

/** Chunk size in bytes. */
const CHUNK = 256 * 1024

/**
 * Publishes a verified bundle. The switch to the new corpus is one transaction, after everything else; if anything fails before,
 * the old corpus stays, and the next publication removes the remains.
 * @throws LegalTextError `not_ready` if the database cannot be reached or refuses, or the bundle is invalid
 */
export async function publishBundle(file: string, address: string, options: PublishOptions): Promise<Publication> {
  const { signal, keep } = options
  return withDatabase(address, { most: 2, doing: 'publishing' }, async (database) => {
    try {
      await createCatalogue(database)
      const publication = await alone(
        database,
        async (lock) => {
          signal?.throwIfAborted()
          return publishAlone(file, database, lock, options)
        },
        signal,
      )
      // Not every engine of this protocol supports NOTIFY; front ends also poll.
      await database.unsafe(`NOTIFY ${CHANNEL}`).catch(() => undefined)
      return { ...publication, removed: await removeOld(database, keep) }
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  })
}

/**
 * Works under an exclusive lock for publishing and removing; others wait. Statements on `lock` are one transaction.
 * @param signal ends the wait
 */
async function alone<Result>(
  database: Database,
  work: (lock: Database) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return (await database.begin(async (transaction) => {
    const lock = transaction as unknown as Database
    // The transaction is open and idle for as long as the work takes.
    await lock.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0')
    const locked = lock.unsafe(`SELECT one FROM ${CATALOGUE}.publishing WHERE one = 1 FOR UPDATE`)
    const cancel = () => locked.cancel()
    signal?.addEventListener('abort', cancel)
    await locked.finally(() => signal?.removeEventListener('abort', cancel))
    return work(lock)
  })) as Result
}

async function publishAlone(
  file: string,
  database: Database,
  lock: Database,
  options: PublishOptions,
): Promise<Omit<Publication, 'removed'>> {
  const { database: bundle, digest } = openBundleDatabase(file)
  try {
    const id = bundleId(digest)
    const schema = schemaOf(id)
    const known = options.again ? undefined : await wholeCorpus(database, id)
    const corpus = known ?? {
      id,
      digest,
      ...(await copyInto(begun(schema), { database, bundle, options })),
      schema_version: SCHEMA_VERSION,
      built_at: statSync(file).mtime.toISOString(),
      published_at: new Date().toISOString(),
      is_current: true,
    }
    if (known === undefined) {
      await lock.unsafe(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`)
      await lock.unsafe(`ALTER SCHEMA ${quoted(begun(schema))} RENAME TO ${quoted(schema)}`)
      await lock.unsafe(`DELETE FROM ${CATALOGUE}.corpus WHERE id = $1`, [id])
      await lock.unsafe(
        `INSERT INTO ${CATALOGUE}.corpus (id, digest, rows_digest, rows, schema_version, built_at, published_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, digest, corpus.rows_digest, corpus.rows, corpus.schema_version, corpus.built_at, corpus.published_at],
      )
    }
    await lock.unsafe(
      `INSERT INTO ${CATALOGUE}.current (one, id) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET id = excluded.id`,
      [id],
    )
    return { corpus: { ...corpus, is_current: true }, copied: known === undefined }
  } finally {
    bundle.close()
  }
}

/** The schema of an incomplete corpus. */
const begun = (schema: string) => `${schema}_new`

/** The corpus of a bundle, if its schema is there. */
async function wholeCorpus(database: Database, id: string): Promise<PublishedCorpus | undefined> {
  const [schema] = await database.unsafe('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schemaOf(id)])
  return schema && (await publishedCorpus(database, id))
}

type Bundle = ReturnType<typeof openBundleDatabase>['database']

/** Writes all tables, and reads them back. @returns their digest and the number of all rows */
async function copyInto(
  schema: string,
  { database, bundle, options }: { database: Database; bundle: Bundle; options: PublishOptions },
): Promise<Pick<PublishedCorpus, 'rows_digest' | 'rows'>> {
  const hasImages = bundle.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'image'").get() !== undefined
  const tables = tablesOfCorpus(hasImages)
  const counts = tables.map(({ name }) => {
    return (bundle.prepare(`SELECT count(*) AS count FROM ${name}`).get() as { count: number }).count
  })
  const total = counts.reduce((sum, count) => sum + count, 0)
  const written = new RowsDigest()
  await database.unsafe(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`)
  await database.unsafe(`CREATE SCHEMA ${quoted(schema)}`)
  let done = 0
  const onRow = () => {
    if (++done % 10_000 === 0) options.onProgress?.('copying', done, total)
  }
  for (const table of tables) {
    await database.unsafe(table.create.replace(/(?<=^CREATE TABLE )/, `${quoted(schema)}.`))
    written.begin(table)
    const columns = table.columns.map(({ name }) => quoted(name)).join(', ')
    const statement = `COPY ${quoted(schema)}.${table.name} (${columns}) FROM STDIN`
    await copy(database, statement, linesOf(bundle, table, written, onRow), options.signal)
  }
  for (const statement of tables.flatMap(({ indexes }) => indexes)) {
    options.signal?.throwIfAborted()
    await database.unsafe(statement.replace(/(?<= ON )(?=\w+ \()/, `${quoted(schema)}.`))
  }
  for (const { name } of tables) await database.unsafe(`ANALYZE ${quoted(schema)}.${name}`)
  const rows_digest = written.end()
  const found = await digestOfRows(database, schema, {
    signal: options.signal,
    onRows: (count) => options.onProgress?.('comparing', count, total),
  })
  if (found.digest !== rows_digest) {
    throw new LegalTextError('not_ready', say`the database does not give back what was written to it; publish again`)
  }
  return { rows_digest, rows: total }
}

/**
 * Sends lines to a table. The client answers with a stream, and reports an error after the last line to the statement alone:
 * without this, a full disk would block it forever.
 */
async function copy(
  database: Database,
  statement: string,
  lines: Iterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  const query = database.unsafe(statement) as ReturnType<Database['unsafe']> & { reject(error: Error): void }
  let target: Writable | undefined
  const reject = query.reject
  query.reject = (error) => {
    reject(error)
    target?.destroy(error)
  }
  target = (await query.writable()) as Writable
  await pipeline(Readable.from(lines), target, { signal })
}

/** The rows of a table of the bundle, in chunks of lines. */
function* linesOf(bundle: Bundle, table: Table, digest: RowsDigest, onRow: () => void): Generator<Buffer> {
  const statement = bundle.prepare(selectOf(table, table.name))
  let chunk = ''
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Record<string, unknown>>) {
    chunk += copyLine(
      table.columns,
      table.columns.map(({ name }) => row[name]),
    )
    onRow()
    if (chunk.length < CHUNK) continue
    const bytes = Buffer.from(chunk)
    digest.add(bytes)
    yield bytes
    chunk = ''
  }
  const bytes = Buffer.from(chunk)
  digest.add(bytes)
  if (bytes.length > 0) yield bytes
}

/**
 * Removes the oldest corpora and the remains of interrupted publications; never the current one.
 * @param keep number of corpora to keep
 * @returns the ids of the removed corpora
 * @throws Error of the client if the catalogue is missing
 */
export function removeOld(database: Database, keep: number): Promise<string[]> {
  return alone(database, async () => {
    const corpora = await publishedCorpora(database)
    const removed = corpora.filter(({ is_current }) => !is_current).slice(Math.max(0, keep - 1))
    const kept = new Set(corpora.filter((corpus) => !removed.includes(corpus)).map(({ id }) => schemaOf(id)))
    // A schema without an entry is removed the next time; an entry without its schema would be an obstacle.
    for (const { id } of removed) await database.unsafe(`DELETE FROM ${CATALOGUE}.corpus WHERE id = $1`, [id])
    const ids = new Set(removed.map(({ id }) => id))
    const schemas = await database.unsafe(`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'lt\\_%'`)
    for (const { name } of schemas as unknown as { name: string }[]) {
      const id = /^lt_([0-9a-f]{16})(?:_new)?$/.exec(name)?.[1]
      if (id === undefined || kept.has(name)) continue
      await database.unsafe(`DROP SCHEMA IF EXISTS ${quoted(name)} CASCADE`)
      ids.add(id)
    }
    return [...ids]
  })
}

/** The corpora of a database, for reports. */
export interface CorporaReport {
  /** Name of the database in messages. */
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
  /** True if its rows are the published ones. */
  valid: boolean
  bundle_id: string
  digest: string
  rows: number
  detail: string
}

/** Reads all rows of the current corpus, and compares them with the published ones. @throws LegalTextError `not_ready` */
export function verifyCorpus(address: string, options: ReadBackOptions = {}): Promise<RowsReport> {
  return withDatabase(address, { most: 1, doing: 'reading' }, async (database, { name }) => {
    const current = await currentCorpus(database)
    if (current === undefined) throw new LegalTextError('not_ready', noCorpus(name))
    const { id, digest, rows_digest } = current
    const found = await digestOfRows(database, schemaOf(id), options)
    const valid = found.digest === rows_digest
    const detail = valid
      ? say`the rows are those that were published`
      : say`the rows have the digest ${found.digest}, and should have ${rows_digest}; publish the bundle with --again`
    return { database: name, valid, bundle_id: id, digest, rows: found.rows, detail }
  })
}

export interface PruneReport {
  database: string
  /** Ids of corpora. */
  removed: string[]
  kept: string[]
}

/** Removes old corpora. @param keep number to keep; the current one always stays @throws LegalTextError `not_ready` */
export function pruneCorpora(address: string, keep: number): Promise<PruneReport> {
  return withDatabase(address, { most: 2, doing: 'pruning' }, async (database, { name }) => {
    if ((await publishedCorpora(database)).length === 0) throw new LegalTextError('not_ready', noCorpus(name))
    const removed = await removeOld(database, keep)
    const kept = (await publishedCorpora(database)).map(({ id }) => id)
    return { database: name, removed, kept }
  })
}
