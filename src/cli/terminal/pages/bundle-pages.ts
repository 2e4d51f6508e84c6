/** Pages on one bundle: the reports of building, checking and signing it. */

import type { BuildReport, FileReport } from '../../../dataset/build-corpus.ts'
import type { BundleCheck, BundleCheckReport } from '../../../dataset/check-bundle.ts'
import type { PublicationReport } from '../../../dataset/publication.ts'
import type { KeyReport, SignReport } from '../../../dataset/signature.ts'
import { counted, formatNumber, wordsOf } from '../../../i18n/readable.ts'
import { localDate, t, translated, translatedStored } from '../../../i18n/texts.ts'
import { type Field, fieldLines, formatSize } from '../fields.ts'
import { type Screen, type Style, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'
import { sourceFindingLines } from './limitations-table.ts'

/** Draws the report of a build. */
export function buildReport(report: BuildReport, screen: Screen): string {
  const { account, findings, limitations_by_terminal_state: reasons, states, images } = report
  const limited = Object.entries(reasons).map(([state, count]) => `${formatNumber(count)} ${wordsOf(state)}`)
  return [
    ...fieldLines(screen, [
      [t`File`, report.file],
      [t`Bundle`, report.bundle_id],
      [t`Digest`, report.digest],
      [t`Size`, t`${formatNumber(report.bytes)} bytes`],
      [t`Time`, `${report.seconds.toFixed(1)} s`],
      [t`Laws`, formatNumber(report.laws)],
      [t`Norms`, formatNumber(report.norms)],
      [
        t`Images`,
        images ? t`${formatNumber(images.stored)}; ${formatNumber(images.missing)} named ones are missing` : null,
      ],
      [t`States`, states && t`${formatNumber(states.count)}, ${states.first} to ${states.last}`],
      ...(report.incomplete_states ?? []).map(
        ({ observed_on, reason }): Field => [t`Incomplete`, `${localDate(observed_on)}: ${translatedStored(reason)}`],
      ),
      [t`Search terms`, formatNumber(report.search_terms)],
      [t`Not imported`, limited.join(', ') || 'none'],
      [t`Findings`, formatNumber(report.findings_total)],
    ]),
    '',
    ...sourceFindingLines(findings, findings.length, `legal-text corpus verify ${report.file} --json`, screen),
    styled(screen, 'label', t`${formatNumber(account.elements)} norm elements`),
    ...fieldLines(
      screen,
      [
        [
          t`Law headers`,
          t`${formatNumber(account.headers.total)} (${formatNumber(account.headers.with_text)} with text)`,
        ],
        [
          t`Headings`,
          t`${formatNumber(account.structure.total)} (${formatNumber(account.structure.as_norms)} of them norms, ${formatNumber(account.structure.empty)} without norms below)`,
        ],
        [t`Designated`, formatNumber(account.designated)],
      ],
      'quiet',
      '  ',
    ),
  ].join('\n')
}

const STYLES: Record<BundleCheck['result'], Style> = { passed: 'good', failed: 'bad', skipped: 'quiet' }
const names = (): Record<BundleCheck['check'], string> => ({
  digest: t`Digest`,
  database: t`Database`,
  checksum: t`Checksum`,
  signature: t`Signature`,
})

/** Draws the report of the checks. */
export function bundleCheckPage(
  { file, valid, bundle_id, bytes, sha256, checks, findings }: BundleCheckReport,
  screen: Screen,
): string {
  return [
    ...fieldLines(screen, [
      [t`File`, file],
      [t`Bundle`, bundle_id],
      [t`Size`, t`${formatNumber(bytes)} bytes`],
      ['SHA-256', sha256],
    ]),
    '',
    ...checks.flatMap(({ check, result, detail }) => [
      `${names()[check]}: ${styled(screen, STYLES[result], result === 'skipped' ? t`not checked` : translated(result))}`,
      ...wrapText(translated(detail.replace(/^cannot open .*?: /, '')), screen.width, '  '),
    ]),
    '',
    ...sourceFindingLines(findings, findings.length, `legal-text corpus verify ${file} --json`, screen),
    valid ? styled(screen, 'good', t`No check has failed.`) : styled(screen, 'bad', t`This bundle must not be used.`),
  ].join('\n')
}

/** Draws the report of a publication in a folder. */
export function publicationPage(
  { variant, bundle_id, published, file, differences, removed }: PublicationReport,
  screen: Screen,
): string {
  return [
    ...fieldLines(screen, [
      [t`Variant`, variant],
      [t`Bundle`, bundle_id],
      [t`File`, `${file.name}, ${formatSize(file.bytes)}`],
      ...differences.map(({ from, bytes }): Field => [t`Difference`, t`from ${from}, ${formatSize(bytes)}`]),
      [t`Removed`, removed.length === 0 ? null : removed.join(', ')],
    ]),
    '',
    published ? t`It is the newest bundle of this variant now.` : t`The folder has it already.`,
  ].join('\n')
}

/** Draws the files written by signing. */
export function signPage({ file, sha256, checksum_file, signature_file }: SignReport, screen: Screen): string {
  return fieldLines(screen, [
    [t`Signed`, file],
    ['SHA-256', sha256],
    [t`Checksum`, checksum_file],
    [t`Signature`, signature_file],
  ]).join('\n')
}

/** Draws the result of an export. */
export function exportPage(
  { file, laws, bytes }: { file: string; laws: number; bytes: number },
  screen: Screen,
): string {
  return wrapText(t`${counted(laws, 'law')} written to ${file}, ${formatSize(bytes)}`, screen.width).join('\n')
}

/** Draws the files of new keys. */
export function keysPage({ private_key_file, public_key_file, public_key }: KeyReport, screen: Screen): string {
  return [
    ...fieldLines(screen, [
      [t`Private key`, private_key_file],
      [t`Public key`, public_key_file],
      [t`As text`, public_key],
    ]),
    '',
    ...wrapText(t`Keep the private key to yourself: whoever has it can sign in your name.`, screen.width),
  ].join('\n')
}

/** Draws the place of a template, and the next steps. */
export function templatePage({ file }: { file: string }, screen: Screen): string {
  const words = t`${file} is a template: write your text, look at it with legal-text corpus check ${file}, and build a corpus with legal-text corpus build --from ${file}`
  return wrapText(words, screen.width).join('\n')
}

/** Draws the import of a Markdown file: its facts, its outline with lines, and doubtful places. */
export function fileCheckPage(report: FileReport, screen: Screen): string {
  const { outline, findings } = report
  const width = String(outline.at(-1)?.line ?? 0).length
  return [
    ...fieldLines(screen, [
      [t`Title`, report.title],
      [t`Code`, report.code],
      [t`Abbreviation`, report.abbreviation],
      [t`Jurisdiction`, report.jurisdiction],
      [t`Language`, report.language],
      [t`In force from`, report.in_force_from],
      [t`In force to`, report.in_force_to],
      [t`Licence`, report.licence],
      [t`Convention`, report.convention],
      [t`Notes`, report.notes.replaceAll('\n', '; ')],
      [t`Norms`, formatNumber(report.norm_count)],
    ]),
    '',
    ...outline.flatMap(({ level, line, norm, label, heading, characters, parts }) => {
      const place = styled(screen, 'quiet', String(line ?? '').padStart(width))
      const size =
        norm === null ? '' : t`(${norm}: ${formatNumber(characters)} characters, ${formatNumber(parts)} parts)`
      const words = [label, heading, size].filter(Boolean).join('  ')
      const [first = '', ...rest] = wrapText(words, screen.width, ' '.repeat(width + 2 + 2 * level))
      return [place + first.slice(width), ...rest]
    }),
    '',
    ...findings.flatMap(({ line, reason }) => {
      const place = line > 0 ? t`Line ${line}` : t`File`
      return wrapText(`${place}: ${translatedStored(reason)}`, screen.width)
    }),
    findings.length === 0 ? styled(screen, 'good', t`Nothing is doubtful.`) : '',
  ]
    .join('\n')
    .trimEnd()
}
