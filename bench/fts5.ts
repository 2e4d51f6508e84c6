/** SQLite's full-text search (FTS5) over the norms of a bundle, as a baseline for search. */
import { DatabaseSync } from 'node:sqlite'
import { wordsOf } from '../src/search/index.ts'
import { type PackedText, unpackText } from '../src/store/packed-text.ts'

/** Field weights: headings count eight times as much as the text, titles of laws twice. */
export const FTS5_RANKING = 'bm25(norms, 8, 2, 1)'

/** An FTS5 query for any of the words. */
export const anyWord = (query: string): string =>
  wordsOf(query)
    .map((word) => `"${word}"`)
    .join(' OR ')

/** Indexes headings, titles and texts; row numbers are norm numbers. */
export function indexWithFts5(bundle: DatabaseSync, file: string): DatabaseSync {
  const index = new DatabaseSync(file)
  index.exec(
    `CREATE VIRTUAL TABLE norms USING fts5(heading, title, text, tokenize = 'unicode61 remove_diacritics 2'); BEGIN`,
  )
  const insert = index.prepare('INSERT INTO norms (rowid, heading, title, text) VALUES (?, ?, ?, ?)')
  const rows = bundle.prepare(
    `SELECT norm.id, norm.label || ' ' || norm.heading || ' ' || law.abbreviation AS heading, law.title, content.text
     FROM norm JOIN law ON law.id = norm.law JOIN content ON content.id = norm.content`,
  )
  for (const row of rows.iterate()) {
    const { id, heading, title, text } = row as { id: number; heading: string; title: string; text: PackedText }
    insert.run(id, heading, title, unpackText(text))
  }
  index.exec("COMMIT; INSERT INTO norms (norms) VALUES ('optimize')")
  return index
}
