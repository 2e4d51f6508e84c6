import * as z from 'zod'
import { designatedNorms } from '../resolve/named-norm.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import {
  costlyClauses,
  hasWantedClause,
  MAX_COSTLY_CLAUSES,
  MAX_PREFIX_WORDS,
  parseQuery,
  QueryBudgetError,
  type ScorePart,
  type SearchHit,
} from '../search/index.ts'
import { assertJurisdiction } from './jurisdictions.ts'
import {
  codesInput,
  defineOperation,
  flagInput,
  invalidInput,
  jurisdictionInput,
  lazy,
  limitInput,
  nextOffset,
  nextOutput,
  offsetInput,
} from './operation.ts'

const words = 'must be the words to look for'

/** Norms by the words in them. */
export const search = defineOperation({
  name: 'search',
  summary: 'Search norms',
  description:
    'Norms with any word of the query, in any inflection and inside compounds, the best first. `"several words"` must ' +
    'stand in the norm as they are, `+word` must be in it, `-word` must not, `prefix*` stands for the words that begin ' +
    'so. A law that is named is preferred (`Kündigung BGB`), a designation (`§ 433 BGB`) stands first. Texts in other ' +
    'languages than German come last, unless the query is in such a language. Case and umlaut ' +
    `spellings do not matter. A query has at most ${MAX_COSTLY_CLAUSES} phrases and prefixes, and its prefixes stand for ` +
    `at most ${MAX_PREFIX_WORDS} words.`,
  path: '/search',
  input: z.strictObject({
    q: z
      .string(words)
      .max(1000, 'must be at most 1000 characters')
      .superRefine((text, context) => {
        const query = parseQuery(text)
        if (!hasWantedClause(query)) context.addIssue(`${words}; there is none in it, or all are excluded`)
        const count = costlyClauses(query)
        if (count <= MAX_COSTLY_CLAUSES) return
        context.addIssue(`must have at most ${MAX_COSTLY_CLAUSES} phrases and prefixes; it has ${count}`)
      })
      .describe('The words to look for.'),
    codes: codesInput,
    jurisdiction: jurisdictionInput,
    limit: limitInput(100, 20),
    offset: offsetInput,
    explain: flagInput.describe('Say for each hit what its score is made of.'),
  }),
  list: 'results',
  output: lazy(() =>
    z.object({
      query: z.string(),
      codes: z.array(z.string()).describe('Canonical codes of the laws searched; empty where all were.'),
      jurisdiction: z.string().nullable().describe('The place whose laws were searched; null where all were.'),
      corrections: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .describe('Words that no law has, as they were typed, and what was searched instead.'),
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
  async answer(corpus, { q, codes: names, jurisdiction, limit, offset, explain }) {
    await assertJurisdiction(corpus, jurisdiction)
    // One after the other: the first unknown name is the answer.
    const named = new Set<string>()
    for (const name of names) named.add((await resolveLaw(corpus, name)).code)
    const codes = [...named]
    const designated = await designatedNorms(corpus, q)
    const asked = { query: parseQuery(q), codes, jurisdiction, designated, limit, offset, explain }
    const page = await corpus.search(asked).catch((error: unknown) => {
      throw error instanceof QueryBudgetError ? invalidInput(new Map([['q', error.message]]), {}) : error
    })
    return {
      query: q,
      codes,
      jurisdiction: jurisdiction?.toLowerCase() ?? null,
      corrections: page.corrections,
      results: page.items,
      count: page.items.length,
      total: page.total,
      total_is_exact: page.exact,
      limit,
      offset,
      // A lower bound of the total does not tell which page is the last.
      next: nextOffset(offset, page.items.length, page.exact ? page.total : Number.POSITIVE_INFINITY),
    }
  },
})

const scorePart = lazy(
  () =>
    z.object({
      kind: z
        .enum(['term', 'prefix', 'prior', 'coverage', 'law_named', 'heading', 'opening', 'share', 'designation'])
        .describe(
          '`term`: a term of the query in a field; `prefix`: words that begin so; `prior`: what is known of the norm without ' +
            'the query; `coverage`: the share of the words of the query that it has; `law_named`: the query names its law, and is its `heading` beside that; `heading`: the query is its ' +
            '`heading`, or that of a `section` which begins with it; `opening`: its place in its section; `share`: what its law or its section has of the best ' +
            'hits; `designation`: the query is its designation.',
        ),
      name: z.string().describe('The term, the prefix or the prior; `law`, `section`, `heading` or `norm`.'),
      field: z
        .string()
        .nullable()
        .describe('Where the term stands; `citations` are the words around citations of the norm.'),
      from: z.string().nullable().describe('The words of the query that the term comes from.'),
      origin: z.enum(['word', 'part', 'paraphrase']).nullable().describe('How the term comes from these words.'),
      score: z.number(),
    }) satisfies z.ZodType<ScorePart>,
)

export const searchHit = lazy(
  () =>
    z.object({
      code: z.string(),
      abbreviation: z.string(),
      title: z.string().describe('Title of its law.'),
      norm: z.string(),
      label: z.string(),
      heading: z.string(),
      html_url: z.string().nullable().describe('URL of its page on the official site; null if unknown.'),
      snippet: z.string(),
      highlights: z
        .array(z.tuple([z.int().min(0), z.int().min(0)]))
        .describe('Where the words of the query stand in `snippet`: `[start, end)` in UTF-16 code units.'),
      score: z.number(),
      explanation: z
        .array(scorePart())
        .nullable()
        .optional()
        .describe(
          'Where `explain` was given: what the score is made of, the largest part first. The parts add up to it. `null` ' +
            'if the texts of the page are too long to explain all results; ask for fewer at a time.',
        ),
    }) satisfies z.ZodType<SearchHit>,
)
