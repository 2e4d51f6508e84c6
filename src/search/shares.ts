/** What neighbours tell: norms of a law, and of a section, that has many of the best hits move up among them. */
import type { Scored } from './best.ts'

/** So many of the best hits are looked at. */
export const SHARING = 200
const LAW_WEIGHT = 0.5
const SECTION_WEIGHT = 0.5

export interface Shared extends Scored {
  /** What the shares of its law and its section have added to the score. */
  law: number
  section: number
}

/**
 * The same documents, their scores raised by what their law and their section have of the sum of all scores, best first.
 * @param lawOf, sectionOf numbers that tell laws, and sections of all laws, apart
 */
export function addShares(
  best: readonly Scored[],
  lawOf: (document: number) => number,
  sectionOf: (document: number) => number,
): Shared[] {
  const total = best.reduce((sum, { score }) => sum + score, 0)
  const laws = sumsBy(best, lawOf)
  const sections = sumsBy(best, sectionOf)
  const shareIn = (sums: Map<number, number>, key: number) => (total === 0 ? 0 : (sums.get(key) ?? 0) / total)
  return best
    .map(({ document, score }) => {
      const law = score * LAW_WEIGHT * shareIn(laws, lawOf(document))
      const section = score * SECTION_WEIGHT * shareIn(sections, sectionOf(document))
      return { document, score: score + law + section, law, section }
    })
    .sort((a, b) => b.score - a.score || a.document - b.document)
}

function sumsBy(best: readonly Scored[], keyOf: (document: number) => number): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { document, score } of best) sums.set(keyOf(document), (sums.get(keyOf(document)) ?? 0) + score)
  return sums
}
