/** Publishes a bundle in a database: copies it into a schema of its own, compares what was written, and makes it current. */
import { statSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { LegalTextError } from '../errors.ts'
import { openBundleDatabase } from '../sqlite/bundle-database.ts'
import { bundleId, SCHEMA_VERSION } from '../tables/bundle-schema.ts'
import { CATALOGUE, CHANNEL, createCatalogue, type PublishedCorpus, publishedCorpora, schemaOf } from './catalogue.ts'
import { connect, type Database, databaseError } from './connect.ts'
import { quoted, type Table, tablesOfCorpus } from './dialect.ts'
import { copyLine, RowsDigest } from './rows-digest.ts'

export interface PublishOptions {
  /** How many corpora stay, with the new one. */
  keep: number
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

const NEWLINE = 10

/** Bytes that are sent at a time. */
const CHUNK = 256 * 1024

/**
 * Publishes a verified bundle. What is current changes in one transaction, after everything else; if anything fails before
 * that, the old corpus stays, and the next publication removes what was begun.
 * @throws LegalTextError `not_ready` if the database cannot be reached or refuses, or the bundle is none
 */
export async function publishBundle(file: string, address: string, options: PublishOptions): Promise<Publication> {
  const { database, address: read } = await connect(address, { most: 2 })
  try {
    await createCatalogue(database)
    return await database
      .begin(async (transaction) => {
        const lock = transaction as unknown as Database
        await lock.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0')
        await lock.unsafe(`SELECT one FROM ${CATALOGUE}.publishing WHERE one = 1 FOR UPDATE`)
        options.signal?.throwIfAborted()
        return publishAlone(file, database, lock, options)
      })
      .then(async (publication) => {
        // Not every engine of this protocol has it; front ends also look by themselves.
        await database.unsafe(`NOTIFY ${CHANNEL}`).catch(() => undefined)
        return { ...publication, removed: await removeOld(database, options.keep) }
      })
  } catch (error) {
    options.signal?.throwIfAborted()
    throw databaseError(error, read, 'publish in')
  } finally {
    await database.end({ timeout: 1 })
  }
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
    const known = (await publishedCorpora(database)).find((corpus) => corpus.id === id)
    const corpus = known ?? {
      id,
      digest,
      ...(await copyInto(schemaOf(id), { database, bundle, options })),
      schema_version: SCHEMA_VERSION,
      built_at: statSync(file).mtime.toISOString(),
      published_at: new Date().toISOString(),
      is_current: true,
    }
    if (known === undefined) {
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

type Bundle = ReturnType<typeof openBundleDatabase>['database']

interface CopyWork {
  database: Database
  bundle: Bundle
  options: PublishOptions
}

/** Writes all tables, and reads them back. @returns their digest and the number of all rows */
async function copyInto(
  schema: string,
  { database, bundle, options }: CopyWork,
): Promise<Pick<PublishedCorpus, 'rows_digest' | 'rows'>> {
  const tables = tablesOfCorpus()
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
    const target = (await database.unsafe(statement).writable()) as Writable
    await pipeline(Readable.from(linesOf(bundle, table, written, onRow)), target, { signal: options.signal })
  }
  for (const statement of tables.flatMap(({ indexes }) => indexes)) {
    options.signal?.throwIfAborted()
    await database.unsafe(statement.replace(/(?<= ON )(?=\w+ \()/, `${quoted(schema)}.`))
  }
  for (const { name } of tables) await database.unsafe(`ANALYZE ${quoted(schema)}.${name}`)
  const rows_digest = written.end()
  const found = await digestOfRows(
    database,
    schema,
    (rows) => options.onProgress?.('comparing', rows, total),
    options.signal,
  )
  if (found !== rows_digest) {
    throw new LegalTextError('not_ready', 'the database does not give back what was written to it; publish again')
  }
  return { rows_digest, rows: total }
}

/** The rows of a table of the bundle, in chunks of lines. */
function* linesOf(bundle: Bundle, table: Table, digest: RowsDigest, onRow: () => void): Generator<Buffer> {
  const statement = bundle.prepare(selectOf(table, table.name))
  statement.setReturnArrays(true)
  let chunk = ''
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
    chunk += copyLine(table.columns, row)
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

/** All rows of a table in the order of its key. */
function selectOf({ columns, key }: Table, from: string): string {
  const names = (of: readonly string[]) => of.map(quoted).join(', ')
  return `SELECT ${names(columns.map(({ name }) => name))} FROM ${from} ORDER BY ${names(key)}`
}

/**
 * The digest of the rows that a database has now.
 * @param onRows receives the number of rows read so far
 */
export async function digestOfRows(
  database: Database,
  schema: string,
  onRows: (rows: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const digest = new RowsDigest()
  let rows = 0
  for (const table of tablesOfCorpus()) {
    digest.begin(table)
    const select = selectOf(table, `${quoted(schema)}.${table.name}`)
    signal?.throwIfAborted()
    await readCopy(database, `COPY (${select}) TO STDOUT`, (chunk) => {
      digest.add(chunk)
      for (const byte of chunk) if (byte === NEWLINE) rows++
    })
    onRows(rows)
  }
  return digest.end()
}

/**
 * Reads what a COPY gives, as it comes: a reader that lets the client wait (postgres 3.4) can leave the connection waiting for
 * good when the rows end meanwhile.
 */
async function readCopy(database: Database, statement: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  const lines = (await database.unsafe(statement).readable()) as Readable
  lines.on('data', onChunk)
  await finished(lines)
}

/** Removes the oldest corpora, and what an interrupted publication left; never the current one. */
async function removeOld(database: Database, keep: number): Promise<string[]> {
  return database.begin(async (transaction) => {
    await (transaction as unknown as Database).unsafe(
      `SELECT one FROM ${CATALOGUE}.publishing WHERE one = 1 FOR UPDATE`,
    )
    const corpora = await publishedCorpora(database)
    const removed = corpora.filter(({ is_current }) => !is_current).slice(Math.max(0, keep - 1))
    const kept = new Set(corpora.filter((corpus) => !removed.includes(corpus)).map(({ id }) => schemaOf(id)))
    // A schema without an entry is removed the next time, an entry without its schema would be in the way.
    for (const { id } of removed) await database.unsafe(`DELETE FROM ${CATALOGUE}.corpus WHERE id = $1`, [id])
    const schemas = await database.unsafe(`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'lt\\_%'`)
    for (const { name } of schemas as unknown as { name: string }[]) {
      if (/^lt_[0-9a-f]{16}$/.test(name) && !kept.has(name)) {
        await database.unsafe(`DROP SCHEMA IF EXISTS ${quoted(name)} CASCADE`)
      }
    }
    return removed.map(({ id }) => id)
  }) as Promise<string[]>
}
