/** Checks documents one after the other, and counts what was found. */

import type { Corpus } from '../../../corpus/corpus.ts'
import type { ReportedFinding } from '../../../formats/check-verdict.ts'
import { check } from '../../../operations/check.ts'
import { addToSummary, emptySummary } from '../../../resolve/check-text.ts'
import type { CheckTotals } from '../../../terminal/pages/check-report.ts'
import type { Input } from './inputs.ts'
import { Baseline, ignoring, readIgnoreFile } from './known-findings.ts'
import type { CheckFlags } from './options.ts'

/** Reads what the flags name, so that nothing is checked if it cannot be read. */
export async function prepareJob(inputs: readonly Input[], options: CheckFlags): Promise<Job> {
  const ignored = [...options.ignoredLaws, ...(await readIgnoreFile(options.ignoreFile))]
  return new Job(inputs, options, ignored, await baselineOf(options))
}

async function baselineOf({ baseline, updateBaseline }: CheckFlags): Promise<Baseline | undefined> {
  if (baseline === undefined) return undefined
  return updateBaseline ? Baseline.empty(baseline) : Baseline.read(baseline)
}

export class Job {
  readonly options: CheckFlags
  readonly baseline: Baseline | undefined
  readonly totals: CheckTotals = { ...emptySummary(), ignored: 0, known: 0 }
  /** How many findings make the check fail. */
  failures = 0
  readonly #inputs: readonly Input[]
  readonly #ignored: readonly string[]

  constructor(
    inputs: readonly Input[],
    options: CheckFlags,
    ignored: readonly string[],
    baseline: Baseline | undefined,
  ) {
    this.#inputs = inputs
    this.#ignored = ignored
    this.options = options
    this.baseline = baseline
  }

  /** The findings of one document after the other, without those that are ignored. Counts them. */
  async *findings(corpus: Corpus): AsyncGenerator<ReportedFinding> {
    const isIgnored = await ignoring(corpus, this.#ignored)
    for (const { file, text, format, placeAt } of this.#inputs) {
      const checked = await check.run(corpus, { text, format, wording: this.options.quote })
      const findings = checked.findings.filter((finding) => !isIgnored(finding))
      this.totals.ignored += checked.findings.length - findings.length
      addToSummary(this.totals, { findings, setAside: checked.set_aside })
      for (const finding of findings) {
        const reported = { file, finding, place: placeAt?.(finding.start), isKnown: false }
        reported.isKnown = this.#isKnown(reported)
        if (reported.isKnown) this.totals.known++
        else if (this.#fails(reported)) this.failures++
        yield reported
      }
    }
  }

  #isKnown({ file, finding }: ReportedFinding): boolean {
    if (finding.class === 'right' || this.baseline === undefined) return false
    return this.baseline.record(file, finding) || this.options.updateBaseline
  }

  #fails({ finding }: ReportedFinding): boolean {
    return finding.class === 'wrong' || (this.options.strict && finding.class !== 'right')
  }

  /** Whether people and pipelines are shown a finding. */
  isListed({ finding, isKnown }: ReportedFinding): boolean {
    return this.options.all || (finding.class !== 'right' && !isKnown)
  }

  /** Text of a file whose findings have lines. */
  readonly sourceOf = (file: string): string | undefined => {
    const input = this.#inputs.find((each) => each.file === file)
    return input?.placeAt === undefined ? input?.text : undefined
  }

  /** Writes the baseline, if that is asked for. */
  async finish(tell: (note: string) => Promise<void>): Promise<void> {
    if (!this.options.updateBaseline || this.baseline === undefined) return
    const count = this.baseline.write()
    await tell(`wrote ${count} ${count === 1 ? 'finding' : 'findings'} to ${this.options.baseline}`)
  }
}
