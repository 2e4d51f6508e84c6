/** Inputs that are days, and ranges of days. */
import type { State } from '../corpus/corpus.ts'
import { dayInput, invalidInput } from './operation.ts'

/** @param what of the day */
export const optionalDay = (what: string) => dayInput.optional().describe(what)

/**
 * @param range names of two inputs, with their days
 * @throws LegalTextError `invalid_input` if the second day is before the first
 */
export function assertInOrder(range: Record<string, string | undefined>): void {
  const [[first, from] = [], [last, to] = []] = Object.entries(range)
  if (first === undefined || last === undefined || from === undefined || to === undefined || from <= to) return
  throw invalidInput(new Map([[first, `${from} is after ${to}, the day of ${last}; give the earlier day first`]]), {})
}

/** The state before a day. */
export function stateBefore(states: readonly State[], day: string): State | undefined {
  return states.findLast(({ observed_on }) => observed_on < day)
}
