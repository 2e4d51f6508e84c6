import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { parseInput } from '../../operations/operation.ts'
import { relationships } from '../../operations/relationships.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { CommandDescription, ParsedArguments } from '../description.ts'
import { daysOf, withCorpusOfDay } from '../open-corpus.ts'
import { formOf, isJson, operationCommand, rawInput } from '../operation-command.ts'
import { readChunks, STANDARD_INPUT } from '../read-text.ts'

const one = operationCommand(relationships, {
  examples: [
    ['The sections of an article', 'legal-text related msgbeg art:5 --dataset starter'],
    ['What cites a section, as lawyers write it', 'legal-text related § 14 MSGB --type cited_by --dataset starter'],
    [
      'Only the article that contains a section',
      'legal-text related "Art. 5 § 1 MSGBEG" --type contained_in --dataset starter',
    ],
    ['As JSON', 'legal-text related msgbeg art:5 --json --dataset starter'],
    ['Many, one request per line', 'printf "msgb 1\\n§ 14 MSGB\\n" | legal-text related - --dataset starter'],
  ],
  page: async () => (await import('../terminal/pages/relationships-table.ts')).relationshipsTable,
})

const command: CommandDescription = {
  ...one,
  description:
    `${one.description} With -, every non-empty line of standard input is a request, as for norm: CODE NORM, or a ` +
    'designation with its law. Each answer is a line of JSON, or that of an error, with the `request`; the exit code is ' +
    'that of the first error.',
  async run({ args, flags }) {
    if (args.code !== STANDARD_INPUT) return one.run({ args, flags })
    if (args.norm !== undefined) {
      throw new LegalTextError('invalid_input', say`standard input (-) cannot be combined with other arguments`)
    }
    const form = formOf(flags)
    if (form !== 'page' && !isJson(form)) {
      throw new LegalTextError('invalid_input', say`many answers are lines of JSON; --format cannot be ${form}`)
    }
    await withCorpusOfDay(flags, false, (corpus) => answerLines(corpus, flags))
  },
}

export default command

async function answerLines(corpus: Corpus, flags: ParsedArguments['flags']): Promise<void> {
  const [{ lineRequests, writeAnswerLines }, { answersTo }, { answerInFull }] = await Promise.all([
    import('../norm-requests.ts'),
    import('../../operations/norm-answers.ts'),
    import('../all-pages.ts'),
  ])
  const given = rawInput(relationships, { args: {}, flags })
  const answers = answersTo(lineRequests(corpus, readChunks(STANDARD_INPUT)), async ({ code, norm, as_of }) => {
    const days = as_of === undefined ? daysOf(flags) : { as_of, in_force_on: undefined }
    const input = parseInput(relationships, { ...given, code, norm, ...days })
    return flags.all ? answerInFull(relationships, corpus, input) : relationships.answer(corpus, input)
  })
  await writeAnswerLines(answers)
}
