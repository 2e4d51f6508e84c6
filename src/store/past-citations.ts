/** Reads the citations in the norms of an older state, with the words of their texts and the norms of that state. */

import { isOfToday } from './bundle-schema.ts'
import { NamedNorms, type VersionRow } from './named-norms.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { AskRows } from './read-rows.ts'
import type { StoredCitation } from './stored-records.ts'
import type { LawInView, View } from './view.ts'

/** A norm in a state. */
export interface PastNormRow extends VersionRow {
  law: number
  /** JSON: the norms that it stands for. */
  ranges: string | null
  content: number
}

/** A place in a text; `null` if the source states a citation without one. */
interface Place {
  start: number | null
  end: number | null
  subdivision: string | null
}

/** A norm that a text cites. */
export interface CitedPlace extends Place {
  /** `undefined` if the name means no law of the state. */
  law: LawInView | undefined
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
  law: LawInView
  path: string
  times: number
  /** True for citations that the source states, without a place in the text. */
  isStated: boolean
  places(): Promise<Place[]>
}

interface NamedCitation extends Place {
  law: number | null
  path: string | null
  name: string | null
  isGuess: boolean
}

/** True for a text whose citations `text_citations` lacks, and for citations that the source states. */
const IS_OF_TODAY = `(citation.start IS NULL
  OR NOT EXISTS (SELECT 1 FROM text_citations WHERE text_citations.content = citation.citing))`

/** 1 for a citation that the source states, without a place in the text. */
const IS_STATED = 'CASE WHEN citation.start IS NULL THEN 1 ELSE 0 END'

const OF_TODAY = `
SELECT citation.start, citation.end, law.id AS law, coalesce(norm.path, citation.path) AS path, citation.name,
       citation.subdivision, 0 AS "isGuess"
FROM citation LEFT JOIN norm ON norm.id = citation.norm
LEFT JOIN law ON law.id = norm.law AND law.state_from IS NOT NULL
WHERE citation.citing = ? AND ${IS_OF_TODAY} ORDER BY citation.place`

/** Norms of a view by their contents: a text of today has the number of its norm. The index is of rows with a first state. */
const citing = (view: View, content: string) => `
JOIN norm ON norm.content = ${content} AND norm.state_from IS NOT NULL
JOIN law ON law.id = norm.law WHERE ${view.on('norm')}`

const citingOfToday = (view: View) => `
SELECT norm.id, norm.law, norm.path, citation.citing, count(*) AS times, ${IS_STATED} AS "isStated"
FROM citation ${citing(view, 'citation.citing')} AND citation.norm = ? AND ${IS_OF_TODAY}
GROUP BY norm.id, norm.law, norm.path, citation.citing, ${IS_STATED}`

const citingByName = (view: View) => `
SELECT norm.id, norm.law, norm.path, cited_path.times, cited_path.citing
FROM cited_path ${citing(view, 'cited_path.citing')} AND cited_path.law = ? AND cited_path.path = ?`

const PLACES_OF_TODAY = `
SELECT citation.start, citation.end, subdivision FROM citation WHERE citing = ? AND norm = ? AND ${IS_STATED} = ? ORDER BY place`

interface CitingRow {
  id: number
  law: number
  path: string
  times: number
  /** Number of the text. */
  citing: number
}

export class PastCitations {
  readonly #ask: AskRows
  readonly #view: View
  readonly #named: NamedNorms

  constructor(ask: AskRows, view: View) {
    this.#ask = ask
    this.#view = view
    this.#named = new NamedNorms(ask, view)
  }

