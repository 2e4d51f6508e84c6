import * as z from 'zod'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { depthInput, lawWithCode, outlineOf, partInput } from './law-outline.ts'
import { codeInput, defineOperation } from './operation.ts'
import { law as lawOutput } from './schemas.ts'

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
  input: z.strictObject({ code: codeInput, depth: depthInput, part: partInput }),
  list: 'norms',
  output: lawOutput,
  example: { code: 'msverf' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, input) {
    const { code } = await resolveLaw(corpus, input.code)
    return outlineOf(await lawWithCode(corpus, code), input)
  },
})
