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
import type { ReadRows } from './read-rows.ts'
import { DAY, onDay, type ViewDays } from './view-days.ts'

/** So many norms are kept of the laws in which ranges were looked up last. */
const CACHED_SIBLINGS = 10_000

/** A law in a state. */
export interface LineRow {
  line: number
  code: string
  abbreviation: string
  /** The day on which it is looked at. */
  day: string
}

/** A norm in a state. */
export interface VersionRow {
  id: number
  path: string
  label: string
  heading: string
}

const VERSION = 'SELECT id, path, label, heading FROM norm_version'
const IN_STATE = 'observed_from <= ? AND observed_to >= ?'

/** Norms at places in JSON, `[[line, path, day], …]`. */
export const NORMS_AT = `
SELECT version.line, version.id, version.path, version.label, version.heading
FROM json_each(?) AS place JOIN norm_version AS version
ON version.line = place.value ->> 0 AND version.path = place.value ->> 1
WHERE place.value ->> 2 BETWEEN version.observed_from AND version.observed_to`

const LINE = `
SELECT line.id AS line, line.code, version.abbreviation, ${DAY} AS day
FROM law_version AS version JOIN line ON line.id = version.line
WHERE line.id = ? AND ${onDay('version')}`

export class NamedNorms {
  readonly #read: ReadRows
  readonly #days: ViewDays
  readonly #lines = new Map<number, LineRow | undefined>()
  readonly #sameLines = new Map<number, readonly number[]>()
  readonly #known = new LruCache<number, readonly NamedRange[]>(CACHED_SIBLINGS, ({ length }) => length)
  readonly #places = new LruCache<string, readonly Sibling[]>(CACHED_SIBLINGS, ({ length }) => length)

  constructor(read: ReadRows, days: ViewDays) {
    this.#read = read
    this.#days = days
  }

