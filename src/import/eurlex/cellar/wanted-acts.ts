/** The acts that are fetched if none are named. */
import type { DatabaseSync } from 'node:sqlite'
import { actNumber, numberNames } from '../../../citation/laws/act-number.ts'
import shortNames from '../../../citation/laws/union-acts.json' with { type: 'json' }
import { isOfToday } from '../../../store/bundle-schema.ts'
import { openBundleDatabase } from '../../../store/sqlite/bundle-database.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { celexOfNumber } from '../celex.ts'
import { EURLEX_FAMILY } from '../format.ts'

/** An act that a corpus lacks is fetched if its texts cite it more often. */
const MANY_CITATIONS = 20

/**
 * Returns the acts with short names, those of the corpus that is replaced, and those that it often cites and lacks.
 * @param replaced bundle; one that cannot be read tells nothing
 * @returns CELEX numbers
 */
export function knownActs(replaced: string | undefined): string[] {
  return [...new Set([...Object.keys(shortNames), ...actsIn(replaced)])]
}

/**
 * The days of the consolidations that are laws of a corpus (ISO dates), by the CELEX numbers of their acts.
 * @param bundle one that cannot be read tells nothing
 */
export function consolidationsIn(bundle: string | undefined): Map<string, string> {
  const sql = `SELECT identity, source ->> '$.consolidated_on' AS day FROM law WHERE source_family = ? AND ${isOfToday()} AND day IS NOT NULL`
  const rows = inBundle(bundle, (database) => database.prepare(sql).all(EURLEX_FAMILY))
  return new Map(rows.map(({ identity, day }) => [String(identity), String(day)]))
}

function actsIn(bundle: string | undefined): string[] {
  return inBundle(bundle, (database) => {
    const own = database
      .prepare(`SELECT identity FROM law WHERE source_family = ? AND ${isOfToday()}`)
      .all(EURLEX_FAMILY)
    const cited = database
      .prepare(
        'SELECT name, count(*) AS times FROM citation ' +
          'WHERE norm IS NULL AND law IS NULL AND name IS NOT NULL GROUP BY name',
      )
      .all() as { name: string; times: number }[]
    return [...own.map(({ identity }) => String(identity)), ...oftenCited(cited)]
  })
}

/** Asks a bundle; without one, and for one that cannot be read, the list is empty. */
function inBundle<Row>(bundle: string | undefined, ask: (database: DatabaseSync) => Row[]): Row[] {
  if (bundle === undefined) return []
  try {
    const { database } = openBundleDatabase(bundle)
    try {
      return ask(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof LegalTextError) return []
    throw error
  }
}

/** The acts that are cited under all their names together more than {@link MANY_CITATIONS} times. */
export function oftenCited(names: readonly { name: string; times: number }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name, times } of names) {
    const celex = celexOfName(name)
    if (celex !== undefined) counts.set(celex, (counts.get(celex) ?? 0) + times)
  }
  return [...counts].filter(([, times]) => times > MANY_CITATIONS).map(([celex]) => celex)
}

/** The figures of the number of an act: `2016/679`, `593/2008`, `95/46`. */
const NUMBER = /(?<![\d/])(\d{1,4})\/(\d{1,4})(?!\d|\/\d)/

/** Years of acts, with two digits until 1998. */
const YEAR = /^(?:\d\d|19[5-9]\d|20\d\d)$/

/** Returns the CELEX number of an act that a text names by kind and number: `Verordnung (EG) Nr. 593/2008`. */
export function celexOfName(name: string): string | undefined {
  const [figures = '', first = '', second = ''] = NUMBER.exec(name) ?? []
  const readings = [
    { year: first, number: second },
    { year: second, number: first },
  ]
  for (const { year, number } of readings) {
    const celex = YEAR.test(year) ? celexOfNumber({ title: name, year, number }) : undefined
    const act = celex === undefined ? undefined : actNumber(celex)
    // The year is first or last by the kind of the act and its time.
    if (act !== undefined && numberNames(act, name, 'de')?.plain.includes(figures)) return celex
  }
  return undefined
}
