import * as z from 'zod'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { codeInput, defineOperation } from './operation.ts'
import { law as lawOutput } from './schemas.ts'

/** One law with the list of its norms. */
export const law = defineOperation({
  name: 'law',
  summary: 'Get a law',
  description:
    'Returns one law and its norms in document order. The law is given by its code or by any of its names: case, spaces, ' +
    'dots, hyphens and umlaut spellings do not matter. A name that several laws share is an error, which lists them.',
  path: '/laws/{code}',
  input: z.strictObject({ code: codeInput }),
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
    const law = await corpus.law(code)
    if (law === undefined) throw new Error(`the corpus lists the law ${code} but does not hold it`)
    return law
  },
})
