import * as z from 'zod'
import { once } from './once.ts'
import { defineOperation } from './operation.ts'
import { validationFinding } from './schemas.ts'

/** More findings are counted, and listed by the limitations. */
const MOST_FINDINGS = 100

/** Whether a corpus is open, and which. */
export const status = defineOperation({
  name: 'status',
  summary: 'Readiness',
  description:
    'Which corpus is being served, and what in its sources could not be read (the source limitations in the state ' +
    '`parse_failed`). While none is open, the error `not_ready` with the reason.',
  path: '/ready',
  input: z.strictObject({}),
  output: once(() =>
    z.object({
      status: z.literal('ready'),
      bundle_id: z.string(),
      digest: z.string(),
      schema_version: z.int(),
      built_at: z.string().describe('When the bundle file was written (ISO 8601).'),
      laws: z.int(),
      norms: z.int(),
      limitations: z.int(),
      findings: z.array(validationFinding()).describe(`What could not be read, at most ${MOST_FINDINGS}.`),
      findings_total: z.int(),
      replacement_failure: z
        .object({ failed_at: z.string().describe('ISO 8601.'), reason: z.string() })
        .nullable()
        .describe('Why a newer corpus did not take the place of this one; null where nothing kept one from it.'),
    }),
  ),
  transient: true,
  example: {},
  errors: {
    invalid_input: { format: 'xml' },
  },
  async run(corpus) {
    const [{ laws, norms, limitations, built_at }, unread] = await Promise.all([
      corpus.coverage(),
      corpus.limitations({ terminal_state: 'parse_failed' }),
    ])
    const { id, digest, schema_version } = corpus.bundle
    return {
      status: 'ready' as const,
      bundle_id: id,
      digest,
      schema_version,
      built_at,
      laws,
      norms,
      limitations,
      findings: unread.slice(0, MOST_FINDINGS).map(({ source_id, law_id, reason }) => ({ source_id, law_id, reason })),
      findings_total: unread.length,
      replacement_failure: corpus.replacementFailure,
    }
  },
})
