/** The corpus as of a day: the state of that day, or the common content of the states around it. */

import { say } from '../i18n/texts.ts'
import type { Corpus, State } from '../model/corpus.ts'
import { type ErrorDetails, LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'

/** Cache size, in days between states, with the laws read on them, per corpus. */
const CACHED_DAYS = 4
/** Keyed by bundle, which a corpus shares with its views. */
const cache = new WeakMap<Corpus['bundle'], LruCache<string, Corpus>>()

/** The days of a request (ISO dates). */
export interface Days {
  /** As it was published on this day. */
  as_of?: string | undefined
  /** As it was, or will be, in force on this day, by the source's days of effect. */
  in_force_on?: string | undefined
}

/** The days that are set. */
const named = ({ as_of, in_force_on }: Days) => ({
  ...(as_of !== undefined && { as_of }),
  ...(in_force_on !== undefined && { in_force_on }),
})

/** The day on which laws are considered. */
export const dayOf = ({ as_of, in_force_on = as_of }: Days): string | undefined => in_force_on

/** The corpus of the days, if any are set. @throws LegalTextError as {@link corpusAsOf} and {@link corpusInForce} */
export async function corpusOf(corpus: Corpus, { as_of, in_force_on }: Days): Promise<Corpus> {
  if (in_force_on !== undefined) return corpusInForce(corpus, in_force_on, as_of)
  return as_of === undefined ? corpus : corpusAsOf(corpus, as_of)
}

/**
 * Does work on the corpus of the days, if any are set.
 * @throws LegalTextError as {@link corpusOf} and the work; a `not_found` names the days
 */
export async function onDay<Result>(
  corpus: Corpus,
  days: Days,
  work: (corpus: Corpus) => Promise<Result>,
): Promise<Result> {
  const { in_force_on } = days
  const day = dayOf(days)
  if (day === undefined) return work(corpus)
  const view = await corpusOf(corpus, days)
  try {
    return await work(view)
  } catch (error) {
    const { kind, details = {} } = error instanceof LegalTextError ? error : {}
    if (kind !== 'not_found' || details.as_of !== undefined || details.in_force_on !== undefined) throw error
    const { message } = error as LegalTextError
    if (in_force_on !== undefined) {
      await assertDatesOfEffect(view, details.code === undefined ? [] : [details.code], days)
      const words = say`in force on ${in_force_on}: ${message}`
      throw new LegalTextError('not_found', words, { ...details, ...named(days) }, { cause: error })
    }
    const [firstState, last] = await firstAndLastState(corpus)
    const first = (await firstVersionOf(corpus, details.code)) ?? firstState
    const range = day < first ? { states: { first, last } } : {}
    throw new LegalTextError(
      'not_found',
      say`as of ${day}, ${message}`,
      { ...details, as_of: day, ...range },
      { cause: error },
    )
  }
}

/**
 * @param day ISO date, possibly in the future
 * @param asOf the day on which the wordings were known, if set
 * @throws LegalTextError `not_found` if no law of the corpus has dates of effect; as {@link corpusAsOf} for the other day
 */
async function corpusInForce(corpus: Corpus, day: string, asOf: string | undefined): Promise<Corpus> {
  await assertDatesOfEffect(corpus, [], { in_force_on: day })
  return corpus.inForceOn(day, asOf)
}

/**
 * @param names of laws, empty for the corpus as a whole; unknown names pass
 * @throws LegalTextError `not_found` for a law whose source names no dates of effect, with the words "published from … to …"
 */
export async function assertDatesOfEffect(corpus: Corpus, names: readonly string[], days: Days = {}): Promise<void> {
  if ((await corpus.datedSince()) === undefined) throw await withoutDatesOfEffect(corpus, undefined, days)
  for (const name of names) {
    const [law, ...others] = await corpus.findLaws(name)
    if (law === undefined || others.length > 0 || (await corpus.lawsWithEffect(law.code)).length > 0) continue
    throw await withoutDatesOfEffect(corpus, law.code, days)
  }
}

async function withoutDatesOfEffect(corpus: Corpus, code: string | undefined, days: Days): Promise<LegalTextError> {
  const states = (await corpus.states()).map(({ observed_on }) => observed_on)
  const date = await corpus.corpusDate()
  const since = code === undefined ? undefined : await corpus.datedSince(code)
  const [first = date, last = date] = [since ?? states[0], states.at(-1)]
  const what = code ?? corpus.bundle.name
  const published = publishedWords(first, last)
  const isOfOtherDays = since !== undefined && days.in_force_on !== undefined
  const message = isOfOtherDays
    ? say`the source of ${what} does not say that its wording of ${days.in_force_on as string} was in force: what is known is that it was ${published}`
    : say`the source of ${what} names no dates of effect: what is known is that it was ${published}`
  const range = first !== null && last !== null && { states: { first, last } }
  return new LegalTextError('not_found', message, { ...(code !== undefined && { code }), ...named(days), ...range })
}

const publishedWords = (first: string | null, last: string | null): string =>
  first === null
    ? say`published`
    : first === last
      ? say`published on ${first}`
      : say`published from ${first} to ${last}`

/** The day of the first version of a dated law, by any of its names; `undefined` for other laws. */
async function firstVersionOf(corpus: Corpus, name: string | undefined): Promise<string | undefined> {
  const [law, ...others] = name === undefined ? [] : await corpus.lawsEverCalled(name)
  return law === undefined || others.length > 0 ? undefined : corpus.datedSince(law.code)
}

/** The error `no_history` for a corpus with one state only, or one state of the law with the code in the details. */
export function noOlderVersions({ bundle }: Pick<Corpus, 'bundle'>, details: ErrorDetails = {}): LegalTextError {
  const { code } = details
  const what = code === undefined ? say`older versions, only the texts` : say`older versions of ${code}, only the text`
  const hint = code === undefined ? say`; one with history is built by \`legal-text corpus build --history\`` : ''
  const message = say`${bundle.name} has no ${what} of one day${hint}`
  return new LegalTextError('no_history', message, details)
}

/** The fields of a response with the requested days and the newest state of the corpus; empty without days. */
export async function daysTold(corpus: Corpus, days: Days) {
  const newest_state = dayOf(days) === undefined ? undefined : (await corpus.states()).at(-1)?.observed_on
  return { ...named(days), ...(newest_state !== undefined && { newest_state }) }
}

/** The day of the newest state of a corpus with states. */
export async function newestState(corpus: Corpus): Promise<string> {
  return (await firstAndLastState(corpus))[1]
}

async function firstAndLastState(corpus: Corpus): Promise<[first: string, last: string]> {
  const states = await corpus.states()
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) throw new Error('the corpus has no states')
  return [first.observed_on, last.observed_on]
}

