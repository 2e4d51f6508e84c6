import { Args, Flags } from '@oclif/core'
import type { CheckSummary } from '../corpus/check-summary.ts'
import type { Finding } from '../corpus/check-text.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { ERROR_KINDS, LegalTextError } from '../errors.ts'
import { formatOf, TEXT_FORMATS, type TextFormat } from '../plain-text/format.ts'
import { CorpusCommand } from './base/corpus-command.ts'
import { toJson, writeLines } from './base/output.ts'
import { readText, STANDARD_INPUT } from './base/read-text.ts'

/** What is checked, and how. */
interface Job {
  texts: { file: string; source: string; format: TextFormat }[]
  quote: boolean
  summary: CheckSummary
}

export default class Check extends CorpusCommand {
  static override summary = 'Check all citations of a text.'
  static override description =
    'Reads plain text, Markdown or HTML in UTF-8 and says of every citation in it whether the norm exists. Without ' +
    '--all it lists those that are not verified, one a line: file, line, column, what is wrong, the citation. Verified ' +
    'is what leads to a norm in force, and nothing else: a repealed norm is not, nor is a citation that names no law, ' +
    'or one that cannot be read. Exit codes: 0 all citations are verified (or there is none), 3 some are not, 2 a file ' +
    'cannot be read, 5 no corpus. All files are read before the first is checked.'
  static override examples = [
    {
      description: 'A letter from standard input',
      command:
        'printf "Nach § 1 Abs. 2 MSGB gilt das." | <%= config.bin %> <%= command.id %> - --quote --dataset starter',
    },
    {
      description: 'All pages of a site',
      command: '<%= config.bin %> <%= command.id %> site/*.html --dataset federal.sqlite',
    },
    {
      description: 'What a law report cites that does not exist',
      command:
        '<%= config.bin %> <%= command.id %> report.md --json --dataset federal.sqlite | jq \'select(.status == "not_found")\'',
    },
  ]

  static override args = {
    file: Args.string({
      description: 'File to check, or - for standard input. Several may be given.',
      required: true,
      multiple: true,
      ignoreStdin: true,
    }),
  }

  static override baseFlags = {
    ...CorpusCommand.baseFlags,
    json: Flags.boolean({
      description: 'Write JSON, one document a line: each citation, then `{"summary": …}`. Errors too.',
      helpGroup: 'GLOBAL',
    }),
  }

  static override flags = {
    format: Flags.string({
      description: `How the files are written: ${TEXT_FORMATS.join(', ')}. Else their names tell it (.md, .html), or how they begin.`,
      helpValue: 'FORMAT',
      options: [...TEXT_FORMATS],
    }),
    all: Flags.boolean({ description: 'List verified citations, too.' }),
    quote: Flags.boolean({ description: 'Show the official wording of what is cited; lists verified citations, too.' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Check)
    const texts = await readAll([args.file].flat(), flags.format as TextFormat | undefined)
    const { emptySummary } = await import('../corpus/check-summary.ts')
    const job: Job = { texts, quote: flags.quote, summary: emptySummary() }
    // Whoever stops reading before the end has not seen everything verified.
    process.exitCode = ERROR_KINDS.not_found.exitCode
    await this.withCorpus(flags, async (corpus) => {
      await writeLines(flags.json ? jsonLines(corpus, job) : reportLines(corpus, job, flags.all || flags.quote))
    })
    process.exitCode = job.summary.unverified > 0 ? ERROR_KINDS.not_found.exitCode : 0
  }
}

/** @throws LegalTextError `invalid_input` for the first file that cannot be read */
async function readAll(files: string[], format: TextFormat | undefined): Promise<Job['texts']> {
  if (files.indexOf(STANDARD_INPUT) !== files.lastIndexOf(STANDARD_INPUT)) {
    throw new LegalTextError('invalid_input', 'standard input (-) can be read only once')
  }
  const texts: Job['texts'] = []
  for (const file of files) {
    const source = await readText(file)
    texts.push({ file, source, format: format ?? formatOf(file, source) })
  }
  return texts
}

/** The findings of one file after the other. */
async function* check(corpus: Corpus, { texts, quote, summary }: Job): AsyncGenerator<[string, Finding]> {
  const { checkText } = await import('../corpus/check-text.ts')
  const { addToSummary } = await import('../corpus/check-summary.ts')
  for (const { file, source, format } of texts) {
    const checked = await checkText(corpus, source, { format, wording: quote })
    addToSummary(summary, checked)
    for (const finding of checked.findings) yield [file, finding]
  }
}

async function* jsonLines(corpus: Corpus, job: Job): AsyncGenerator<string> {
  for await (const [file, { line, column, text, start, end, wording, ...rest }] of check(corpus, job)) {
    yield toJson({ file, line, column, text, start, end, ...rest, ...(job.quote && { wording }) })
  }
  yield toJson({ summary: job.summary })
}

async function* reportLines(corpus: Corpus, job: Job, all: boolean): AsyncGenerator<string> {
  const [{ checkSummary, findingLines, wordingLines }, { clean }, { screenOf }] = await Promise.all([
    import('../terminal/check-report.ts'),
    import('../terminal/clean.ts'),
    import('../terminal/screen.ts'),
  ])
  const screen = screenOf(process.stdout, process.env)
  let isListed = false
  for await (const [file, finding] of check(corpus, job)) {
    if (finding.status === 'resolved' && !all) continue
    const shown = clean(finding)
    yield* findingLines(file === STANDARD_INPUT ? '<stdin>' : clean(file), shown, screen)
    if (job.quote) yield* await wordingLines(shown, screen)
    isListed = true
  }
  if (isListed && !job.quote) yield ''
  yield* checkSummary(job.summary, screen)
}
