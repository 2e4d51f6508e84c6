import * as z from 'zod'
import { nameOfNorm } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { resolveNormInTime, statesOf } from '../resolve/in-time.ts'
import {
  asOfOutputs,
  codeInput,
  defineOperation,
  inForceOn,
  inForceOnInput,
  jurisdictionInput,
  namedLawOutputs,
  normInput,
  record,
  text,
} from './operation.ts'
import { lastListing, lastListingOf, normVersion, resolution, stateRange, stateRangeOf } from './schemas.ts'

/** Every wording of a norm in the corpus. */
export const normVersions = defineOperation({
  name: 'normVersions',
  summary: 'List the versions of a norm',
  description:
    'Lists the wordings of a norm, newest first, each with the days of the first and the last state that published it. A ' +
    'version begins where text, designation, heading, status or notes change; white space and markup make none. ' +
    '`valid_from` and `valid_to` are days that the source itself names, as it does for acts of the European Union. The ' +
    'norm is given as for the norm itself; it may be one, of any law, that only older states have.',
  path: '/laws/{code}/norms/{norm}/versions',
  input: z.strictObject({
    code: codeInput,
    norm: normInput,
    in_force_on: inForceOnInput,
    jurisdiction: jurisdictionInput,
  }),
  list: 'versions',
  output: record(() => ({
    code: text,
    ...namedLawOutputs(),
    ...asOfOutputs(),
    abbreviation: text,
    norm: text,
    resolution: resolution(),
    versions: z.array(normVersion()),
    count: z.int(),
    last_listing: lastListing,
    states: stateRange(),
  })),
  example: { code: 'msgb', norm: 'par:1' },
  errors: {
    not_found: { code: 'msgb', norm: 'par:99' },
    ambiguous: { code: 'msgbeg', norm: '§ 1' },
    invalid_input: { code: 'msgb', norm: '?' },
  },
  async answer(corpus, input) {
    const { law, norm, resolution } = await resolveNormInTime(corpus, input.code, input.norm)
    const { code, abbreviation } = law
    const all = await corpus.normVersions(code, norm.norm)
    const label = `${nameOfNorm(norm)} ${nameOfLaw(law)}`
    const versions = inForceOn(all, input.in_force_on, { code, norm: norm.norm, label, title: norm.heading })
    const states = await statesOf(corpus)
    const isGone = versions[0]?.observed_to !== null
    return {
      code,
      abbreviation,
      norm: norm.norm,
      resolution,
      versions,
      count: versions.length,
      last_listing: isGone ? lastListingOf(states, await corpus.lawVersions(code)) : null,
      states: stateRangeOf(states),
    }
  },
})
