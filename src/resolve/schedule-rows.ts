/** Finds rows of schedules by what they are called: `Einigungsgebühr`, `Zeichen 250`. */
import { formatSubdivision } from '../citation/designation.ts'
import { citeRow, searchedSchedules } from '../citation/laws/schedules.ts'
import type { Corpus } from '../model/corpus.ts'
import { type DesignatedNorm, parseQuery, type SearchHit } from '../search/index.ts'

const ROW = /(?:^|\/)nr:\d[^/]*$/
const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
/** The number of a row, and that of its sign before the name. */
const NUMBER = /^[\d.]+[a-z]? /
/** What follows the name of a row. */
const AFTER_NAME = /^(?:$| ?[.,:;(–-])/
/** A word that only some rows have tells them from norms; a shorter one is too common. */
const SHORTEST_NAME = 8

/** Words in more norms are no name of a row that only has them; in more than the second, of none. */
const RARE_WITHIN = 30
const RARE = 100
/** How many laws are given for one name. */
const MOST_LAWS = 6

/**
 * Finds the rows that are called so, then those that have these words, the best of each schedule.
 * @param name words of a query
 * @param total number of norms that have all of them
 */
export async function rowsCalled(corpus: Corpus, name: string, total: number): Promise<DesignatedNorm[]> {
  const words = folded(name)
  if (words.length < SHORTEST_NAME || total > RARE) return []
  const codes = [...new Set(searchedSchedules.map(({ code }) => code))]
  // A filter by kind would read the kinds of all norms.
  const within = { codes, designated: [], limit: RARE, offset: 0 }
  const { items } = await corpus.search({ query: parseQuery(`"${words}"`), ...within })
  const schedules = searchedSchedules.filter((each) =>
    items.some(({ code, norm }) => code === each.code && norm === each.norm),
  )
  const worst = total > RARE_WITHIN ? 1 : 2
  const best = await Promise.all(
    schedules.map(async ({ code, norm }) => {
      const parts = (await corpus.norm(code, norm))?.subdivisions.filter(({ path }) => ROW.test(path)) ?? []
      const rows = parts.map(({ path, text }) => ({ code, norm, subdivision: path, rank: rankOf(folded(text), words) }))
      return rows.sort((a, b) => a.rank - b.rank).slice(0, 1)
    }),
  )
  const found = best.flat().filter(({ rank }) => rank <= worst)
  return found.sort((a, b) => a.rank - b.rank).slice(0, MOST_LAWS)
}

/** Returns 0 if words are the name of a row, 1 if it begins with them, 2 if it has them. */
function rankOf(row: string, words: string): number {
  const place = row.indexOf(words)
  const [before, after] = [row.slice(0, Math.max(0, place)), row.slice(place + words.length)]
  if (place < 0 || /[\p{L}\d]$/u.test(before) || /^[\p{L}\d]/u.test(after)) return Number.POSITIVE_INFINITY
  if (before.replace(NUMBER, '') !== '') return 2
  return AFTER_NAME.test(after) ? 0 : 1
}

/** Names the row in a hit of its schedule, and shows its text. */
export async function atRow(corpus: Corpus, hit: SearchHit, subdivision: string, words: string): Promise<SearchHit> {
  const norm = await corpus.norm(hit.code, hit.norm)
  const text = norm?.subdivisions.find(({ path }) => path === subdivision)?.text.replace(/\s+/g, ' ')
  if (text === undefined) return hit
  const own = ` ${hit.abbreviation}`
  const cited = citeRow(hit, subdivision)
  const label = cited?.endsWith(own) ? cited.slice(0, -own.length) : `${hit.label} ${formatSubdivision(subdivision)}`
  const start = words === '' ? -1 : text.toLowerCase().indexOf(words.trim().toLowerCase())
  const end = start + words.trim().length
  const isLong = text.length > LONGEST_SNIPPET
  const snippet = isLong ? `${text.slice(0, Math.max(end, text.lastIndexOf(' ', LONGEST_SNIPPET)))} …` : text
  return { ...hit, subdivision, label, snippet, highlights: start < 0 ? [] : [[start, end]] }
}

const LONGEST_SNIPPET = 238
