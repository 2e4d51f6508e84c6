/** Picks the laws that a query most likely means. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { foldName } from '../../citation/laws/law-names.ts'
import type { LawSummary } from '../../model/corpus.ts'

/** Number of laws to request. */
export const LAWS_LIMIT = 200

const MAX_SHOWN = 3

/** Exact names come first, then names with that beginning, then short names. */
export function bestLaws(laws: readonly LawSummary[], query: string): LawSummary[] {
  const wanted = foldName(query)
  const rank = (law: LawSummary) => {
    const names = [law.code, law.abbreviation, law.title, nameOfLaw(law)].map(foldName)
    if (names.includes(wanted)) return 0
    return names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  const ranked = laws.map((law) => ({ law, rank: rank(law) }))
  const exact = ranked.filter((each) => each.rank === 0)
  const shown = exact.length > 0 ? exact : ranked
  shown.sort((a, b) => a.rank - b.rank || a.law.title.length - b.law.title.length)
  return shown.slice(0, MAX_SHOWN).map(({ law }) => law)
}
