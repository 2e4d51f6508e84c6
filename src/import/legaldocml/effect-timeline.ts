/**
 * From the expressions of a law, its wordings in force day by day. An expression holds from its own first day, but each of its norms
 * from the days that the source gives it: a norm of which all that is new is still to come has the wording of the expression before.
 */

import { say } from '../../i18n/texts.ts'
import type { ChangeRecord, LawHistory } from '../../model/law-history.ts'
import type { ParsedLaw, ParsedNorm } from '../../model/parsed-law.ts'
import { dayAfter, dayBefore } from '../../util/iso-date.ts'
import { type DatedLaw, datedHistory } from '../history/dated-history.ts'
import { compareText } from '../values.ts'

/** A law in one of its expressions. */
export interface ExpressionOfLaw {
  /** The day of the expression (ISO date): its text is known from this day. */
  day: string
  /** `undefined` if it cannot be read. */
  law: ParsedLaw | undefined
}

/** An expression with the first day on which it holds, and its norms by their paths. */
interface Held extends ExpressionOfLaw {
  from: string
  norms: ReadonlyMap<string, ParsedNorm>
}

/**
 * @param expressions oldest first, of different days; one that holds today, or else the first, can be read
 * @param today ISO date
 * @returns the history, and the law of today
 */
export function effectiveHistory(
  expressions: readonly ExpressionOfLaw[],
  today: string,
): { law: ParsedLaw; history: LawHistory } {
  const held = expressions.map(({ day, law }, place): Held => {
    const norms = new Map(law?.norms.map((norm) => [norm.path, norm]))
    // The first one is known from its day, in force or not.
    const from = place === 0 ? day : firstDay(day, law, expressions[place + 1]?.day)
    return { day, law, from, norms }
  })
  const versions = held.flatMap((_, place) => versionsOf(held, place))
  const isToCome = ({ from }: DatedLaw) => from > today
  const ofToday = versions.findLastIndex((version) => version.law !== undefined && !isToCome(version))
  const present = ofToday < 0 ? versions.findIndex(({ law }) => law !== undefined) : ofToday
  const { law, history } = datedHistory(versions, present)
  return { law, history: { ...history, changes: changesByEffect(history, held[0]?.from ?? '') } }
}

/** The day from which the law is in force in this version, if it lies between the days of this expression and the next. */
function firstDay(day: string, law: ParsedLaw | undefined, next: string | undefined): string {
  const from = law?.inForceFrom
  return from !== undefined && from > day && (next === undefined || from < next) ? from : day
}

/** The wordings from the first day of an expression up to the next one. */
function versionsOf(held: readonly Held[], place: number): DatedLaw[] {
  const own = held[place] as Held
  const [before, after] = [held[place - 1], held[place + 1]]
  if (own.law === undefined) return [{ from: own.from, isValidFrom: true, law: undefined }]
  const days = new Set([own.from])
  for (const norm of own.norms.values()) {
    const news = newDays(norm, before)
    // The wording of the expression before holds until the first of them, and so does one that the next makes old afterwards.
    if (before?.norms.has(norm.path)) days.add(news.every((day) => day > own.from) ? (news[0] ?? own.from) : own.from)
    days.add(retroactive(norm, own, after)?.inForceFrom ?? own.from)
    if (place === 0 && norm.inForceFrom !== undefined && norm.inForceFrom < own.from) days.add(norm.inForceFrom)
  }
  const first = place === 0 ? [...days].sort()[0] : own.from
  const inside = [...days].filter(
    (day) => day === first || (day >= own.from && (after === undefined || day < after.from)),
  )
  return inside.sort().map((from) => ({ from, isValidFrom: true, law: lawOn(held, place, from) }))
}

/** The days after the beginning of the expression before on which a norm, or a part of it, takes effect; sorted. */
function newDays({ inForceFrom, subdivisions }: ParsedNorm, before: Held | undefined): string[] {
  const days = [inForceFrom, ...subdivisions.map((part) => part.inForceFrom)]
  return days.filter((day): day is string => day !== undefined && before !== undefined && day > before.from).sort()
}

