import * as z from 'zod'
import { resolveLaw } from '../corpus/resolve-law.ts'
import { parseQuery } from '../search/query.ts'
import { codesInput } from './inputs.ts'
import { defineOperation, limitInput, nextOffset, nextOutput, offsetInput } from './operation.ts'
import { searchHit } from './schemas.ts'

const words = 'must be the words to look for'

/** Norms by the words in them. */
export const search = defineOperation({
  name: 'search',
  summary: 'Search norms',
  description:
    'Norms with any word of the query in their text, heading or title of their law, those with more and rarer words ' +
    'first. Case and umlaut spellings do not matter; words are whole words, and other signs mean nothing yet.',
  path: '/search',
  input: z.strictObject({
    q: z
      .string(words)
      .max(1000, 'must be at most 1000 characters')
      .refine((query) => parseQuery(query).terms.length > 0, `${words}; there is no word in it`)
      .describe('The words to look for.'),
    codes: codesInput,
    limit: limitInput(100, 20),
    offset: offsetInput,
  }),
  output: z.object({
    query: z.string(),
    codes: z.array(z.string()).describe('Canonical codes of the laws searched; empty where all were.'),
    results: z.array(searchHit),
    count: z.int(),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    next: nextOutput,
  }),
  example: { q: 'Rücksicht und Redlichkeit', limit: 3 },
  errors: {
    not_found: { q: 'Hafen', codes: 'hafen' },
    ambiguous: { q: 'Bienen', codes: 'BienHV' },
    invalid_input: { q: '§' },
  },
  async run(corpus, { q, codes: names, limit, offset }) {
    const laws = await Promise.all(names.map((name) => resolveLaw(corpus, name)))
    const codes = [...new Set(laws.map((law) => law.code))]
    const page = await corpus.search({ query: q, codes, limit, offset })
    return {
      query: q,
      codes,
      results: page.items,
      count: page.items.length,
      total: page.total,
      limit,
      offset,
      next: nextOffset(offset, page.items.length, page.total),
    }
  },
})
