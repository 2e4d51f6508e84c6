/** The rows of the picker: norms that the words designate, laws of that name, and norms with the words in their texts. */
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { answersOf } from '../../operations/norm-answers.ts'
import { search } from '../../operations/search.ts'
import { argumentRequests } from './norm-requests.ts'

/** Code and norm path, empty for a law, and what is shown. */
type Row = readonly [code: string, norm: string, shown: string]

/** The most rows of each kind. */
const LIMITS = { designated: 20, laws: 20, found: 60, all: 10_000 }

/** @param query what has been typed; its last word may be unfinished. Empty for all laws */
export async function browseRows(corpus: Corpus, query: string): Promise<Row[]> {
  if (query === '') return lawRows(corpus, undefined, LIMITS.all)
  const named = await designated(corpus, query)
  const laws = await lawRows(corpus, query, LIMITS.laws)
  // The words of a designation say little about texts.
  const rows = [...named, ...laws, ...(named.length > 0 ? [] : await found(corpus, query))]
  return [...new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row])).values()]
}

async function designated(corpus: Corpus, query: string): Promise<Row[]> {
  const words = query.split(/\s+/)
  const requests = (await unlessWrong(argumentRequests(corpus, words))) ?? []
  const rows: Row[] = []
  for await (const { answer } of answersOf(corpus, requests.slice(0, LIMITS.designated))) {
    if (!(answer instanceof LegalTextError)) rows.push(normRow(answer))
  }
  return rows
}

async function lawRows(corpus: Corpus, query: string | undefined, limit: number): Promise<Row[]> {
  const { items } = await corpus.laws({ query, limit })
  return items.map(({ code, abbreviation, title }) => [code, '', `${abbreviation}  ${title}`])
}

/** The last word is a beginning, unless it is too short or not one. */
async function found(corpus: Corpus, query: string): Promise<Row[]> {
  const begun = /\p{L}{3}$/u.test(query)
    ? await unlessWrong(search.run(corpus, { q: `${query}*`, limit: LIMITS.found }))
    : undefined
  const answer = begun?.results.length
    ? begun
    : await unlessWrong(search.run(corpus, { q: query, limit: LIMITS.found }))
  return (answer?.results ?? []).map(normRow)
}

/** What is typed is wrong until it is finished: then there are no rows. */
function unlessWrong<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error) => {
    if (error instanceof LegalTextError) return undefined
    throw error
  })
}

interface Shown {
  code: string
  abbreviation: string
  norm: string
  label: string
  heading: string
}

const normRow = ({ code, abbreviation, norm, label, heading }: Shown): Row => [
  code,
  norm,
  [`${label} ${abbreviation}`.trim(), heading].filter(Boolean).join('  '),
]
