/** Finds the norms of a state that texts name: `par:4` may be within §§ 3 bis 6 there, `par:3-6` may be several norms. */
import { compareValues } from '../citation/norm-path.ts'
import {
  LONGEST_NORM_RANGE,
  type Numbered,
  normsInRange,
  rangeIncludes,
  singleNumber,
  type ValueRange,
  valueMembers,
} from '../citation/ranges.ts'
import { LruCache } from '../util/lru-cache.ts'
import { once } from './once.ts'
import type { AskRows } from './read-rows.ts'
import { type LawInView, ON_DAY, type View } from './view.ts'

/** Cache sizes: laws, and laws with the places of their recent range look-ups. */
const [CACHED_LINES, CACHED_LAWS] = [1000, 16]

/** A norm in a state. */
export interface VersionRow {
  id: number
  path: string
  label: string
  heading: string
}

/** Norms of a law on a day. Parameters: both. */
const NORMS = `SELECT id, path, label, heading FROM norm WHERE law = ? AND ${ON_DAY}`

/** Norms at places in JSON, `[[law, path, day], …]`. */
export const NORMS_AT = `
SELECT norm.law, norm.id, norm.path, norm.label, norm.heading
FROM json_each(?) AS place JOIN norm ON norm.law = place.value ->> 0 AND norm.path = place.value ->> 1
WHERE ${ON_DAY.replace('?', 'place.value ->> 2')}`

export class NamedNorms {
  readonly #ask: AskRows
  readonly #view: View
  readonly #lines = new LruCache<number, () => Promise<LawInView | undefined>>(CACHED_LINES, () => 1)
  readonly #sameLines = new LruCache<number, () => Promise<readonly number[]>>(CACHED_LINES, () => 1)
  readonly #known = new LruCache<number, () => Promise<readonly NamedRange[]>>(CACHED_LAWS, () => 1)
  readonly #places = new LruCache<string, () => Promise<readonly Sibling[]>>(CACHED_LAWS, () => 1)

  constructor(ask: AskRows, view: View) {
    this.#ask = ask
    this.#view = view
  }

  /** The law of a line in this state. Before its publication a law may have had a predecessor of the same name. */
  line(line: number): Promise<LawInView | undefined> {
    return this.#lines.get(line, () => once(async () => (await this.#own(line)) ?? this.#ofSameName(line)))()
  }

  /** The lines that are this law in the state: its own, and those of successors. */
  linesOf(line: number): Promise<readonly number[]> {
    return this.#sameLines.get(line, () => once(() => this.#readLinesOf(line)))()
  }

