import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { grep } from '../../operations/grep.ts'
import { type AnswerInParts, parseInput } from '../../operations/operation.ts'
import { formatsOf } from '../../render/formats.ts'
import { argumentError } from '../../util/arguments.ts'
import { type CommandDescription, JSON_FLAG, type ParsedArguments } from '../description.ts'
import { withCorpus } from '../open-corpus.ts'
import { type Form, formOf, isJson, operationDescription, rawInput } from '../operation-command.ts'
import { writeDrawn, writeNote, writeRendered } from '../output.ts'
import type { Screen } from '../terminal/screen.ts'

const described = operationDescription(grep, {
  arguments: ['pattern'],
  multiple: ['codes'],
  switches: ['ignore_case', 'fixed_strings', 'word_regexp', 'count'],
  letters: { ignore_case: 'i', fixed_strings: 'F', word_regexp: 'w', count: 'c' },
  formats: [...formatsOf(grep), 'text'],
  examples: [
    ['Words that end so', "legal-text grep '\\w+gebühren\\b' --dataset starter"],
    ['A text as it is, in one law', "legal-text grep -F '(weggefallen)' --codes msgb --dataset starter"],
    ['Headings only, whatever the case', 'legal-text grep -i hafen --in heading --dataset starter'],
    ['How many lines of each norm match', 'legal-text grep Hafen --count --dataset starter'],
    ['Each norm as a line of JSON', 'legal-text grep Hafen --format ndjson --dataset starter'],
  ],
})

const command: CommandDescription = {
  ...described,
  description:
    `${described.description} On a terminal the lines stand below their norms. Elsewhere, and with --format text, each ` +
    'line follows its place: CODE NORM:LINE:TEXT. A pattern that takes too long is refused. Without a match the exit code is 1.',
  flags: {
    'norms-only': { char: 'l', description: 'Show the norms with a match only, without their lines.' },
    ...described.flags,
    json: JSON_FLAG,
  },
  findings: [[1, 'No line matches, or there was an unexpected failure.']],
  async run({ args, flags }) {
    const form = formOf(flags)
    if (flags.count && flags['norms-only']) throw argumentError('--count', say`cannot be combined with --norms-only`)
    await withCorpus(flags.dataset, form === 'page', async (corpus) => {
      const input = { ...rawInput(grep, { args, flags }), ...(flags['norms-only'] && { count: true }) }
      const answer = await grep.answerInParts(corpus, parseInput(grep, input))
      if (form === 'page' || form === 'text') await writeLines(corpus, answer, form, flags)
      else {
        const { renderParts } = await import('../../render/render.ts')
        await writeRendered(renderParts(grep, form, corpus, answer), isJson(form))
      }
      const found = answer.tail?.() as { count: number } | undefined
      if (found?.count === 0) process.exitCode = 1
    })
  },
}

export default command

async function writeLines(
  { bundle }: Corpus,
  answer: AnswerInParts,
  form: Form,
  flags: ParsedArguments['flags'],
): Promise<void> {
  const { linesByNorm, linesWithPlaces, noteOn } = await import('../terminal/pages/matching-lines.ts')
  const isForReading = form === 'page' && process.stdout.isTTY && !flags.count && !flags['norms-only']
  const draw = (screen: Screen) =>
    isForReading ? linesByNorm(answer, screen, bundle.name) : linesWithPlaces(answer, screen, !flags['norms-only'])
  await writeDrawn(draw, { plain: form === 'text', pager: !flags['no-pager'] })
  const note = isForReading ? undefined : noteOn(answer)
  if (note !== undefined) await writeNote(note)
}
