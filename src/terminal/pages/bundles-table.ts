/** The bundles of the cache. */
import type { ListedBundle } from '../../dataset/bundle-store.ts'
import { counted, formatNumber } from '../fields.ts'
import type { Screen } from '../screen.ts'
import { formatSize } from '../size.ts'
import { table } from '../table.ts'
import { wrapText } from '../wrap.ts'

interface ListAnswer {
  cache: string
  bundles: ListedBundle[]
  count: number
}

/** Narrower screens have no columns for the counts. */
const COMFORTABLE = 90

/** Draws the list of bundles. */
export async function bundlesTable({ cache, bundles, count }: ListAnswer, screen: Screen): Promise<string> {
  const folder = wrapText(
    count === 0 ? `No bundles in ${cache}` : `${counted(count, 'bundle')} in ${cache}`,
    screen.width,
  )
  if (count === 0) return folder.join('\n')
  const wide = screen.width >= COMFORTABLE
  const drawn = await table(
    screen,
    [
      { title: 'Bundle', style: 'path' },
      { title: 'Built', wraps: true },
      ...(wide
        ? [
            { title: 'Laws', align: 'right' as const },
            { title: 'Norms', align: 'right' as const },
          ]
        : []),
      { title: 'Size', align: 'right' },
      { title: 'From', wraps: true },
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

/** Where it came from, and what else should be known. */
function remarks(bundle: ListedBundle): string {
  const { in_use, origin, readable } = bundle
  const from = origin?.url ?? (origin?.kind === 'build' ? 'built here' : 'not known')
  return [
    from,
    ...(in_use ? ['(in use)'] : []),
    ...(readable ? [] : [`(${bundle.reason.replace(/^cannot open .*?: /, '')})`]),
  ].join(' ')
}
