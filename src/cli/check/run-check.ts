/** Checks documents, one after the other, and writes the findings in the format of the flags. */

import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { check } from '../../operations/check.ts'
import { CitedParts, citedPart, hasNews, type PartNews } from '../../operations/cited-parts.ts'
import type { ReportedFinding, ReportedQuotation } from '../../render/check-verdict.ts'
import { corpusOf, dayOf, daysTold } from '../../resolve/as-of.ts'
import { addToSummary, emptySummary } from '../../resolve/check-text.ts'
import { ERROR_KINDS, errorBody } from '../../util/errors.ts'
import { withCorpus } from '../open-corpus.ts'
import { toJson, writeError, writeLines, writeNote } from '../output.ts'
import { STANDARD_INPUT } from '../read-text.ts'
import type { CheckTotals } from '../terminal/pages/check-report.ts'
import { type Input, readInputs } from './inputs.ts'
import { Baseline, ignoring, readIgnoreFile } from './known-findings.ts'
import type { UnreadableLine } from './line-documents.ts'
import type { CheckOptions, OutputFormat } from './options.ts'

/** Sets the exit code: 3 if a finding makes the check fail. */
export async function runCheck(words: readonly string[], options: CheckOptions): Promise<void> {
  const { inputs, notes } = await inputsOf(words, options)
  const ignored = [...options.ignoredLaws, ...(await readIgnoreFile(options.ignoreFile))]
  const run = new CheckRun(inputs, options, ignored, await baselineOf(options))
  for (const note of notes) await writeNote(note)
  // A reader that closes the pipe early has not seen a clean result.
  process.exitCode = ERROR_KINDS.not_found.exitCode
  await withCorpus(options.dataset, options.output === 'text', async (newest) => {
    const corpus = await corpusOf(newest, options.days)
    if (options.lineFormat !== undefined) run.totals.unreadable = 0
    Object.assign(run.totals, await daysTold(newest, options.days))
    await writeLines(WRITERS[options.output](corpus, run))
    if (!options.updateBaseline || run.baseline === undefined) return
    const count = run.baseline.write()
    await writeNote(say`wrote ${count} ${count === 1 ? 'finding' : 'findings'} to ${options.baseline}`)
  })
  process.exitCode = run.exitCode
}

async function inputsOf(words: readonly string[], options: CheckOptions) {
  const { lineFormat, shard } = options
  if (lineFormat === undefined) return readInputs(words, options)
  const { lineDocuments } = await import('./line-documents.ts')
  return { inputs: lineDocuments(words, lineFormat, shard), notes: [] }
}

async function baselineOf({ baseline, updateBaseline }: CheckOptions): Promise<Baseline | undefined> {
  if (baseline === undefined) return undefined
  return updateBaseline ? Baseline.empty(baseline) : Baseline.read(baseline)
}

type Report = ReportedFinding | ReportedQuotation | UnreadableLine

/** All documents at once, or one by one, with unreadable lines. */
type Inputs = readonly Input[] | AsyncGenerator<Input | UnreadableLine>

class CheckRun {
  readonly options: CheckOptions
  readonly baseline: Baseline | undefined
  readonly totals: CheckTotals = { ...emptySummary(), ignored: 0, known: 0 }
  /** Code of unreadable lines, else of findings that fail the check. */
  exitCode = 0
  readonly #inputs: Inputs
  readonly #ignored: readonly string[]

  constructor(inputs: Inputs, options: CheckOptions, ignored: readonly string[], baseline: Baseline | undefined) {
    this.#inputs = inputs
    this.#ignored = ignored
    this.options = options
    this.baseline = baseline
  }

  /** As {@link reports}, with errors written to stderr. */
  async *findings(corpus: Corpus): AsyncGenerator<ReportedFinding> {
    for await (const report of this.reports(corpus)) {
      if ('error' in report) await writeError(errorBody(report.error))
      else if ('finding' in report) yield report
    }
  }

  /** Yields and counts the findings of all documents, without ignored ones, other quotations, and invalid lines. */
  async *reports(corpus: Corpus): AsyncGenerator<Report> {
    const isIgnored = await ignoring(corpus, this.#ignored)
    const parts = this.baseline && (await CitedParts.of(corpus, dayOf(this.options.days)))
    for await (const input of this.#inputs) {
      if ('error' in input) {
        this.exitCode = ERROR_KINDS[input.error.kind].exitCode
        this.totals.unreadable = (this.totals.unreadable ?? 0) + 1
        yield input
        continue
      }
      const { file, text, format, placeAt, firstLine = 1 } = input
      const { quote: wording, quotations, days } = this.options
      const checked = await check.run(corpus, { text, format, wording, quotations, ...days })
      const findings = checked.findings.filter((finding) => !isIgnored(finding))
      this.totals.ignored += checked.findings.length - findings.length
      addToSummary(this.totals, { findings, quotations: checked.quotations, setAside: checked.set_aside })
      const located = <Each extends { line: number }>(each: Each) => ({ ...each, line: each.line + firstLine - 1 })
      for (const finding of findings) {
        const isKnown = finding.class !== 'right' && this.#isKnown(file, finding)
        if (isKnown) this.totals.known++
        else if (finding.class === 'wrong' || (this.options.strict && finding.class !== 'right'))
          this.exitCode ||= ERROR_KINDS.not_found.exitCode
        const news = parts && (await this.#newsOf(parts, file, finding))
        yield { file, finding: located(finding), place: placeAt?.(finding.start, finding.end), isKnown, news }
      }
      const told = new Set(checked.findings.map(({ quotation }) => quotation?.start))
      for (const quotation of checked.quotations.filter(({ start }) => !told.has(start))) {
        yield { file, quotation: located(quotation), place: placeAt?.(quotation.start, quotation.end) }
      }
    }
  }

  #isKnown(file: string, finding: ReportedFinding['finding']): boolean {
    return this.baseline !== undefined && (this.baseline.record(file, finding) || this.options.updateBaseline)
  }

  /** News of the cited part; `undefined` without any. A new baseline records the wording instead. */
  async #newsOf(parts: CitedParts, file: string, finding: ReportedFinding['finding']): Promise<PartNews | undefined> {
    if (this.options.updateBaseline) {
      const part = await citedPart(parts, finding)
      if (part !== undefined) this.baseline?.wordings.record(file, finding, part)
      return undefined
    }
    const known = this.baseline?.wordings.of(file, finding)
    const news = known && (await parts.newsOf(known))
    if (news?.change) {
      this.totals.changed = (this.totals.changed ?? 0) + 1
      this.exitCode ||= ERROR_KINDS.not_found.exitCode
    }
    return news && hasNews(news) ? news : undefined
  }

