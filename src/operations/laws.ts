import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { LawSummary } from '../model/corpus.ts'
import { initialOf, statusOn } from '../model/versions.ts'
import {
  asOfOutputs,
  daysInputs,
  defineOperation,
  nextOffset,
  nextOutput,
  offsetInput,
  record,
  wholeNumber,
} from './operation.ts'
import { lawSummary } from './schemas.ts'

const initialInput = z
  .string(say`must be a letter, or # for everything else`)
  .trim()
  .regex(/^(?:\p{L}|#|0-9)$/u, say`must be a letter, or # for everything else`)
  .transform(initialOf)
  .optional()
  .describe(
    'First letter of the abbreviation, `B`; Ä counts as A, Ö as O, Ü as U, ß as S, and case does not matter. `#` or `0-9` stands ' +
      'for everything that does not begin with a letter from A to Z. In a URL, # is `%23`.',
  )

/** Minimum number of laws that makes a list long work. */
const LONG_LIST = 500

/** Lists the laws of the corpus. */
export const laws = defineOperation({
  name: 'laws',
  summary: 'List laws',
  description:
    'Lists all laws in the order of their codes. With a query, only laws whose code, abbreviation, title or an alias ' +
    'contains it, the best match first; case, spaces, dots, hyphens and umlaut spellings do not matter. With an initial, only ' +
    'laws whose abbreviation begins with it, in the order of a dictionary.',
  path: '/laws',
  input: z.strictObject({
    query: z
      .string(say`must be a text`)
      .max(1000, say`must be at most 1000 characters`)
      .optional()
      .describe('Text that a name of the law must contain.'),
    initial: initialInput,
    limit: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().describe('How many to return. Default: all.'),
    offset: offsetInput(),
    ...daysInputs,
  }),
  list: 'laws',
  output: record(() => ({
    laws: z.array(lawSummary()),
    count: z.int(),
    total: z.int(),
    query: z.string().nullable(),
    initial: z.string().exactOptional().describe('The initial asked for: a letter from A to Z, or `#`.'),
    jurisdiction: z.string().exactOptional().describe('The place asked for.'),
    dated_since: z
      .string()
      .exactOptional()
      .describe('With `in_force_on`: the first day of effect that a source names.'),
    next: nextOutput(),
    ...asOfOutputs(),
  })),
  longWork: 'computing',
  isLong: ({ limit = LONG_LIST }) => limit >= LONG_LIST,
  example: { query: 'hafen' },
  errors: {
    not_found: { as_of: '2010-01-01' },
    invalid_input: { limit: '0' },
  },
  async answer(corpus, { query, initial, jurisdiction, limit, offset, in_force_on: day }) {
    const dated = day === undefined ? undefined : new Set(await corpus.lawsWithEffect())
    const place = jurisdiction?.toLowerCase()
    const isInForce = (law: LawSummary) =>
      day === undefined || (dated?.has(law.code) && statusOn(day, { status: 'in_force', ...law }) === 'in_force')
    const isMeant = (law: LawSummary) =>
      (place === undefined || law.jurisdiction.toLowerCase() === place) && isInForce(law)
    const isAll = place === undefined && dated === undefined
    const found = await corpus.laws(isAll ? { query, initial, limit, offset } : { query, initial })
    const meant = isAll ? [] : found.items.filter(isMeant)
    const page = isAll ? found : { items: meant.slice(offset, offset + (limit ?? meant.length)), total: meant.length }
    return {
      laws: page.items,
      count: page.items.length,
      total: page.total,
      query: query ?? null,
      ...(initial !== undefined && { initial }),
      ...(place !== undefined && { jurisdiction: place }),
      ...(day !== undefined && { dated_since: (await corpus.datedSince()) as string }),
      next: nextOffset(offset, page.items.length, page.total),
    }
  },
})
