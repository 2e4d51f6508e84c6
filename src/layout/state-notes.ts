/** The sentences of a page on the state of a norm or a law, before its text. */

import { t, translated } from '../i18n/texts.ts'
import type { Ending, LawState, PendingAmendment } from '../model/corpus.ts'
import { hasCome, isOfPart, isVoid } from '../model/law-state.ts'

/** The state fields of an answer. */
export interface Stated extends LawState {
  /** Of a norm: its path. */
  norm?: string
  /** The requested day (ISO date). */
  as_of?: string | undefined
  corpus_date?: string | undefined
  /** A note on other laws of the requested name. */
  law_note?: string | undefined
}

/**
 * Sentences on the end of a norm or a law, on amendments that its text lacks, and on the age of the corpus.
 * @param today ISO date; omitted for stored pages, since the day may pass
 * @param readable formats a date
 */
export function stateNotes(of: Stated, today?: string, readable = (iso: string) => iso): string[] {
  const day = of.as_of ?? today
  return [
    of.law_note === undefined ? '' : translated(of.law_note),
    ...of.endings.map((end) => endNote(end, of.norm, day, readable)),
    ...of.pending.map((amendment) => pendingNote(amendment, day, readable)),
    of.corpus_date === undefined || today === undefined ? '' : ageNote(of.corpus_date, today, readable),
  ].filter(Boolean)
}

type Readable = (iso: string) => string

/** @param norm of the page; `undefined` for a law. Both also report the ends of their parts */
function endNote(end: Ending, norm: string | undefined, day: string | undefined, readable: Readable): string {
  const { last_day, norms, except, note } = end
  if (norm === undefined ? norms.length + except.length > 0 : isOfPart(end, norm))
    return t`Not all of it remains in force, as the source says: “${note}”`
  if (isVoid(end)) return t`Void, at least in part, as the source says: “${note}”`
  if (last_day === null) return t`No longer in force, as the source says: “${note}”`
  return day !== undefined && hasCome(end, day)
    ? t`No longer in force: its last day was ${readable(last_day)}, as the source says: “${note}”`
    : t`In force only until ${readable(last_day)}, as the source says: “${note}”`
}

function pendingNote({ effective_from: from, note }: PendingAmendment, day: string | undefined, readable: Readable) {
  if (from === null) return t`The text lacks what the source has not worked in yet: “${note}”`
  return day === undefined || from > day
    ? t`The text does not contain yet an amendment with effect from ${readable(from)}: “${note}”`
    : t`The text is out of date: it lacks an amendment in effect since ${readable(from)}: “${note}”`
}

/** A sentence on a corpus older than a month; empty for a newer one. */
function ageNote(date: string, today: string, readable: Readable): string {
  const [years, months, days] = [date, today]
    .map((each) => each.split('-').map(Number))
    .reduce((from, to) => to.map((value, index) => value - (from[index] ?? 0))) as [number, number, number]
  const age = years * 12 + months - (days < 0 ? 1 : 0)
  if (age < 1) return ''
  const numbers = [
    t`two`,
    t`three`,
    t`four`,
    t`five`,
    t`six`,
    t`seven`,
    t`eight`,
    t`nine`,
    t`ten`,
    t`eleven`,
    t`twelve`,
  ]
  const words = age === 1 ? t`one month` : t`${numbers[age - 2] ?? String(age)} months`
  return t`This corpus is ${words} old (of ${readable(date)}); \`legal-text corpus update\` fetches the newest texts.`
}
