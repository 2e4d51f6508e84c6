/** The laws that a search is restricted to, by its parameters and by names in the query. */
import type { DocumentRange } from './choice.ts'
import type { Columns } from './columns.ts'
import type { QueryData, SearchRequest } from './records.ts'

/** The documents of the laws searched; undefined if all laws are. */
export function searchedRanges(
  { query, codes, jurisdiction, lawCodes }: SearchRequest,
  data: Pick<QueryData, 'lawsIn' | 'lawWithCode'>,
  columns: Columns,
): DocumentRange[] | undefined {
  const named = [query.laws, query.excludedLaws].map((names) => names.map((name) => lawCodes?.get(name) ?? name))
  const [laws = [], excluded = []] = named
  if (codes.length + laws.length + excluded.length === 0 && jurisdiction === undefined) return undefined
  const marks = jurisdiction === undefined ? new Uint8Array(columns.laws).fill(1) : data.lawsIn(jurisdiction).slice()
  for (const list of [codes, laws]) {
    const numbers = new Set(list.map((code) => data.lawWithCode(code)))
    if (list.length > 0) for (let law = 0; law < marks.length; law += 1) if (!numbers.has(law)) marks[law] = 0
  }
  for (const code of excluded) marks[data.lawWithCode(code) ?? marks.length] = 0
  return marks.includes(0) ? columns.rangesOf(marks) : undefined
}
