/** Finds other states, or days of effect, with a law or a norm that one lacks. */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawSummary, NormVersion, VersionSpan } from '../model/corpus.ts'
import type { Candidate } from '../util/errors.ts'

/** Other times at which something was published, or was or will be in force. */
export interface OtherStates {
  /** `it was published until 2024-06-01`, `it is in force from 2026-07-01` */
  note: string
  suggestion: Candidate
}

/** @param versions of a norm, newest first @returns `undefined` without versions */
export function normInOtherStates(
  { effectiveOn }: Pick<Corpus, 'effectiveOn'>,
  { code }: Pick<LawSummary, 'code'>,
  path: string,
  versions: readonly NormVersion[],
): OtherStates | undefined {
  const [last] = versions
  const span = effectiveOn === undefined ? spanOf(versions) : spanOfEffect(versions, effectiveOn)
  if (last === undefined || span === undefined) return undefined
  return { note: span.note, suggestion: { code, norm: path, label: last.label, title: last.heading, ...span.day } }
}

/** @returns `undefined` if no state, or several laws in different states, have this name */
export async function lawInOtherStates(corpus: Corpus, name: string): Promise<OtherStates | undefined> {
  const [law, ...others] = await corpus.lawsEverCalled(name)
  if (law === undefined || others.length > 0) return undefined
  const { code, title, observed_to: last } = law
  const label = nameOfLaw(law)
  const since = last === null ? await corpus.datedSince(code) : undefined
  if (since !== undefined) {
    const note = say`its first version in the corpus is of ${since}`
    const day = corpus.effectiveOn === undefined ? { observed_on: since } : { in_force_on: since }
    return { note, suggestion: { code, label, title, ...day } }
  }
  const span = spanOf(await corpus.lawVersions(code))
  const state = (await corpus.states()).find(({ observed_on }) => observed_on === last)
  const latest = state?.listing === 'cumulative' ? say` at the latest` : ''
  return span && { note: say`${span.note}${latest}`, suggestion: { code, label, title, ...span.day } }
}

/** @param versions newest first */
function spanOf(versions: readonly { observed_from: string; observed_to: string | null }[]) {
  const [last, first] = [versions[0], versions.at(-1)]
  if (last === undefined || first === undefined) return undefined
  if (last.observed_to === null)
    return { note: say`it is published since ${first.observed_from}`, day: { observed_on: first.observed_from } }
  return { note: say`it was published until ${last.observed_to}`, day: { observed_on: last.observed_to } }
}

/** The version that takes effect next after a day, else the last one before it. @param versions newest first */
export function spanOfEffect(
  versions: readonly (Pick<VersionSpan, 'observed_from' | 'observed_to'> & Partial<VersionSpan>)[],
  day: string,
) {
  const spans = versions.map((each) => ({
    from: each.valid_from ?? each.observed_from,
    to: each.valid_to ?? each.observed_to,
  }))
  const next = spans.findLast(({ from }) => from > day)
  if (next !== undefined) return { note: say`it is in force from ${next.from}`, day: { in_force_on: next.from } }
  const last = spans.find(({ to }) => to !== null && to < day)
  return last?.to ? { note: say`it was in force until ${last.to}`, day: { in_force_on: last.to } } : undefined
}
