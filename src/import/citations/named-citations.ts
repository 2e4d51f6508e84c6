/** Represents citations in the words of the text, so that every state can find its own norms. */
import type { NamedPlace, ParsedCitation } from '../../model/parsed-law.ts'
import { packAlways } from '../../store/packed-text.ts'
import type { StoredCitation } from '../../store/stored-records.ts'
import type { LawIndex } from './law-index.ts'

/** Citations of a text. */
export interface NamedCitations {
  /** {@link StoredCitation}s in the order of the text, packed. */
  packed: Uint8Array
  /** Number of times that it names each path of a law. */
  paths: [law: number, path: string, times: number][]
}

/** True if today's norms determine what the citations mean in every state. */
export function areOfToday(citations: readonly ParsedCitation[]): boolean {
  return citations.every(({ norm, law, named }) => named === undefined && (norm !== null || law === null))
}

/**
 * @param citations of a text, in order
 * @param index that was used to read them
 * @param hasHistory false for a law known only in its text of today
 */
export function namedCitations(
  citations: readonly ParsedCitation[],
  index: LawIndex,
  hasHistory: (law: number) => boolean,
): NamedCitations {
  const stored: StoredCitation[] = []
  const times = new Map<string, [law: number, path: string, times: number]>()
  const ranges = new Map<NamedPlace, Set<string>>()
  for (const citation of citations) {
    // Name the norms of a range once.
    const { named, start, subdivision } = citation
    const parts = named && (ranges.get(named) ?? new Set<string>())
    const part = `${start} ${subdivision}`
    if (named !== undefined && parts !== undefined) {
      if (parts.has(part)) continue
      ranges.set(named, parts.add(part))
    }
    const row = storedCitation(citation, index, hasHistory)
    stored.push(row)
    const [, , law, path] = row
    if (typeof law !== 'number' || typeof path !== 'string') continue
    const place = `${law} ${path}`
    const known = times.get(place)
    if (known === undefined) times.set(place, [law, path, 1])
    else known[2] += 1
  }
  // Copied: zstd returns a view of a buffer of 16 KB, which would be sent as a whole.
  return { packed: new Uint8Array(packAlways(JSON.stringify(stored))), paths: [...times.values()] }
}

function storedCitation(
  { start, end, norm, law, path, subdivision, name, named }: ParsedCitation,
  index: LawIndex,
  hasHistory: (law: number) => boolean,
): StoredCitation {
  const place = named ?? (norm === null ? { law, path } : index.place(norm))
  const known = place.law !== null && hasHistory(place.law) ? place.law : null
  const row = [start, end - start, known, place.path, subdivision, name, named?.isGuess ? 1 : 0] as const
  return row.slice(0, row.findLastIndex((each) => each !== null && each !== 0) + 1) as unknown as StoredCitation
}