/**
 * The corpus as of a day, for one law; dated laws as in force on it.
 * @throws LegalTextError as {@link corpusAsOf}; `not_found` for a day before the first version of a dated law
 */
export async function lawAsOf(corpus: Corpus, code: string, day: string): Promise<Corpus> {
  const first = await corpus.datedSince(code)
  if (first === undefined) return corpusAsOf(corpus, day)
  if (day >= first) return corpus.inForceOn(day)
  const message = say`${corpus.bundle.name} has no text of ${code} of ${day}: its first version is of ${first}`
  throw new LegalTextError('not_found', message, {
    code,
    as_of: day,
    states: { first, last: await newestState(corpus) },
  })
}

/**
 * @param day ISO date; after the newest state it means that one
 * @throws LegalTextError `not_found` for a day before the first state and all dated laws, `no_history` if the corpus has only
 *   today's state
 */
export async function corpusAsOf(corpus: Corpus, day: string): Promise<Corpus> {
  const states = await corpus.states()
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) throw noOlderVersions(corpus, { as_of: day })
  const datedSince = day < first.observed_on ? await corpus.datedSince() : undefined
  if (datedSince !== undefined && datedSince <= day) return corpus.atState(day)
  if (day < first.observed_on) {
    const message = say`${corpus.bundle.name} has no texts as of ${day}: its first state is of ${first.observed_on}`
    throw new LegalTextError('not_found', message, {
      as_of: day,
      states: { first: first.observed_on, last: last.observed_on },
    })
  }
  const before = states.findLast(({ observed_on }) => observed_on <= day) as State
  const after = states.find(({ observed_on }) => observed_on > day)
  const older = corpus.atState(before.observed_on, day)
  if (before.observed_on === day || after === undefined) return older
  const { betweenStates } = await import('./between-states.ts')
  const days = cache.get(corpus.bundle) ?? new LruCache<string, Corpus>(CACHED_DAYS, () => 1)
  cache.set(corpus.bundle, days)
  return days.get(`${day} ${corpus.place ?? ''}`, () => {
    const newer = corpus.atState(after.observed_on, day)
    return betweenStates({ corpus: older, day: before.observed_on }, { corpus: newer, day: after.observed_on }, day)
  })
}
