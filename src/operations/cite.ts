import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { type Citation, withNote } from '../resolve/citation.ts'
import { citationsWithNotes } from '../resolve/complete-citations.ts'
import {
  asOfOutputs,
  daysInputs,
  defineOperation,
  MAX_TEXT_LENGTH,
  nullableText,
  record,
  type Schema,
  text,
} from './operation.ts'
import { candidate, successor, versionSpan } from './schemas.ts'

export const citation = record(() => ({
  text: text.describe('The words of the citation.'),
  start: z.int().min(0).describe('Place in the query, in UTF-16 code units.'),
  end: z.int().min(0),
  status: z.enum(['resolved', 'repealed', 'not_found', 'out_of_range', 'ambiguous', 'unknown_law']),
  class: z
    .enum(['right', 'wrong', 'uncertain', 'outside'])
    .describe('The verdict: leads to a norm in force; is wrong; is uncertain; is of a law outside the corpus.'),
  edition: nullableText.describe('The edition, in the words of the text.'),
  code: nullableText,
  abbreviation: nullableText,
  norm: nullableText.describe('Norm path, without the subdivision.'),
  subdivision: nullableText.describe('Path of the subdivision within the norm; null if none is named.'),
  label: nullableText,
  heading: nullableText,
  wording: nullableText.describe('The text of the subdivision, or of the norm if none is named.'),
  cite_as: nullableText.describe('The customary citation of what it leads to: `§ 5 Abs. 4 SGB V`.'),
  message: nullableText.describe('Why it is not resolved, or a note on it.'),
  as_of: text.optional().describe('The day as of which the norm was looked up, if the text names an edition by it.'),
  version: versionSpan().optional().describe('When that version of the norm was published.'),
  successors: z.array(successor()).optional().describe('Norms in force that took the place of one that is not.'),
  candidates: z.array(candidate()).optional(),
  suggestions: z.array(candidate()).optional(),
})) satisfies Schema<Citation>

/**
 * Maximum characters of wording in one answer: a short text can cite the longest annex a thousand times. Beyond the limit,
 * citations lack their wording, and say so.
 */
const MAX_WORDING = 1_000_000
/** Maximum number of norms in one answer, which is made in memory; longer texts are for `check`. */
const MAX_CITATIONS = 20_000

/** The norms that a text cites. */
export const cite = defineOperation({
  name: 'cite',
  summary: 'Resolve citations',
  description:
    'Finds the citations of norms in a text (`§ 433 Abs. 1 Satz 2 BGB`, `Art. 246a § 1 EGBGB`, `§§ 3 bis 6 BGB`) and ' +
    'says for each which norm it means, with its wording, or why it means none. A range or list gives one citation for ' +
    'each norm. Over HTTP the text must fit into the query of a URL: 10 KiB including escapes, unless MAX_QUERY_BYTES ' +
    'sets another limit.',
  path: '/citations',
  prefersPlace: true,
  input: z.strictObject({
    q: z
      .string(say`must be the text to read`)
      .max(MAX_TEXT_LENGTH, {
        error: () => say`must be at most ${MAX_TEXT_LENGTH} characters; longer texts are for check`,
      })
      .refine((text) => text.trim() !== '', say`must be the text to read; it is empty`)
      .describe('The text to read.'),
    ...daysInputs,
  }),
  list: 'citations',
  output: record(() => ({ query: z.string(), citations: z.array(citation()), count: z.int(), ...asOfOutputs() })),
  example: { q: 'Nach § 1 Abs. 2 MSGB und Art. 5 § 2 MSGBEG, anders § 99 MSGB.' },
  errors: {
    not_found: { q: '§ 1 MSGB', as_of: '2010-01-01' },
    invalid_input: { q: ' ' },
  },
  async answer(corpus, { q, ...days }) {
    const citations = limitWording(await citationsWithNotes(corpus, q, { most: MAX_CITATIONS, days }))
    return { query: q, citations, count: citations.length }
  },
})

function limitWording(citations: Citation[]): Citation[] {
  const leftOut = say`no wording: the answer would hold more than ${MAX_WORDING} characters of it`
  let total = 0
  return citations.map((citation) => {
    const length = citation.wording?.length ?? 0
    if (total + length > MAX_WORDING) {
      return { ...citation, wording: null, message: withNote(citation.message, leftOut) }
    }
    total += length
    return citation
  })
}
