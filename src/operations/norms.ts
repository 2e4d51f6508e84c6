import * as z from 'zod'
import { citationOf } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Corpus, LawHeading, Norm } from '../model/corpus.ts'
import { type Days, dayOf } from '../resolve/as-of.ts'
import { findPart, type LawPart } from '../resolve/law-part.ts'
import { resolveLaw } from '../resolve/resolve-law.ts'
import { successorsOf } from '../resolve/successors.ts'
import { lawWithCode, partAnswer, partInput } from './law-outline.ts'
import { asOfOutputs, codeInput, daysInputs, defineOperation, namedLawOutputs, record } from './operation.ts'
import { namedNorm, partOfLaw } from './schemas.ts'

/** The whole wording of a law. */
export const norms = defineOperation({
  name: 'norms',
  summary: 'Get all norms of a law',
  description:
    'Returns every norm of a law in document order, each with its wording as on the route of the norm, or only those of ' +
    'one part. The answer is a stream: as NDJSON each norm is a line that can be used as soon as it arrives.',
  path: '/laws/{code}/norms',
  input: z.strictObject({ code: codeInput, part: partInput, ...daysInputs }),
  list: 'norms',
  output: record(() => ({
    code: z.string(),
    count: z.int(),
    part: partOfLaw().exactOptional().describe('The requested part.'),
    norms: z.array(namedNorm()),
    ...asOfOutputs(),
    ...namedLawOutputs(),
  })),
  example: { code: 'inselvtr' },
  errors: {
    not_found: { code: 'msgbe' },
    ambiguous: { code: 'BienHV' },
    invalid_input: { code: ' ' },
  },
  async answer(corpus, input) {
    const { head, parts } = await inParts(corpus, input)
    const norms: NamedNorm[] = []
    for await (const part of parts) norms.push(...part)
    return { ...head, norms }
  },
  answerInParts: inParts,
})

interface Asked extends Days {
  code: string
  part?: string | undefined
}

async function inParts(corpus: Corpus, { code: name, part, ...days }: Asked) {
  const day = dayOf(days)
  const resolved = await resolveLaw(corpus, name, day)
  const { code, norm_count: count } = resolved
  const normsOf = (range?: LawPart) => withNames(corpus, nameOfLaw(resolved, name), corpus.norms(code, range))
  if (day !== undefined && part === undefined) await assertCertain(corpus, code)
  if (part === undefined) return { head: { code, count }, parts: normsOf() }
  const law = await lawWithCode(corpus, code)
  const found = findPart(law, part)
  if (day !== undefined) await assertCertain(corpus, code, found)
  const answer = partAnswer(law, found)
  return {
    head: { code, count: answer.extent.norm_count, part: answer },
    parts: normsOf(found),
    structure: [...found.place, ...found.headings].map((heading) => clipped(heading, found)),
  }
}

type NamedNorm = z.output<ReturnType<typeof namedNorm>>

/** Adds the citations of norms, and the successors of repealed ones. @param law its customary name */
async function* withNames(corpus: Corpus, law: string, parts: AsyncIterable<readonly Norm[]>) {
  const named = async (norm: Norm): Promise<NamedNorm> => ({
    ...norm,
    cite_as: citationOf(norm, law, null),
    successors: norm.status === 'repealed' ? await successorsOf(corpus, norm.code, norm.norm) : [],
  })
  for await (const norms of parts) yield await Promise.all(norms.map(named))
}

/**
 * Reads the first norms before the answer begins. On a day between two states, that checks every uncertain norm.
 * @param range only these norms
 * @throws LegalTextError `ambiguous` if the wording of one of them is unknown
 */
async function assertCertain(corpus: Corpus, code: string, range?: { start: number; end: number }): Promise<void> {
  for await (const _ of corpus.norms(code, range)) return
}

/** A heading over norms of a part, relative to the part. */
function clipped(heading: LawHeading, { start, end }: LawPart): LawHeading {
  return { ...heading, start: Math.max(heading.start - start, 0), end: Math.min(heading.end, end) - start }
}
