/** Source limitations: known sources that are not in the corpus. */

import { counted, formatNumber, wordsOf } from '../../../i18n/readable.ts'
import { t, translated, translatedStored } from '../../../i18n/texts.ts'
import type { SourceFinding, SourceLimitation } from '../../../model/corpus.ts'
import { fieldLines, leadLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { type Column, tableParts } from '../table.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { emptyPage } from './paging.ts'

interface LimitationsAnswer {
  limitations: SourceLimitation[]
  filters: { [Name in 'source_family' | 'terminal_state' | 'state_code' | 'law_id']: string | null }
}

interface LimitationColumn extends Column {
  /** False if the column is left out. */
  fits?: boolean
  cell(limitation: SourceLimitation): string | null
}

/** Minimum width for a table. */
const WIDE = 100

/** Draws source limitations: as a table, on narrow screens one block each. */
export async function* limitationsTable(
  { limitations, filters }: LimitationsAnswer,
  screen: Screen,
): AsyncGenerator<string> {
  if (limitations.length === 0) {
    yield emptyPage(screen, ...nothingFound(filters))
    return
  }
  if (screen.width < WIDE) yield blocks(limitations, screen)
  else yield* limitationTable(limitations, screen)
  yield ['\n', ...wrapText(summary(limitations), screen.width)].join('\n')
}

/** Omits empty columns, and addresses that would be broken. */
function limitationTable(limitations: SourceLimitation[], screen: Screen): AsyncIterable<string> {
  const families = new Set(limitations.map(({ source_family }) => source_family))
  const longestAddress = Math.max(...limitations.map(({ source_url }) => displayWidth(source_url ?? '')))
  const columns: LimitationColumn[] = [
    { title: t`Source`, wraps: true, style: 'path', cell: ({ source_id }) => source_id },
    { title: t`Family`, wraps: true, fits: families.size > 1, cell: ({ source_family }) => source_family },
    { title: t`Title`, wraps: true, cell: ({ title }) => title },
    { title: t`State`, cell: ({ terminal_state }) => translated(terminal_state) },
    { title: t`Reason`, wraps: true, cell: ({ reason }) => translatedStored(reason) },
    { title: t`Law`, wraps: true, cell: ({ law_id, source_id }) => (law_id === source_id ? null : law_id) },
    { title: t`Place`, cell: ({ state_code }) => state_code },
    { title: t`Address`, fits: longestAddress <= screen.width / 4, cell: ({ source_url }) => source_url },
  ]
  const filled = columns.filter(({ fits = true, cell }) => fits && limitations.some((limitation) => cell(limitation)))
  const rows = limitations.map((limitation) => filled.map(({ cell }) => cell(limitation) || '-'))
  return tableParts(screen, filled, rows)
}

function blocks(limitations: SourceLimitation[], screen: Screen): string {
  return limitations
    .map((limitation) =>
      [
        ...wrapText(limitation.title, screen.width).map((line) => styled(screen, 'label', line)),
        ...fieldLines(
          screen,
          [
            [t`State`, translated(limitation.terminal_state)],
            [t`Reason`, translatedStored(limitation.reason)],
            [t`Source`, limitation.source_url],
            [t`Source id`, `${limitation.source_family} ${limitation.source_id}`],
            [t`Law`, limitation.law_id],
            [t`Place`, limitation.state_code],
            [t`Retrieved`, limitation.retrieved_at],
          ],
          'quiet',
          '  ',
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

/** `3 source limitations: 2 parse_failed, 1 source_unavailable`. */
function summary(limitations: SourceLimitation[]): string {
  const states = Map.groupBy(limitations, ({ terminal_state }) => terminal_state)
  const counts = [...states].map(([state, { length }]) => `${formatNumber(length)} ${translated(state)}`)
  return `${counted(limitations.length, 'source limitation')}: ${counts.join(', ')}`
}

function nothingFound(filters: LimitationsAnswer['filters']): [message: string, hints: string[]] {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : `${wordsOf(name)} “${value}”`,
  )
  return named.length === 0
    ? [t`No source limitations: this corpus names no source that was not imported.`, []]
    : [
        t`No source limitations with ${named.join(t` and `)}.`,
        [t`legal-text limitations, for all of them`, t`legal-text coverage, for how many there are of each kind`],
      ]
}

const INDENT = '  '

/** Maximum number of findings on a page. */
const MOST_LINES = 20

type Findings = readonly Pick<SourceFinding, 'source_id' | 'reason'>[]

/**
 * Draws findings under a title, with an empty line at the end; empty without findings.
 * @param total number of findings, of which `findings` may be the first
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
      leadLines(inner, source_id, translatedStored(reason)).map((line) => INDENT + line),
    ),
    ...(more > 0 ? wrapText(t`and ${formatNumber(more)} more: ${all}`, screen.width, INDENT) : []),
    '',
  ]
}
