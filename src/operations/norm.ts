import * as z from 'zod'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { resolveNorm } from '../resolve/resolve-norm.ts'
import { selectSubdivision } from '../resolve/select-subdivision.ts'
import { codeInput, defineOperation, lazy, normInput } from './operation.ts'
import { norm as normOutput } from './schemas.ts'

/** The exact wording of one norm. */
export const norm = defineOperation({
  name: 'norm',
  summary: 'Get a norm',
  description:
    'Returns the exact wording of one norm, with its place in the law, its subdivisions and its provenance. The norm is ' +
    'given as a norm path (`par:433`, `art:246a/par:1`, `par:433/abs:1`) or in a short form (`433`, `§ 433 Abs. 1`, ' +
    '`Art. 5`).',
  path: '/laws/{code}/norms/{norm}',
  input: z.strictObject({ code: codeInput, norm: normInput }),
  output: lazy(() =>
    normOutput().extend({
      resolution: z
        .object({ requested: z.string(), by: z.enum(['short_form', 'range', 'approximation']), message: z.string() })
        .nullable()
        .describe(
          'How the request led to this norm; null for an exact path. `approximation`: the request named a smaller part, or ' +
            'another version.',
        ),
    }),
  ),
  example: { code: 'msgb', norm: 'par:1/abs:1' },
  errors: {
    not_found: { code: 'msgb', norm: 'par:99' },
    ambiguous: { code: 'msgbeg', norm: '§ 1' },
    invalid_input: { code: 'msgb', norm: '?' },
  },
  async answer(corpus, input) {
    const law = await resolveLaw(corpus, input.code)
    const { norm, subdivision, resolution } = await resolveNorm(corpus, law, input.norm)
    return { ...norm, selection: selectSubdivision(norm, subdivision), resolution }
  },
})
