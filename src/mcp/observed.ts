/** Words for days of publication that claim no more than the states show. */
import type { LawVersion, State, VersionSpan } from '../model/corpus.ts'

/** In days. States are usually a week apart; longer gaps are reported. */
const LONGEST_USUAL = 31
const DAY = 86_400_000

/** For a norm; a law has no `valid_from`. */
type Span = Pick<VersionSpan, 'observed_from' | 'observed_to'> & Partial<Pick<VersionSpan, 'valid_from'>>

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/**
 * The publication span of a wording: `since 2025-06-01 (not yet in the state of 2024-06-01)`. Days from the source itself need no
 * states.
 */
export function observedSpan(
  { observed_from: from, observed_to: to, valid_from }: Span,
  states: readonly State[],
): string {
  const isDated = valid_from === from || states.every(({ observed_on }) => observed_on !== from)
  if (isDated) return to === null ? `since ${from}` : `from ${from} to ${to}`
  const place = states.findIndex(({ observed_on }) => observed_on === from)
  const before = states[place - 1]?.observed_on
  const beginning = before === undefined ? ' at the latest, the first state' : ` (not yet in the state of ${before})`
  if (to === null) return `since ${from}${beginning}`
  const after = states.find(({ observed_on }) => observed_on > to)?.observed_on
  return `from ${from}${beginning} to ${to}${after === undefined ? '' : ` (no longer in the state of ${after})`}`
}

/** A span without observations between two states. */
export interface Gap {
  from: string
  to: string
}

/** The long spans between states. */
export function gapsOf(states: readonly State[]): Gap[] {
  const gaps = states.slice(1).map(({ observed_on: to }, place) => ({ from: states[place]?.observed_on ?? '', to }))
  return gaps.filter(({ from, to }) => daysBetween(from, to) > LONGEST_USUAL)
}

/**
 * Notes on gaps in a list of changes.
 * @param since and @param until the requested days
 */
export function gapNotes(states: readonly State[], since: string | null, until: string | null): string[] {
  const isWithin = ({ observed_on: day }: State) => day >= (since ?? '') && day <= (until ?? '9')
  if (!states.some(isWithin)) {
    const before = states.findLast(({ observed_on }) => observed_on < (since ?? ''))?.observed_on
    const after = states.find(({ observed_on }) => observed_on > (until ?? '9'))?.observed_on
    if (after === undefined)
      return before === undefined ? [] : [`The newest state is of ${before}; nothing is known of later days.`]
    const listed = `what changed until ${after} is listed under that day`
    return [
      `The corpus has no state of these days${before === undefined ? '' : `, none between ${before} and ${after}`}: ${listed}.`,
    ]
  }
  return gapsOf(states)
    .filter(({ from, to }) => to >= (since ?? '') && from <= (until ?? '9'))
    .map(({ from, to }) => `There is no state between ${from} and ${to}: what changed then is listed under ${to}.`)
}

/** A sentence on a law that the newest state lacks; empty for others. @param versions newest first */
export function endedNote(states: readonly State[], versions: readonly Pick<LawVersion, 'observed_to'>[]): string {
  const last = versions[0]?.observed_to
  if (last === undefined || last === null) return ''
  const isCumulative = states.find(({ observed_on }) => observed_on === last)?.listing === 'cumulative'
  return `The law is not in the states after ${last}${isCumulative ? ', and may have ended before: older states keep laws that have ended' : ''}.`
}
