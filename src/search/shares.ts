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
 * @param lawOf a number that tells laws apart, @param sectionOf one that tells the sections of all laws apart
 */
export function addShares(
  best: readonly Scored[],
  lawOf: (document: number) => number,
  sectionOf: (document: number, law: number) => number,
): Shared[] {
  const hits = best.map(({ document, score }) => {
    const lawNumber = lawOf(document)
    return { document, score, lawNumber, sectionNumber: sectionOf(document, lawNumber) }
  })
  let total = 0
  const laws = new Map<number, number>()
  const sections = new Map<number, number>()
  for (const { score, lawNumber, sectionNumber } of hits) {
    total += score
    laws.set(lawNumber, (laws.get(lawNumber) ?? 0) + score)
    sections.set(sectionNumber, (sections.get(sectionNumber) ?? 0) + score)
  }
  const shareOf = (sum = 0) => (total === 0 ? 0 : sum / total)
  return hits
    .map(({ document, score, lawNumber, sectionNumber }) => {
      const law = score * LAW_WEIGHT * shareOf(laws.get(lawNumber))
      const section = score * SECTION_WEIGHT * shareOf(sections.get(sectionNumber))
      return { document, score: score + law + section, law, section }
    })
    .sort((a, b) => b.score - a.score || a.document - b.document)
}
