/** The days of a view: laws that only states tell of are those of a state, dated ones those of a day of their own. */
import type { ReadRows } from './read-rows.ts'

/** The day of a row of `line`. Parameters: those of {@link ViewDays.values}. */
export const DAY = 'CASE WHEN line.dated = 1 THEN ? ELSE ? END'

/** Joined with `line`: true for rows of the day. Parameters: those of {@link ViewDays.values}. */
export const onDay = (rows: string) => `${DAY} BETWEEN ${rows}.observed_from AND ${rows}.observed_to`

export class ViewDays {
  readonly #read: ReadRows
  /** The last state up to the day; empty if there is none. */
  readonly state: string
  /** The day of dated laws: that of the state or a later one. */
  readonly own: string
  #dated: ReadonlySet<number> | undefined

  constructor(read: ReadRows, days: { state: string; own: string }) {
    this.#read = read
    this.state = days.state
    this.own = days.own
  }

  /** The parameters of {@link onDay}. */
  get values(): readonly [own: string, state: string] {
    return [this.own, this.state]
  }

  /** The day of a law. */
  of(line: number): string {
    this.#dated ??= new Set(this.#read<{ id: number }>('SELECT id FROM line WHERE dated = 1').map(({ id }) => id))
    return this.#dated.has(line) ? this.own : this.state
  }
}
