/** What a newer corpus keeps of the one that it replaces. */
import type { LawChange } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { HistoryOptions } from '../ingest/history/open-history.ts'
import { dayOf } from '../ingest/sources/values.ts'
import { openEngine } from './open-engine.ts'
import type { ObtainOptions } from './options.ts'
import { ensureVerified } from './verify-bundle.ts'

/**
 * The history of a new bundle: the states of the one before.
 * @param previous file of that bundle, `undefined` if there is none of the same source
 * @param fetchedAt when the new one was fetched (ISO 8601)
 * @returns `undefined` if nothing is kept; a notice says why if that is not asked for
 */
export async function keptHistory(
  previous: string | undefined,
  fetchedAt: string,
  { cache, history = true, onNotice }: ObtainOptions,
): Promise<HistoryOptions | undefined> {
  if (previous === undefined || !history) return undefined
  const { keepingFault } = await import('../ingest/history/bundle-laws.ts')
  const fault = (await damageOf(previous, cache)) ?? keepingFault(previous, dayOf(fetchedAt))
  if (fault === undefined) return { bundle: previous, fetchedAt }
  onNotice?.(`the older versions are not kept: ${fault}`)
  return undefined
}

/** Why a bundle is not what was built; `undefined` if it is. */
async function damageOf(bundle: string, cache: string): Promise<string | undefined> {
  try {
    await ensureVerified(bundle, cache)
    return undefined
  } catch (error) {
    if (error instanceof LegalTextError) return error.message
    throw error
  }
}

/** What the newest state of a corpus has changed. */
export interface NewestChanges {
  /** Day of the newest state. */
  observed_on: string
  /** Numbers of norms in all laws. */
  added: number
  changed: number
  moved: number
  removed: number
  /** The laws with changes, in the order of their codes. */
  laws: LawChange[]
}

/** @returns `null` if a bundle only has one state */
export async function newestChanges(bundle: string): Promise<NewestChanges | null> {
  const corpus = await openEngine(bundle)
  try {
    const states = await corpus.states()
    const day = states.at(-1)?.observed_on
    if (day === undefined || states.length < 2) return null
    const { items: laws } = await corpus.changedLaws({ since: day, until: day, limit: MAX_LAWS, offset: 0 })
    const sum = (type: 'added' | 'changed' | 'moved' | 'removed') => laws.reduce((total, law) => total + law[type], 0)
    return {
      observed_on: day,
      added: sum('added'),
      changed: sum('changed'),
      moved: sum('moved'),
      removed: sum('removed'),
      laws,
    }
  } finally {
    await corpus.close()
  }
}

/** More than any corpus has. */
const MAX_LAWS = 1_000_000
