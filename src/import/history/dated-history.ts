/** Makes the history of a law whose versions are dated by the source. */
import { LAST_DAY, type LawHistory, NOW, type ObservedLaw, type ObservedSpan } from '../../model/law-history.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { dayBefore } from '../../util/iso-date.ts'
import { lawHistory } from './law-history.ts'

/** A version of a law. */
export interface DatedLaw {
  /** First day on which it applies (ISO date). */
  from: string
  /** True if the source states that it applies from that day. */
  isValidFrom: boolean
  /** `undefined` if it cannot be read: the days up to the next version are then unknown. */
  law: ParsedLaw | undefined
}

/**
 * @param versions oldest first, of different days; that of today must be readable
 * @param present index of the version of today; later ones are future versions. Default: the last one
 * @returns the history, and the law of today with the days of its norms
 */
export function datedHistory(
  versions: readonly DatedLaw[],
  present = versions.length - 1,
): { law: ParsedLaw; history: LawHistory } {
  const { law: today, from: since = '' } = versions[present] ?? {}
  if (today === undefined) throw new Error('the version of today of a law has no text')
  // Of a state with an unreadable version nothing is known.
  const states = versions.map(({ from, law }): State => {
    return { observed_on: from, source: '', listing: law === undefined ? 'partial' : 'complete', incomplete: null }
  })
  const observed = versions.flatMap(({ from, law }): ObservedLaw[] =>
    law === undefined ? [] : [{ from, to: from, law }],
  )
  const history = { ...lawHistory(observed, states, 0), isDated: true }
  const lastDays = new Map(
    versions.map(({ from }, place) => {
      const next = versions[place + 1]
      return [from, next === undefined ? NOW : dayBefore(next.from)]
    }),
  )
  const spans = new Set([...history.laws, ...history.norms, ...history.norms.map(({ version }) => version)])
  for (const span of spans) span.to = lastDays.get(span.to) as string
  for (const record of [...history.laws, ...history.norms]) setToday(record, since, present < versions.length - 1)
  for (const { version, to, lastDay = to } of history.norms) version.to = lastDay
  const valid = new Set(versions.flatMap(({ from, isValidFrom }) => (isValidFrom ? [from] : [])))
  for (const record of history.norms) {
    const { from, to } = record.version
    const { inForceFrom, inForceTo } = record.norm
    const [validFrom = from, validTo = to] = [inForceFrom, inForceTo]
    // A norm that ended before this version began keeps its own days.
    const isEnded = validTo < from
    record.norm = {
      ...record.norm,
      validFrom:
        inForceFrom === undefined && !valid.has(from) ? undefined : isEnded || validFrom > from ? validFrom : from,
      validTo: isEnded || validTo < to ? validTo : to >= LAST_DAY ? undefined : to,
    }
  }
  const newest = new Map(history.norms.flatMap(({ norm, to }) => (to === NOW ? [[norm.path, norm]] : [])))
  const norms = today.norms.map((norm) => ({ ...norm, ...daysOf(newest.get(norm.path)) }))
  return { law: { ...today, norms }, history }
}

/** Marks a record as of today, and ends future ones. @param isFollowed true if there are future versions */
function setToday(record: ObservedSpan, since: string, isFollowed: boolean): void {
  if (!isFollowed) return
  const isOfToday = record.from <= since && record.to >= since
  if (isOfToday && record.to !== NOW) record.lastDay = record.to
  if (isOfToday) record.to = NOW
  else if (record.to === NOW) record.to = LAST_DAY
}

const daysOf = (norm: Pick<ParsedLaw['norms'][number], 'validFrom' | 'validTo'> | undefined) => {
  return { validFrom: norm?.validFrom, validTo: norm?.validTo }
}
