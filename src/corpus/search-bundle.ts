/** Search over the index in a bundle. */
import { parseQuery } from '../search/query.ts'
import { type Range, rank } from '../search/rank.ts'
import { snippet } from '../search/snippet.ts'
import type { SearchHit } from '../search/types.ts'
import type { Page, SearchRequest } from './corpus.ts'
import { type PackedText, unpackText } from './packed-text.ts'

/** Access to the tables of a bundle. */
export interface BundleTables {
  /** The bundle's `search` record. */
  index: { documents: number; scale: number }
  all<Row>(sql: string, ...values: (string | number)[]): Row[]
}

/** Norms with the query's terms, best first. */
export function searchBundle({ query, codes, limit, offset }: SearchRequest, tables: BundleTables): Page<SearchHit> {
  const { terms } = parseQuery(query)
  const ranking = rank(
    terms,
    {
      ...tables.index,
      postings: (term) =>
        tables.all<{ documents: number; postings: Uint8Array }>(
          'SELECT documents, postings FROM term WHERE term = ?',
          term,
        )[0],
    },
    { limit, offset, ...(codes.length > 0 && { ranges: rangesOf(codes, tables) }) },
  )
  const items = ranking.hits.map(({ document, score }): SearchHit => {
    const [row] = tables.all<Omit<SearchHit, 'snippet' | 'highlights' | 'score'> & { text: PackedText }>(
      `SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading, content.text
       FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id WHERE norm.id = ?`,
      document,
    )
    if (row === undefined) throw new Error(`the search index names norm ${document}, which the bundle does not have`)
    const { text, ...names } = row
    return { ...names, ...snippet(unpackText(text), terms), score: Number(score.toFixed(4)) }
  })
  return { items, total: ranking.total }
}

/** The norms of some laws, as stretches of norm numbers. */
function rangesOf(codes: readonly string[], tables: BundleTables): Range[] {
  return codes.flatMap((code) =>
    tables
      .all<{ start: number; end: number }>(
        'SELECT first_norm AS start, first_norm + norm_count AS end FROM law WHERE code = ?',
        code,
      )
      .map(({ start, end }): Range => [start, end]),
  )
}
