import * as z from 'zod'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { resolveLawInTime, statesOf } from '../resolve/in-time.ts'
import {
  asOfOutputs,
  codeInput,
  defineOperation,
  inForceOn,
  inForceOnInput,
  jurisdictionInput,
  namedLawOutputs,
  record,
  text,
} from './operation.ts'
import { lastListing, lastListingOf, lawVersion, stateRange, stateRangeOf } from './schemas.ts'

/** Every version of a law in the corpus. */
export const lawVersions = defineOperation({
  name: 'lawVersions',
  summary: 'List the versions of a law',
  description:
    'Lists the versions of a law, newest first: the days of the first and the last state that published each, the newest ' +
    'amendment that the source named, and how many norms changed at its beginning. The law may be one that only older ' +
    'states have.',
  path: '/laws/{code}/versions',
  input: z.strictObject({ code: codeInput, in_force_on: inForceOnInput, jurisdiction: jurisdictionInput }),
  list: 'versions',
  output: record(() => ({
    code: text,
    ...namedLawOutputs(),
    ...asOfOutputs(),
    abbreviation: text,
    title: text,
    versions: z.array(lawVersion()),
    count: z.int(),
    last_listing: lastListing,
    states: stateRange(),
  })),
  example: { code: 'msgb' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, input) {
    const { law } = await resolveLawInTime(corpus, input.code)
    const { code, abbreviation, title } = law
    const all = await corpus.lawVersions(code)
    const versions = inForceOn(all, input.in_force_on, { code, label: nameOfLaw(law), title })
    const states = await statesOf(corpus)
    const last_listing = lastListingOf(states, versions)
    return { code, abbreviation, title, versions, count: versions.length, last_listing, states: stateRangeOf(states) }
  },
})