/** The wording that the next expression gives a norm from a day on which the present one still holds. */
function retroactive(norm: ParsedNorm, own: Held, after: Held | undefined): ParsedNorm | undefined {
  const next = after?.norms.get(norm.path)
  const from = next?.inForceFrom
  if (after === undefined || from === undefined || norm.inForceFrom === undefined) return undefined
  return from > norm.inForceFrom && from >= own.from && from < after.from ? next : undefined
}

function lawOn(held: readonly Held[], place: number, day: string): ParsedLaw {
  const own = held[place] as Held
  const law = own.law as ParsedLaw
  const norms = law.norms.map((norm) => {
    const coming = retroactive(norm, own, held[place + 1])
    const wording =
      coming?.inForceFrom !== undefined && coming.inForceFrom <= day ? coming : wordingOn(held, place, norm, day)
    return wording.container === norm.container ? wording : { ...wording, container: norm.container }
  })
  return { ...law, norms, ...(own.day !== day && { knownFrom: own.day }) }
}

function wordingOn(held: readonly Held[], place: number, norm: ParsedNorm, day: string): ParsedNorm {
  const before = held[place - 1]
  const older = before?.norms.get(norm.path)
  const news = newDays(norm, before)
  if (older === undefined || news.length === 0 || news.some((each) => each <= day)) return norm
  return wordingOn(held, place - 1, older, day)
}

/**
 * The changes of a history on the days on which they take effect: a norm on its own first day, a part on that of its own, the end of
 * a norm on the day after its last one.
 * @param first the first day of the law in the source; changes before it are not known
 */
function changesByEffect({ changes, norms, laws }: LawHistory, first: string): ChangeRecord[] {
  const places = new Map(laws.flatMap(({ outline }) => outline.map(({ norm }, place) => [norm, place] as const)))
  const placeOf = ({ path }: ChangeRecord) => (path === null ? -1 : (places.get(path) ?? places.size))
  const records = new Map(norms.map((record) => [`${record.from} ${record.norm.path}`, record]))
  const moved = changes.map((change): ChangeRecord => {
    const record = records.get(`${change.observedOn} ${change.path}`)
    const own = record?.norm.inForceFrom
    const isLater = record !== undefined && own !== undefined && own > record.from && change.type !== 'removed'
    return isLater ? { ...change, observedOn: own } : change
  })
  const known = new Set(moved.map(({ observedOn, path }) => `${observedOn} ${path}`))
  const further = norms.flatMap(({ norm, from, to }): ChangeRecord[] => {
    const { path, label, heading } = norm
    const days = [
      ...[norm.inForceFrom ?? ''].map((day) => ({ day, type: 'added' as const })),
      ...norm.subdivisions.map(({ inForceFrom: day = '' }) => ({ day, type: 'changed' as const })),
      ...(norm.inForceTo === undefined ? [] : [{ day: dayAfter(norm.inForceTo), type: 'removed' as const }]),
    ]
    return days.flatMap(({ day, type }): ChangeRecord[] => {
      if (day <= first || day <= from || day > to || known.has(`${day} ${path}`)) return []
      known.add(`${day} ${path}`)
      return [{ observedOn: day, type, path, label, heading, movedTo: null }]
    })
  })
  return [...moved, ...further].sort((a, b) => compareText(a.observedOn, b.observedOn) || placeOf(a) - placeOf(b))
}

/** Days on which two wordings of a norm are in force, or none is: as the source says, with the expression that begins later. */
export function spanFaults(expressions: readonly ExpressionOfLaw[]): { day: string; fault: string }[] {
  return expressions.slice(1).flatMap(({ day, law }, place) => {
    const older = new Map(expressions[place]?.law?.norms.map((norm) => [norm.path, norm]))
    return (law?.norms ?? []).flatMap(({ path, label, inForceFrom: from }) => {
      const { inForceFrom: before, inForceTo: to } = older.get(path) ?? {}
      if (from === undefined || to === undefined || from === before) return []
      const name = label || path
      if (from <= to) return [{ day, fault: say`two wordings of ${name} are in force from ${from} to ${to}` }]
      const [first, last] = [dayAfter(to), dayBefore(from)]
      return first > last ? [] : [{ day, fault: say`no wording of ${name} is in force from ${first} to ${last}` }]
    })
  })
}