  /** True if text and annotations list a finding. */
  isListed({ finding, isKnown, news }: ReportedFinding): boolean {
    return this.options.all || news !== undefined || (finding.class !== 'right' && !isKnown)
  }

  /** The text of a file whose findings have lines. */
  readonly sourceOf = (file: string): string | undefined => {
    const input = Array.isArray(this.#inputs) ? this.#inputs.find((each) => each.file === file) : undefined
    return input?.placeAt === undefined ? input?.text : undefined
  }
}

const WRITERS: Record<OutputFormat, (corpus: Corpus, run: CheckRun) => AsyncGenerator<string>> = {
  text: textLines,
  json: jsonLines,
  sarif: sarifLines,
  github: githubLines,
}

async function* jsonLines(corpus: Corpus, run: CheckRun): AsyncGenerator<string> {
  for await (const report of run.reports(corpus)) {
    if ('error' in report) {
      yield toJson({ ...errorBody(report.error), file: report.file, line: report.line })
      continue
    }
    if ('quotation' in report) {
      const { file, place, quotation } = report
      yield toJson({ file, ...place, quotation: place === undefined ? quotation : withoutLine(quotation) })
      continue
    }
    const { file, finding, place, isKnown, news } = report
    const { line, column, text, start, end, wording, quotation, ...rest } = finding
    const known = isKnown ? { known: true } : {}
    const quoted = run.options.quote ? { wording } : {}
    const compared = quotation && { quotation: place === undefined ? quotation : withoutLine(quotation) }
    const at = place ?? { line, column }
    yield toJson({ file, ...at, text, start, end, ...rest, ...compared, ...quoted, ...known, ...news })
  }
  yield toJson({ summary: run.totals })
}

/** Removes the line of a quotation from a document without lines: it refers to the extracted text. */
const withoutLine = ({ line, column, ...quotation }: ReportedQuotation['quotation']) => quotation

async function* sarifLines(corpus: Corpus, run: CheckRun): AsyncGenerator<string> {
  const { sarifLog } = await import('../../render/check-formats.ts')
  const findings: ReportedFinding[] = []
  for await (const each of run.findings(corpus))
    if (each.finding.class !== 'right' || each.news !== undefined || run.options.all) findings.push(each)
  yield toJson(
    sarifLog(findings, { sourceOf: run.sourceOf, hasBaseline: run.baseline !== undefined, totals: run.totals }),
  )
}

async function* githubLines(corpus: Corpus, run: CheckRun): AsyncGenerator<string> {
  const [{ githubLine }, { sanitize }, { checkSummary }] = await Promise.all([
    import('../../render/check-formats.ts'),
    import('../terminal/sanitize.ts'),
    import('../terminal/pages/check-report.ts'),
  ])
  for await (const each of run.findings(corpus)) if (run.isListed(each)) yield githubLine(sanitize(each))
  yield* checkSummary(run.totals, { width: Number.POSITIVE_INFINITY, colour: false }, run.options.all)
}

const shownFile = <Each extends { file: string }>(report: Each): Each =>
  report.file === STANDARD_INPUT ? { ...report, file: '<stdin>' } : report

async function* textLines(corpus: Corpus, run: CheckRun): AsyncGenerator<string> {
  const [{ checkSummary, findingLines, notCheckedLines, quotationLines, wordingLines }, { sanitize }, { screenOf }] =
    await Promise.all([
      import('../terminal/pages/check-report.ts'),
      import('../terminal/sanitize.ts'),
      import('../terminal/screen.ts'),
    ])
  const screen = screenOf(process.stdout, process.env)
  // Editors and grep expect one line for each finding.
  if (!process.stdout.isTTY && !process.env.COLUMNS) screen.width = Number.POSITIVE_INFINITY
  const { quote } = run.options
  let isListed = false
  for await (const each of run.reports(corpus)) {
    if ('error' in each) {
      await writeError(errorBody(each.error))
      continue
    }
    if ('quotation' in each) {
      // The finding lists all quotations of its citation.
      if (run.options.all && each.quotation.cited === null) yield* quotationLines(shownFile(sanitize(each)), screen)
      continue
    }
    if (!run.isListed(each)) continue
    const { file, finding, place, isKnown, news } = shownFile(sanitize(each))
    yield* findingLines(file, finding, screen, { place, isKnown, news })
    if (quote) yield* await wordingLines({ ...finding, wording: each.finding.wording }, screen)
    isListed = true
  }
  if (isListed && !quote) yield ''
  yield* checkSummary(run.totals, screen, quote || run.options.all)
  if (run.totals.files > 0) yield* notCheckedLines(screen, run.options.quotations)
}
