import type { Corpus } from '../corpus/corpus.ts'
import { ERROR_KINDS } from '../errors.ts'
import type { ReportedFinding } from '../formats/check-verdict.ts'
import { INPUT_FORMATS } from '../plain-text/format.ts'
import { checkOptions, INPUT_VALUES, OUTPUT_FORMATS } from './base/check/options.ts'
import type { Job } from './base/check/run-check.ts'
import { type CommandDescription, DATASET } from './base/description.ts'
import { withCorpus } from './base/open-corpus.ts'
import { toJson, writeLines } from './base/output.ts'
import { STANDARD_INPUT } from './base/read-text.ts'

const command: CommandDescription = {
  summary: 'Check all citations of a text.',
  description:
    'Finds every citation in texts and documents and tells whether the norm exists: plain text, Markdown, HTML, LaTeX, ' +
    'DOCX, ODT, and PDF if pdftotext is installed. Each citation is right, wrong (no such law, norm or part, repealed, ' +
    'not yet in force), uncertain (ambiguous, of a named edition, not readable) or outside (of a law that the corpus ' +
    'cannot have). Without --all it lists those that are not right, one a line: file, line, column, class, citation, ' +
    'reason. The command ends with 3 if a citation is wrong, with --strict if one is not right. All files are read before ' +
    'the first is checked.',
  examples: [
    [
      'A letter from standard input',
      'printf "Nach § 1 Abs. 2 MSGB gilt das." | legal-text check - --quote --dataset starter',
    ],
    ['All documents of a folder', 'legal-text check briefs --dataset federal.sqlite'],
    ['Markdown below the working directory, without one law', "legal-text check '**/*.md' --ignore-law DSGVO"],
    ['Annotations of a pull request', 'legal-text check docs --format github --baseline citations.json'],
    [
      'Norms that a law report cites and that do not exist',
      'legal-text check report.md --json --dataset federal.sqlite | jq \'select(.status == "not_found")\'',
    ],
  ],
  arguments: [
    {
      name: 'file',
      description:
        "File or folder to check, a pattern such as '**/*.md', or - for standard input. Several may be given.",
      required: true,
      several: true,
      completes: 'file',
    },
  ],
  flags: {
    format: {
      description:
        'Output format: text (the default), json, sarif or github (workflow commands of GitHub Actions). As the value of ' +
        '--format, plain, markdown and html still name the input format.',
      value: 'FORMAT',
      options: [...OUTPUT_FORMATS, ...INPUT_VALUES],
    },
    input: {
      description:
        'Input format of all files. Default: detected from the content, then from the extension of the name.',
      value: 'FORMAT',
      options: [...INPUT_FORMATS],
    },
    strict: { description: 'End with 3 if a citation is uncertain or outside, too.' },
    all: { description: 'List right citations, and those in the baseline, too.' },
    quote: { description: 'Show the official wording of what is cited; lists right citations, too.' },
    'ignore-law': {
      description: 'Laws whose citations are not checked, by abbreviation, title or code; several parted by commas.',
      value: 'LAWS',
      several: true,
    },
    'ignore-file': {
      description:
        'File with laws and citations that are not checked, one a line. Default: .legal-text-ignore, if it exists.',
      value: 'FILE',
      completes: 'file',
    },
    baseline: {
      description: 'File with known findings; only others are listed and count for the exit code.',
      value: 'FILE',
      completes: 'file',
    },
    'update-baseline': { description: 'Write the findings of this run to the file of --baseline.' },
    dataset: DATASET,
    json: {
      description: 'Write JSON, one document a line: each citation, then `{"summary": …}`. Errors too.',
      common: true,
    },
  },
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_ready'],
  findings: [[ERROR_KINDS.not_found.exitCode, 'some citations are wrong; with --strict, not right']],
  async run(given) {
    const options = checkOptions(given)
    const [{ prepareJob }, { readInputs }] = await Promise.all([
      import('./base/check/run-check.ts'),
      import('./base/check/inputs.ts'),
    ])
    const { inputs, notes } = await readInputs(given.texts('file'), options.input)
    const job = await prepareJob(inputs, options)
    for (const note of notes) await tell(note)
    // Whoever stops reading before the end has not seen everything verified.
    process.exitCode = ERROR_KINDS.not_found.exitCode
    await withCorpus(given.text('dataset'), options.output === 'text', async (corpus) => {
      await writeLines(linesOf(corpus, job))
      await job.finish(tell)
    })
    process.exitCode = job.failures > 0 ? ERROR_KINDS.not_found.exitCode : 0
  },
}

