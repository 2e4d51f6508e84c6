import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import type { CheckOptions, Finding } from '../resolve/check-text.ts'
import { lazy } from '../util/lazy.ts'
import { citation } from './cite.ts'
import { asOfOutputs, daysInputs, defineOperation, flagInput, record } from './operation.ts'

const FORMATS = ['plain', 'markdown', 'html', 'latex', 'json', 'xml'] as const satisfies CheckOptions['format'][]

/** A citation of a text that was checked. */
export const finding = lazy(
  () =>
    citation().extend({
      status: z.enum([...citation().shape.status.options, 'unread']),
      line: z.int().min(1),
      column: z.int().min(1).describe('In characters (code points).'),
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
    ...daysInputs,
  }),
  list: 'findings',
  output: record(() => ({
    findings: z.array(finding()),
    count: z.int(),
    set_aside: z
      .int()
      .describe('How many designations cite no law: of contracts, of by-laws, of annexes without a law.'),
    ...asOfOutputs,
  })),
  example: { text: 'Nach § 1 Abs. 2 MSGB und § 99 MSGB.' },
  errors: {
    invalid_input: { text: '§ 1 MSGB', format: 'pdf' },
  },
  async answer(corpus, { text, format, wording, ...days }) {
    const { checkText } = await import('../resolve/check-text.ts')
    const { findings, setAside } = await checkText(corpus, text, { format, wording, days })
    return { findings, count: findings.length, set_aside: setAside }
  },
})
