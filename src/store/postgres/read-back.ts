/** Reads all rows of a published corpus, and computes their digest. */

import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Database } from './connect.ts'
import { type Column, quoted, type Table, tablesOfCorpus } from './dialect.ts'

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

/** The digest and the number of the rows that a database has now. */
export async function digestOfRows(
  database: Database,
  schema: string,
  { signal, onRows }: ReadBackOptions = {},
): Promise<{ digest: string; rows: number }> {
  const digest = new RowsDigest()
  let rows = 0
  const images = `SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'image'`
  const hasImages = (await database.unsafe(images, [schema])).length > 0
  for (const table of tablesOfCorpus(hasImages)) {
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

/** Reads a COPY as it comes. Backpressure (postgres 3.4) can leave the connection waiting forever if the rows end in the meantime. */
async function readCopy(database: Database, statement: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  const lines = (await database.unsafe(statement).readable()) as Readable
  lines.on('data', onChunk)
  await finished(lines)
}

/** Characters that the server escapes, with their escapes. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const ESCAPED = /[\\\b\f\n\r\t\v]/g

/** A line of COPY, with its line end. @param row in the order of the columns */
export function copyLine(columns: readonly Column[], row: readonly unknown[]): string {
  return `${columns.map(({ type }, index) => copyValue(type, row[index])).join('\t')}\n`
}

function copyValue(type: Column['type'], value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (type === 'integer') return String(value)
  if (type === 'bytea') return `\\\\x${bytesOf(value).toString('hex')}`
  return (value as string).replace(ESCAPED, (character) => ESCAPES[character] as string)
}

function bytesOf(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  const { buffer, byteOffset, byteLength } = value as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The digest of all rows: tables in the order of the schema, rows in the order of their keys. */
export class RowsDigest {
  readonly #hash: Hash = createHash('sha256')

  /** Begins a table. */
  begin({ name }: Table): void {
    this.#hash.update(`${name}\n`)
  }

  /** @param lines in order, whole or partial */
  add(lines: string | Uint8Array): void {
    this.#hash.update(lines)
  }

  /** `sha256:…` */
  end(): string {
    return `sha256:${this.#hash.digest('hex')}`
  }
}
