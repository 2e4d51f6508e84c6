/** What is said of a norm that the source calls not yet in force. */
import type { GazetteReference, NormSummary, Promulgation } from '../corpus/corpus.ts'

type Effect = Pick<NormSummary, 'status' | 'in_force_from'>

/**
 * A sentence for the head of a page; empty for other norms.
 * @param today ISO date; left out of pages that are kept, which cannot tell whether a day has passed
 * @param readable how a date is written
 */
export function effectNote(
  { status, in_force_from: day }: Effect,
  today?: string,
  readable = (iso: string) => iso,
): string {
  if (status !== 'not_yet_in_force') return ''
  if (day === undefined)
    return 'This norm is not yet in force, as the source says; it names no day on which it takes effect.'
  if (today !== undefined && day <= today) {
    return `The source calls this norm not yet in force and names ${readable(day)} as the day on which it takes effect; that day has passed.`
  }
  return `This norm is not yet in force; it takes effect on ${readable(day)}, as the source says.`
}

/** The same in few words, for lists: `not yet in force; from 2027-01-01`. */
export function effectMark({ status, in_force_from: day }: Effect, readable = (iso: string) => iso): string {
  if (status !== 'not_yet_in_force') return ''
  return day === undefined ? 'not yet in force' : `not yet in force; from ${readable(day)}`
}

/** The day of a clock as an ISO date, at the place of the reader. */
export function isoDay(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Where a law was first published: `BGBl I 2002, 42; RGBl 1896, 195`; empty if the source does not say. */
export function publishedIn(promulgation: Promulgation | null): string {
  return promulgation === null ? '' : [promulgation, ...promulgation.also].map(place).join('; ')
}

const place = ({ gazette, reference }: GazetteReference) => [gazette, reference].filter(Boolean).join(' ')
