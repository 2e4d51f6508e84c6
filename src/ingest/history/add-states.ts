/** Adds older states to a copy of a bundle, whose newest state stays as it is. */
import type { IndexStatistics } from '../../search/index.ts'
import type { BundleWriter } from '../../sqlite/bundle-writer.ts'
import { countLimitations } from '../../sqlite/count-coverage.ts'
import type { StoredCoverage } from '../../tables/bundle-schema.ts'
import type { BuildProgress } from '../build-progress.ts'
import { writeCitations } from '../citations/write-citations.ts'
import type { Past } from '../source.ts'
import { FAMILIES } from '../sources/families.ts'
import { remainingHistories } from './observed-laws.ts'

/** Coverage as the report of a build tells it. */
type ReportedCoverage = StoredCoverage & { search_terms: number }

/** @param past all states, and what the bundle and the other sources have of each law */
export async function addStates(
  writer: BundleWriter,
  { states, files, laws }: Past,
  {
    signal,
    onProgress,
  }: { signal?: AbortSignal | undefined; onProgress?: ((progress: BuildProgress) => void) | undefined },
): Promise<ReportedCoverage> {
  const newest = states.at(-1)?.observed_on as string
  const before = countOf(writer)
  for (const state of states) writer.history.addState(state)
  let done = 0
  const total = writer.query<{ laws: number }>('SELECT count(*) AS laws FROM law')[0]?.laws ?? 0
  for (const family of FAMILIES) {
    for await (const { history, limitations } of family.readPast?.({ states, files, laws }, signal) ?? []) {
      signal?.throwIfAborted()
      for (const limitation of limitations) writer.addLimitation(limitation)
      if (history !== undefined) writer.history.replaceLaw(history, newest)
      onProgress?.({ stage: 'laws', done: Math.min(++done, total), total })
    }
  }
  for (const history of remainingHistories({ states, laws })) {
    signal?.throwIfAborted()
    writer.history.replaceLaw(history, newest)
  }
  const norms = writer.query<{ norms: number }>('SELECT count(*) AS norms FROM norm')[0]?.norms ?? 0
  const onCitations = (read: number) => {
    signal?.throwIfAborted()
    onProgress?.({ stage: 'citations', done: read, total: norms })
  }
  // Texts may cite a law that was not known before.
  const ofStates = before.states > 0 && before.lines === countOf(writer).lines
  if (!ofStates) writer.removeNamedCitations()
  await writeCitations(writer, onCitations, { ofStates, nextText: before.nextText })
  const meta = new Map(
    writer.query<{ key: string; value: string }>('SELECT key, value FROM meta').map(({ key, value }) => [key, value]),
  )
  const { terms = 0 } = JSON.parse(meta.get('search') ?? '{}') as Partial<IndexStatistics>
  const coverage = JSON.parse(meta.get('coverage') ?? '{}') as StoredCoverage
  return { ...coverage, ...countLimitations(writer), search_terms: terms }
}

const COUNTS = `
SELECT (SELECT count(*) FROM state) AS states, (SELECT count(*) FROM line) AS lines,
  (SELECT coalesce(max(id) + 1, 0) FROM past_content) AS nextText`

function countOf(writer: BundleWriter): { states: number; lines: number; nextText: number } {
  const [counts] = writer.query<{ states: number; lines: number; nextText: number }>(COUNTS)
  return counts as NonNullable<typeof counts>
}