  /** The citations of a norm, in the order of its text; a range gives one entry for each norm. */
  async citedBy(norm: PastNormRow): Promise<CitedPlace[]> {
    const [stored, ofToday] = await Promise.all([
      this.#stored(norm.content),
      this.#ask<NamedCitation>(OF_TODAY, norm.content),
    ])
    const named = await Promise.all(
      [...stored, ...ofToday.map((each) => ({ ...each, isGuess: false }))].map(async (each) => {
        return { ...each, line: each.law, law: each.law === null ? undefined : await this.#named.line(each.law) }
      }),
    )
    const places = named.flatMap(({ law, path }): [number, string][] => {
      return law === undefined || path === null ? [] : [[law.law, path]]
    })
    const exact = new Map((await this.#named.at(places)).map((row) => [`${row.law} ${row.path}`, row]))
    const cited = named.map(
      async ({ line, law, path, name, isGuess, start, end, subdivision }): Promise<CitedPlace[]> => {
        const place = { start, end, subdivision }
        const only = exact.get(`${law?.law} ${path}`)
        const isSought = only === undefined && law !== undefined && path !== null
        const norms = isSought ? await this.#named.norms(law.law, path) : only === undefined ? [] : [only]
        if (norms.length > 0) return norms.map((each) => ({ ...place, law, norm: each, path: each.path, name: null }))
        const unknown = law === undefined || isGuess
        const written = unknown ? (name ?? (line === null || isGuess ? null : await this.#nameOf(line))) : null
        const first = path === null ? null : path.replace(/(?<=:[^/]+)-[^/-]+$/, '')
        return [{ ...place, law: unknown ? undefined : law, norm: undefined, path: first, name: written }]
      },
    )
    return (await Promise.all(cited)).flat()
  }

  /** The other norms that cite a norm. */
  async citing(norm: PastNormRow): Promise<CitingNorm[]> {
    const found = new Map<string, CitingNorm>()
    for (const line of await this.#named.linesOf(norm.law)) {
      for (const id of await this.#normsOfToday(line, norm)) await this.#addOfToday(found, id)
      const paths = await this.#pathsOf(line, norm)
      const rows = paths.map((path) => {
        return this.#ask<CitingRow>(citingByName(this.#view), ...this.#view.values, line, path)
      })
      for (const [index, naming] of (await Promise.all(rows)).entries()) {
        for (const row of naming) {
          await this.#add(found, row, false, async () => {
            const stored = await this.#stored(row.citing)
            return stored.filter(({ law, path }) => law === line && path === paths[index])
          })
        }
      }
    }
    return [...found.values()].filter(({ id }) => id !== norm.id)
  }

  async #stored(content: number): Promise<NamedCitation[]> {
    const sql = 'SELECT citations FROM text_citations WHERE content = ?'
    const [row] = await this.#ask<{ citations: PackedText }>(sql, content)
    return row === undefined ? [] : (JSON.parse(unpackText(row.citations)) as StoredCitation[]).map(namedCitation)
  }

  /** The abbreviation of a law that the state does not have. */
  async #nameOf(line: number): Promise<string | null> {
    const [row] = await this.#ask<{ abbreviation: string }>('SELECT abbreviation FROM law WHERE id = ?', line)
    return row?.abbreviation ?? null
  }

  /** Norms of today whose citations are citations of a norm of the state. */
  async #normsOfToday(line: number, norm: PastNormRow): Promise<number[]> {
    const [start, end] = norm.ranges === null ? [norm.path, norm.path] : siblingsOf(norm.path)
    const rows = await this.#ask<{ id: number; path: string }>(
      `SELECT id, path FROM norm WHERE law = ? AND path BETWEEN ? AND ? AND ${isOfToday()}`,
      ...[line, start, end],
    )
    const isMeant = await Promise.all(rows.map(({ path }) => this.#named.means(norm, path)))
    return rows.filter((_, index) => isMeant[index]).map(({ id }) => id)
  }

  /** Names of a norm of the state in texts, as paths. */
  async #pathsOf(line: number, norm: PastNormRow): Promise<string[]> {
    const ranges = await this.#named.rangesNaming(line, norm)
    if (norm.ranges === null) return [norm.path, ...ranges]
    const named = await this.#ask<{ path: string }>(
      'SELECT DISTINCT path FROM cited_path WHERE law = ? AND path BETWEEN ? AND ?',
      ...[line, ...siblingsOf(norm.path)],
    )
    const single = named.filter(({ path }) => !path.includes('-'))
    const isMeant = await Promise.all(single.map(({ path }) => this.#named.means(norm, path)))
    const meant = single.filter((_, index) => isMeant[index]).map(({ path }) => path)
    return [...new Set([norm.path, ...ranges, ...meant])]
  }

  async #addOfToday(found: Map<string, CitingNorm>, cited: number): Promise<void> {
    const rows = await this.#ask<CitingRow & { isStated: number }>(
      citingOfToday(this.#view),
      ...this.#view.values,
      cited,
    )
    for (const { isStated, ...row } of rows) {
      const places = () => this.#ask<Place>(PLACES_OF_TODAY, row.citing, cited, isStated)
      await this.#add(found, row, isStated !== 0, places)
    }
  }

  /** Adds the citations of a norm to the known ones. */
  async #add(
    found: Map<string, CitingNorm>,
    { id, law: line, path, times }: CitingRow,
    isStated: boolean,
    places: () => Promise<Place[]>,
  ): Promise<void> {
    const law = await this.#named.line(line)
    if (law === undefined) return
    const key = `${id} ${isStated}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { id, law, path, times, isStated, places })
    else {
      const all = async () => (await Promise.all([known.places(), places()])).flat().sort(byPlace)
      found.set(key, { ...known, times: known.times + times, places: all })
    }
  }
}

const byPlace = (a: Place, b: Place) => (a.start ?? 0) - (b.start ?? 0) || (a.end ?? 0) - (b.end ?? 0)

function namedCitation([start, length, law, path, subdivision, name, isGuess]: StoredCitation): NamedCitation {
  return {
    start,
    end: start + length,
    law: law ?? null,
    path: path ?? null,
    subdivision: subdivision ?? null,
    name: name ?? null,
    isGuess: isGuess === 1,
  }
}

/** Bounds of all paths of the same kind and place: `par:`, `par;`. */
function siblingsOf(path: string): [first: string, last: string] {
  const start = path.slice(0, path.lastIndexOf(':'))
  return [`${start}:`, `${start};`]
}
