/** What a build made, and how every element of the source was used. */
import type { BuildReport } from '../../ingest/build-bundle.ts'
import { fieldLines, formatNumber } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { findingLines } from './finding-lines.ts'

/** Draws the report of a build. */
export function buildReport(report: BuildReport, screen: Screen): string {
  const { account, findings, limitations_by_terminal_state: states } = report
  const limited = Object.entries(states).map(([state, count]) => `${formatNumber(count)} ${state.replaceAll('_', ' ')}`)
  return [
    ...fieldLines(screen, [
      ['File', report.file],
      ['Bundle', report.bundle_id],
      ['Digest', report.digest],
      ['Size', `${formatNumber(report.bytes)} bytes`],
      ['Time', `${report.seconds.toFixed(1)} s`],
      ['Laws', formatNumber(report.laws)],
      ['Norms', formatNumber(report.norms)],
      ['Search terms', formatNumber(report.search_terms)],
      ['Not imported', limited.join(', ') || 'none'],
      ['Findings', formatNumber(report.findings_total)],
    ]),
    '',
    ...findingLines(findings, findings.length, `legal-text corpus verify ${report.file} --json`, screen),
    styled(screen, 'label', `${formatNumber(account.elements)} norm elements`),
    ...fieldLines(
      screen,
      [
        [
          'Law headers',
          `${formatNumber(account.headers.total)} (${formatNumber(account.headers.with_text)} with text)`,
        ],
        [
          'Headings',
          `${formatNumber(account.structure.total)} (${formatNumber(account.structure.as_norms)} of them norms, ${formatNumber(account.structure.empty)} without norms below)`,
        ],
        ['Designated', formatNumber(account.designated)],
      ],
      'quiet',
      '  ',
    ),
  ].join('\n')
}
