/** Opens the file of a bundle. Bundles may come from anywhere, so the schema is checked first. */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { say } from '../../i18n/texts.ts'
import { embeddedBytes } from '../../program/package.ts'
import { isRecord } from '../../util/arguments.ts'
import { cached } from '../../util/cached.ts'
import { corpusClosed, LegalTextError } from '../../util/errors.ts'
import {
  APPLICATION_ID,
  assertReadable,
  CITATION_INDEX,
  IMAGE_TABLE,
  type MetaKey,
  refuseBundle,
  SCHEMA,
} from '../bundle-schema.ts'
import type { Parameter, ReadRows } from '../read-rows.ts'

export interface BundleDatabase {
  database: DatabaseSync
  digest: string
}

/** @throws LegalTextError `not_ready` if the file is missing, not a bundle, of another schema version, or damaged */
export function openBundleDatabase(file: string): BundleDatabase {
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(file)
    database.exec('PRAGMA trusted_schema = OFF')
    const number = (pragma: string) =>
      Object.values(database?.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[0]
    assertReadable(file, number('application_id') === APPLICATION_ID ? number('user_version') : undefined)
    if (!hasTablesOfBundle(database)) refuseBundle(file, say`its tables are not those of a bundle`)
    const meta = database.prepare('SELECT value FROM meta WHERE key = ?')
    const read = (key: MetaKey) => (meta.get(key) as { value: string } | undefined)?.value
    const digest = read('digest')
    if (digest === undefined || !isCoverage(read('coverage'))) return refuseBundle(file, say`it is damaged`)
    return { database, digest }
  } catch (error) {
    database?.close()
    if (error instanceof LegalTextError) throw error
    return refuseBundle(file, (error as Error).message, error)
  }
}

function openDatabase(file: string): DatabaseSync {
  const bytes = embeddedBytes(file)
  if (bytes !== undefined) {
    const database = new DatabaseSync(':memory:')
    database.deserialize(bytes)
    return database
  }
  // Immutable: SQLite locks and writes nothing, so the file may be on a read-only medium.
  const location = pathToFileURL(file)
  location.search = 'immutable=1'
  return new DatabaseSync(location, { readOnly: true })
}

/** The optional table. */
const OPTIONAL = 'image'

/** The statements of the schema, by the names of their tables and indexes. */
const STATEMENTS = new Map(
  [
    ...`${SCHEMA}${IMAGE_TABLE}${CITATION_INDEX};`.matchAll(
      /^CREATE (?:TABLE|(?:UNIQUE )?INDEX) (\w+)[\s\S]*?(?=;$)/gm,
    ),
  ].map(([statement, name]): [string, string] => [name as string, withoutComments(statement)]),
)

/** Tables that ANALYZE makes. */
const STATISTICS_TABLE = /^CREATE TABLE sqlite_stat[14]\([a-z,]+\)$/

/**
 * True if the file has exactly the tables and indexes of a bundle: views and triggers would be foreign code. Automatic indexes of
 * unique columns have no statement.
 */
function hasTablesOfBundle(database: DatabaseSync): boolean {
  const rows = database.prepare('SELECT name, tbl_name AS owner, sql FROM sqlite_schema').all()
  const made = (rows as { name: string; owner: string; sql: string | null }[]).filter(({ name, owner, sql }) =>
    sql === null ? !(name.startsWith('sqlite_autoindex_') && STATEMENTS.has(owner)) : !STATISTICS_TABLE.test(sql),
  )
  return (
    made.filter(({ name }) => name !== OPTIONAL).length === STATEMENTS.size - 1 &&
    made.every(({ name, sql }) => withoutComments(sql ?? '') === STATEMENTS.get(name))
  )
}

/** A statement without comments and line breaks. */
function withoutComments(statement: string): string {
  return statement.replace(/--.*/g, '').replace(/\s+/g, ' ').trim()
}

const COUNTS = ['laws', 'norms', 'limitations']
const OBJECTS = (
  'norms_by_kind norms_by_status characters relationships_by_type citations laws_by_source_family laws_by_jurisdiction ' +
  'laws_by_language limitations_by_terminal_state limitations_by_source_family status_dates account'
).split(' ')

/** True if a text is the `coverage` record of a bundle. */
function isCoverage(text = ''): boolean {
  try {
    const record = JSON.parse(text) as Record<string, unknown>
    return (
      Array.isArray(record.parsers) &&
      COUNTS.every((name) => Number.isSafeInteger(record[name])) &&
      OBJECTS.every((name) => isRecord(record[name]))
    )
  } catch {
    return false
  }
}

/** Reads rows of a database, with a prepared statement for each text. @throws LegalTextError `not_ready` if it is closed */
export function rowsOf(database: DatabaseSync): ReadRows {
  const statements = new Map<string, StatementSync>()
  return <Row>(sql: string, ...values: Parameter[]): Row[] => {
    if (!database.isOpen) throw corpusClosed()
    return cached(statements, sql, () => database.prepare(sql)).all(...values) as Row[]
  }
}
