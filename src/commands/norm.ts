import { LegalTextError } from '../errors.ts'
import { norm } from '../operations/norm.ts'
import type { CommandDescription } from './base/description.ts'
import { normPresenter } from './base/norm-requests.ts'
import { withCorpus } from './base/open-corpus.ts'
import { formOf, operationCommand, showAnswer } from './base/operation-command.ts'

const STANDARD_INPUT = '-'

const one = operationCommand(norm, {
  formats: ['json', 'ndjson', 'md', 'text', 'html'],
  examples: [
    ['One section, as lawyers write it', 'legal-text norm "§ 14 MSGB" --dataset starter'],
    ['By code and norm path', 'legal-text norm msgbeg art:5/par:1 --dataset starter'],
    ['One item of a list', 'legal-text norm msgb "§ 14 Abs. 1 Satz 1 Nr. 1" --dataset starter'],
    ['The headings of three sections', 'legal-text norm msgb 1 2 14 --json --dataset starter | jq -r .heading'],
    ['Many, one request a line', 'printf "msgb 1\\n§ 14 MSGB\\n" | legal-text norm - --dataset starter'],
  ],
  page: normPresenter,
})

const command: CommandDescription = {
  ...one,
  description:
    `${one.description} Several norms of a law may be given, or several designations with their laws. With - every line ` +
    'of standard input that is not empty is a request: CODE NORM, or a designation with its law; answers are then lines ' +
    'of JSON, unless --format says otherwise. Several requests are answered in their order. As JSON each answer is one ' +
    'line: the body that HTTP has, or that of an error, with the `request`. The exit code is that of the first error.',
  arguments: (one.arguments ?? []).map((argument) => ({
    ...argument,
    ...(argument.name === 'norm' && { several: true }),
  })),
  async run(given) {
    const [first, others, form] = [given.required('code'), given.texts('norm'), formOf(given)]
    const isStandardInput = first === STANDARD_INPUT
    if (others.includes(STANDARD_INPUT) || (isStandardInput && others.length > 0)) {
      throw new LegalTextError('invalid_input', 'standard input (-) stands alone: legal-text norm -')
    }
    await withCorpus(given.text('dataset'), form === 'page' && !isStandardInput, async (corpus) => {
      const { answerRequest, answerRequests, argumentRequests, lineRequests } = await import('./base/norm-requests.ts')
      const pager = !given.has('no-pager')
      if (isStandardInput) {
        const { readStandardInput } = await import('./base/read-text.ts')
        const requests = lineRequests(corpus, readStandardInput())
        return answerRequests(corpus, { requests, form: form === 'page' ? 'ndjson' : form, pager })
      }
      const requests = await argumentRequests(corpus, [first, ...others])
      const [request] = requests
      if (requests.length > 1 || request === undefined || form === 'ndjson') {
        return answerRequests(corpus, { requests, form, pager })
      }
      const answer = await answerRequest(corpus, request)
      await showAnswer({ given, operation: norm, corpus, answer, page: normPresenter })
    })
  },
}

export default command
