/** The rows of the picker: norms that the words designate, laws of that name, and search results. */
import { nameOfNorm } from '../citation/designation.ts'
import type { Corpus, NormMatches } from '../model/corpus.ts'
import { answersOf } from '../operations/norm-answers.ts'
import { search } from '../operations/search.ts'
import { ignoreRefusal, LegalTextError } from '../util/errors.ts'
import { argumentRequests } from './norm-requests.ts'

/** Code and path of a norm or its part, empty for a law, and the displayed text. */
type Row = readonly [code: string, norm: string, shown: string]

/** Maximum rows of each kind; `best` laws come before the search results, the others after them. */
const LIMITS = { designated: 20, best: 3, laws: 20, found: 60, all: 10_000 }

/** @param typed the query; without a space at its end the last word may be unfinished. Empty for all laws */
export async function browseRows(corpus: Corpus, typed: string): Promise<Row[]> {
  const query = typed.trim()
  if (query === '') return lawRows(corpus, undefined, LIMITS.all)
  const named = await designated(corpus, query)
  const laws = await lawRows(corpus, query, LIMITS.laws)
  // The words of a designation are poor search terms.
  const norms = named.length > 0 ? [] : await found(corpus, query, /\S$/.test(typed))
  const rows = [...named, ...laws.slice(0, LIMITS.best), ...norms, ...laws.slice(LIMITS.best)]
  return [...new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row])).values()]
}

async function designated(corpus: Corpus, query: string): Promise<Row[]> {
  const words = query.split(/\s+/)
  // Invalid while unfinished: until then it has no rows.
  const requests = (await argumentRequests(corpus, words).catch(ignoreRefusal)) ?? []
  const rows: Row[] = []
  for await (const { answer } of answersOf(corpus, requests.slice(0, LIMITS.designated))) {
    if (answer instanceof LegalTextError) continue
    const { norm, selection } = answer
    const part = selection && { norm: `${norm}/${selection.path}`, label: nameOfNorm(answer, selection.path) }
    rows.push(normRow({ ...answer, ...part }))
  }
  return rows
}

async function lawRows(corpus: Corpus, query: string | undefined, limit: number): Promise<Row[]> {
  const { items } = await corpus.laws({ query, limit })
  return items.map(({ code, abbreviation, title }) => [code, '', `${abbreviation}  ${title}`])
}

async function found(corpus: Corpus, q: string, typing: boolean): Promise<Row[]> {
  const answer = await search.run(corpus, { q, typing, limit: LIMITS.found }).catch(ignoreRefusal)
  return (answer?.results ?? []).map(normRow)
}

const normRow = ({ code, abbreviation, norm, label, heading }: Omit<NormMatches, 'lines'>): Row => [
  code,
  norm,
  [`${label} ${abbreviation}`.trim(), heading].filter(Boolean).join('  '),
]
