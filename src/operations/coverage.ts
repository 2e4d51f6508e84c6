import * as z from 'zod'
import { defineOperation } from './operation.ts'
import { coverage as coverageOutput } from './schemas.ts'

/** What the corpus holds, counted. */
export const coverage = defineOperation({
  name: 'coverage',
  summary: 'What the corpus holds',
  description:
    'Laws, norms by kind and by status, characters, relationships by type, laws by source family, source limitations ' +
    'by terminal state, the range of status dates, the identity of the bundle and the account of its build.',
  path: '/corpus/coverage',
  input: z.strictObject({}),
  output: coverageOutput,
  example: {},
  errors: {
    invalid_input: { format: 'xml' },
  },
  run: (corpus) => corpus.coverage(),
})
