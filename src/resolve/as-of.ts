/** The corpus as of a day: the state of that day, or what the states around it agree on. */
import type { Corpus, State } from '../corpus/corpus.ts'
import { type ErrorDetails, LegalTextError } from '../errors.ts'
import { LruCache } from '../lru-cache.ts'
import type { BetweenStates } from './between-states.ts'

/** So many days between states are kept of each corpus, with what was read of its laws on them. */
const CACHED_DAYS = 4
/** By the bundles, which a corpus shares with its views. */
const cache = new WeakMap<Corpus['bundle'], LruCache<string, BetweenStates>>()

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
    const message = `as of ${day}, ${error.message}`
    throw new LegalTextError('not_found', message, { ...error.details, as_of: day }, { cause: error })
  }
}

/** The error for a corpus that has one state only. */
export function noOlderVersions({ bundle }: Pick<Corpus, 'bundle'>, details: ErrorDetails = {}): LegalTextError {
  const message = `${bundle.name} has no older versions, only the texts of one day`
  return new LegalTextError('not_found', message, details)
}

/** The day of the newest state of a corpus that has states. */
export async function newestState(corpus: Corpus): Promise<string> {
  const state = (await corpus.states()).at(-1)
  if (state === undefined) throw new Error('the corpus has no states')
  return state.observed_on
}

/**
 * @param day ISO date; after the newest state it means that one
 * @throws LegalTextError `not_found` for a day before the first state, or if the corpus only has the state of today
 */
export async function corpusAsOf(corpus: Corpus, day: string): Promise<Corpus> {
  const states = await corpus.states()
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) throw noOlderVersions(corpus, { as_of: day })
  if (day < first.observed_on) {
    const message = `${corpus.bundle.name} has no texts as of ${day}: its first state is of ${first.observed_on}`
    throw new LegalTextError('not_found', message, {
      as_of: day,
      states: { first: first.observed_on, last: last.observed_on },
    })
  }
  const before = states.findLast(({ observed_on }) => observed_on <= day) as State
  const after = states.find(({ observed_on }) => observed_on > day)
  const older = corpus.atState(before.observed_on)
  if (before.observed_on === day || after === undefined) return older
  const { BetweenStates } = await import('./between-states.ts')
  const days = cache.get(corpus.bundle) ?? new LruCache<string, BetweenStates>(CACHED_DAYS, () => 1)
  cache.set(corpus.bundle, days)
  return days.get(day, () => {
    const newer = corpus.atState(after.observed_on)
    return new BetweenStates({ corpus: older, day: before.observed_on }, { corpus: newer, day: after.observed_on }, day)
  })
}