  /** The law that a line is in this state. One that was not published yet may have had a predecessor of the same name. */
  line(line: number): LineRow | undefined {
    if (!this.#lines.has(line)) this.#lines.set(line, this.#own(line) ?? this.#ofSameName(line))
    return this.#lines.get(line)
  }

  /** The lines that are this law in the state: its own, and those of successors. */
  linesOf(line: number): readonly number[] {
    const known = this.#sameLines.get(line) ?? this.#readLinesOf(line)
    this.#sameLines.set(line, known)
    return known
  }

  #readLinesOf(line: number): number[] {
    const names = this.#read<{ names: string }>(
      `SELECT names FROM law_version WHERE line = ? AND ${IN_STATE}`,
      line,
      ...this.#dayTwice(line),
    )
    const others = names.flatMap((row) =>
      row.names
        .split('\n')
        .flatMap((name) =>
          this.#read<{ line: number }>(
            'SELECT DISTINCT line FROM past_alias WHERE name = ? AND rank = 0 AND observed_from > ?',
            name,
            this.#days.own,
          ),
        ),
    )
    const successors = new Set(others.map((other) => other.line))
    return [line, ...[...successors].filter((other) => other !== line && this.line(other)?.line === line)]
  }

  /** The norms at exactly these places. */
  at(places: readonly [line: number, path: string][]): (VersionRow & { line: number })[] {
    return this.#read(NORMS_AT, JSON.stringify(places.map(([line, path]) => [line, path, this.#days.of(line)])))
  }

  /** The norms of a law that a path names; empty if it has none. */
  norms(line: number, path: string): VersionRow[] {
    const exact = this.#at(line, path)
    if (exact.length > 0) return exact
    const { place, value } = placeOf(path)
    const ranges = valueMembers(value)
    if (ranges === undefined) return this.#including(line, place, value)
    const paths = ranges.flatMap((range) => this.#inRange(line, place, range).map((each) => each.path))
    const rows = new Map(this.at(paths.map((each) => [line, each])).map((row) => [row.path, row]))
    return paths.flatMap((each) => rows.get(each) ?? [])
  }

  /** The paths of a law that mean a norm. @param norm with the norms that it stands for */
  meaning(line: number, norm: Pick<VersionRow, 'id' | 'path'> & { ranges: string | null }): (path: string) => boolean {
    const own = placeOf(norm.path)
    const members = storedMembers(norm.ranges ?? '[]')
    // Of a long law few paths are worth a look-up.
    const mayMean = (path: string) => {
      const { place, value } = placeOf(path)
      return place === own.place && (valueMembers(value) !== undefined || includes(members, value))
    }
    return (path) => path === norm.path || (mayMean(path) && this.norms(line, path).some(({ id }) => id === norm.id))
  }

  /** The ranges that texts name in a line, and that mean a norm among others. */
  rangesNaming(line: number, norm: { line: number; path: string }): string[] {
    const own = placeOf(norm.path)
    const number = singleNumber(own.value)
    const among = [{ own, number }]
    return this.#ranges(line).flatMap(({ path, place, members }) => {
      if (place !== own.place || path === norm.path) return []
      const around = members.filter((range) => {
        return mayInclude(range, number) && normsInRange(among, range.from, range.to).length > 0
      })
      if (around.length === 0 || this.#at(norm.line, path).length > 0) return []
      const isMeant = around.some((range) => isShort(range) || this.#inRange(norm.line, place, range).length > 0)
      return isMeant ? [path] : []
    })
  }

  /** The ranges that texts name in a line. */
  #ranges(line: number): readonly NamedRange[] {
    return this.#known.get(line, () => {
      const rows = this.#read<{ path: string }>(
        "SELECT DISTINCT path FROM cited_path WHERE line = ? AND instr(path, '-')",
        line,
      )
      return rows.flatMap(({ path }): NamedRange[] => {
        const { place, value } = placeOf(path)
        const members = valueMembers(value)?.map(numbered)
        return members === undefined ? [] : [{ path, place, members }]
      })
    })
  }

  #at(line: number, path: string): VersionRow[] {
    return this.#read(`${VERSION} WHERE line = ? AND path = ? AND ${IN_STATE}`, line, path, ...this.#dayTwice(line))
  }

  /** The parameters of {@link IN_STATE}. */
  #dayTwice(line: number): [string, string] {
    const day = this.#days.of(line)
    return [day, day]
  }

  #own(line: number): LineRow | undefined {
    return this.#read<LineRow>(LINE, ...this.#days.values, line, ...this.#days.values)[0]
  }

  #ofSameName(line: number): LineRow | undefined {
    const [first] = this.#read<{ names: string; observed_from: string }>(
      'SELECT names, observed_from FROM law_version WHERE line = ? ORDER BY observed_from LIMIT 1',
      line,
    )
    if (first === undefined || first.observed_from <= this.#days.own) return undefined
    const named = first.names.split('\n').flatMap((name) =>
      this.#read<{ line: number }>(
        `SELECT other.line FROM past_alias AS own JOIN past_alias AS other ON other.name = own.name AND other.rank = 0
         JOIN line ON line.id = other.line
         WHERE own.name = ? AND own.rank = 0 AND own.line = ? AND ${onDay('other')}`,
        name,
        line,
        ...this.#days.values,
      ),
    )
    const [other, ...more] = new Set(named.map((row) => row.line))
    return other === undefined || more.length > 0 ? undefined : this.#own(other)
  }

  /** The norm that stands for several, with this one among them; none if it is not the only one. */
  #including(line: number, place: string, value: string): VersionRow[] {
    const rows = this.#read<VersionRow & { ranges: string }>(
      `SELECT id, path, label, heading, ranges FROM norm_version WHERE line = ? AND ranges IS NOT NULL AND ${IN_STATE}`,
      line,
      ...this.#dayTwice(line),
    )
    const found = rows.filter(({ path, ranges }) => {
      if (placeOf(path).place !== place) return false
      return includes(storedMembers(ranges), value)
    })
    return found.length === 1 ? found : []
  }

  /** The norms of a range, in the order of their numbers; none if they are more than anyone means. */
  #inRange(line: number, place: string, { from, to }: ValueRange): readonly Sibling[] {
    return normsInRange(this.#siblings(line, place), from, to).toSorted((a, b) => {
      return a.number - b.number || compareValues(a.own.value, b.own.value)
    })
  }

  /** The norms of one kind in one place of a law. */
  #siblings(line: number, place: string): readonly Sibling[] {
    return this.#places.get(`${line} ${place}`, () => this.#readSiblings(line, place))
  }

  #readSiblings(line: number, place: string): Sibling[] {
    const rows = this.#read<{ path: string }>(
      `SELECT path FROM norm_version WHERE line = ? AND path BETWEEN ? AND ? AND ${IN_STATE}`,
      line,
      place,
      `${place}\u{10ffff}`,
      ...this.#dayTwice(line),
    )
    return rows.flatMap(({ path }): Sibling[] => {
      const own = placeOf(path)
      return own.place === place ? [{ path, own, number: singleNumber(own.value) }] : []
    })
  }
}

/** What a norm stands for, from its row. */
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

/** Numbers decide first, as that is faster; what has none is compared as a whole. */
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

/** A range with the numbers of its bounds, NaN for those that are none. */
interface NumberedRange extends ValueRange {
  first: number
  last: number
}

/** A norm among those of its kind. */
interface Sibling extends Numbered {
  path: string
}

/** True for a range that cannot have more norms than anyone means: every number may have two. */
const isShort = ({ from, to }: ValueRange) => singleNumber(to) - singleNumber(from) <= LONGEST_NORM_RANGE / 2

/** Splits a path before the number of its norm: `art:246a/par:`, `1`. Counters (`seq:2`) are left out. */
function placeOf(path: string): { place: string; value: string } {
  const named = path.replace(/(?:\/seq:\d+)+(?=\/|$)/g, '')
  const end = named.lastIndexOf(':') + 1
  return { place: named.slice(0, end), value: named.slice(end) }
}
