/** Resolves names of laws and norms that the newest state may lack. */

import { formatElements, parseNormPath } from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawMatch, State } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import { newestState, noOlderVersions } from './as-of.ts'
import { lawCandidate, resolveLaw, shortList } from './resolve-law.ts'
import { type ResolvedNorm, resolveNorm } from './resolve-norm.ts'

/** A law, and the corpus as of the newest state that has it. */
export interface LawInTime {
  law: LawMatch
  corpus: Corpus
}

/** A norm in the newest state that has it. */
export interface NormInTime extends ResolvedNorm {
  law: LawMatch
}

/** @throws LegalTextError `no_history` if the corpus has only the texts of one day */
export async function statesOf(corpus: Corpus): Promise<readonly [State, ...State[]]> {
  const [first, ...others] = await corpus.states()
  if (first === undefined) throw noOlderVersions(corpus)
  return [first, ...others]
}

/**
 * The law with a current or former name.
 * @throws LegalTextError as `resolveLaw`; `no_history` if the corpus has only the text of one day of it
 */
export async function resolveLawInTime(corpus: Corpus, name: string): Promise<LawInTime> {
  await statesOf(corpus)
  try {
    const law = await resolveLaw(corpus, name)
    if ((await corpus.lawVersions(law.code)).length === 0) throw noOlderVersions(corpus, { code: law.code })
    return { law, corpus }
  } catch (error) {
    if (!isNotFound(error)) throw error
    const former = await corpus.lawsEverCalled(name)
    const codes = [...new Set(former.map(({ code }) => code))]
    const [only] = former
    if (only === undefined) throw error
    if (codes.length > 1) throw ambiguousFormerLaw(name, former.map(lawCandidate), codes)
    // The newest state may contain an unreadable document of the law.
    const [last] = await corpus.lawVersions(only.code)
    const view = corpus.atState(only.observed_to ?? last?.observed_from ?? (await newestState(corpus)))
    return { law: await resolveLaw(view, only.code), corpus: view }
  }
}

/**
 * A norm of a law, from the newest state, else from the last one that had it. A norm of its own beats one that stands for
 * several: `§ 4` before its repeal beats `§§ 3 bis 6 (weggefallen)`.
 * @throws LegalTextError as `resolveNorm` and {@link resolveLawInTime}
 */
export async function resolveNormInTime(corpus: Corpus, code: string, requested: string): Promise<NormInTime> {
  const { law, corpus: newest } = await resolveLawInTime(corpus, code)
  const path = parseNormPath(requested)
  if (path !== undefined) {
    const [last] = await corpus.normVersions(law.code, formatElements(path.norm))
    const view = last?.observed_to ? corpus.atState(last.observed_to) : newest
    const isToCome = last !== undefined && last.observed_from > (await newestState(corpus))
    if (last !== undefined && !isToCome) return { law, ...(await resolveNorm(view, law, requested)) }
  }
  let found: ResolvedNorm | undefined
  let failure: unknown
  try {
    found = await resolveNorm(newest, law, requested)
    if (found.resolution?.by !== 'range') return { law, ...found }
  } catch (error) {
    if (!isNotFound(error)) throw error
    failure = error
  }
  const former = await formerNorm(corpus, law, requested)
  if (former !== undefined) return { law, ...former }
  if (found === undefined) throw failure
  return { law, ...found }
}

async function formerNorm(corpus: Corpus, law: LawMatch, requested: string): Promise<ResolvedNorm | undefined> {
  const newest = await newestState(corpus)
  const coming = (await corpus.lawVersions(law.code)).map(({ observed_from }) => observed_from)
  const views = [
    ...(await corpus.lastStatesOfNorms(law.code)).map((day) => corpus.atState(day)),
    ...coming.filter((day) => day > newest).map((day) => corpus.inForceOn(day)),
  ]
  for (const view of views) {
    try {
      const found = await resolveNorm(view, law, requested)
      if (found.resolution?.by !== 'range') return found
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return undefined
}

const isNotFound = (error: unknown) => error instanceof LegalTextError && error.kind === 'not_found'

function ambiguousFormerLaw(
  name: string,
  candidates: ReturnType<typeof lawCandidate>[],
  codes: string[],
): LegalTextError {
  const message = say`${JSON.stringify(name)} was the name of ${codes.length} laws: ${shortList(codes)}`
  return new LegalTextError('ambiguous', message, { code: name, candidates })
}
