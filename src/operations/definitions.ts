import * as z from 'zod'
import { citationOf } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, Norm } from '../model/corpus.ts'
import { definitionsOf, type PlacedDefinition } from '../model/definitions.ts'
import { carryingWords } from '../model/subdivisions.ts'
import { dayOf } from '../resolve/as-of.ts'
import { DEFINITION_KINDS, likenessOfTerms, queryOfDefinition, wordsOf } from '../search/index.ts'
import { argumentError } from '../util/arguments.ts'
import {
  asOfOutputs,
  daysInputs,
  defineOperation,
  limitInput,
  nextOffset,
  nextOutput,
  nullableText,
  offsetInput,
  record,
  text,
} from './operation.ts'
import { normStatus, provenance } from './schemas.ts'
import { codesInput, codesOf, searchedLaws } from './searched-laws.ts'

const definition = record(() => ({
  term: text.describe('As the text has it.'),
  kind: z
    .enum(DEFINITION_KINDS)
    .describe('How it is defined: in `brackets` after its description, in a `sentence`, or as an item of a `list`.'),
  code: text,
  abbreviation: text,
  title: text.describe('Title of its law.'),
  norm: text,
  subdivision: nullableText.describe('Path of the smallest part that has the definition; null for the whole norm.'),
  label: text,
  heading: text,
  cite_as: text.describe('The customary citation of the part.'),
  status: normStatus,
  text: text.describe('The wording of the part.'),
  local: z.boolean().describe('Whether it holds only for a part of its law: `im Sinne des Absatzes 1`.'),
  start: z.int().min(0).describe('Place of the term in `text`, in UTF-16 code units.'),
  end: z.int().min(0),
  lead_in: nullableText.describe('The words before the part that carry it: `Im Sinne dieses Gesetzes ist`.'),
  provenance: provenance(),
}))

const A_TERM = say`must be a term, such as Verbraucher`

/** Legal definitions. */
export const definitions = defineOperation({
  name: 'definitions',
  summary: 'Find legal definitions',
  description:
    'Finds the norms that define a term, in any inflection, or, without `term`, all definitions of the laws in `codes`, in ' +
    'their order. Norms that define exactly the term, for their whole law, come first, those of much cited laws before others. Definitions are read ' +
    'from German texts of sections and articles: terms in brackets after their description, sentences such as `Verbraucher ist ' +
    'jede natürliche Person, die …` or `… im Sinne dieses Gesetzes ist …`, and lists of terms. Fictions (`gilt als`) count only ' +
    'with `im Sinne`.',
  path: '/definitions',
  prefersPlace: true,
  input: z.strictObject({
    term: z
      .string(A_TERM)
      .trim()
      .max(200, say`must be at most 200 characters`)
      .refine((term) => wordsOf(term).length > 0, A_TERM)
      .optional()
      .describe(
        'The term, in any inflection: `unverzüglich`, `personenbezogene Daten`. Default: all terms of the laws.',
      ),
    codes: codesInput,
    ...daysInputs,
    limit: limitInput(100, 20),
    offset: offsetInput(),
  }),
  list: 'definitions',
  output: record(() => ({
    term: nullableText,
    ...searchedLaws(),
    definitions: z
      .array(definition())
      .describe('One of each norm for a term, in their order of rank; of laws all, in document order.'),
    count: z.int(),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    next: nextOutput(),
    ...asOfOutputs(),
  })),
  longWork: 'searching',
  example: { term: 'Anlieger' },
  errors: {
    not_found: { codes: 'hafen' },
    ambiguous: { codes: 'BienHV' },
    invalid_input: { term: '-' },
  },
  async answer(corpus, input) {
    const { term, jurisdiction, limit, offset } = input
    const codes = [...new Set((await codesOf(corpus, input.codes)).values())]
    const isOfLaws = term === undefined || dayOf(input) !== undefined
    if (isOfLaws && codes.length === 0)
      throw argumentError('codes', say`must name laws, unless a term of the newest state is asked for`)
    const asked = { term, codes, jurisdiction, limit, offset }
    const { found, total } = await (isOfLaws ? definedIn(corpus, asked) : definedAnywhere(corpus, { ...asked, term }))
    return {
      term: term ?? null,
      codes,
      jurisdiction: jurisdiction?.toLowerCase() ?? null,
      definitions: found.map(answerOf),
      count: found.length,
      total,
      limit,
      offset,
      next: nextOffset(offset, found.length, total),
    }
  },
})

type Found = readonly [norm: Norm, definition: PlacedDefinition]

interface Asked {
  term?: string | undefined
  codes: readonly string[]
  jurisdiction: string | undefined
  limit: number
  offset: number
}

/** The definitions in laws, of all terms or of one, in the order of the laws. */
async function definedIn(corpus: Corpus, { term, codes, limit, offset }: Asked) {
  const found: Found[] = []
  let total = 0
  for (const code of codes) {
    for await (const norms of corpus.norms(code)) {
      for (const norm of norms) {
        for (const definition of definitionsOf(norm)) {
          if (term !== undefined && likenessOfTerms(term, definition.term) === 0) continue
          if (total >= offset && found.length < limit) found.push([norm, definition])
          total += 1
        }
      }
    }
  }
  return { found, total }
}

/** The definitions of a term, one per norm. */
async function definedAnywhere(corpus: Corpus, { term, codes, jurisdiction, limit, offset }: Asked & { term: string }) {
  const query = queryOfDefinition(term)
  const page = await corpus.search({ query, codes, jurisdiction, designated: [], limit, offset })
  const norms = await Promise.all(page.items.map(({ code, norm }) => corpus.norm(code, norm)))
  const found = norms.flatMap((norm): Found[] => {
    if (norm === undefined) return []
    const like = definitionsOf(norm).map((each) => ({ each, likeness: likenessOfTerms(term, each.term) }))
    const [best] = like.filter(({ likeness }) => likeness > 0).sort((a, b) => b.likeness - a.likeness)
    return best === undefined ? [] : [[norm, best.each]]
  })
  return { found, total: page.total + page.partial }
}

function answerOf([norm, { term, kind, start, end, isLocal, part }]: Found): z.output<ReturnType<typeof definition>> {
  const { code, abbreviation, title, label, heading, status } = norm
  const from = part?.start ?? 0
  return {
    ...{ term, kind, code, abbreviation, title },
    norm: norm.norm,
    subdivision: part?.path ?? null,
    ...{ label, heading },
    cite_as: citationOf(norm, nameOfLaw(norm), part?.path ?? null),
    status,
    text: norm.text.slice(from, part?.end),
    local: isLocal,
    start: start - from,
    end: end - from,
    lead_in: part === null ? null : carryingWords(norm, part.path).lead_in,
    provenance: norm.provenance,
  }
}
