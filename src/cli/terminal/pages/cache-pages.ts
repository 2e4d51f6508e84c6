/** Pages on the cache: its bundles, the bundles removed from it, the corpus added to it. */

import type { Acquired } from '../../../dataset/acquire.ts'
import type { NewestChanges } from '../../../dataset/build-from-sites.ts'
import type { ListedBundle } from '../../../dataset/bundle-store.ts'
import type { PrunedFile, PruneReport } from '../../../dataset/prune.ts'
import { counted, formatNumber } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import { fieldLines, formatSize } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { table } from '../table.ts'
import { wrapText } from '../wrap.ts'

interface ListAnswer {
  cache: string
  bundles: ListedBundle[]
  count: number
}

/** Minimum width for columns with the counts. */
const COMFORTABLE = 90

/** Draws the list of bundles. */
export async function bundlesTable({ cache, bundles, count }: ListAnswer, screen: Screen): Promise<string> {
  const folder = wrapText(
    count === 0 ? t`No bundles in ${cache}` : t`${counted(count, 'bundle')} in ${cache}`,
    screen.width,
  )
  if (count === 0) return folder.join('\n')
  const wide = screen.width >= COMFORTABLE
  const drawn = await table(
    screen,
    [
      { title: t`Bundle`, style: 'path' },
      { title: t`Built`, wraps: true },
      ...(wide
        ? [
            { title: t`Laws`, align: 'right' as const },
            { title: t`Norms`, align: 'right' as const },
          ]
        : []),
      { title: t`Size`, align: 'right' },
      { title: t`From`, wraps: true },
    ],
    bundles.map((bundle) => [
      bundle.id,
      bundle.built_at.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, 'Z'),
      ...(wide ? [bundle.laws, bundle.norms].map((value) => (value === null ? '-' : formatNumber(value))) : []),
      formatSize(bundle.bytes),
      remarks(bundle),
    ]),
  )
  return [drawn, '', ...folder].join('\n')
}

/** Its origin, whether it is in use, and why it cannot be read. */
function remarks(bundle: ListedBundle): string {
  const { in_use, origin, readable } = bundle
  const from = addressesOf(origin) ?? (origin?.kind === 'build' ? t`built here` : t`not known`)
  return [
    from,
    ...(in_use ? [t`(in use)`] : []),
    ...(readable ? [] : [`(${translated(bundle.reason.replace(/^cannot open .*?: /, ''))})`]),
  ].join(' ')
}

/** The addresses a bundle was fetched from, `undefined` for a built one. */
function addressesOf(origin: ListedBundle['origin']): string | undefined {
  return origin?.sites?.map(({ url }) => url).join(t` and `) ?? origin?.url
}

/** Draws the report of a pruning. */
export async function pruneReport(
  { cache, removed, kept, freed_bytes }: PruneReport & { cache: string },
  screen: Screen,
): Promise<string> {
  const summary =
    removed.length === 0
      ? t`Nothing to remove in ${cache}`
      : t`${counted(removed.length, 'file')} removed from ${cache}, ${formatSize(freed_bytes)}`
  const lines = [
    ...(await listing(t`Removed`, cache, removed, screen)),
    ...(await listing(t`Kept`, cache, kept, screen)),
    ...wrapText(summary, screen.width),
  ]
  return lines.join('\n')
}

async function listing(title: string, cache: string, files: PrunedFile[], screen: Screen): Promise<string[]> {
  if (files.length === 0) return []
  const rows = files.map(({ file, bytes, reason }) => [
    file.startsWith(cache) ? file.slice(cache.length + 1) : file,
    formatSize(bytes),
    translated(reason.replace(/^cannot open .*?: /, '')),
  ])
  const columns = [
    { title: t`File`, style: 'path' as const, wraps: true },
    { title: t`Size`, align: 'right' as const },
    { title: t`Why`, wraps: true },
  ]
  return [styled(screen, 'label', title), await table(screen, columns, rows), '']
}

/** Draws the newest corpus, and whether it is new. */
export function acquiredPage(acquired: Acquired, screen: Screen): string {
  const { limitations, changed, changes, file, id, digest, bytes, laws, norms, built_at, origin } = acquired
  return [
    styled(screen, 'heading', changed ? t`A new corpus is ready` : t`Nothing has changed`),
    ...fieldLines(screen, [
      [t`Bundle`, id],
      [t`Digest`, digest],
      [t`File`, file],
      [t`Size`, t`${formatNumber(bytes)} bytes`],
      [t`Laws`, formatNumber(laws)],
      [t`Norms`, formatNumber(norms)],
      [t`Built`, built_at],
      [
        t`Not imported`,
        limitations === 0 ? t`none` : t`${formatNumber(limitations)}; legal-text limitations lists them`,
      ],
      [t`From`, addressesOf(origin) ?? t`not known`],
    ]),
    ...(changes === null ? [] : ['', ...changesLines(changes, screen)]),
  ].join('\n')
}

/** Maximum number of listed laws. */
const MOST_LAWS = 40

/** The changes of the newest state: the numbers of norms, and the laws. */
function changesLines({ observed_on, laws, ...numbers }: NewestChanges, screen: Screen): string[] {
  const title = styled(screen, 'heading', t`Changes in the state of ${observed_on}`)
  if (laws.length === 0) return [title, ...fieldLines(screen, [[t`Norms`, t`none`]])]
  const listed = laws
    .slice(0, MOST_LAWS)
    .map((law): [string, string] => [
      law.code,
      law.whole === null ? numbersText(law) : `${translated(law.whole)}: ${law.title}`,
    ])
  const others = laws.length - listed.length
  return [
    title,
    ...fieldLines(screen, [[t`Norms`, t`${numbersText(numbers)} in ${counted(laws.length, 'law')}`], ...listed]),
    ...(others === 0
      ? []
      : [t`  and ${counted(others, 'other law')}; ${`legal-text changes --since ${observed_on}`} lists all`]),
  ]
}

/** `3 added, 1 removed` */
function numbersText(numbers: Record<'added' | 'changed' | 'moved' | 'removed', number>): string {
  const told = (['added', 'changed', 'moved', 'removed'] as const).filter((type) => numbers[type] > 0)
  return told.map((type) => `${formatNumber(numbers[type])} ${translated(type)}`).join(', ') || t`none`
}
