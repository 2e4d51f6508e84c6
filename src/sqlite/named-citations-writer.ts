/** Writes what texts cite in older states. */
import type { DatabaseSync } from 'node:sqlite'

/** A text of a norm of today, or of an older content. */
export interface CitingText {
  norm: number | null
  content: number | null
  /** Its citations, as `text_citations` stores them. */
  packed: Uint8Array
  /** How often it names each path of a line. */
  paths: readonly [line: number, path: string, times: number][]
}

/** @param texts are numbered in their order */
export function addNamedCitations(database: DatabaseSync, texts: readonly CitingText[]): void {
  const insertText = database.prepare('INSERT INTO text_citations VALUES (?, ?, ?, ?)')
  const insertPath = database.prepare('INSERT INTO cited_path VALUES (?, ?, ?, ?)')
  const paths: { line: number; path: string; citing: number; times: number }[] = []
  const { next } = database.prepare('SELECT coalesce(max(id) + 1, 0) AS next FROM text_citations').get() as {
    next: number
  }
  for (const [index, text] of texts.entries()) {
    const citing = next + index
    insertText.run(citing, text.norm, text.content, text.packed)
    for (const [line, path, times] of text.paths) paths.push({ line, path, citing, times })
  }
  // In the order of the table: inserted at its end, they fill its pages.
  paths.sort((a, b) => a.line - b.line || compare(a.path, b.path) || a.citing - b.citing)
  for (const { line, path, citing, times } of paths) insertPath.run(line, path, citing, times)
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
