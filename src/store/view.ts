/** Which rows of laws, aliases and norms a reading takes: those of the newest state, or those of a day. */
import { isOfToday } from './bundle-schema.ts'

export interface View {
  /** Condition for rows of a table that is joined with `law`. Its parameters are {@link values}. */
  on(rows: string): string
  readonly values: readonly string[]
  /** The days of which it is; `undefined` for the newest state. */
  readonly days: ViewDays | undefined
}

/** The days of a view: laws that only states tell of are those of a state, dated ones those of a day of their own. */
export interface ViewDays {
  /** The last state up to the day; empty if there is none. */
  state: string
  /** The day of dated laws: that of the state or a later one. */
  own: string
}

export const TODAY: View = { on: isOfToday, values: [], days: undefined }

/** The day of a law in a view of a day. Its parameters are {@link View.values}. */
export const DAY = 'CASE WHEN law.dated = 1 THEN ? ELSE ? END'

/** The rows that a day had. */
export const viewOf = (days: ViewDays): View => ({
  on: (rows) => `${DAY} BETWEEN ${rows}.state_from AND ${rows}.state_to`,
  values: [days.own, days.state],
  days,
})

/** A law in a view. */
export interface LawInView {
  /** Its line. */
  law: number
  code: string
  abbreviation: string
  /** The day on which it is looked at. */
  day: string
}

/** Condition for the norms of one law on a day, which is the parameter. */
export const ON_DAY = '? BETWEEN norm.state_from AND norm.state_to'
