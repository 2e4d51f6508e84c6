/** Translates the SQL of `tables` to PostgreSQL, in the few places where it differs from SQLite. */

import { CITATION_INDEX, IMAGE_TABLE, SCHEMA } from '../bundle-schema.ts'
import { NORMS_AT } from '../named-norms.ts'
import { isPackedBytes } from '../packed-text.ts'
import type { Parameter } from '../read-rows.ts'

const namesIn = (schema: string) => [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name as string)

/** Table names in a statement. */
const TABLE = new RegExp(`\\b(FROM|JOIN)\\s+(${namesIn(SCHEMA + IMAGE_TABLE).join('|')})\\b`, 'g')

/** Fails unless every table is there and may be read. */
export const READ_ALL_TABLES = `SELECT ${namesIn(SCHEMA)
  .map((name) => `(SELECT 1 FROM ${name} LIMIT 1)`)
  .join(', ')}`

/** A character that occurs in no text of a corpus. */
const ABSENT = '\u{10ffff}'

/** Characters that PostgreSQL cannot store in a text, raw and as JSON escapes. */
const NOT_STORABLE = /\0|\\(?:\\|u(?:0000|d[89a-f][\da-f]{2}))/gi

const LARGEST_INTEGER = 2 ** 31 - 1

/** Makes a value acceptable to PostgreSQL; one that it would refuse becomes a value unequal to all stored ones. */
export function storable(value: Parameter): Parameter {
  if (typeof value === 'string')
    return value.replace(NOT_STORABLE, (found) => (found === '\\\\' ? found : ABSENT)).toWellFormed()
  if (typeof value === 'number') return Math.max(-LARGEST_INTEGER, Math.min(value, LARGEST_INTEGER))
  return value
}

/** Expressions that are rewritten within a statement. */
const EXPRESSIONS: readonly [sqlite: RegExp, postgres: string][] = [
  [/\binstr\(([^()]*)\)/g, '(strpos($1) > 0)'],
  [/\bjson_group_array\(json_array\(id, kind\)\)/g, 'json_agg(json_build_array(id, kind) ORDER BY id)'],
  [/\bjson_group_array\(id\)/g, 'json_agg(id)'],
]

/** Statements that are replaced as a whole. */
const STATEMENTS = new Map([
  [
    NORMS_AT,
    NORMS_AT.replace('json_each(?) AS place', 'json_array_elements(CAST(? AS json)) AS place (value)').replace(
      'place.value ->> 0',
      'CAST(place.value ->> 0 AS integer)',
    ),
  ],
])

/**
 * Translates a statement of `tables`: parameters are `$1`, `$2`, …
 * @param schema with the tables, in the statement because connection poolers keep no session settings
 */
export function toPostgres(sql: string, schema: string): string {
  let translated = (STATEMENTS.get(sql) ?? sql).replace(TABLE, `$1 ${quoted(schema)}.$2`)
  translated = withExpressions(translated)
  let parameters = 0
  return translated.replace(/\?/g, () => `$${++parameters}`)
}

function withExpressions(sql: string): string {
  let translated = sql
  for (const [sqlite, postgres] of EXPRESSIONS) translated = translated.replace(sqlite, postgres)
  return translated
}

/** A table of a corpus. */
export interface Table {
  name: string
  columns: readonly Column[]
  /** The columns that identify and order its rows. */
  key: readonly string[]
  /** Creates it in the schema of the connection, with its key. */
  create: string
  /** Creates its other indexes, after its rows. */
  indexes: readonly string[]
}

export interface Column {
  name: string
  type: 'integer' | 'text' | 'json' | 'bytea'
}

/** Columns of JSON from which statements take values. */
const JSON_COLUMN = 'source'

const TYPES: Readonly<Record<string, Column['type']>> = {
  INTEGER: 'integer',
  TEXT: 'text',
  BLOB: 'bytea',
  // A packed text, see `withTexts`.
  ANY: 'bytea',
}

/**
 * The tables of a corpus, from the schema of bundles. Foreign keys are left out: bundles are verified, and nothing else is ever
 * written.
 * @param hasImages true for a corpus with images
 */
export function tablesOfCorpus(hasImages: boolean): Table[] {
  const schema = `${SCHEMA}${hasImages ? IMAGE_TABLE : ''}${CITATION_INDEX};`.replace(/--.*/g, '')
  const indexes = [...schema.matchAll(/^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)[^;]*/gm)]
  return [...schema.matchAll(/^CREATE TABLE (\w+) \(([\s\S]*?)\) STRICT/gm)].map(([, name = '', body = '']) => {
    const own = indexes.filter(([, table]) => table === name).map(([statement]) => withExpressions(statement.trim()))
    return { ...tableOf(name, body), indexes: own }
  })
}

function tableOf(name: string, body: string): Omit<Table, 'indexes'> {
  const columns: Column[] = []
  const constraints: string[] = []
  let key: string[] = []
  for (const line of body.split(/,\s*(?![^(]*\))/).map((each) => each.trim())) {
    const listed = /^(PRIMARY KEY|UNIQUE) \(([^)]*)\)$/.exec(line)
    if (listed !== null) {
      const [, kind = '', of = ''] = listed
      if (kind === 'PRIMARY KEY') key = of.split(', ')
      constraints.push(`${kind} (${of.split(', ').map(quoted).join(', ')})`)
      continue
    }
    const [column = '', type = '', ...rest] = line.split(/\s+/)
    const isKey = rest.join(' ').includes('PRIMARY KEY')
    if (isKey) key = [column]
    columns.push({ name: column, type: typeOf(name, column, type) })
    if (isKey) constraints.push(`PRIMARY KEY (${quoted(column)})`)
    if (rest.includes('UNIQUE')) constraints.push(`UNIQUE (${quoted(column)})`)
  }
  const definitions = columns.map(({ name, type }) => `${quoted(name)} ${type}${type === 'text' ? ' COLLATE "C"' : ''}`)
  return { name, columns, key, create: `CREATE TABLE ${name} (${[...definitions, ...constraints].join(', ')})` }
}

/** A `source` column of a law or norm is JSON. */
function typeOf(table: string, column: string, type: string): Column['type'] {
  if (column === JSON_COLUMN && table !== 'state') return 'json'
  const known = TYPES[type]
  if (known === undefined) throw new Error(`no type of PostgreSQL for ${type} (${table}.${column})`)
  return known
}

/** Columns of packed texts, which are texts or bytes; all are bytes here. */
const PACKED_COLUMNS = [...new Set([...SCHEMA.matchAll(/^ {2}(\w+) ANY/gm)].map(([, name]) => name as string))]

/** Restores short texts in packed columns, recognised by the lack of a zstd header. */
export function withTexts(rows: readonly Record<string, unknown>[]): object[] {
  const packed = PACKED_COLUMNS.filter((name) => rows[0] !== undefined && name in rows[0])
  for (const row of rows) {
    for (const name of packed) {
      const value = row[name]
      if (value instanceof Uint8Array && !isPackedBytes(value)) row[name] = Buffer.from(value.buffer).toString()
    }
  }
  return [...rows]
}

/** Quotes a column name, since some are SQL keywords: `end`. */
export const quoted = (name: string) => `"${name}"`
