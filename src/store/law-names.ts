/** All names of the laws of a state, in memory: finds names that contain a text or resemble it. */
import { gazettePlaces, republished } from '../citation/laws/gazette.ts'
import { compareInIndex, foldName, inForms, initialOf } from '../citation/laws/law-names.ts'
import { SimilarNames } from '../citation/laws/similar-names.ts'
import { compareValues } from '../citation/norm-path.ts'
import type { LawListing } from '../model/corpus.ts'
import type { ParsedLaw } from '../model/parsed-law.ts'
import type { AskRows } from './read-rows.ts'
import type { View } from './view.ts'

/** Returns the searched text of a law: its folded names, each on a line; after an empty line the places in gazettes. */
export function searchedNames({
  aliases,
  promulgation,
  statusNotes,
}: Pick<ParsedLaw, 'aliases' | 'promulgation' | 'statusNotes'>): string {
  const first = promulgation === null ? [] : [promulgation, ...promulgation.also]
  const places = [
    ...first.map(({ gazette, reference }) => `${gazette} ${reference}`),
    ...statusNotes.flatMap(({ type, text }) => (type === 'Neuf' ? republished(text) : [])),
  ].flatMap(gazettePlaces)
  const names = new Set(aliases.map(({ name }) => foldName(name)))
  return [...names, ...(places.length > 0 ? [''] : []), ...new Set(places)].join('\n')
}

/** Returns the names among the searched ones. */
export const namesAmong = (searched: string): string[] => (searched.split('\n\n', 1)[0] ?? '').split('\n')

interface LawRow {
  /** Its `line`. */
  id: number
  code: string
  /** As {@link searchedNames}. */
  names: string
  abbreviation: string
  norm_count: number
}

/** First strengths of names that begin with the query: codes and abbreviations, then the others. */
const [BEGINS, BEGINS_LATER] = [1000, 1_000_000]

/**
 * For each law with a name that begins with the query, the strength of its best match (smaller is better): a name that equals it
 * (by the rank of the name), then one that begins with it (codes and abbreviations before other names; the shortest first).
 * Parameters: the folded query, those of the view twice, the query, and the upper bound of the names that begin with it.
 */
const bestMatches = (view: View) => `
SELECT law.line AS law, min(CASE WHEN name = ? THEN rank ELSE CASE rank WHEN 0 THEN ${BEGINS} ELSE ${BEGINS_LATER} END + length(name) END) AS match
FROM alias JOIN law ON law.line = alias.law AND ${view.on('law')}
WHERE ${view.onNames('alias')} AND name >= ? AND name < ? GROUP BY law.line`

export class LawNames {
  readonly #ask: AskRows
  readonly #view: View
  /** In the order of their codes. */
  readonly #laws: readonly LawRow[]
  #similar: SimilarNames<number> | undefined
  #index: Map<string, number[]> | undefined

  constructor(ask: AskRows, view: View, laws: readonly LawRow[]) {
    this.#ask = ask
    this.#view = view
    this.#laws = laws
  }

  /** Reads the names of the laws of a view. */
  static async read(ask: AskRows, view: View): Promise<LawNames> {
    const sql = `SELECT line AS id, code, names, abbreviation, norm_count FROM law WHERE ${view.on('law')} ORDER BY code`
    return new LawNames(ask, view, await ask<LawRow>(sql, ...view.values))
  }

  /** The laws with a name that contains a query, the best match first, or with an initial, by abbreviation; then by code. */
  async listed({ query = '', initial }: LawListing): Promise<readonly number[]> {
    const under = initial === undefined ? undefined : this.#under(initial)
    if (under !== undefined && foldName(query) === '') return under
    const found = await this.#named(query)
    if (under === undefined) return found
    const kept = new Set(found)
    return under.filter((id) => kept.has(id))
  }

  /** The laws that a query names, also by a name and an abbreviation, or by a place in a gazette. */
  async #named(query: string): Promise<readonly number[]> {
    const [place] = gazettePlaces(query)
    if (place !== undefined) return this.#containing(`\n${place}`)
    const found = await inForms(query, (form) => this.#containing(foldName(form)))
    const words = query.split(/[\s(),]+/).filter((word) => word !== '')
    for (let at = 1; found.length === 0 && at < words.length; at++) {
      const sides = [words.slice(0, at), words.slice(at)].map((side) => foldName(side.join(' ')))
      const both = this.#laws.filter(({ names }) => {
        const own = namesAmong(names)
        return sides.every((side) => own.includes(side))
      })
      if (both.length > 0) return both.map(({ id }) => id)
    }
    return found
  }

  /** The laws with an initial, in the order of an index. */
  #under(initial: string): readonly number[] {
    if (this.#index === undefined) {
      this.#index = new Map()
      const sorted = this.#laws.toSorted((a, b) => compareInIndex(a.abbreviation, b.abbreviation))
      for (const [letter, laws] of Map.groupBy(sorted, ({ abbreviation }) => initialOf(abbreviation))) {
        this.#index.set(
          letter,
          laws.map(({ id }) => id),
        )
      }
    }
    return this.#index.get(initial) ?? []
  }

  /**
   * The laws with a name that contains a folded query, the best match first, equal ones in the order of the numbers and letters of their codes.
   * @param query a place in a gazette after a line feed, or a part of a name
   */
  async #containing(query: string): Promise<number[]> {
    const isPlace = query.startsWith('\n')
    const found = this.#laws.filter(({ names }) => {
      const at = names.indexOf(query)
      return at >= 0 && names.lastIndexOf('\n\n', at) >= 0 === isPlace
    })
    const { values } = this.#view
    const best = await this.#ask<{ law: number; match: number }>(
      bestMatches(this.#view),
      ...[query, ...values, ...values, query, `${query}\u{10ffff}`],
    )
    const matches = new Map(best.map(({ law, match }) => [law, match]))
    const matchOf = ({ id, code }: LawRow) => {
      const match = matches.get(id) ?? Number.MAX_VALUE
      // Ignore numbers in the order: `sgb_10` is as good as `sgb_9`.
      return match < BEGINS || match >= BEGINS_LATER ? match : BEGINS + code.replace(/[_\d]+/g, '').length
    }
    return found.sort((a, b) => matchOf(a) - matchOf(b) || compareValues(a.code, b.code)).map(({ id }) => id)
  }

  /** The laws whose names are close to a folded one, closest first. */
  similar(name: string, limit: number): number[] {
    this.#similar ??= new SimilarNames(
      this.#laws.flatMap(({ id, names, norm_count }) =>
        namesAmong(names).map((each) => ({ name: each, law: id, norms: norm_count })),
      ),
    )
    return this.#similar.find(name, limit)
  }
}
