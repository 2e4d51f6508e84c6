/** Finds rows of schedules by what they are called: `Einigungsgebühr`, `Zeichen 250`. */
import { formatSubdivision } from '../citation/designation.ts'
import { citeRow, searchedSchedules } from '../citation/laws/schedules.ts'
import type { Corpus } from '../corpus/corpus.ts'
import type { SearchHit } from '../search/index.ts'

/** A row, or a road sign, with its text in one line and in lower case. */
interface Row {
  code: string
  norm: string
  subdivision: string
  text: string
}

const rowsOf = new WeakMap<Corpus, Promise<Row[]>>()

/** Reads the rows of the schedules that the corpus has, once. */
function scheduleRows(corpus: Corpus): Promise<Row[]> {
  const known = rowsOf.get(corpus)
  if (known !== undefined) return known
  const norms = searchedSchedules.flatMap(([code, paths]) => paths.map((path) => corpus.norm(code, path)))
  const rows = Promise.all(norms).then((found) =>
    found.flatMap((norm) =>
      (norm?.subdivisions ?? [])
        .filter(({ path }) => ROW.test(path))
        .map(({ path, text }) => ({
          code: norm?.code ?? '',
          norm: norm?.norm ?? '',
          subdivision: path,
          text: folded(text),
        })),
    ),
  )
  rowsOf.set(corpus, rows)
  rows.catch(() => rowsOf.delete(corpus))
  return rows
}

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
export async function rowsCalled(corpus: Corpus, name: string, total: number): Promise<Row[]> {
  const words = folded(name)
  if (words.length < SHORTEST_NAME || total > RARE) return []
  const worst = total > RARE_WITHIN ? 1 : 2
  const best = new Map<string, { row: Row; rank: number }>()
  for (const row of await scheduleRows(corpus)) {
    const place = row.text.indexOf(words)
    if (place < 0 || /[\p{L}\d]/u.test(row.text.charAt(place - 1))) continue
    const after = row.text.slice(place + words.length)
    if (/^[\p{L}\d]/u.test(after)) continue
    const isFirst = row.text.slice(0, place).replace(NUMBER, '') === ''
    const rank = !isFirst ? 2 : AFTER_NAME.test(after) ? 0 : 1
    const before = best.get(`${row.code} ${row.norm}`)
    if (rank <= worst && (before === undefined || rank < before.rank))
      best.set(`${row.code} ${row.norm}`, { row, rank })
  }
  const found = [...best.values()].sort((a, b) => a.rank - b.rank)
  return found.slice(0, MOST_LAWS).map(({ row }) => row)
}

/** Names the row in a hit of its schedule, and shows its text. */
export async function atRow(corpus: Corpus, hit: SearchHit, subdivision: string, words: string): Promise<SearchHit> {
  const norm = await corpus.norm(hit.code, hit.norm)
  const text = norm?.subdivisions.find(({ path }) => path === subdivision)?.text.replace(/\s+/g, ' ')
  if (text === undefined) return hit
  const cited = citeRow(hit, subdivision)
  const isOwn = cited?.endsWith(` ${hit.abbreviation}`)
  const label = isOwn ? cited?.slice(0, -hit.abbreviation.length - 1) : `${hit.label} ${formatSubdivision(subdivision)}`
  const start = text.toLowerCase().indexOf(words.trim().toLowerCase())
  const end = start + words.trim().length
  const snippet =
    text.length > LONGEST_SNIPPET ? `${text.slice(0, Math.max(end, text.lastIndexOf(' ', LONGEST_SNIPPET)))} …` : text
  return {
    ...hit,
    subdivision,
    label: label ?? hit.label,
    snippet,
    highlights: start < 0 || words === '' ? [] : [[start, end]],
  }
}

const LONGEST_SNIPPET = 238
