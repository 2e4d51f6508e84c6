/** What a page says of the state of a norm or a law before its text, in words. */
import type { Ending, LawState, PendingAmendment } from '../corpus/corpus.ts'
import { hasCome } from '../corpus/law-state.ts'
import { t, translated } from '../texts/texts.ts'

/** The part of an answer that tells its state. */
export interface Stated extends LawState {
  /** Of a norm: its path. */
  norm?: string
  /** The day that was asked for (ISO date). */
  as_of?: string | undefined
  corpus_date?: string | undefined
}

/**
 * Sentences on the end of a norm or a law, on amendments that its text lacks, and on the age of the corpus.
 * @param today ISO date; left out for pages that are stored, since the day may pass
 * @param readable formats a date
 */
export function stateNotes(of: Stated, today?: string, readable = (iso: string) => iso): string[] {
  const day = of.as_of ?? today
  return [
    ...of.endings.map((end) => endNote(end, of.norm === undefined, day, readable)),
    ...of.pending.map((amendment) => pendingNote(amendment, day, readable)),
    of.corpus_date === undefined || today === undefined ? '' : ageNote(of.corpus_date, today, readable),
  ].filter(Boolean)
}

type Readable = (iso: string) => string

/** @param isOfLaw true on a page of a law, which also shows the ends of its parts */
function endNote(end: Ending, isOfLaw: boolean, day: string | undefined, readable: Readable): string {
  const { on, norms, except, note } = end
  const isWhole = norms.length === 0 && except.length === 0
  if (isOfLaw && !isWhole) return t`A part of this law ends or has ended, as the source says: “${note}”`
  if (on === null) return t`This law is no longer in force, as the source says: “${note}”`
  if (day === undefined || !hasCome(end, day)) {
    return isWhole
      ? t`This law ends on ${readable(on)}, as the source says: “${note}”`
      : t`This norm ends on ${readable(on)}, as the source says: “${note}”`
  }
  return isWhole
    ? t`This law is no longer in force: it ended on ${readable(on)}, as the source says: “${note}”`
    : t`This norm is no longer in force: it ended on ${readable(on)}, as the source says: “${note}”`
}

function pendingNote({ effective_from: from, note }: PendingAmendment, day: string | undefined, readable: Readable) {
  if (from === null) return t`The text lacks what the source has not worked in yet: “${note}”`
  return day === undefined || from > day
    ? t`The text does not contain yet an amendment with effect from ${readable(from)}: “${note}”`
    : t`The text is out of date: it lacks an amendment in effect since ${readable(from)}: “${note}”`
}

const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A sentence on a corpus older than a month; empty for a newer one. */
function ageNote(date: string, today: string, readable: Readable): string {
  const months = monthsBetween(date, today)
  if (months < 1) return ''
  const age =
    months === 1
      ? t`one month`
      : months < 24
        ? t`${translated(NUMBERS[months - 2] ?? String(months))} months`
        : t`${Math.floor(months / 12)} years`
  return t`This corpus is ${age} old (of ${readable(date)}); \`legal-text corpus update\` fetches the newest texts.`
}

/** Whole months from one ISO date to another. */
function monthsBetween(from: string, to: string): number {
  const [[year = 0, month = 0, day = 0], [toYear = 0, toMonth = 0, toDay = 0]] = [from, to].map((each) =>
    each.split('-').map(Number),
  ) as [number[], number[]]
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}
