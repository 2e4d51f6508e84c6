/** Selects the rows of laws, aliases and norms for a reading: those of the newest state, or of a day. */
import { isOfToday } from './bundle-schema.ts'

export interface View {
  /** Condition for rows of `law`, or of `norm` joined with it. Its parameters are {@link values}. */
  on(rows: string): string
  /** Condition for rows of `alias`, with the parameters of `on`. */
  onNames(rows: string): string
  /** The day of a law, in SQL; `NULL` for the newest state. Its parameters are {@link values}. */
  readonly day: string
  readonly values: readonly string[]
  /** The days of the view; `undefined` for the newest state. */
  readonly days: ViewDays | undefined
}

/** The days of a view: undated laws are read in a state, dated ones on a day of their own. */
export interface ViewDays {
  /** The last state up to the day; empty if there is none. */
  state: string
  /** The day of dated laws: that of the state or a later one. */
  own: string
  /** The day up to which wordings of dated laws are known; later ones are left out. Default: all are known. */
  known?: string | undefined
}

export const TODAY: View = { on: isOfToday, onNames: isOfToday, day: 'NULL', values: [], days: undefined }

/** The last day of the wordings that were known on a day. Parameter: that day. */
const LAST_KNOWN = `(SELECT coalesce(max(coalesce(known.last_day, known.state_to)), '') FROM law AS known
  WHERE known.line = law.line AND coalesce(known.known_from, known.state_from) <= ?)`

/** From the first to the last day of a row. Rows of a bundle of one state have no first day: it sorts before all days, but after ''. */
const spanOf = (rows: string) => `coalesce(${rows}.state_from, '0') AND coalesce(${rows}.last_day, ${rows}.state_to)`

/** The rows of a day. */
export function viewOf(days: ViewDays): View {
  const { own, state, known } = days
  // A day before the first known version has no rows.
  const ownDay = known === undefined ? '?' : `(CASE WHEN ${LAST_KNOWN} < ? THEN ${LAST_KNOWN} ELSE ? END)`
  const day = `CASE WHEN law.dated = 1 THEN ${ownDay} ELSE ? END`
  return {
    on: (rows) => `${day} BETWEEN ${spanOf(rows)}`,
    onNames: (rows) => `${day} BETWEEN coalesce(${rows}.state_from, '0') AND ${rows}.state_to`,
    day,
    values: known === undefined ? [own, state] : [known, own, known, own, state],
    days,
  }
}

/** A law in a view. */
export interface LawInView {
  /** Its line. */
  law: number
  code: string
  abbreviation: string
  /** The day of the look-up. */
  day: string
  /** 1 for a law whose source states its days. */
  dated: number
}

/** Condition for the norms of one law on a day. Parameter: the day. */
export const ON_DAY = `? BETWEEN ${spanOf('norm')}`
