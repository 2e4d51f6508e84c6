import * as z from 'zod'
import { citationOf } from '../citation/citation-text.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { STARTER_NAME } from '../model/corpus.ts'
import { dayOf } from '../resolve/as-of.ts'
import { exactPath, resolveLawWith, resolveNorm, wantedPath } from '../resolve/resolve-norm.ts'
import { shownPart } from '../resolve/select-subdivision.ts'
import { lazy } from '../util/lazy.ts'
import { asOfOutputs, codeInput, daysInputs, defineOperation, namedLawOutputs, normInput, text } from './operation.ts'
import { citationCount, namedNorm, normSummary, resolution } from './schemas.ts'

/** The exact wording of one norm. */
export const norm = defineOperation({
  name: 'norm',
  summary: 'Get a norm',
  description:
    'Returns the exact wording of one norm, with its place in the law, its subdivisions, the norms next to it and its ' +
    'provenance. The norm is ' +
    'given as a norm path (`par:433`, `art:246a/par:1`, `par:433/abs:1`) or in a short form (`433`, `§ 433 Abs. 1`, ' +
    '`Art. 5`).',
  path: '/laws/{code}/norms/{norm}',
  input: z.strictObject({ code: codeInput, norm: normInput, ...daysInputs }),
  output: lazy(() =>
    namedNorm().extend({
      resolution: resolution(),
      previous_norm: normSummary().nullable().describe('The previous norm of the law, as lists have it.'),
      next_norm: normSummary().nullable().describe('The next norm of the law, as lists have it.'),
      citation_counts: z
        .object({ cites: citationCount(), cited_by: citationCount() })
        .describe('How often the norm cites, and is cited.'),
      corpus_date: text
        .exactOptional()
        .describe('Date of the texts of the corpus; absent in an answer with `as_of`, and from the sample dataset.'),
      ...asOfOutputs(),
      ...namedLawOutputs(),
    }),
  ),
  example: { code: 'msgb', norm: 'par:1/abs:1' },
  errors: {
    not_found: { code: 'msgb', norm: 'par:99' },
    ambiguous: { code: 'msgbeg', norm: '§ 1' },
    invalid_input: { code: 'msgb', norm: '?' },
  },
  async answer(corpus, input) {
    const asked = dayOf(input)
    const law = await resolveLawWith(corpus, input.code, input.norm, asked)
    const exact = exactPath(input.norm)
    // Prefetch: a remote engine gets both in one round trip.
    const expected = exact === undefined ? undefined : corpus.normContext(law.code, exact)
    expected?.catch(() => undefined)
    const { norm, subdivision, resolution } = await resolveNorm(corpus, law, input.norm)
    const context = await (norm.norm === exact ? expected : corpus.normContext(law.code, norm.norm))
    if (context === undefined) throw new Error(`the corpus has ${law.code} ${norm.norm}, but not what surrounds it`)
    const isDated = asked === undefined && corpus.bundle.name !== STARTER_NAME
    const day = isDated ? await corpus.corpusDate() : null
    const { note, selection } = shownPart(norm, subdivision, asked)
    const rows =
      selection === null ? [] : (await import('../resolve/schedule-rows.ts')).rowContext(norm, selection.path)
    return {
      ...norm,
      selection: selection && (rows.length > 0 ? { ...selection, context: rows } : selection),
      cite_as: citationOf(norm, nameOfLaw(law, input.code), selection?.path ?? null),
      successors:
        norm.status === 'repealed'
          ? await (await import('../resolve/successors.ts')).successorsOf(
              corpus,
              law.code,
              wantedPath(input.norm) ?? norm.norm,
            )
          : [],
      resolution: note === null ? resolution : { requested: input.norm, by: 'approximation' as const, message: note },
      previous_norm: context.previous,
      next_norm: context.next,
      citation_counts: context.citations,
      ...(day !== null && { corpus_date: day }),
    }
  },
})
