/** Readiness: the open corpus. */

import { formatNumber } from '../../../i18n/readable.ts'
import { localDate, t, translated } from '../../../i18n/texts.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import type { status } from '../../../operations/status.ts'
import { fieldLines } from '../fields.ts'
import type { Screen } from '../screen.ts'
import { sourceFindingLines } from './limitations-table.ts'

/** Draws the status. */
export function statusPage(answer: AnswerOf<typeof status>, screen: Screen): string {
  const failure = answer.replacement_failure
  const lines = fieldLines(screen, [
    [t`Status`, translated(answer.status)],
    [t`Bundle`, answer.bundle_id],
    [t`Digest`, answer.digest],
    [t`Schema`, answer.schema_version],
    [t`Built`, answer.built_at],
    [t`Laws`, formatNumber(answer.laws)],
    [t`Norms`, formatNumber(answer.norms)],
    [t`Limitations`, formatNumber(answer.limitations)],
    [t`Findings`, formatNumber(answer.findings_total)],
    ...(failure === null
      ? []
      : ([[t`Not replaced`, `${translated(failure.reason)} (${localDate(failure.failed_at)})`]] as [string, string][])),
  ])
  const { findings, findings_total } = answer
  const listed = sourceFindingLines(findings, findings_total, 'legal-text corpus verify --json', screen)
  if (listed.length > 0) lines.push('', ...listed.slice(0, -1))
  return lines.join('\n')
}
