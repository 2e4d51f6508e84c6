/** Reads all rows of a published corpus, and computes their digest. */
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Database } from './connect.ts'
import { quoted, type Table, tablesOfCorpus } from './dialect.ts'
import { RowsDigest } from './rows-digest.ts'

const NEWLINE = 10

/** All rows of a table in the order of its key. */
export function selectOf({ columns, key }: Table, from: string): string {
  const names = (of: readonly string[]) => of.map(quoted).join(', ')
  return `SELECT ${names(columns.map(({ name }) => name))} FROM ${from} ORDER BY ${names(key)}`
}

export interface ReadBackOptions {
  signal?: AbortSignal | undefined
  /** Receives the number of rows read so far. */
  onRows?: ((count: number) => void) | undefined
}

/** The digest of the rows that a database has now, and their number. */
export async function digestOfRows(
  database: Database,
  schema: string,
  { signal, onRows }: ReadBackOptions = {},
): Promise<{ digest: string; rows: number }> {
  const digest = new RowsDigest()
  let rows = 0
  for (const table of tablesOfCorpus()) {
    signal?.throwIfAborted()
    digest.begin(table)
    await readCopy(database, `COPY (${selectOf(table, `${quoted(schema)}.${table.name}`)}) TO STDOUT`, (chunk) => {
      digest.add(chunk)
      for (const byte of chunk) if (byte === NEWLINE) rows++
    })
    onRows?.(rows)
  }
  return { digest: digest.end(), rows }
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