  async #readLinesOf(line: number): Promise<number[]> {
    const laws = await this.#ask<{ names: string }>(
      `SELECT law.names FROM law WHERE ${this.#view.on('law')} AND law.line = ?`,
      ...[...this.#view.values, line],
    )
    const named = laws
      .flatMap(({ names }) => names.split('\n'))
      .map((name) =>
        this.#ask<{ law: number }>(
          'SELECT DISTINCT law FROM alias WHERE name = ? AND rank = 0 AND state_from > ?',
          ...[name, this.#view.days?.own ?? null],
        ),
      )
    const others = new Set((await Promise.all(named)).flat().map(({ law }) => law))
    others.delete(line)
    const are = await Promise.all([...others].map(async (other) => (await this.line(other))?.law === line))
    return [line, ...[...others].filter((_, index) => are[index])]
  }

  /** The norms at exactly these places. */
  async at(places: readonly [line: number, path: string][]): Promise<(VersionRow & { law: number })[]> {
    const named = places.map(async ([line, path]) => [line, path, await this.#dayOf(line)])
    return this.#ask(NORMS_AT, JSON.stringify(await Promise.all(named)))
  }

  /** The norms of a law that a path names; empty if the law has none. */
  async norms(line: number, path: string): Promise<VersionRow[]> {
    const exact = await this.#at(line, path)
    if (exact.length > 0) return exact
    const { place, value } = placeOf(path)
    const ranges = valueMembers(value)
    if (ranges === undefined) return this.#including(line, place, value)
    const members = await Promise.all(ranges.map((range) => this.#inRange(line, place, range)))
    const paths = members.flat().map((each) => each.path)
    const rows = new Map((await this.at(paths.map((each) => [line, each]))).map((row) => [row.path, row]))
    return paths.flatMap((each) => rows.get(each) ?? [])
  }

  /** True if a path of its law means a norm. @param norm with the norms that it stands for */
  async means(norm: VersionRow & { law: number; ranges: string | null }, path: string): Promise<boolean> {
    if (path === norm.path) return true
    const { place, value } = placeOf(path)
    // In a long law, only few paths are worth a look-up.
    const mayMean =
      place === placeOf(norm.path).place &&
      (valueMembers(value) !== undefined || includes(storedMembers(norm.ranges ?? '[]'), value))
    return mayMean && (await this.norms(norm.law, path)).some(({ id }) => id === norm.id)
  }

  /** The ranges of a line that texts name and that include a norm. */
  async rangesNaming(line: number, norm: { law: number; path: string }): Promise<string[]> {
    const own = placeOf(norm.path)
    const number = singleNumber(own.value)
    const among = [{ own, number }]
    const near = (await this.#ranges(line)).flatMap(({ path, place, members }) => {
      if (place !== own.place || path === norm.path) return []
      const around = members.filter((range) => {
        return mayInclude(range, number) && normsInRange(among, range.from, range.to).length > 0
      })
      return around.length === 0 ? [] : [{ path, place, around }]
    })
    const naming = near.map(async ({ path, place, around }) => {
      if ((await this.#at(norm.law, path)).length > 0) return []
      for (const range of around) {
        if (isShort(range) || (await this.#inRange(norm.law, place, range)).length > 0) return [path]
      }
      return []
    })
    return (await Promise.all(naming)).flat()
  }

  /** The ranges that texts name in a line. */
  #ranges(line: number): Promise<readonly NamedRange[]> {
    const sql = "SELECT DISTINCT path FROM cited_path WHERE law = ? AND instr(path, '-')"
    const read = async () =>
      (await this.#ask<{ path: string }>(sql, line)).flatMap(({ path }): NamedRange[] => {
        const { place, value } = placeOf(path)
        const members = valueMembers(value)?.map(numbered)
        return members === undefined ? [] : [{ path, place, members }]
      })
    return this.#known.get(line, () => once(read))()
  }

  async #at(line: number, path: string): Promise<VersionRow[]> {
    return this.#ask(`${NORMS} AND path = ?`, line, await this.#dayOf(line), path)
  }

  /** The day of a law, `null` if the view lacks it. */
  async #dayOf(line: number): Promise<string | null> {
    const law = await this.line(line)
    return law?.law === line ? law.day : null
  }

  async #own(line: number): Promise<LawInView | undefined> {
    const { on, day, values } = this.#view
    const [row] = await this.#ask<LawInView>(
      `SELECT law.line AS law, law.code, law.abbreviation, law.dated, ${day} AS day FROM law WHERE law.line = ? AND ${on('law')}`,
      ...[...values, line, ...values],
    )
    return row
  }

  async #ofSameName(line: number): Promise<LawInView | undefined> {
    const { onNames, values, days } = this.#view
    const [first] = await this.#ask<{ names: string; state_from: string }>(
      'SELECT names, state_from FROM law WHERE line = ? AND state_from IS NOT NULL ORDER BY state_from LIMIT 1',
      line,
    )
    if (first === undefined || days === undefined || first.state_from <= days.own) return undefined
    const named = first.names.split('\n').map((name) =>
      this.#ask<{ law: number }>(
        `SELECT other.law FROM alias AS own JOIN alias AS other ON other.name = own.name AND other.rank = 0
         JOIN law ON law.id = other.law
         WHERE own.name = ? AND own.rank = 0 AND own.law = ? AND ${onNames('other')}`,
        ...[name, line, ...values],
      ),
    )
    const [other, ...more] = new Set((await Promise.all(named)).flat().map(({ law }) => law))
    return other === undefined || more.length > 0 ? undefined : this.#own(other)
  }

  /** The norm that stands for several, including this one; empty unless exactly one does. */
  async #including(line: number, place: string, value: string): Promise<VersionRow[]> {
    const rows = await this.#ask<VersionRow & { ranges: string }>(
      `SELECT id, path, label, heading, ranges FROM norm WHERE law = ? AND ranges IS NOT NULL AND ${ON_DAY}`,
      ...[line, await this.#dayOf(line)],
    )
    const found = rows.filter(({ path, ranges }) => {
      if (placeOf(path).place !== place) return false
      return includes(storedMembers(ranges), value)
    })
    return found.length === 1 ? found : []
  }

  /** The norms of a range, in the order of their numbers; empty if the range is implausibly long. */
  async #inRange(line: number, place: string, { from, to }: ValueRange): Promise<readonly Sibling[]> {
    return normsInRange(await this.#siblings(line, place), from, to).toSorted((a, b) => {
      return a.number - b.number || compareValues(a.own.value, b.own.value)
    })
  }

  /** The norms of one kind in one place of a law. */
  #siblings(line: number, place: string): Promise<readonly Sibling[]> {
    return this.#places.get(`${line} ${place}`, () => once(() => this.#readSiblings(line, place)))()
  }

  async #readSiblings(line: number, place: string): Promise<Sibling[]> {
    const rows = await this.#ask<{ path: string }>(
      `SELECT path FROM norm WHERE law = ? AND path BETWEEN ? AND ? AND ${ON_DAY}`,
      ...[line, place, `${place}\u{10ffff}`, await this.#dayOf(line)],
    )
    return rows.flatMap(({ path }): Sibling[] => {
      const own = placeOf(path)
      return own.place === place ? [{ path, own, number: singleNumber(own.value) }] : []
    })
  }
}

