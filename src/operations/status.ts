import * as z from 'zod'
import { defineOperation } from './operation.ts'

/** Whether a corpus is open, and which. */
export const status = defineOperation({
  name: 'status',
  summary: 'Readiness',
  description: 'Which corpus is being served. While none is open, the error `not_ready` with the reason.',
  path: '/ready',
  input: z.strictObject({}),
  output: z.object({
    status: z.literal('ready'),
    bundle_id: z.string(),
    digest: z.string(),
    schema_version: z.int(),
    laws: z.int(),
    norms: z.int(),
    limitations: z.int(),
  }),
  example: {},
  errors: {
    invalid_input: { format: 'xml' },
  },
  async run(corpus) {
    const { laws, norms, limitations } = await corpus.coverage()
    const { id, digest, schema_version } = corpus.bundle
    return { status: 'ready' as const, bundle_id: id, digest, schema_version, laws, norms, limitations }
  },
})
