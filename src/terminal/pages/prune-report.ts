/** What was removed from the cache, and what stays. */
import type { PrunedFile, PruneReport } from '../../dataset/prune.ts'
import { counted } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { formatSize } from '../size.ts'
import { table } from '../table.ts'
import { wrapText } from '../wrap.ts'

/** Draws the report of a pruning. */
export async function pruneReport(
  { cache, removed, kept, freed_bytes }: PruneReport & { cache: string },
  screen: Screen,
): Promise<string> {
  const summary =
    removed.length === 0
      ? `Nothing to remove in ${cache}`
      : `${counted(removed.length, 'file')} removed from ${cache}, ${formatSize(freed_bytes)}`
  const lines = [
    ...(await listing('Removed', cache, removed, screen)),
    ...(await listing('Kept', cache, kept, screen)),
    ...wrapText(summary, screen.width),
  ]
  return lines.join('\n')
}

async function listing(title: string, cache: string, files: PrunedFile[], screen: Screen): Promise<string[]> {
  if (files.length === 0) return []
  const rows = files.map(({ file, bytes, reason }) => [
    file.startsWith(cache) ? file.slice(cache.length + 1) : file,
    formatSize(bytes),
    reason.replace(/^cannot open .*?: /, ''),
  ])
  const columns = [
    { title: 'File', style: 'path' as const, wraps: true },
    { title: 'Size', align: 'right' as const },
    { title: 'Why', wraps: true },
  ]
  return [styled(screen, 'label', title), await table(screen, columns, rows), '']
}