/** Parses the norms that a norm stands for from its row. */
function storedMembers(ranges: string): NumberedRange[] {
  return (JSON.parse(ranges) as [kind: string, from: string, to: string][]).map(([, from, to]) =>
    numbered({ from, to }),
  )
}

const numbered = ({ from, to }: ValueRange): NumberedRange => ({
  from,
  to,
  first: singleNumber(from),
  last: singleNumber(to),
})

/** Fast path: compares numbers first. Bounds without a number (NaN) need the full comparison. */
const mayInclude = ({ first, last }: NumberedRange, number: number) => !(number < first || number > last)

function includes(members: readonly NumberedRange[], value: string): boolean {
  const number = singleNumber(value)
  return members.some((range) => mayInclude(range, number) && rangeIncludes(range, value))
}

/** A range in a law, by its members. */
interface NamedRange {
  path: string
  place: string
  members: readonly NumberedRange[]
}

/** A range with the numbers of its bounds; NaN for a bound without a number. */
interface NumberedRange extends ValueRange {
  first: number
  last: number
}

/** A norm among those of its kind. */
interface Sibling extends Numbered {
  path: string
}

/** True for a range of plausible length: every number may have two norms. */
const isShort = ({ from, to }: ValueRange) => singleNumber(to) - singleNumber(from) <= LONGEST_NORM_RANGE / 2

/** Splits a path before the number of its norm: `art:246a/par:`, `1`. Counters (`seq:2`) are left out. */
function placeOf(path: string): { place: string; value: string } {
  const named = path.replace(/(?:\/seq:\d+)+(?=\/|$)/g, '')
  const end = named.lastIndexOf(':') + 1
  return { place: named.slice(0, end), value: named.slice(end) }
}
