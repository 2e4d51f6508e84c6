import * as z from 'zod'
import type { Corpus, LawHeading, Norm } from '../corpus/corpus.ts'
import { lazy } from '../lazy.ts'
import { findPart, type LawPart } from '../resolve/law-part.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { lawWithCode, partAnswer, partInput } from './law-outline.ts'
import { asOfInput, asOfOutputs, codeInput, defineOperation } from './operation.ts'
import { norm as normOutput, partOfLaw } from './schemas.ts'

/** The whole wording of a law. */
export const norms = defineOperation({
  name: 'norms',
  summary: 'Get all norms of a law',
  description:
    'Returns every norm of a law in document order, each with its wording as on the route of the norm, or only those of ' +
    'one part. The answer is a stream: as NDJSON each norm is a line that can be used as soon as it arrives.',
  path: '/laws/{code}/norms',
  input: z.strictObject({ code: codeInput, part: partInput, as_of: asOfInput }),
  list: 'norms',
  output: lazy(() =>
    z.object({
      code: z.string(),
      count: z.int(),
      part: partOfLaw().exactOptional().describe('The requested part.'),
      norms: z.array(normOutput()),
      ...asOfOutputs,
    }),
  ),
  example: { code: 'inselvtr' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, input) {
    const { head, parts } = await inParts(corpus, input)
    const norms: Norm[] = []
    for await (const part of parts) norms.push(...part)
    return { ...head, norms }
  },
  answerInParts: inParts,
})

interface Asked {
  code: string
  part?: string | undefined
  as_of?: string | undefined
}

async function inParts(corpus: Corpus, { code: name, part, as_of }: Asked) {
  const { code, norm_count: count } = await resolveLaw(corpus, name)
  if (as_of !== undefined && part === undefined) await assertCertain(corpus, code)
  if (part === undefined) return { head: { code, count }, parts: corpus.norms(code) }
  const law = await lawWithCode(corpus, code)
  const found = findPart(law, part)
  if (as_of !== undefined) await assertCertain(corpus, code, found)
  const answer = partAnswer(law, found)
  return {
    head: { code, count: answer.extent.norm_count, part: answer },
    parts: corpus.norms(code, found),
    structure: [...found.place, ...found.headings].map((heading) => clipped(heading, found)),
  }
}

/**
 * Reads the first norms before the answer begins. On a day between two states, that checks every norm which the day leaves
 * uncertain.
 * @param range only these norms
 * @throws LegalTextError `ambiguous` if it is not known which wording one of them had
 */
async function assertCertain(corpus: Corpus, code: string, range?: { start: number; end: number }): Promise<void> {
  for await (const _ of corpus.norms(code, range)) return
}

/** A heading over norms of a part, which are counted within it. */
function clipped(heading: LawHeading, { start, end }: LawPart): LawHeading {
  return { ...heading, start: Math.max(heading.start - start, 0), end: Math.min(heading.end, end) - start }
}
