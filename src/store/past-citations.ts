/** Reads what the norms of an older state cite, in the words of their texts and with the norms of that state. */

import { type LineRow, NamedNorms, type VersionRow } from './named-norms.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { ReadRows } from './read-rows.ts'
import type { StoredCitation } from './stored-records.ts'
import { onDay, type ViewDays } from './view-days.ts'

/** A norm in a state, with the place of its content. */
export interface PastNormRow extends VersionRow {
  line: number
  /** JSON: the norms that it stands for. */
  ranges: string | null
  norm: number | null
  past_content: number | null
}

/** A place in a text; `null` if the source states a citation without one. */
interface Place {
  start: number | null
  end: number | null
  subdivision: string | null
}

/** What a norm cites. */
export interface CitedPlace extends Place {
  /** `undefined` if no law of the state is meant. */
  law: LineRow | undefined
  /** `undefined` if the law does not have it. */
  norm: VersionRow | undefined
  /** The path that it has, or would have. */
  path: string | null
  /** The name of the law in the text, if the state lacks the law or several have that name. */
  name: string | null
}

/** A norm that cites another one. */
export interface CitingNorm {
  /** Number of its version. */
  id: number
  law: LineRow
  path: string
  times: number
  /** True for citations that the source states, without a place in the text. */
  isStated: boolean
  places(): Place[]
}

interface NamedCitation extends Place {
  line: number | null
  path: string | null
  name: string | null
  isGuess: boolean
}

/** True for a norm whose citations `text_citations` lacks, and for citations that the source states. */
const IS_OF_TODAY = `(citation.start IS NULL
  OR NOT EXISTS (SELECT 1 FROM text_citations WHERE text_citations.norm = citation.citing))`

/** 1 for a citation that the source states, without a place in the text. */
const IS_STATED = 'CASE WHEN citation.start IS NULL THEN 1 ELSE 0 END'

const OF_TODAY = `
SELECT citation.start, citation.end, line.id AS line, coalesce(norm.path, citation.path) AS path, citation.name,
       citation.subdivision, 0 AS "isGuess"
FROM citation LEFT JOIN norm ON norm.id = citation.norm LEFT JOIN line ON line.law = norm.law
WHERE citation.citing = ? AND ${IS_OF_TODAY} ORDER BY citation.place`

const CITING_OF_TODAY = `
SELECT version.id, version.line, version.path, version.norm, count(*) AS times, ${IS_STATED} AS "isStated"
FROM citation JOIN norm_version AS version ON version.norm = citation.citing JOIN line ON line.id = version.line
WHERE citation.norm = ? AND ${onDay('version')} AND ${IS_OF_TODAY}
GROUP BY version.id, ${IS_STATED}`

const citingBy = (text: 'norm' | 'past_content') => `
SELECT version.id, version.line, version.path, cited_path.times, text_citations.id AS text
FROM cited_path JOIN text_citations ON text_citations.id = cited_path.citing
JOIN norm_version AS version ON version.${text} = text_citations.${text} JOIN line ON line.id = version.line
WHERE cited_path.line = ? AND cited_path.path = ? AND ${onDay('version')}`
const CITING_BY_NAME = `${citingBy('norm')} UNION ALL ${citingBy('past_content')}`

const PLACES_OF_TODAY = `
SELECT citation.start, citation.end, subdivision FROM citation WHERE citing = ? AND norm = ? AND ${IS_STATED} = ? ORDER BY place`

interface CitingRow {
  id: number
  line: number
  path: string
  times: number
}

export class PastCitations {
  readonly #read: ReadRows
  readonly #days: ViewDays
  readonly #named: NamedNorms

  constructor(read: ReadRows, days: ViewDays) {
    this.#read = read
    this.#days = days
    this.#named = new NamedNorms(read, days)
  }

