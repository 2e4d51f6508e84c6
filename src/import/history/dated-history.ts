/** Makes the history of a law whose source tells from which day each of its versions holds. */
import { type LawHistory, NOW, type ObservedLaw } from '../../model/law-history.ts'
import type { ParsedLaw } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { dayBefore } from '../../util/iso-date.ts'
import { lawHistory } from './law-history.ts'

/** A version of a law. */
export interface DatedLaw {
  /** The first day on which it holds (ISO date). */
  from: string
  /** True if the source says that it applies from that day. */
  isValidFrom: boolean
  /** `undefined` if it cannot be read: then nothing is known of the days up to the next version. */
  law: ParsedLaw | undefined
}

/**
 * @param versions oldest first, of different days; the last one can be read
 * @returns the history, and the law of today with the days of its norms
 */
export function datedHistory(versions: readonly DatedLaw[]): { law: ParsedLaw; history: LawHistory } {
  const today = versions.at(-1)?.law
  if (today === undefined) throw new Error('the newest version of a law has no text')
  // A state that tells nothing of the law is one of which nothing is known.
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
  const valid = new Set(versions.flatMap(({ from, isValidFrom }) => (isValidFrom ? [from] : [])))
  for (const record of history.norms) {
    const { from, to } = record.version
    record.norm = {
      ...record.norm,
      validFrom: valid.has(from) ? from : undefined,
      validTo: to === NOW ? undefined : to,
    }
  }
  const newest = new Map(history.norms.map(({ norm }) => [norm.path, norm]))
  const norms = today.norms.map((norm) => ({ ...norm, ...daysOf(newest.get(norm.path)) }))
  return { law: { ...today, norms }, history }
}

const daysOf = (norm: Pick<ParsedLaw['norms'][number], 'validFrom' | 'validTo'> | undefined) => {
  return { validFrom: norm?.validFrom, validTo: norm?.validTo }
}
