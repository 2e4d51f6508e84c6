import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { Relationship } from '../model/corpus.ts'
import { dayOf } from '../resolve/as-of.ts'
import { withVersions } from '../resolve/related-editions.ts'
import { resolveLawWith, resolveNorm } from '../resolve/resolve-norm.ts'
import { selectSubdivision } from '../resolve/select-subdivision.ts'
import { today } from '../util/iso-date.ts'
import {
  asOfOutputs,
  codeInput,
  daysInputs,
  defineOperation,
  limitInput,
  namedLawOutputs,
  nextOffset,
  nextOutput,
  normInput,
  nullableText,
  offsetInput,
  record,
  type Schema,
} from './operation.ts'
import { versionSpan } from './schemas.ts'

export const relationshipType = z.enum(['cites', 'cited_by', 'contains', 'contained_in', 'amends', 'amended_by'], {
  error: say`must be cites, cited_by, contains, contained_in, amends or amended_by`,
})

export const relationship = record(() => ({
  type: relationshipType,
  code: nullableText,
  abbreviation: nullableText,
  norm: nullableText,
  label: nullableText,
  heading: nullableText,
  subdivision: nullableText,
  law: nullableText,
  citation: nullableText,
  start: z.int().nullable(),
  end: z.int().nullable(),
  effective_from: nullableText.exactOptional().describe('Of an amendment: the day from which it has effect.'),
  resolved: z.boolean(),
  edition: z.string().exactOptional().describe('The edition of the cited norm, in the words of the text.'),
  as_of: z.string().exactOptional().describe('The day as of which that edition was found.'),
  version: versionSpan().exactOptional().describe('When that version of the cited norm was published.'),
})) satisfies Schema<Relationship>

/** The links of a norm. */
export const relationships = defineOperation({
  name: 'relationships',
  summary: 'List relationships of a norm',
  description:
    'Lists the norms that a norm cites, with the wording of the citation and its place in the text; the norms that cite ' +
    'it; the norms that it contains or that contain it, such as an article and its sections; and, where the source says so, ' +
    'what an amending law changes from which day. Norms that the corpus ' +
    'lacks have `resolved: false`. The norm is given as for the norm itself. Relationships are those of the whole norm, ' +
    'even if a subdivision is named.',
  path: '/laws/{code}/norms/{norm}/relationships',
  input: z.strictObject({
    code: codeInput,
    norm: normInput,
    type: relationshipType
      .optional()
      .describe('Only relationships of this type: cites, cited_by, contains, contained_in, amends or amended_by.'),
    limit: limitInput(1000, 100),
    offset: offsetInput(),
    ...daysInputs,
  }),
  list: 'relationships',
  output: record(() => ({
    code: z.string(),
    norm: z.string(),
    relationships: z.array(relationship()),
    count: z.int(),
    total: z.int(),
    next: nextOutput(),
    ...asOfOutputs(),
    ...namedLawOutputs(),
  })),
  example: { code: 'msgbeg', norm: 'art:5' },
  errors: {
    not_found: { code: 'msgb', norm: 'par:99' },
    ambiguous: { code: 'msgbeg', norm: '§ 1' },
    invalid_input: { code: 'msgbeg', norm: 'art:5', limit: '1001' },
  },
  async answer(corpus, input) {
    const { limit, offset, type } = input
    const asked = dayOf(input)
    const law = await resolveLawWith(corpus, input.code, input.norm, asked)
    const { norm, subdivision } = await resolveNorm(corpus, law, input.norm)
    // Relationships are those of the norm, but a missing part is an error.
    selectSubdivision(norm, subdivision)
    const page = await corpus.relationships(law.code, norm.norm, { type, limit, offset })
    const relationships = await withVersions(corpus, { code: law.code, norm: norm.norm }, page.items, asked ?? today())
    return {
      code: law.code,
      norm: norm.norm,
      relationships,
      count: page.items.length,
      total: page.total,
      next: nextOffset(offset, page.items.length, page.total),
    }
  },
})
