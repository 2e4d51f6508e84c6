/** What came of getting a corpus. */
import type { Acquired } from '../../dataset/acquire.ts'
import { fieldLines, formatNumber } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'

/** Draws which corpus is the newest now, and whether it is a new one. */
export function acquiredPage(acquired: Acquired, screen: Screen): string {
  const { limitations, changed, file, id, digest, bytes, laws, norms, built_at, origin } = acquired
  return [
    styled(screen, 'heading', changed ? 'A new corpus is ready' : 'Nothing has changed'),
    ...fieldLines(screen, [
      ['Bundle', id],
      ['Digest', digest],
      ['File', file],
      ['Size', `${formatNumber(bytes)} bytes`],
      ['Laws', formatNumber(laws)],
      ['Norms', formatNumber(norms)],
      ['Built', built_at],
      [
        'Not imported',
        limitations === 0 ? 'none' : `${formatNumber(limitations)}; \`legal-text limitations\` lists them`,
      ],
      ['From', origin?.url ?? 'not known'],
    ]),
  ].join('\n')
}
