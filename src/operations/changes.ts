import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { ChangeFilter, Corpus } from '../model/corpus.ts'
import { assertDatesOfEffect } from '../resolve/as-of.ts'
import { resolveLawInTime, resolveNormInTime, statesOf } from '../resolve/in-time.ts'
import { designatedRequests, requestsInLaw } from '../resolve/norm-requests.ts'
import { argumentError } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import {
  assertInOrder,
  defineOperation,
  flagInput,
  limitInput,
  namedLawOutputs,
  nameInput,
  nextOffset,
  nextOutput,
  nullableText,
  offsetInput,
  optionalDay,
  record,
  text,
} from './operation.ts'
import { change, stateRange, stateRangeOf } from './schemas.ts'
import { codesInput } from './searched-laws.ts'

/** Limit of norms in one engine query. */
const MOST_NORMS = 100

/** The inputs that select changes. */
export const changeFilterInputs = {
  since: optionalDay('Only changes that were first published on this day or later, `2024-06-30`. Default: all.'),
  until: optionalDay('Only changes that were first published up to this day. Default: all.'),
  by: z
    .enum(['publication', 'effect'], { error: say`must be publication or effect` })
    .default('publication')
    .describe(
      'What the days are. With `effect`, those on which changes take effect, also to come, of laws whose source names them. ' +
        'Default: publication.',
    ),
  codes: codesInput.describe('Codes or aliases of laws, separated by commas, also of former ones. Default: all laws.'),
  norms: nameInput(say`norms, such as "§ 433 BGB, § 5 UrhG"`, 2000)
    .optional()
    .describe(
      'Only changes of these norms, each with its law: `§ 433 BGB, § 5 UrhG`; with one law in `codes`, norms of it: `433, 434`.',
    ),
}

/** The changes from state to state. */
export const changes = defineOperation({
  name: 'changes',
  summary: 'List changes',
  description:
    'Lists the norms that were added, changed, renumbered and removed, newest first, each with the day of the first state ' +
    'that shows it; within a day by law and in document order. A law that was added or removed as a whole is an entry ' +
    'without norm, and so is each of its norms. These are days of publication, not of ' +
    'effect; an act of the European Union names the days from which its consolidations hold. With `by=effect` they are the ' +
    'days on which changes take effect, those to come, too.',
  path: '/changes',
  input: z.strictObject({
    ...changeFilterInputs,
    typographic: flagInput.describe('Also changes of soft hyphens, dashes, quotation marks and the like alone.'),
    limit: limitInput(1000, 100),
    offset: offsetInput(),
  }),
  list: 'changes',
  output: record(() => ({
    since: nullableText,
    until: nullableText,
    by: z.enum(['publication', 'effect']).describe('What the days are.'),
    codes: z.array(text).describe('Canonical codes of the laws; empty for all.'),
    norms: z
      .array(z.object({ code: text, norm: text }))
      .exactOptional()
      .describe('The norms, if any were named.'),
    ...namedLawOutputs(),
    states: stateRange(),
    changes: z.array(change()),
    count: z.int(),
    total: z.int(),
    next: nextOutput(),
  })),
  longWork: 'computing',
  example: { since: '2025-01-01', limit: 5 },
  errors: {
    not_found: { codes: 'hafen' },
    ambiguous: { codes: 'BienHV' },
    invalid_input: { since: '2025-06-30', until: '2024-06-30' },
  },
  async answer(corpus, { limit, offset, typographic, ...input }) {
    const { codes, states, filter } = await changeFilter(corpus, input)
    const page = await corpus.changes({ ...filter, typographic, limit, offset })
    return {
      since: input.since ?? null,
      until: input.until ?? null,
      by: input.by,
      codes,
      ...(filter.norms !== undefined && { norms: filter.norms }),
      states,
      changes: page.items,
      count: page.items.length,
      total: page.total,
      next: nextOffset(offset, page.items.length, page.total),
    }
  },
})

/**
 * The filter in the inputs, and the first and the last state.
 * @throws LegalTextError `invalid_input` for days in the wrong order and too many norms, `not_found` and `ambiguous` for names of
 *   laws and norms; `no_history` if the corpus only has the texts of one day
 */
export async function changeFilter(
  corpus: Corpus,
  { since, until, by, codes: names, norms: named }: z.output<z.ZodObject<typeof changeFilterInputs>>,
) {
  assertInOrder({ since, until })
  const states = await statesOf(corpus)
  if (by === 'effect') await assertDatesOfEffect(corpus, names)
  const laws = new Set<string>()
  // Sequential: the first unknown name is the error.
  for (const name of names) laws.add((await resolveLawInTime(corpus, name)).law.code)
  const codes = [...laws]
  const norms = named === undefined ? undefined : await normsNamed(corpus, codes, named)
  return {
    codes,
    states: stateRangeOf(states),
    filter: {
      since,
      until,
      byEffect: by === 'effect',
      ...(codes.length > 0 && { codes }),
      ...(norms !== undefined && { norms }),
    } satisfies Omit<ChangeFilter, 'limit' | 'offset'>,
  }
}

/** The norms named in a text, also those that only older states have. @param codes a single one is their law */
async function normsNamed(corpus: Corpus, codes: readonly string[], text: string) {
  const [code, ...others] = codes
  const isOfOne = code !== undefined && others.length === 0
  const requests = await (isOfOne ? requestsInLaw(corpus, code, text) : designatedRequests(corpus, text))
  if (requests.length > MOST_NORMS) throw argumentError('norms', say`must be at most ${MOST_NORMS} norms`)
  const norms: { code: string; norm: string }[] = []
  for (const { read } of requests) {
    const named = await read().catch(formerNorm)
    const { law, norm } = await resolveNormInTime(corpus, named.code, named.norm)
    norms.push({ code: law.code, norm: norm.norm })
  }
  return norms
}

/** Names a norm that the newest state lacks, for the look-up in older ones. @throws the error, if it names no norm */
function formerNorm(error: unknown): { code: string; norm: string } {
  const { code, norm } = error instanceof LegalTextError ? error.details : {}
  if (code === undefined || norm === undefined) throw error
  return { code, norm }
}
