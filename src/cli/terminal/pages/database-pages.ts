/** Pages on the corpora of a database. */
import type { CorporaReport, PruneReport, PublishReport, RowsReport } from '../../../dataset/database-corpora.ts'
import { counted, formatNumber } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import { fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { table } from '../table.ts'
import { wrapText } from '../wrap.ts'

/** Draws the report of a publication. */
export function publishPage(
  { bundle_id, digest, rows, copied, removed, seconds }: PublishReport,
  screen: Screen,
): string {
  return [
    ...fieldLines(screen, [
      [t`Bundle`, bundle_id],
      [t`Digest`, digest],
      [t`Rows`, formatNumber(rows)],
      [t`Removed`, removed.length === 0 ? null : removed.join(', ')],
      [t`Time`, `${seconds.toFixed(1)} s`],
    ]),
    '',
    copied ? t`It is the current corpus now.` : t`The database has it already; it is the current corpus.`,
  ].join('\n')
}

/** Draws the list of corpora. */
export async function corporaTable({ database, corpora, count }: CorporaReport, screen: Screen): Promise<string> {
  const summary = wrapText(t`${counted(count, 'bundle')} in ${database}`, screen.width)
  if (count === 0) return summary.join('\n')
  const drawn = await table(
    screen,
    [
      { title: t`Bundle`, style: 'path' },
      { title: t`Published`, wraps: true },
      { title: t`Built`, wraps: true },
      { title: t`Rows`, align: 'right' },
      { title: '', wraps: true },
    ],
    corpora.map(({ id, published_at, built_at, rows, is_current }) => [
      id,
      minuteOf(published_at),
      minuteOf(built_at),
      formatNumber(rows),
      is_current ? t`current` : '',
    ]),
  )
  return [drawn, '', ...summary].join('\n')
}

const minuteOf = (time: string) => time.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, 'Z')

/** Draws the report of a check. */
export function databaseCheckPage(
  { database, bundle_id, digest, rows, valid, detail }: RowsReport,
  screen: Screen,
): string {
  return [
    ...fieldLines(screen, [
      [t`Database`, database],
      [t`Bundle`, bundle_id],
      [t`Digest`, digest],
      [t`Rows`, formatNumber(rows)],
    ]),
    '',
    ...wrapText(translated(detail), screen.width),
    valid ? styled(screen, 'good', t`No check has failed.`) : styled(screen, 'bad', t`This corpus must not be used.`),
  ].join('\n')
}

/** Draws the removed corpora. */
export function databasePruning({ database, removed, kept }: PruneReport, screen: Screen): string {
  return [
    ...fieldLines(screen, [
      [t`Removed`, removed.length === 0 ? null : removed.join(', ')],
      [t`Kept`, kept.join(', ')],
    ]),
    ...wrapText(t`${counted(removed.length, 'bundle')} removed from ${database}`, screen.width),
  ].join('\n')
}
