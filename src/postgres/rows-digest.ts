/**
 * The rows of a corpus as the text format of COPY has them, and their digest: what is written to a database can be compared
 * byte for byte with what it gives back. https://www.postgresql.org/docs/current/sql-copy.html
 */
import { createHash, type Hash } from 'node:crypto'
import type { Column, Table } from './dialect.ts'

/** Characters that are escaped, as the server escapes them. */
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

/** A line of COPY, with its end. @param row in the order of the columns */
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

  /** @param lines whole or not, in their order */
  add(lines: string | Uint8Array): void {
    this.#hash.update(lines)
  }

  /** `sha256:…` */
  end(): string {
    return `sha256:${this.#hash.digest('hex')}`
  }
}
