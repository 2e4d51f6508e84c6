/** Findings in the sources of a corpus, for the pages that list some of them. */

import { translatedMessage } from '../../../i18n/messages.ts'
import { formatNumber } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { SourceFinding } from '../../../model/corpus.ts'
import { leadLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'

const INDENT = '  '

/** Most findings on a page. */
const MOST_LINES = 20

type Findings = readonly Pick<SourceFinding, 'source_id' | 'reason'>[]

/**
 * Draws findings under a title, with an empty line at the end; nothing if there are none.
 * @param total of the findings, of which `findings` may be the first
 * @param all the command that lists all of them
 */
export function sourceFindingLines(findings: Findings, total: number, all: string, screen: Screen): string[] {
  if (findings.length === 0) return []
  const inner = { ...screen, width: screen.width - INDENT.length }
  const shown = findings.slice(0, MOST_LINES)
  const more = total - shown.length
  return [
    styled(screen, 'label', t`What is wrong with its sources`),
    ...shown.flatMap(({ source_id, reason }) =>
      leadLines(inner, source_id, translatedMessage(reason)).map((line) => INDENT + line),
    ),
    ...(more > 0 ? wrapText(t`and ${formatNumber(more)} more: ${all}`, screen.width, INDENT) : []),
    '',
  ]
}
