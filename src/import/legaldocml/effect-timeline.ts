/**
 * Derives the wordings of a law in force day by day from its expressions. An expression applies from its own first day, but each
 * norm from its own days in the source: a norm whose changes are all in the future has its previous wording.
 */

import { say } from '../../i18n/texts.ts'
import { type ChangeRecord, LAST_DAY, type LawHistory } from '../../model/law-history.ts'
import type { ParsedLaw, ParsedNorm } from '../../model/parsed-law.ts'
import type { Span } from '../../model/subdivisions.ts'
import { dayAfter, dayBefore } from '../../util/iso-date.ts'
import { type DatedLaw, datedHistory } from '../history/dated-history.ts'
import { compareText } from '../values.ts'

/** A law in one of its expressions. */
export interface ExpressionOfLaw {
  /** The day of the expression (ISO date). */
  day: string
  /** Day from which its text is known. */
  knownFrom: string
  /** `undefined` if it cannot be read. */
  law: ParsedLaw | undefined
}

/** An expression with the first day on which it applies, and its norms by path. */
interface Held extends ExpressionOfLaw {
  from: string
  norms: ReadonlyMap<string, ParsedNorm>
}

/** The wording of a norm in an expression, from its day of effect. */
interface Wording {
  place: number
  /** First of the expressions with this wording. */
  since: number
  start: string
  norm: ParsedNorm
}

/**
 * @param expressions oldest first, of different days; the one of today, or else the first, must be readable
 * @param today ISO date
 * @returns the history, and the law of today
 */
export function effectiveHistory(
  expressions: readonly ExpressionOfLaw[],
  today: string,
): { law: ParsedLaw; history: LawHistory } {
  const timeline = new EffectTimeline(expressions)
  const versions = timeline.versions()
  const isToCome = ({ from }: DatedLaw) => from > today
  const ofToday = versions.findLastIndex((version) => version.law !== undefined && !isToCome(version))
  const present = ofToday < 0 ? versions.findIndex(({ law }) => law !== undefined) : ofToday
  const { law, history } = datedHistory(versions, present)
  return { law, history: { ...history, changes: changesByEffect(history, expressions[0]?.day ?? '') } }
}

/** Wordings of a law, and their selection by day. */
class EffectTimeline {
  readonly #held: readonly Held[]
  /** By norm path, in the order of the expressions. */
  readonly #wordings = new Map<string, Wording[]>()

