/** Schemas of states, versions and changes. The compiler checks that they have the types of `corpus/versions.ts`. */
import * as z from 'zod'
import type { Change, LawVersion, NormVersion, State, VersionSpan } from '../corpus/corpus.ts'
import { lazy } from '../lazy.ts'
import { nullableText, record, type Schema, text } from './operation.ts'

export const normStatus = z.enum(['in_force', 'repealed', 'not_yet_in_force'])

const versionSpanFields = () => ({
  observed_from: text.describe('Day of the first state that had this wording.'),
  observed_to: nullableText.describe('Day of the last state that had it; null for the newest.'),
  valid_from: nullableText.describe('The day from which it applies, if the source names it.'),
  valid_to: nullableText.describe('The last day on which it applies, if the source names it.'),
})

export const versionSpan = record(versionSpanFields) satisfies Schema<VersionSpan>

export const normVersion = record(() => ({
  ...versionSpanFields(),
  label: text,
  heading: text,
  status: normStatus,
  text_hash: text.describe('Hash of the text, `sha256:` and hex digits.'),
  status_note: nullableText.describe('The newest amendment of the law that the source named at its beginning.'),
  moved_from: nullableText.describe('The path that the norm had before, if only its designation changed.'),
})) satisfies Schema<NormVersion>

const changed = (how: string) => z.int().min(0).describe(`Number of norms that were ${how}.`)

export const lawVersion = record(() => ({
  observed_from: text,
  observed_to: nullableText,
  status_date: nullableText,
  status_note: nullableText,
  added: changed('added'),
  changed: changed('changed'),
  moved: changed('renumbered'),
  removed: changed('removed'),
})) satisfies Schema<LawVersion>

export const stateRange = lazy(() =>
  z
    .object({ first: text, last: text })
    .describe('Days of the first and the last state. What the first one has is not new.'),
)

export function stateRangeOf(states: readonly [State, ...State[]]): { first: string; last: string } {
  return { first: states[0].observed_on, last: (states.at(-1) as State).observed_on }
}

/** How the states list laws. */
const listing = z.enum(['complete', 'cumulative', 'partial'])

export const lastListing = listing
  .nullable()
  .describe(
    'Of a law that the newest state does not have: how the last state that had it lists laws. `cumulative` means that the ' +
      'law may have ended earlier. Else null.',
  )

/** @param versions of a law, newest first */
export function lastListingOf(
  states: readonly State[],
  versions: readonly Pick<LawVersion, 'observed_to'>[],
): State['listing'] | null {
  const last = versions[0]?.observed_to ?? null
  return states.find(({ observed_on }) => observed_on === last)?.listing ?? null
}

export const change = record(() => ({
  observed_on: text.describe('Day of the first state that has it.'),
  type: z.enum(['added', 'changed', 'moved', 'removed']),
  code: text,
  abbreviation: text,
  norm: nullableText.describe('Norm path; null for a law as a whole.'),
  label: text,
  heading: text,
  moved_to: nullableText.describe('The new path of a renumbered norm.'),
  norm_count: z
    .int()
    .nullable()
    .describe('How many norms a law had that was added or removed as a whole; each is listed, too. Null for a norm.'),
})) satisfies Schema<Change>

export const state = record(() => ({
  observed_on: text.describe('The day on which the source was fetched.'),
  source: text,
  listing: listing.describe(
    '`complete`: a law that it lacks is not published. `cumulative`: likewise, but it also has laws that are no ' +
      'longer published. `partial`: it tells nothing of laws that it lacks.',
  ),
  incomplete: nullableText.describe('Why a part of it could not be read.'),
})) satisfies Schema<State>
