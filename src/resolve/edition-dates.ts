/** Finds the states of a corpus with the edition of a norm that some words name. */

import type { NamedVersion } from '../citation/text/edition-day.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import { corpusAsOf } from './as-of.ts'

/** The corpus on a day. */
export interface Dated {
  corpus: Corpus
  day: string
}

/** A version named by a day. */
type VersionOnDay = Exclude<NamedVersion, { by: 'former' }>

/**
 * The corpus on the day that an edition names. If the states around it do not agree, the second entry is the one that the words
 * mean: the state before the last day of an edition, or after its first.
 * @param code of the law, if it is known
 * @returns the reason for a missing state: a day before the first state or version, or after the newest state
 */
export async function datesOf(
  corpus: Corpus,
  { by, day }: VersionOnDay,
  code: string | null,
): Promise<Dated[] | string> {
  const since = code === null ? undefined : await corpus.datedSince(code)
  if (since !== undefined && day < since) return say`its first version in the corpus is of ${since}`
  const days = (await corpus.states()).map(({ observed_on }) => observed_on)
  const [first = day, last = day] = [days[0], days.at(-1)]
  if (day > last) return say`the newest state of the corpus is of ${last}`
  if (since !== undefined) return [{ corpus: corpus.atState(day), day }]
  if (day < first) return say`the first state of the corpus is of ${first}`
  const dated = { corpus: await corpusAsOf(corpus, day), day }
  const before = by === 'last' ? days.findLast((each) => each <= day) : undefined
  const nearest = by === 'first' ? days.find((each) => each >= day) : before
  if (nearest === undefined || nearest === day) return [dated]
  return [dated, { corpus: corpus.atState(nearest), day: nearest }]
}

/**
 * The last state of the one version that a norm had before its present one, or before a day if it has none.
 * @returns the reason if it is unknown: no such version, or several
 */
export async function formerDate(
  corpus: Corpus,
  { code, path }: { code: string; path: string },
  day: string,
): Promise<Dated | string> {
  const present = await corpus.norm(code, path).catch(legalTextError)
  if (present instanceof LegalTextError) return present.message
  const before = present?.version?.observed_from ?? day
  const former = (await corpus.normVersions(code, path)).flatMap(({ observed_to }) => {
    return observed_to !== null && observed_to < before ? [observed_to] : []
  })
  const [last, ...others] = former
  if (last === undefined) return say`the corpus has no former version of it`
  if (others.length > 0) return say`the corpus has ${former.length} former versions of it`
  return { corpus: corpus.atState(last), day: last }
}
