/** The catalogue of a database: its corpora, each in a schema of its own, and the current one. */
import { say } from '../../i18n/texts.ts'
import type { Database } from './connect.ts'

/** The schema of the catalogue. */
export const CATALOGUE = 'legal_text'

/** Channel on which front ends listen for a change of the current corpus. */
export const CHANNEL = 'legal_text_current'

/** A published corpus. */
export interface PublishedCorpus {
  /** The id of its bundle. */
  id: string
  digest: string
  /** Of all rows, see `rows-digest.ts`. */
  rows_digest: string
  rows: number
  schema_version: number
  /** ISO 8601. */
  built_at: string
  published_at: string
  is_current: boolean
}

const CREATE = [
  `CREATE SCHEMA IF NOT EXISTS ${CATALOGUE}`,
  `CREATE TABLE IF NOT EXISTS ${CATALOGUE}.corpus (
     id text PRIMARY KEY, digest text NOT NULL, rows_digest text NOT NULL, rows bigint NOT NULL,
     schema_version integer NOT NULL, built_at text NOT NULL, published_at text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${CATALOGUE}.current (one integer PRIMARY KEY, id text NOT NULL)`,
  // The publisher locks its row.
  `CREATE TABLE IF NOT EXISTS ${CATALOGUE}.publishing (one integer PRIMARY KEY)`,
  `INSERT INTO ${CATALOGUE}.publishing (one) VALUES (1) ON CONFLICT DO NOTHING`,
]

/** The message about a database without corpora. */
export const noCorpus = (name: string) =>
  say`the database ${name} has no corpus; \`legal-text corpus publish\` puts one there`

/** The schema of a corpus. */
export const schemaOf = (id: string) => `lt_${id}`

/** Creates the missing parts of the catalogue. */
export async function createCatalogue(database: Database): Promise<void> {
  const [found] = await database.unsafe(`SELECT 1 FROM ${CATALOGUE}.publishing`).catch(noRowsIfMissing)
  if (found !== undefined) return
  for (const statement of CREATE) {
    await database.unsafe(statement).catch(async (error) => {
      // Two creators at once: IF NOT EXISTS sees only what is already committed.
      if (!IS_THERE.includes(error.code)) throw error
      await database.unsafe(statement)
    })
  }
}

/** SQLSTATEs: unique violation; type, schema and table exist (a table brings a type of its name). */
const IS_THERE = ['23505', '42710', '42P06', '42P07']

const CORPORA = `
SELECT corpus.id, digest, rows_digest, rows, schema_version, built_at, published_at, current.id IS NOT NULL AS is_current
FROM ${CATALOGUE}.corpus AS corpus LEFT JOIN ${CATALOGUE}.current AS current ON current.id = corpus.id`

/** All corpora, newest first; empty if the database has no catalogue. */
export async function publishedCorpora(database: Database): Promise<PublishedCorpus[]> {
  const rows = await database.unsafe(`${CORPORA} ORDER BY published_at DESC, corpus.id`).catch(noRowsIfMissing)
  return rows.map(corpusOf)
}

/** The current corpus; `undefined` if nothing has been published. */
export function currentCorpus(database: Database): Promise<PublishedCorpus | undefined> {
  return oneCorpus(database, 'current.id IS NOT NULL')
}

/** The corpus of a bundle. */
export function publishedCorpus(database: Database, id: string): Promise<PublishedCorpus | undefined> {
  return oneCorpus(database, 'corpus.id = $1', id)
}

async function oneCorpus(database: Database, where: string, ...values: string[]): Promise<PublishedCorpus | undefined> {
  const [row] = await database.unsafe(`${CORPORA} WHERE ${where}`, values).catch(noRowsIfMissing)
  return row && corpusOf(row)
}

/** Handles a database without a catalogue, where the table or schema is missing. */
function noRowsIfMissing(error: { code?: string }): Record<string, unknown>[] {
  if (error.code === '42P01' || error.code === '3F000') return []
  throw error
}

const corpusOf = (row: Record<string, unknown>) =>
  ({ ...row, is_current: row.is_current === 1 }) as unknown as PublishedCorpus