  constructor(expressions: readonly ExpressionOfLaw[]) {
    this.#held = expressions.map((each, place) => {
      const norms = new Map(each.law?.norms.map((norm) => [norm.path, norm]))
      // The first one is known from its day, in force or not.
      return { ...each, from: place === 0 ? each.day : firstDay(each, expressions[place + 1]?.day), norms }
    })
    for (const [place, { norms }] of this.#held.entries()) {
      for (const norm of norms.values()) {
        const known = this.#wordings.get(norm.path) ?? []
        known.push({ place, norm, ...this.#beginningOf(norm, place, known.at(-1)) })
        this.#wordings.set(norm.path, known)
      }
    }
  }

  /** Returns the law on each day on which a part takes effect or expires as a whole. */
  versions(): DatedLaw[] {
    const all = [...this.#wordings.values()].flat()
    const days = new Set([
      ...this.#held.flatMap(({ from, law }) => [from, law?.inForceFrom, law?.inForceTo && dayAfter(law.inForceTo)]),
      ...all.flatMap(({ start, norm }) => [start, ...norm.subdivisions.map((part) => part.inForceFrom)]),
    ])
    const sorted = [...days].filter((day) => day !== undefined && day < LAST_DAY).sort() as string[]
    const ofFirst = all.filter(({ place }) => place === 0).map(({ start }) => start)
    const first = [this.#held[0]?.from ?? '', ...ofFirst].sort()[0] as string
    return sorted.filter((day) => day >= first).map((from) => ({ from, isValidFrom: true, law: this.#lawOn(from) }))
  }

  /** Returns the day of effect of a wording: that of the norm if it is new, else of its first new part, else of the expression. */
  #beginningOf(norm: ParsedNorm, place: number, before: Wording | undefined): Pick<Wording, 'since' | 'start'> {
    const { from } = this.#held[place] as Held
    const { inForceFrom } = norm
    if (before === undefined || before.place < place - 1) return { since: place, start: inForceFrom ?? from }
    const older = before.norm
    if (inForceFrom !== undefined && inForceFrom !== older.inForceFrom) return { since: place, start: inForceFrom }
    const known = new Map(older.subdivisions.map((part) => [part.path, part.inForceFrom]))
    const news = norm.subdivisions.flatMap(({ path, inForceFrom: day }) => (day !== known.get(path) && day) || [])
    const isSame = news.length === 0 && norm.text === older.text && norm.heading === older.heading
    return isSame ? { since: before.since, start: before.start } : { since: place, start: news.sort()[0] ?? from }
  }

  #lawOn(day: string): ParsedLaw | undefined {
    const base = Math.max(
      0,
      this.#held.findLastIndex(({ from }) => from <= day),
    )
    const { law } = this.#held[base] as Held
    if (law === undefined) return undefined
    const chosen = new Map<string, Wording>()
    for (const [path, wordings] of this.#wordings) {
      const wording = this.#wordingOn(wordings, base, day)
      if (wording !== undefined) chosen.set(path, wording)
    }
    const paths = law.norms.map(({ path }) => path).filter((path) => chosen.has(path))
    const present = new Set(paths)
    for (const [path, { place }] of chosen) {
      if (present.has(path)) continue
      // A later expression has it in force already: insert it after the preceding norm there.
      const others = [...(this.#held[place] as Held).norms.keys()]
      const neighbour = others.slice(0, others.indexOf(path)).findLast((each) => present.has(each))
      paths.splice(neighbour === undefined ? 0 : paths.indexOf(neighbour) + 1, 0, path)
      present.add(path)
    }
    const places = new Map(paths.map((path, place) => [path, place]))
    const norms = paths.map((path) => {
      const { place, norm } = chosen.get(path) as Wording
      const container = norm.container === undefined ? undefined : this.#held[place]?.law?.norms[norm.container]?.path
      const made = ofLaw(this.#composed(path, place, day), law, day)
      const index = container === undefined ? undefined : places.get(container)
      return made.container === index ? made : { ...made, container: index }
    })
    const used = [base, ...[...chosen.values()].map(({ place }) => place)]
    const knownFrom = used
      .map((place) => this.#held[place]?.knownFrom ?? '')
      .sort()
      .at(-1) as string
    // The account covers the norms of the day.
    const { account } = law
    const more = norms.length - law.norms.length
    const counted = { ...account, elements: account.elements + more, designated: account.designated + more }
    return { ...law, norms, account: counted, ...(knownFrom !== day && { knownFrom }) }
  }

  /** Returns the wording of a norm on a day, or a future one already known then; `undefined` if the law lacks the norm. */
  #wordingOn(wordings: readonly Wording[], base: number, day: string): Wording | undefined {
    const inForce = wordings.findLast(({ start }) => start <= day)
    if (inForce !== undefined && inForce.place > base) {
      const same = wordings.filter(({ since }) => since === inForce.since)
      return same.findLast(({ place }) => place <= base) ?? same[0]
    }
    const own = wordings.find(({ place }) => place === base)
    if (own === undefined) return undefined
    const since = this.#held.slice((inForce?.place ?? base) + 1, base)
    const isGoneBetween = since.some(({ law, norms }) => law !== undefined && !norms.has(own.norm.path))
    if (inForce !== undefined && !isGoneBetween) return inForce
    return (this.#held[base] as Held).from <= day ? own : undefined
  }

  /** Returns a norm whose future Absätze are replaced by their previous wording. */
  #composed(path: string, place: number, day: string): ParsedNorm {
    const wordings = this.#wordings.get(path) ?? []
    const own = wordings.find((each) => each.place === place) as Wording
    const older = wordings.findLast((each) => each.place < place && each.start <= day)
    const coming = own.norm.subdivisions.filter((part) => !part.path.includes('/') && (part.inForceFrom ?? '') > day)
    if (older === undefined || own.start > day || coming.length === 0) return own.norm
    const before = this.#composed(path, older.place, day)
    const replaced = coming.filter((part) => before.subdivisions.some((each) => each.path === part.path))
    return replaced.reduce((norm, part) => withPartOf(norm, part.path, before), own.norm)
  }
}

/** Applies the days of the law to a norm: a norm without its own day of effect, or beyond the end of the law, takes that of the law. */
function ofLaw(norm: ParsedNorm, { inForceFrom, inForceTo }: ParsedLaw, day: string): ParsedNorm {
  if (inForceTo !== undefined && inForceTo < day && (norm.inForceTo ?? LAST_DAY) > inForceTo)
    return { ...norm, inForceTo, status: 'repealed' }
  if (inForceFrom !== undefined && inForceFrom > day && norm.inForceFrom === undefined)
    return { ...norm, inForceFrom, status: 'not_yet_in_force' }
  return norm
}

/**
 * Returns the first day in force of this version of the law, if between the days of this expression and the next; else the day of
 * the expression.
 */
function firstDay({ day, law }: ExpressionOfLaw, next: string | undefined): string {
  const from = law?.inForceFrom
  return from !== undefined && from > day && (next === undefined || from < next) ? from : day
}

const placed = <Placed extends Span>(each: Placed, move: (at: number) => number): Placed => {
  return { ...each, start: move(each.start), end: move(each.end) }
}

/** Replaces a part of a norm by that of another wording, with everything positioned in its text. */
function withPartOf(norm: ParsedNorm, path: string, other: ParsedNorm): ParsedNorm {
  const [own, given] = [norm, other].map((each) => each.subdivisions.find((part) => part.path === path))
  if (own === undefined || given === undefined) return norm
  const inside = (each: Span, of: Span) => each.start >= of.start && each.end <= of.end
  // Positions before the part stay, those after it move; those in it come from the other wording.
  const moved = (at: number) => at + (at >= own.end ? given.end - given.start - (own.end - own.start) : 0)
  const taken = (at: number) => at - given.start + own.start
  const spans = <Placed extends Span>(mine: readonly Placed[], others: readonly Placed[]): Placed[] => [
    ...mine.filter((each) => !inside(each, own)).map((each) => placed(each, moved)),
    ...others.filter((each) => inside(each, given)).map((each) => placed(each, taken)),
  ]
  const points = <Point extends { offset: number }>(mine: readonly Point[], others: readonly Point[]): Point[] => {
    const spanned = (point: Point) => ({ point, start: point.offset, end: point.offset })
    const all = spans(mine.map(spanned), others.map(spanned)).map(({ point, start }) => ({ ...point, offset: start }))
    return all.sort((a, b) => a.offset - b.offset)
  }
  const isOfPart = (each: string) => each === path || each.startsWith(`${path}/`)
  const place = norm.subdivisions.findIndex((part) => isOfPart(part.path))
  const kept = norm.subdivisions.filter((part) => !isOfPart(part.path))
  const subdivisions = [
    ...spans(kept.slice(0, place), []),
    ...spans(
      [],
      other.subdivisions.filter((part) => isOfPart(part.path)),
    ),
    ...spans(kept.slice(place), []),
  ]
  return {
    ...norm,
    text: norm.text.slice(0, own.start) + other.text.slice(given.start, given.end) + norm.text.slice(own.end),
    subdivisions,
    spans: spans(norm.spans, other.spans).sort((a, b) => a.start - b.start || b.end - a.end),
    tables: spans(norm.tables, other.tables).sort((a, b) => a.start - b.start),
    marks: points(norm.marks, other.marks),
    attachments: points(norm.attachments, other.attachments),
  }
}

/**
 * Dates the changes of a history by their effect: a norm on its own first day, a part on its own, the end of a norm on the day
 * after its last one.
 * @param first the first day of the law in the source; earlier changes are unknown
 */
function changesByEffect({ changes, norms, laws }: LawHistory, first: string): ChangeRecord[] {
  const places = new Map(laws.flatMap(({ outline }) => outline.map(({ norm }, place) => [norm, place] as const)))
  const placeOf = ({ path }: ChangeRecord) => (path === null ? -1 : (places.get(path) ?? places.size))
  const before = new Map(norms.map((record, place) => [record, norms[place - 1]]))
  const records = new Map(norms.map((record) => [`${record.from} ${record.norm.path}`, record]))
  const moved = changes.flatMap((change): ChangeRecord[] => {
    const { path, type, observedOn } = change
    if (type === 'removed') {
      // It is gone already if it has ended before.
      const last = norms.findLast(({ norm, to }) => norm.path === path && to < observedOn)
      return (last?.norm.inForceTo ?? LAST_DAY) < dayBefore(observedOn) ? [] : [change]
    }
    const record = records.get(`${observedOn} ${path}`)
    const older = record && before.get(record)
    if (type === 'changed' && older?.norm.path === path && isSameWording(older.norm, record?.norm)) return []
    const own = record?.norm.inForceFrom
    return [record !== undefined && own !== undefined && own > record.from ? { ...change, observedOn: own } : change]
  })
  const known = new Set(moved.map(({ observedOn, path }) => `${observedOn} ${path}`))
  const further = norms.flatMap((record): ChangeRecord[] => {
    const { norm, from, to } = record
    const { path, label, heading, inForceTo } = norm
    const older = before.get(record)
    const hasEnded = older?.norm.path === path && older.norm.inForceTo !== inForceTo
    const parts = norm.subdivisions.flatMap((part) => [part.inForceFrom, part.inForceTo && dayAfter(part.inForceTo)])
    const days = [
      { day: norm.inForceFrom, type: 'added' as const },
      ...parts.map((day) => ({ day, type: 'changed' as const })),
      { day: inForceTo && dayAfter(inForceTo), type: 'removed' as const },
    ]
    return days.flatMap(({ day = '', type }): ChangeRecord[] => {
      const isInside = (day > from || (type === 'removed' && hasEnded && day === from)) && day <= to
      if (day <= first || !isInside || known.has(`${day} ${path}`)) return []
      known.add(`${day} ${path}`)
      return [{ observedOn: day, type, path, label, heading, movedTo: null }]
    })
  })
  return [...moved, ...further].sort((a, b) => compareText(a.observedOn, b.observedOn) || placeOf(a) - placeOf(b))
}

const isSameWording = (one: ParsedNorm, other: ParsedNorm | undefined) =>
  one.text === other?.text &&
  one.heading === other.heading &&
  one.label === other.label &&
  one.footnotes === other.footnotes

/** Returns days on which two wordings of a norm are in force, or none, according to the source, with the later expression. */
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
