/** Writes records into the tables of a plain SQLite database: an export, not a bundle. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'

interface Table {
  columns: readonly string[]
  key: readonly string[]
}

export type Row = Readonly<Record<string, string | number | null>>

const NUMBERS = new Set(['position', 'norm_count', 'start', 'end', 'resolved', 'schema_version'])

/** True for integer columns; all others are text. */
export const isNumber = (column: string): boolean => NUMBERS.has(column)

/**
 * Writes a database with these tables.
 * @param file must not exist
 * @param rows records with the tables to which they belong
 */
export async function exportDatabase<Name extends string>(
  file: string,
  tables: Readonly<Record<Name, Table>>,
  rows: AsyncIterable<{ table: Name; row: Row }>,
): Promise<void> {
  const database = new DatabaseSync(file)
  try {
    // Unfinished exports are discarded.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    const inserts = new Map<string, StatementSync>()
    for (const [name, { columns, key }] of Object.entries<Table>(tables)) {
      const described = columns.map((column) => `"${column}" ${isNumber(column) ? 'INTEGER' : 'TEXT'}`)
      database.exec(`CREATE TABLE ${name} (${described.join(', ')}, PRIMARY KEY (${key.join(', ')}))`)
      const places = columns.map(() => '?').join(', ')
      inserts.set(name, database.prepare(`INSERT INTO ${name} VALUES (${places})`))
    }
    for await (const { table, row } of rows)
      inserts.get(table)?.run(...tables[table].columns.map((column) => row[column] ?? null))
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
