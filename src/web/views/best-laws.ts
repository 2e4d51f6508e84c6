/** Of the laws whose names contain the words of a query, those that are most likely meant. */
import { foldName } from '../../citation/laws/law-names.ts'
import type { LawSummary } from '../../corpus/corpus.ts'

/** How many to ask for: they come in the order of their codes. */
export const LAWS_ASKED = 200

const MOST_SHOWN = 3

/** Laws called so come first, then those whose name begins so, then short names. */
export function bestLaws(laws: readonly LawSummary[], query: string): LawSummary[] {
  const wanted = foldName(query)
  const rank = ({ code, abbreviation, title }: LawSummary) => {
    const names = [code, abbreviation, title].map(foldName)
    if (names.includes(wanted)) return 0
    return names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  const ranked = laws.map((law) => ({ law, rank: rank(law) }))
  const exact = ranked.filter((each) => each.rank === 0)
  const shown = exact.length > 0 ? exact : ranked
  shown.sort((a, b) => a.rank - b.rank || a.law.title.length - b.law.title.length)
  return shown.slice(0, MOST_SHOWN).map(({ law }) => law)
}

/** The one law that is called so, if there is one. */
export function lawCalled(laws: readonly LawSummary[], query: string): LawSummary | undefined {
  const wanted = foldName(query)
  return laws.find(({ code, abbreviation }) => foldName(code) === wanted || foldName(abbreviation) === wanted)
}
