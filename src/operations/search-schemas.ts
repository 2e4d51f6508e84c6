/** Schemas of what search finds, and of why. */
import * as z from 'zod'
import type { ScorePart, SearchHit } from '../search/types.ts'
import { once } from './once.ts'

const scorePart = once(
  () =>
    z.object({
      kind: z
        .enum(['term', 'prefix', 'prior', 'law_named', 'heading', 'share', 'designation'])
        .describe(
          '`term`: a term of the query in a field; `prefix`: words that begin so; `prior`: what is known of the norm without ' +
            'the query; `law_named`: the query names its law, and is its `heading` beside that; `heading`: the query is its ' +
            '`heading`, or that of a `section` which begins with it; `share`: what its law or its section has of the best ' +
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

export const searchHit = once(
  () =>
    z.object({
      code: z.string(),
      abbreviation: z.string(),
      norm: z.string(),
      label: z.string(),
      heading: z.string(),
      snippet: z.string(),
      highlights: z
        .array(z.tuple([z.int().min(0), z.int().min(0)]))
        .describe('Where the words of the query stand in `snippet`: `[start, end)` in UTF-16 code units.'),
      score: z.number(),
      explanation: z
        .array(scorePart())
        .optional()
        .describe(
          'Where `explain` was given: what the score is made of, the largest part first. The parts add up to it.',
        ),
    }) satisfies z.ZodType<SearchHit>,
)