  /** What a norm cites, in the order of its text; a range gives one entry for each norm. */
  citedBy(norm: PastNormRow): CitedPlace[] {
    const named = this.#namesIn(norm).map((each) => {
      return { ...each, law: each.line === null ? undefined : this.#named.line(each.line) }
    })
    const places = named.flatMap(({ law, path }): [number, string][] => {
      return law === undefined || path === null ? [] : [[law.line, path]]
    })
    const exact = new Map(this.#named.at(places).map((row) => [`${row.line} ${row.path}`, row]))
    return named.flatMap(({ line, law, path, name, isGuess, start, end, subdivision }): CitedPlace[] => {
      const place = { start, end, subdivision }
      const only = exact.get(`${law?.line} ${path}`)
      const others = only !== undefined || law === undefined || path === null ? [] : this.#named.norms(law.line, path)
      const norms = only === undefined ? others : [only]
      if (norms.length > 0) return norms.map((each) => ({ ...place, law, norm: each, path: each.path, name: null }))
      const unknown = law === undefined || isGuess
      const written = unknown ? (name ?? (line === null || isGuess ? null : this.#nameOf(line))) : null
      const first = path === null ? null : path.replace(/(?<=:[^/]+)-[^/-]+$/, '')
      return [{ ...place, law: unknown ? undefined : law, norm: undefined, path: first, name: written }]
    })
  }

  /** The other norms that cite one. */
  citing(norm: PastNormRow): CitingNorm[] {
    const found = new Map<string, CitingNorm>()
    for (const line of this.#named.linesOf(norm.line)) {
      for (const id of this.#normsOfToday(line, norm)) this.#addOfToday(found, id)
      for (const path of this.#pathsOf(line, norm)) this.#addNaming(found, line, path)
    }
    return [...found.values()].filter(({ id }) => id !== norm.id)
  }

  #namesIn({ norm, past_content: content }: PastNormRow): NamedCitation[] {
    if (norm === null) return this.#stored('past_content', content)
    const ofToday = this.#read<NamedCitation>(OF_TODAY, norm)
    return [...this.#stored('norm', norm), ...ofToday.map((each) => ({ ...each, isGuess: false }))]
  }

  #stored(column: 'id' | 'norm' | 'past_content', number: number | null): NamedCitation[] {
    const sql = `SELECT citations FROM text_citations WHERE ${column} = ?`
    const [row] = this.#read<{ citations: PackedText }>(sql, number)
    return row === undefined ? [] : (JSON.parse(unpackText(row.citations)) as StoredCitation[]).map(namedCitation)
  }

  /** The abbreviation of a law that the state does not have. */
  #nameOf(line: number): string | null {
    const [row] = this.#read<{ abbreviation: string }>('SELECT abbreviation FROM line WHERE id = ?', line)
    return row?.abbreviation ?? null
  }

  /** Norms of today whose citations are citations of a norm of the state. */
  #normsOfToday(line: number, norm: PastNormRow): number[] {
    const [start, end] = norm.ranges === null ? [norm.path, norm.path] : siblingsOf(norm.path)
    const isMeant = this.#named.meaning(norm.line, norm)
    return this.#read<{ id: number; path: string }>(
      `SELECT norm.id, norm.path FROM line JOIN norm ON norm.law = line.law
       WHERE line.id = ? AND norm.path BETWEEN ? AND ?`,
      line,
      start,
      end,
    )
      .filter(({ path }) => isMeant(path))
      .map(({ id }) => id)
  }

  /** Paths by which texts name a norm of the state. */
  #pathsOf(line: number, norm: PastNormRow): string[] {
    const ranges = this.#named.rangesNaming(line, norm)
    if (norm.ranges === null) return [norm.path, ...ranges]
    const named = this.#read<{ path: string }>(
      'SELECT DISTINCT path FROM cited_path WHERE line = ? AND path BETWEEN ? AND ?',
      line,
      ...siblingsOf(norm.path),
    )
    const isMeant = this.#named.meaning(norm.line, norm)
    const single = named.filter(({ path }) => !path.includes('-') && isMeant(path))
    return [...new Set([norm.path, ...ranges, ...single.map(({ path }) => path)])]
  }

  #addOfToday(found: Map<string, CitingNorm>, cited: number): void {
    const rows = this.#read<CitingRow & { norm: number; isStated: number }>(
      CITING_OF_TODAY,
      cited,
      ...this.#days.values,
    )
    for (const { norm, isStated, ...row } of rows) {
      this.#add(found, row, isStated !== 0, () => this.#read<Place>(PLACES_OF_TODAY, norm, cited, isStated))
    }
  }

  #addNaming(found: Map<string, CitingNorm>, line: number, path: string): void {
    const values = [line, path, ...this.#days.values]
    for (const { text, ...row } of this.#read<CitingRow & { text: number }>(CITING_BY_NAME, ...values, ...values)) {
      this.#add(found, row, false, () => {
        return this.#stored('id', text).filter((each) => each.line === line && each.path === path)
      })
    }
  }

  /** Adds the citations of a norm to those that are known. */
  #add(found: Map<string, CitingNorm>, row: CitingRow, isStated: boolean, places: () => Place[]): void {
    const { id, line, path, times } = row
    const law = this.#named.line(line)
    if (law === undefined) return
    const key = `${id} ${isStated}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { id, law, path, times, isStated, places })
    else {
      const all = () => [...known.places(), ...places()].sort(byPlace)
      found.set(key, { ...known, times: known.times + times, places: all })
    }
  }
}

const byPlace = (a: Place, b: Place) => (a.start ?? 0) - (b.start ?? 0) || (a.end ?? 0) - (b.end ?? 0)

function namedCitation([start, length, line, path, subdivision, name, isGuess]: StoredCitation): NamedCitation {
  return {
    start,
    end: start + length,
    line: line ?? null,
    path: path ?? null,
    subdivision: subdivision ?? null,
    name: name ?? null,
    isGuess: isGuess === 1,
  }
}

/** Texts around all paths of the same kind and place: `par:`, `par;`. */
function siblingsOf(path: string): [first: string, last: string] {
  const start = path.slice(0, path.lastIndexOf(':'))
  return [`${start}:`, `${start};`]
}
