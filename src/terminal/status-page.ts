/** Whether a corpus is open, and which. */
import { fieldLines, formatNumber } from './fields.ts'
import { leadLines } from './lead-lines.ts'
import { type Screen, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

const INDENT = '  '

interface StatusAnswer {
  status: string
  bundle_id: string
  digest: string
  schema_version: number
  built_at: string
  laws: number
  norms: number
  limitations: number
  findings: { source_id: string; reason: string }[]
  findings_total: number
  replacement_failure: { failed_at: string; reason: string } | null
}

/** Draws the status. */
export function statusPage(answer: StatusAnswer, screen: Screen): string {
  const failure = answer.replacement_failure
  const lines = fieldLines(screen, [
    ['Status', answer.status],
    ['Bundle', answer.bundle_id],
    ['Digest', answer.digest],
    ['Schema', answer.schema_version],
    ['Built', answer.built_at],
    ['Laws', formatNumber(answer.laws)],
    ['Norms', formatNumber(answer.norms)],
    ['Limitations', formatNumber(answer.limitations)],
    ['Findings', formatNumber(answer.findings_total)],
    ...(failure === null ? [] : ([['Not replaced', `${failure.reason} (${failure.failed_at})`]] as [string, string][])),
  ])
  const { findings, findings_total } = answer
  if (findings.length > 0) {
    lines.push('', styled(screen, 'label', 'What could not be read'))
    const inner = { ...screen, width: screen.width - INDENT.length }
    for (const { source_id, reason } of findings)
      lines.push(...leadLines(inner, source_id, reason).map((line) => INDENT + line))
  }
  const more = findings_total - findings.length
  if (more > 0) {
    const hint = `and ${formatNumber(more)} more: legal-text limitations --terminal-state parse_failed`
    lines.push(...wrapText(hint, screen.width, INDENT))
  }
  return lines.join('\n')
}
