import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { CheckOptions, Finding, PlacedQuotation } from '../resolve/check-text.ts'
import { lazy } from '../util/lazy.ts'
import { citation } from './cite.ts'
import { asOfOutputs, daysInputs, defineOperation, flagInput, nullableText, record, type Schema } from './operation.ts'
import { versionSpan } from './schemas.ts'

const FORMATS = ['plain', 'markdown', 'html', 'latex', 'json', 'xml'] as const satisfies CheckOptions['format'][]

/** A compared quotation of a text. */
export const quotation = record(() => ({
  text: z.string().describe('Its words, without their marks.'),
  start: z.int(),
  end: z.int(),
  line: z.int().min(1),
  column: z.int().min(1),
  verdict: z
    .enum(['exact', 'altered', 'elsewhere', 'not_found'])
    .describe(
      '`exact`: the cited part has the words; `altered`: it has most of them; `elsewhere`: another norm or part has them; ' +
        '`not_found`: none has.',
    ),
  cited: nullableText.describe(
    'The citation that it stands with; null without one: then `found_in` is what has the words.',
  ),
  found_in: z
    .object({
      code: z.string(),
      norm: z.string(),
      subdivision: nullableText,
      cite_as: z.string().describe('The customary citation.'),
      version: versionSpan().exactOptional(),
    })
    .nullable()
    .describe('Where the words stand, or those that they were altered from; `version` if not in the compared wording.'),
  parts: z
    .array(z.object({ type: z.enum(['equal', 'deleted', 'inserted']), text: z.string() }))
    .describe(
      'If `altered`: `equal` and `deleted` are the words of the law, `equal` and `inserted` those of the text.',
    ),
  message: nullableText,
})) satisfies Schema<PlacedQuotation>

/** A checked citation of a text. */
export const finding = lazy(
  () =>
    citation().extend({
      status: z.enum([...citation().shape.status.options, 'unread']),
      line: z.int().min(1),
      column: z.int().min(1).describe('In characters (code points).'),
      quotation: quotation().exactOptional().describe('The first quotation with it that is not exact, else the first.'),
    }) satisfies z.ZodType<Finding>,
)

/** The verdict on every citation of a text. */
export const check = defineOperation({
  name: 'check',
  summary: 'Check the citations of a text',
  description:
    'Finds every citation in a text, plain or with markup, and says for each whether it is right, wrong (no such law, norm ' +
    'or part, repealed, not yet in force), uncertain (ambiguous, of an edition that the corpus lacks, not readable) or outside (of a law outside ' +
    'the corpus).',
  post: { path: '/check', text: 'text' },
  prefersPlace: true,
  input: z.strictObject({
    text: z.string(say`must be the text to check`).describe('The text to check.'),
    format: z
      .enum(FORMATS, say`must be plain, markdown, html, latex, json or xml`)
      .default('plain')
      .describe('How it is written.'),
    wording: flagInput.describe('Give the wording of what is cited.'),
    quotations: flagInput
      .default(true)
      .describe(
        'Compare quotations with the wording of what is cited. A citation is wrong if its quotation is not exact.',
      ),
    ...daysInputs,
  }),
  list: 'findings',
  output: record(() => ({
    findings: z.array(finding()),
    quotations: z
      .array(quotation())
      .describe('Quotations of laws and words given as such, also those without a citation that are of a law.'),
    count: z.int(),
    set_aside: z
      .int()
      .describe('How many designations cite no law: of contracts, of by-laws, of annexes without a law.'),
    ...asOfOutputs(),
  })),
  example: { text: 'Nach § 1 Abs. 2 MSGB und § 99 MSGB.' },
  errors: {
    invalid_input: { text: '§ 1 MSGB', format: 'pdf' },
  },
  async answer(corpus, { text, format, wording, quotations: isCompared, ...days }) {
    const { checkText } = await import('../resolve/check-text.ts')
    const checked = await checkText(corpus, text, { format, wording, quotations: isCompared, days })
    const { findings, quotations, setAside } = checked
    return { findings, quotations, count: findings.length, set_aside: setAside }
  },
})
