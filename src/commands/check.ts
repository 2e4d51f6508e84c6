import type { CheckSummary } from '../corpus/check-summary.ts'
import type { Finding } from '../corpus/check-text.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { ERROR_KINDS, LegalTextError } from '../errors.ts'
import { formatOf, TEXT_FORMATS, type TextFormat } from '../plain-text/format.ts'
import type { CommandDescription } from './base/description.ts'
import { DATASET } from './base/flags.ts'
import { toJson, writeLines } from './base/output.ts'
import { readText, STANDARD_INPUT } from './base/read-text.ts'
import { withCorpus } from './base/with-corpus.ts'

/** What is checked, and how. */
interface Job {
  texts: { file: string; source: string; format: TextFormat }[]
  quote: boolean
  summary: CheckSummary
}

const command: CommandDescription = {
  summary: 'Check all citations of a text.',
  description:
    'Reads plain text, Markdown or HTML in UTF-8 and says of every citation in it whether the norm exists. Without ' +
    '--all it lists those that are not verified, one a line: file, line, column, what is wrong, the citation. Verified ' +
    'is what leads to a norm in force, and nothing else: a repealed norm is not, nor is a citation that names no law, ' +
    'or one that cannot be read. All files are read before the first is checked.',
  examples: [
    [
      'A letter from standard input',
      'printf "Nach § 1 Abs. 2 MSGB gilt das." | legal-text check - --quote --dataset starter',
    ],
    ['All pages of a site', 'legal-text check site/*.html --dataset federal.sqlite'],
    [
      'What a law report cites that does not exist',
      'legal-text check report.md --json --dataset federal.sqlite | jq \'select(.status == "not_found")\'',
    ],
  ],
  arguments: [
    {
      name: 'file',
      description: 'File to check, or - for standard input. Several may be given.',
      required: true,
      several: true,
      completes: 'file',
    },
  ],
  flags: {
    format: {
      description: `How the files are written: ${TEXT_FORMATS.join(', ')}. Else their names tell it (.md, .html), or how they begin.`,
      value: 'FORMAT',
      options: [...TEXT_FORMATS],
    },
    all: { description: 'List verified citations, too.' },
    quote: { description: 'Show the official wording of what is cited; lists verified citations, too.' },
    dataset: DATASET,
    json: {
      description: 'Write JSON, one document a line: each citation, then `{"summary": …}`. Errors too.',
      common: true,
    },
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  findings: [[ERROR_KINDS.not_found.exitCode, 'some citations are not verified']],
  async run(given) {
    const [json, quote] = [given.has('json'), given.has('quote')]
    const texts = await readAll(given.texts('file'), given.text('format') as TextFormat | undefined)
    const { emptySummary } = await import('../corpus/check-summary.ts')
    const job: Job = { texts, quote, summary: emptySummary() }
    // Whoever stops reading before the end has not seen everything verified.
    process.exitCode = ERROR_KINDS.not_found.exitCode
    await withCorpus(given.text('dataset'), !json, async (corpus) => {
      await writeLines(json ? jsonLines(corpus, job) : reportLines(corpus, job, given.has('all') || quote))
    })
    process.exitCode = job.summary.unverified > 0 ? ERROR_KINDS.not_found.exitCode : 0
  },
}

export default command

/** @throws LegalTextError `invalid_input` for the first file that cannot be read */
async function readAll(files: readonly string[], format: TextFormat | undefined): Promise<Job['texts']> {
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
  // Editors and grep want a line for each finding.
  if (!process.stdout.isTTY && !process.env.COLUMNS) screen.width = Number.POSITIVE_INFINITY
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
