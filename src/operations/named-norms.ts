import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { dayOf } from '../resolve/as-of.ts'
import { designatedRequest } from '../resolve/norm-requests.ts'
import { errorBody as bodyOf, type ErrorBody, LegalTextError } from '../util/errors.ts'
import { norm } from './norm.ts'
import { answerRequest, answersOf, type NormAnswer } from './norm-answers.ts'
import { asOfOutputs, daysInputs, defineOperation, record, text, typedInput } from './operation.ts'
import { errorBody } from './schemas.ts'

const MOST_DESIGNATIONS = 300
/** Maximum characters of wording in one answer, which is made in memory. */
const MAX_WORDING = 2_000_000

const expected = say`must be a norm with its law, such as "§ 433 Abs. 1 BGB"`
const designation = z.string(expected).max(1000, say`must be at most 1000 characters`)

const tooMuch = new LegalTextError(
  'payload_too_large',
  say`the wordings before it fill the answer; ask for it in another request`,
)

/** The exact wording of a norm named together with its law. */
export const namedNorm = defineOperation({
  name: 'namedNorm',
  summary: 'Get a norm by its designation',
  description:
    'Returns the answer of `norm` to a designation with its law: `§ 433 Abs. 1 BGB`, `Art. 246a § 1 EGBGB`, `bgb 433`. An ' +
    'edition that it names (`§ 5 UStG a. F.`) is looked up, if no day is given.',
  path: '/norms',
  input: z.strictObject({ q: designation.describe('The norm with its law.'), ...daysInputs }),
  output: norm.output,
  example: { q: '§ 1 Abs. 1 MSGB' },
  errors: { not_found: { q: '§ 99 MSGB' }, ambiguous: { q: '§ 1 MSGBEG' }, invalid_input: { q: 'MSGB' } },
  answer: (corpus, { q, ...days }) =>
    answerRequest(corpus, designatedRequest(corpus, q, dayOf(days) === undefined), days),
})

/** The exact wording of several norms, each named together with its law. */
export const namedNorms = defineOperation({
  name: 'namedNorms',
  summary: 'Get many norms by their designations',
  description:
    `Returns, for each of at most ${MOST_DESIGNATIONS} designations in their order, the answer of \`norm\` or the body of an error, ` +
    `with the \`request\`. All wordings have at most ${MAX_WORDING} characters; the others are \`payload_too_large\`.`,
  post: { path: '/norms', text: 'q' },
  input: z.strictObject({
    q: typedInput(
      (given) => (typeof given === 'string' ? given.split(/\r?\n/).filter((line) => line.trim() !== '') : given),
      z
        .array(designation, say`must be a list of norms with their laws`)
        .min(1, say`must name at least one norm`)
        .max(MOST_DESIGNATIONS, { error: () => say`must be at most ${MOST_DESIGNATIONS} norms` }),
    ).describe('The norms with their laws; as plain text, one a line.'),
    ...daysInputs,
  }),
  list: 'norms',
  output: record(() => {
    const request = text.describe('The designation, as it was given.')
    return {
      norms: z
        .array(z.union([norm.output().extend({ request }), errorBody().extend({ request })]))
        .describe('The answers, in the order of the requests.'),
      count: z.int(),
      ...asOfOutputs(),
    }
  }),
  example: { q: ['§ 1 Abs. 1 MSGB', '§ 99 MSGB'] },
  errors: { invalid_input: { q: [] } },
  async answer(corpus, { q, ...days }) {
    const norms: ((NormAnswer | ErrorBody) & { request: string })[] = []
    let wording = 0
    const requests = q.map((request) => designatedRequest(corpus, request, dayOf(days) === undefined))
    for await (const { request, answer } of answersOf(corpus, requests, days)) {
      if (!(answer instanceof LegalTextError)) wording += answer.text.length
      const given = wording > MAX_WORDING ? tooMuch : answer
      norms.push({ ...(given instanceof LegalTextError ? bodyOf(given) : given), request })
    }
    return { norms, count: norms.length }
  },
})
