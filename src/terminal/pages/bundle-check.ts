/** What the checks of a bundle have found. */
import type { BundleCheck, BundleCheckReport } from '../../dataset/check-bundle.ts'
import { fieldLines, formatNumber } from '../fields.ts'
import { type Screen, type Style, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { findingLines } from './finding-lines.ts'

const STYLES: Record<BundleCheck['result'], Style> = { passed: 'good', failed: 'bad', skipped: 'quiet' }
const NAMES: Record<BundleCheck['check'], string> = {
  digest: 'Digest',
  database: 'Database',
  checksum: 'Checksum',
  signature: 'Signature',
}

/** Draws the report of the checks. */
export function bundleCheckPage(
  { file, valid, bundle_id, bytes, sha256, checks, findings }: BundleCheckReport,
  screen: Screen,
): string {
  return [
    ...fieldLines(screen, [
      ['File', file],
      ['Bundle', bundle_id],
      ['Size', `${formatNumber(bytes)} bytes`],
      ['SHA-256', sha256],
    ]),
    '',
    ...checks.flatMap(({ check, result, detail }) => [
      `${NAMES[check]}: ${styled(screen, STYLES[result], result === 'skipped' ? 'not checked' : result)}`,
      ...wrapText(detail.replace(/^cannot open .*?: /, ''), screen.width, '  '),
    ]),
    '',
    ...findingLines(findings, findings.length, `legal-text corpus verify ${file} --json`, screen),
    valid ? styled(screen, 'good', 'No check has failed.') : styled(screen, 'bad', 'This bundle must not be used.'),
  ].join('\n')
}
