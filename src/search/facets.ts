/** Counts of the norms that a query finds, by their laws and by their kinds. */
import type { Accumulators } from './collectors.ts'
import type { Columns } from './columns.ts'
import { completeDocuments } from './complete-matches.ts'
import type { PostingsSource, RankRequest } from './ranker.ts'
import type { Facets, SearchStorage, Turn } from './records.ts'

/** How many laws are listed. */
const MOST_LAWS = 20

export interface CountedSearch {
  /** With all documents that match, or at least all with every word of the query. */
  sums: Accumulators
  request: Omit<RankRequest, 'ranges' | 'among'>
  source: PostingsSource
  /** True if all documents that match count, as with operators. */
  countsAll: boolean
  /** 1 for each document searched if no laws, or no kinds, were chosen; all if undefined. */
  searched: Record<'laws' | 'kinds', Uint8Array | undefined>
}

/** Counts norms by law, those of all laws, and by kind, those of all kinds. */
export async function countFacets(
  search: CountedSearch,
  storage: Pick<SearchStorage, 'kinds' | 'laws'>,
  columns: Columns,
  turn: Turn,
): Promise<Facets> {
  const { laws: inLaws, kinds: ofKinds } = search.searched
  const byLaw = await counted(search, inLaws, turn)
  const byKind = inLaws === ofKinds ? byLaw : await counted(search, ofKinds, turn)
  const laws = new Uint32Array(columns.laws)
  for (const document of byLaw) laws[columns.lawOf(document)] = (laws[columns.lawOf(document)] as number) + 1
  const { names, kindOf } = await storage.kinds()
  const kinds = new Uint32Array(names.length)
  for (const document of byKind) {
    const kind = kindOf[document] as number
    kinds[kind] = (kinds[kind] as number) + 1
  }
  const most = largest(laws).slice(0, MOST_LAWS)
  const heads = await storage.laws(most)
  return {
    laws: heads.map(({ code, abbreviation, title }, index) => {
      return { code, abbreviation, title, count: laws[most[index] as number] as number }
    }),
    kinds: largest(kinds).map((kind) => ({ kind: names[kind] as string, count: kinds[kind] as number })),
  }
}

/** The documents with all words of the query; if there are none, all that match. */
async function counted(
  { sums, request, source, countsAll }: CountedSearch,
  isSearched: Uint8Array | undefined,
  turn: Turn,
): Promise<readonly number[] | Uint32Array> {
  const complete = countsAll ? [] : await completeDocuments(sums, request, source, isSearched, turn)
  if (complete.length > 0) return complete
  const pause = turn()
  if (pause !== undefined) await pause
  return sums.matched.subarray(0, sums.count).filter((document) => isSearched?.[document] !== 0)
}

/** The indexes of counts above 0, the largest first; of equal ones in their order. */
function largest(counts: Uint32Array): number[] {
  const found: number[] = []
  for (let index = 0; index < counts.length; index += 1) if (counts[index] !== 0) found.push(index)
  return found.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
}
