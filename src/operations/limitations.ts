import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { SourceLimitation } from '../model/corpus.ts'
import { defineOperation, nullableText, record, type Schema, text } from './operation.ts'

export const terminalState = z.enum(
  ['unsupported_format', 'source_unavailable', 'parse_failed', 'excluded_by_policy'],
  { error: say`must be unsupported_format, source_unavailable, parse_failed or excluded_by_policy` },
)

export const sourceLimitation = record(() => ({
  limitation_id: text,
  source_family: text.describe('`none` for a file that no source family reads.'),
  source_id: text,
  title: text,
  source_url: nullableText,
  terminal_state: terminalState,
  reason: text,
  state_code: nullableText,
  law_id: nullableText,
  retrieved_at: nullableText,
  http_status: z.int().nullable(),
  retryable: z.boolean().nullable(),
})) satisfies Schema<SourceLimitation>

const filter = z
  .string(say`must be a text`)
  .trim()
  .min(1, say`must not be empty`)
  .max(1000, say`must be at most 1000 characters`)
  .optional()

/** The known sources that the corpus lacks. */
export const limitations = defineOperation({
  name: 'limitations',
  summary: 'List source limitations',
  description:
    'Lists known sources that were not imported, with the reason. A filter keeps the limitations whose field has exactly ' +
    'that value; several filters must all match.',
  path: '/corpus/source-limitations',
  input: z.strictObject({
    source_family: filter.describe('Only limitations of this source family.'),
    terminal_state: terminalState
      .optional()
      .describe(
        'Only limitations in this state: unsupported_format, source_unavailable, parse_failed or excluded_by_policy.',
      ),
    state_code: filter.describe('Only limitations of this state (ISO 3166-2).'),
    law_id: filter.describe('Only limitations of the law with this id.'),
  }),
  list: 'limitations',
  output: record(() => ({
    limitations: z.array(sourceLimitation()),
    count: z.int(),
    filters: z.object({
      source_family: z.string().nullable(),
      terminal_state: terminalState.nullable(),
      state_code: z.string().nullable(),
      law_id: z.string().nullable(),
    }),
  })),
  example: {},
  errors: {
    invalid_input: { terminal_state: 'lost' },
  },
  async answer(corpus, input) {
    const limitations = await corpus.limitations(input)
    const { source_family = null, terminal_state = null, state_code = null, law_id = null } = input
    const filters = { source_family, terminal_state, state_code, law_id }
    return { limitations, count: limitations.length, filters }
  },
})
