/** The structure of a law as a whole, from the headings above each of its norms. */
import type { LawHeading, StructureElement } from '../corpus/corpus.ts'

/**
 * @param headings for each norm, in document order, the headings above it, outermost first. Norms under the same headings
 *   may share one array.
 * @returns every heading once, outer ones before inner ones, with the norms under it
 */
export function lawStructure(headings: readonly (readonly StructureElement[])[]): LawHeading[] {
  const structure: LawHeading[] = []
  let open: LawHeading[] = []
  let above: readonly StructureElement[] = []
  for (const [index, chain] of headings.entries()) {
    if (chain === above) continue
    const kept = open.filter((_, level) => isSame(above, chain, level))
    for (const heading of open.slice(kept.length)) heading.end = index
    const opened = chain
      .slice(kept.length)
      .map((element, i): LawHeading => ({ ...element, level: kept.length + i, start: index, end: headings.length }))
    structure.push(...opened)
    open = [...kept, ...opened]
    above = chain
  }
  return structure
}

/** Whether two chains are the same down to a level. */
function isSame(one: readonly StructureElement[], other: readonly StructureElement[], level: number): boolean {
  for (let i = 0; i <= level; i++) {
    const [a, b] = [one[i], other[i]]
    if (a?.kind !== b?.kind || a?.number !== b?.number || a?.label !== b?.label || a?.title !== b?.title) return false
  }
  return true
}
