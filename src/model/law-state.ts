/** The state of a law in its source: amendments that its text lacks, and its end. */

import { parseNormPath } from '../citation/norm-path.ts'
import { rangeIncludes, valueMembers } from '../citation/ranges.ts'
import { say } from '../i18n/texts.ts'

/** An amendment that the source names and the text does not contain yet. */
export interface PendingAmendment {
  /** The amending act, as the source writes it: `G v. 23.4.2026`. */
  act: string
  /** Where it is published: `2026 I Nr. 111`; `null` if the source does not say. */
  reference: string | null
  /** ISO date of its effect, the first of several; `null` if the source names none. */
  effective_from: string | null
  /** The part of the act that amends the law: `Art. 1 Nr. 1 bis 92`; `null` if the source names none. */
  scope: string | null
  /** The norms of the law that it changes, as paths (`par:8`, `par:3-6`); empty if the source names none. */
  norms: string[]
  /** False for a mere republication, which changes no wording. */
  amends: boolean
  /** The note of the source. */
  note: string
}

/** The end of a law, or of some of its norms. */
export interface Ending {
  /** The day that the source names (ISO date), `null` if they ended or are void without a day. */
  on: string | null
  /** The last day on which they are in force: the day before `on`, unless they end after that day. */
  last_day: string | null
  /** The norms that end, or parts of them, as paths (`par:8`, `par:3-6`, `par:8/abs:2`); empty for the whole law. */
  norms: string[]
  /** The norms that stay. */
  except: string[]
  /** The note of the source. */
  note: string
}

/** The state of a law, or of a norm of it. */
export interface LawState {
  /** ISO date of the newest amendment that the source has documented in full, `null` if it names none. */
  documented_to: string | null
  pending: PendingAmendment[]
  /** ISO date of its end, as the source names it. */
  expires_on: string | null
  /** Its end and the ends of parts of it. */
  endings: Ending[]
}

/** The state of a law whose source is silent about it. */
export const UNTOLD: LawState = { documented_to: null, pending: [], expires_on: null, endings: [] }

/**
 * Returns the state of one norm of a law: the amendments that may change it, its own end, and those of its parts.
 * @param path of the norm, or of a part of it: `par:8/abs:2`
 */
export function stateOfNorm(law: LawState, path: string): LawState {
  const endings = law.endings.filter(
    (end) => (isAmong(end.norms, path, true) || isOfPart(end, path)) && !isAmong(end.except, path, false),
  )
  const pending = law.pending.filter(({ norms }) => isAmong(norms, path, true))
  return { ...law, pending, endings, expires_on: endings.find((end) => !isOfPart(end, path))?.on ?? null }
}

/** True for the end of a part of a norm. */
export const isOfPart = ({ norms }: Ending, path: string): boolean => norms.some((each) => each.startsWith(`${path}/`))

/** True for a note that a norm, or some of its words, is void by decision of a court. */
export const isVoid = ({ note }: Ending): boolean => /\bnichtig\b.*BVerfGE|BVerfGE.*\bnichtig\b/.test(note)

/** Returns the end of a law as a whole. */
export const wholeEnd = ({ endings }: Pick<LawState, 'endings'>): Ending | undefined =>
  endings.find(({ norms, except }) => norms.length === 0 && except.length === 0)

/** Returns a note on an amendment that the text lacks, in effect on a day (ISO date) or without a day. */
export function lackedAmendment({ pending }: Pick<LawState, 'pending'>, day: string): string | undefined {
  const past = pending.find(({ effective_from: from, amends }) => amends && (from === null || from <= day))
  return past && say`the text lacks an amendment that may have changed it: ${past.note}`
}

/** True if an end has come on a day (ISO date). */
export const hasCome = ({ last_day }: Ending, day: string): boolean => last_day === null || last_day < day

/** True if some paths or ranges include a norm, or its article. @param ofNone the result for no paths */
function isAmong(named: readonly string[], path: string, ofNone: boolean): boolean {
  if (named.length === 0) return ofNone
  const own = path.split('/')
  return named.some(
    (each) => `${path}/`.startsWith(`${each}/`) || own.includes(each) || own.some((element) => includes(each, element)),
  )
}

function includes(range: string, element: string): boolean {
  const [kind, values = ''] = range.split(':')
  const own = parseNormPath(element)?.norm[0]
  if (own === undefined || own.kind !== kind) return false
  const numbers = valueMembers(own.value) ?? [{ from: own.value, to: own.value }]
  return (valueMembers(values) ?? []).some((span) => numbers.every(({ from }) => rangeIncludes(span, from)))
}
