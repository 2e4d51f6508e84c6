import * as z from 'zod'
import type { Corpus, Norm } from '../corpus/corpus.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { codeInput, defineOperation, lazy } from './operation.ts'
import { norm as normOutput } from './schemas.ts'

/** The whole wording of a law. */
export const norms = defineOperation({
  name: 'norms',
  summary: 'Get all norms of a law',
  description:
    'Returns every norm of a law in document order, each as the route of the norm does. The answer is a stream: as NDJSON ' +
    'each norm is a line that can be used as soon as it arrives.',
  path: '/laws/{code}/norms',
  input: z.strictObject({ code: codeInput }),
  list: 'norms',
  output: lazy(() => z.object({ code: z.string(), count: z.int(), norms: z.array(normOutput()) })),
  example: { code: 'inselvtr' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, { code }) {
    const { head, parts } = await inParts(corpus, code)
    const norms: Norm[] = []
    for await (const part of parts) norms.push(...part)
    return { ...head, norms }
  },
  answerInParts: (corpus, { code }) => inParts(corpus, code),
})

async function inParts(corpus: Corpus, name: string) {
  const { code, norm_count: count } = await resolveLaw(corpus, name)
  return { head: { code, count }, parts: corpus.norms(code) }
}
