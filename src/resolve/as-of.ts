/** The corpus as of a day: the state of that day, or what the states around it agree on. */

import { say } from '../i18n/texts.ts'
import type { Corpus, State } from '../model/corpus.ts'
import { type ErrorDetails, LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'

/** Days between states that each corpus keeps, with what was read of its laws on them. */
const CACHED_DAYS = 4
/** By the bundles, which a corpus shares with its views. */
const cache = new WeakMap<Corpus['bundle'], LruCache<string, Corpus>>()

/** The corpus as of a day, if one is named. @throws LegalTextError as {@link corpusAsOf} */
export async function corpusOf(corpus: Corpus, day: string | undefined): Promise<Corpus> {
  return day === undefined ? corpus : corpusAsOf(corpus, day)
}

/**
 * Does work on the corpus as of a day, if one is named.
 * @throws LegalTextError as {@link corpusAsOf} and the work; a `not_found` names the day
 */
export async function onDay<Result>(
  corpus: Corpus,
  day: string | undefined,
  work: (corpus: Corpus) => Promise<Result>,
): Promise<Result> {
  if (day === undefined) return work(corpus)
  const view = await corpusAsOf(corpus, day)
  try {
    return await work(view)
  } catch (error) {
    const isUndated = error instanceof LegalTextError && error.kind === 'not_found' && error.details.as_of === undefined
    if (!isUndated) throw error
    const [firstState, last] = await firstAndLastState(corpus)
    const first = (await firstVersionOf(corpus, error.details.code)) ?? firstState
    const range = day < first ? { states: { first, last } } : {}
    const message = say`as of ${day}, ${error.message}`
    throw new LegalTextError('not_found', message, { ...error.details, as_of: day, ...range }, { cause: error })
  }
}

/** The day of the first version of a dated law, by any of its names; `undefined` for other laws. */
async function firstVersionOf(corpus: Corpus, name: string | undefined): Promise<string | undefined> {
  const [law, ...others] = name === undefined ? [] : await corpus.lawsEverCalled(name)
  return law === undefined || others.length > 0 ? undefined : corpus.datedSince(law.code)
}

/** The error `no_history` for a corpus that has one state only, or has one of the law with the code in the details. */
export function noOlderVersions({ bundle }: Pick<Corpus, 'bundle'>, details: ErrorDetails = {}): LegalTextError {
  const { code } = details
  const what = code === undefined ? say`older versions, only the texts` : say`older versions of ${code}, only the text`
  const hint = code === undefined ? say`; one with history is built by \`legal-text corpus build --history\`` : ''
  const message = say`${bundle.name} has no ${what} of one day${hint}`
  return new LegalTextError('no_history', message, details)
}

/** The day of the newest state of a corpus that has states. */
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
 * The corpus as of a day, for one law.
 * @throws LegalTextError as {@link corpusAsOf}; `not_found` for a day before the first version of a dated law
 */
export async function lawAsOf(corpus: Corpus, code: string, day: string): Promise<Corpus> {
  const first = await corpus.datedSince(code)
  if (first === undefined || day >= first) return corpusAsOf(corpus, day)
  const message = say`${corpus.bundle.name} has no text of ${code} as of ${day}: its first version is of ${first}`
  throw new LegalTextError('not_found', message, {
    code,
    as_of: day,
    states: { first, last: await newestState(corpus) },
  })
}

/**
 * @param day ISO date; after the newest state it means that one
 * @throws LegalTextError `not_found` for a day before the first state and all dated laws, `no_history` if the corpus only has
 *   the state of today
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
  return days.get(day, () => {
    const newer = corpus.atState(after.observed_on, day)
    return betweenStates({ corpus: older, day: before.observed_on }, { corpus: newer, day: after.observed_on }, day)
  })
}