export default command

/** Tells a remark on stderr, cleaned of control characters. */
async function tell(note: string): Promise<void> {
  const { sanitizeText } = await import('../terminal/sanitize.ts')
  process.stderr.write(`Note: ${sanitizeText(note)}\n`)
}

function linesOf(corpus: Corpus, job: Job): AsyncGenerator<string> {
  switch (job.options.output) {
    case 'json':
      return jsonLines(corpus, job)
    case 'sarif':
      return sarifLines(corpus, job)
    case 'github':
      return githubLines(corpus, job)
    default:
      return reportLines(corpus, job)
  }
}

async function* jsonLines(corpus: Corpus, job: Job): AsyncGenerator<string> {
  for await (const { file, finding, place, isKnown } of job.findings(corpus)) {
    const { line, column, text, start, end, wording, ...rest } = finding
    const where = place ?? { line, column }
    const known = isKnown ? { known: true } : {}
    yield toJson({ file, ...where, text, start, end, ...rest, ...(job.options.quote && { wording }), ...known })
  }
  yield toJson({ summary: job.totals })
}

async function* sarifLines(corpus: Corpus, job: Job): AsyncGenerator<string> {
  const { sarifLog } = await import('../formats/check-formats.ts')
  const findings: ReportedFinding[] = []
  for await (const each of job.findings(corpus))
    if (each.finding.class !== 'right' || job.options.all) findings.push(each)
  yield toJson(
    sarifLog(findings, { sourceOf: job.sourceOf, hasBaseline: job.baseline !== undefined, totals: job.totals }),
  )
}

async function* githubLines(corpus: Corpus, job: Job): AsyncGenerator<string> {
  const [{ githubLine }, { sanitize }] = await Promise.all([
    import('../formats/check-formats.ts'),
    import('../terminal/sanitize.ts'),
  ])
  for await (const each of job.findings(corpus)) if (job.isListed(each)) yield githubLine(sanitize(each))
  yield* await summaryLines(job)
}

async function summaryLines({ totals, options }: Job): Promise<string[]> {
  const { checkSummary } = await import('../terminal/pages/check-report.ts')
  return checkSummary(totals, { width: Number.POSITIVE_INFINITY, colour: false }, options.all)
}

async function* reportLines(corpus: Corpus, job: Job): AsyncGenerator<string> {
  const [{ checkSummary, findingLines, wordingLines }, { sanitize }, { screenOf }] = await Promise.all([
    import('../terminal/pages/check-report.ts'),
    import('../terminal/sanitize.ts'),
    import('../terminal/screen.ts'),
  ])
  const screen = screenOf(process.stdout, process.env)
  // Editors and grep want a line for each finding.
  if (!process.stdout.isTTY && !process.env.COLUMNS) screen.width = Number.POSITIVE_INFINITY
  const { quote } = job.options
  let isListed = false
  for await (const each of job.findings(corpus)) {
    if (!job.isListed(each)) continue
    const { file, finding, place, isKnown } = sanitize(each)
    yield* findingLines(file === STANDARD_INPUT ? '<stdin>' : file, finding, screen, { place, isKnown })
    if (quote) yield* await wordingLines({ ...finding, wording: each.finding.wording }, screen)
    isListed = true
  }
  if (isListed && !quote) yield ''
  yield* checkSummary(job.totals, screen, quote || job.options.all)
}
