/** What the source says about the state of a norm and of a law. */
import type { NormStatus } from '../../../corpus/corpus.ts'

const REPEALED = /\((?:weggefallen|wegefallen|aufgehoben|gegenstandslos|entfallen|außer Kraft)\)\s*$/i
const MOVED = /^\(jetzt\b.*\)$/i

/**
 * Whether a norm is in force. It is repealed where its title, or its whole text, is `(weggefallen)`, `(aufgehoben)`
 * or the like; a range of norms without a title of its own is repealed too.
 */
export function normStatus(norm: { heading: string; text: string; isRange: boolean }): NormStatus {
  const { heading, text, isRange } = norm
  const empty = /^[\s.–—-]*$/.test(text)
  if (REPEALED.test(heading) || (MOVED.test(heading) && empty)) return 'repealed'
  if (text.length < 40 && /^[(]/.test(text) && REPEALED.test(text)) return 'repealed'
  return isRange && heading === '' && empty ? 'repealed' : 'in_force'
}

/** The date of an act of amendment: `v. 29.3.2026`, `vom 12. 2. 2026`. A date of effect (`mWv 1.1.2027`) is none. */
const ACT_DATE = /\b(?:v\.|vom)\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})/g

/**
 * The date of the newest amendment that the source's comments of type `Stand` name.
 * @returns an ISO date, `null` where no comment has a date that exists.
 */
export function statusDate(notes: readonly { type: string; text: string }[]): string | null {
  let newest: string | null = null
  for (const { type, text } of notes) {
    if (type !== 'Stand') continue
    for (const [, day, month, year] of text.matchAll(ACT_DATE)) {
      const date = isoDate(Number(year), Number(month), Number(day))
      if (date !== null && (newest === null || date > newest)) newest = date
    }
  }
  return newest
}

/** `2024-02-29`, `null` for a date that is not in the calendar. */
export function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
