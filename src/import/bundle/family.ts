/** Bundles as a source family: their laws are copied unchanged. */
import { say } from '../../i18n/texts.ts'
import type { InputFile, SourceFamily } from '../source.ts'
import { compareText } from '../values.ts'

const bundlesOf = (files: readonly InputFile[]) => files.flatMap(({ bundle: own }) => own ?? [])

export const bundle: SourceFamily = {
  name: 'bundle',
  form: say`a bundle`,
  reads: () => false,
  take: async ({ files }) => ({ files: files.filter((file) => file.bundle !== undefined), skipped: [] }),
  isComplete: ({ files }) => bundlesOf(files).some(({ isComplete }) => isComplete),
  open: async ({ files }) => {
    const bundles = bundlesOf(files)
    const laws = bundles.flatMap((own) => own.laws()).sort((a, b) => compareText(a.code, b.code))
    const stateLawCoverage = bundles.map((own) => own.stateLawCoverage()).find((each) => each !== undefined)
    return {
      lawCount: laws.length,
      accounts: bundles.map((own) => own.account()),
      limitations: bundles.flatMap((own) => own.limitations()),
      findings: bundles.flatMap((own) => own.findings()),
      statedCitations: bundles.flatMap((own) => own.statedCitations()),
      amendments: bundles.flatMap((own) => own.amendments()),
      ...(stateLawCoverage !== undefined && { stateLawCoverage }),
      laws: async function* () {
        for (const { read } of laws) yield read()
      },
    }
  },
}
