import * as z from 'zod'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Corpus } from '../model/corpus.ts'
import { dayOf } from '../resolve/as-of.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { lazy } from '../util/lazy.ts'
import { depthInput, lawWithCode, outlineOf, partInput } from './law-outline.ts'
import { asOfOutputs, codeInput, daysInputs, defineOperation, namedLawOutputs, text } from './operation.ts'
import { law as lawOutput, versionSpan } from './schemas.ts'

/** One law with the list of its norms. */
export const law = defineOperation({
  name: 'law',
  summary: 'Get a law',
  description:
    'Returns one law and its norms in document order. The law is given by its code or by any of its names: case, spaces, ' +
    'dots, hyphens and umlaut spellings do not matter. A name that several laws share is an error, which lists them. ' +
    '`part` and `depth` leave norms out: all outside of one part, and all below the upper levels. `depth` then counts ' +
    'from the part. A heading whose norms are left out tells how many there are, and the first and the last one.',
  path: '/laws/{code}',
  input: z.strictObject({ code: codeInput, depth: depthInput, part: partInput, ...daysInputs }),
  list: 'norms',
  output: lazy(() =>
    lawOutput().extend({
      cite_as: text.describe('The customary name: `SGB V`.'),
      ...asOfOutputs(),
      ...namedLawOutputs(),
      version: versionSpan()
        .pick({ observed_from: true, observed_to: true })
        .exactOptional()
        .describe('When this version was published; only in an answer as of a day.'),
    }),
  ),
  example: { code: 'msverf' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, input) {
    const day = dayOf(input)
    const found = await resolveLaw(corpus, input.code, day)
    const { code } = found
    const outline = { ...outlineOf(await lawWithCode(corpus, code), input), cite_as: nameOfLaw(found, input.code) }
    // Today's versions do not describe a wording as it was known on another day.
    const isKnownLater = input.as_of !== undefined && input.in_force_on !== undefined
    return day === undefined || isKnownLater ? outline : { ...outline, ...(await versionOn(corpus, code, day)) }
  },
})

async function versionOn(corpus: Corpus, code: string, day: string) {
  const version = (await corpus.lawVersions(code)).find(({ observed_from }) => observed_from <= day)
  return version && { version: { observed_from: version.observed_from, observed_to: version.observed_to } }
}
