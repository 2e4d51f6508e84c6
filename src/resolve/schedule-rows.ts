/** Finds rows of schedules by name: `Einigungsgebühr`, `Zeichen 250`. */

import { formatSubdivision } from '../citation/designation.ts'
import { citeRow, searchedSchedules } from '../citation/laws/schedules.ts'
import type { Corpus, Norm } from '../model/corpus.ts'
import { type DesignatedNorm, parseQuery, type SearchHit } from '../search/index.ts'

const ROW = /(?:^|\/)nr:\d[^/]*$/
const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
/** The number of a row, and that of its sign before the name. */
const NUMBER = /^[\d.]+[a-z]? /
/** The end of a row's name. */
const AFTER_NAME = /^(?:$| ?[.,:;(–-])/
/** Minimum length of a word that can name a row: shorter ones are too common in norms. */
const SHORTEST_NAME = 8

/** Words in more norms do not name a row that only contains them; words in more than the second, no row at all. */
const RARE_WITHIN = 30
const RARE = 100
/** Maximum number of laws for one name. */
const MOST_LAWS = 6

/**
 * Finds the rows of that name, then those that contain its words, the best of each schedule.
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

/** Returns 0 if words are the name of a row, 1 if it begins with them, 2 if it contains them. */
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

const WORDS = ['Teil', 'Hauptabschnitt', 'Abschnitt', 'Unterabschnitt']
const HEADING = /^(Teil|Hauptabschnitt|Abschnitt|Unterabschnitt|[A-Z]\.|[IVX]+\.)(?=\s|$)/
const REMARK = /^(Vorbemerkung(?:en)?\s*[\d.]*)\s*(?::|$|\s)/
/** The columns of a table without a head of its own: `Nr. Gebührentatbestand …` */
const COLUMNS = /^(?:lfd\.?\s*)?(?:Nr|Nummer)\.?\t/i

/**
 * Returns the lines that govern a row, outermost first, then the columns, separated by ` | `; empty for other parts.
 * @param path of the subdivision
 */
export function rowContext({ norm, text, subdivisions, tables }: Norm, path: string): string[] {
  const row = subdivisions.find(
    (part) => path === part.path || path.startsWith(`${part.path}/nr:`) || path.startsWith(`${part.path}/abs:`),
  )
  const start = row === undefined ? -1 : text.indexOf(row.text)
  const table = tables.find((each) => each.start <= start && start < each.end)
  if (row === undefined || table === undefined || !/(?:^|\/)annex:/.test(norm)) return []
  const lines = text.slice(0, start).split('\n')
  let open: { rank: number; words: string }[] = []
  let columns = ''
  for (const [index, line] of lines.entries()) {
    const words = line.trim().replace(/\s+/g, ' ')
    const heading = HEADING.exec(words)?.[1]
    const remark = REMARK.exec(words)?.[1]
    if (heading !== undefined) {
      const rank = WORDS.indexOf(heading) + 1 || (heading.length > 2 || /[IVX]/.test(heading) ? 6 : 5)
      // The title of `Teil 3` is on the line after it.
      const title = words === heading || /^\S+ [\dIVX]+[a-z]?$/.test(words) ? lines[index + 1]?.trim() : ''
      open = [...open.filter((each) => each.rank < rank), { rank, words: [words, title].filter(Boolean).join(' ') }]
    } else if (remark !== undefined) {
      open.push({ rank: (open.at(-1)?.rank ?? 0) + 0.5, words: remark.trim() })
    } else if (COLUMNS.test(line)) columns = words === '' ? columns : cellsOf(line)
  }
  const head = text.slice(table.start, start).split('\n').slice(0, table.head_rows).map(cellsOf)
  const above = subdivisions
    .filter((part) => path.startsWith(`${part.path}.`))
    .map((part) => part.text.replace(/\s+/g, ' '))
  return [...open.map(({ words }) => words), ...above, head.join(' / ') || columns].filter(Boolean)
}

const cellsOf = (line: string) =>
  line
    .split('\t')
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ')
