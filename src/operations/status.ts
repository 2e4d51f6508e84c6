import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { defineOperation, nullableText, record, text } from './operation.ts'

const validationFinding = record(() => ({
  source_id: text,
  law_id: nullableText.describe('Code of the law, if known.'),
  reason: text,
}))

/** Maximum number of findings in the answer; `legal-text corpus verify` lists all. */
const MAX_FINDINGS = 100

const readiness = record(() => ({
  status: z.literal('ready'),
  bundle_id: z.string(),
  digest: z.string(),
  schema_version: z.int(),
  built_at: z.string().describe('Time when the bundle file was written (ISO 8601).'),
  laws: z.int(),
  norms: z.int(),
  limitations: z.int(),
  findings: z.array(validationFinding()).describe(`Faults of imported sources, at most ${MAX_FINDINGS}.`),
  findings_total: z.int(),
  replacement_failure: z
    .object({ failed_at: z.string().describe('ISO 8601.'), reason: z.string() })
    .nullable()
    .describe(
      'Why a newer corpus could not replace this one; null if none failed to. Over HTTP, the reason is shown only to ' +
        'clients on the same machine or with a token.',
    ),
}))

/** The open corpus. */
export const status = defineOperation({
  name: 'status',
  summary: 'Readiness',
  description:
    'Says which corpus is being served, and lists the faults of its imported sources (sources that were not imported are ' +
    'source limitations). While no corpus is open, the answer is the error `not_ready` with the reason.',
  path: '/ready',
  input: z.strictObject({}),
  output: readiness,
  transient: true,
  example: {},
  errors: {
    invalid_input: { format: 'xml' },
  },
  withoutDetails: ({ replacement_failure: failure, ...answer }: z.output<ReturnType<typeof readiness>>) => ({
    ...answer,
    replacement_failure: failure && { ...failure, reason: say`the newer corpus could not be opened; the log says why` },
  }),
  async answer(corpus) {
    await corpus.ping?.()
    const [{ laws, norms, limitations, built_at }, findings] = await Promise.all([corpus.coverage(), corpus.findings()])
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
      findings: findings.slice(0, MAX_FINDINGS).map(({ source_id, law_id, reason }) => ({ source_id, law_id, reason })),
      findings_total: findings.length,
      replacement_failure: corpus.replacementFailure,
    }
  },
})
