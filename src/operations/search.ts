import * as z from 'zod'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { asksForSomething } from '../search/plan.ts'
import { parseQuery } from '../search/query.ts'
import { codesInput, flagInput } from './inputs.ts'
import { once } from './once.ts'
import { defineOperation, limitInput, nextOffset, nextOutput, offsetInput } from './operation.ts'
import { searchHit } from './search-schemas.ts'

const words = 'must be the words to look for'

/** Norms by the words in them. */
export const search = defineOperation({
  name: 'search',
  summary: 'Search norms',
  description:
    'Norms with any word of the query, in any inflection and inside compounds, the best first. `"several words"` must ' +
    'stand in the norm as they are, `+word` must be in it, `-word` must not, `prefix*` stands for the words that begin ' +
    'so. A law that is named is preferred (`Kündigung BGB`), a designation (`§ 433 BGB`) stands first. Case and umlaut ' +
    'spellings do not matter.',
  path: '/search',
  input: z.strictObject({
    q: z
      .string(words)
      .max(1000, 'must be at most 1000 characters')
      .refine((query) => asksForSomething(parseQuery(query)), `${words}; there is none in it, or all are excluded`)
      .describe('The words to look for.'),
    codes: codesInput,
    limit: limitInput(100, 20),
    offset: offsetInput,
    explain: flagInput.describe('Say for each hit what its score is made of.'),
  }),
  list: 'results',
  takesLong: true,
  output: once(() =>
    z.object({
      query: z.string(),
      codes: z.array(z.string()).describe('Canonical codes of the laws searched; empty where all were.'),
      results: z.array(searchHit()),
      count: z.int(),
      total: z.int(),
      total_is_exact: z.boolean().describe('Whether `total` counts all norms that match, or at least so many do.'),
      limit: z.int(),
      offset: z.int(),
      next: nextOutput,
    }),
  ),
  example: { q: 'Rücksicht und Redlichkeit', limit: 3 },
  errors: {
    not_found: { q: 'Hafen', codes: 'hafen' },
    ambiguous: { q: 'Bienen', codes: 'BienHV' },
    invalid_input: { q: '-Hafen' },
  },
  async run(corpus, { q, codes: names, limit, offset, explain }) {
    const laws = await Promise.all(names.map((name) => resolveLaw(corpus, name)))
    const codes = [...new Set(laws.map((law) => law.code))]
    const page = await corpus.search({ query: q, codes, limit, offset, explain })
    return {
      query: q,
      codes,
      results: page.items,
      count: page.items.length,
      total: page.total,
      total_is_exact: page.exact,
      limit,
      offset,
      next: nextOffset(offset, page.items.length, page.total),
    }
  },
})
