/**
 * Gives every norm of a law its path, so that no two share one (DESIGN: norm paths).
 */
import { formatElements, type PathElement } from '../../../citation/norm-path.ts'

/** What is known of a norm before its law is read to the end. */
export interface PathDraft {
  /** Elements that the norm always carries: `par:1`, `art:246a/par:1`. */
  own: PathElement[]
  /** Elements of the structure above it, outermost first, that may be put in front. */
  above: PathElement[]
}

/**
 * Assigns paths. Where several norms have the same elements of their own, those of the structure are put in front of
 * each of them, as few levels from the top as tell most of them apart; where that does not help, `seq:2`, `seq:3` …
 * stand behind the second and later ones in document order.
 * @returns one path a draft, in the same order, all different
 */
export function assignPaths(drafts: readonly PathDraft[]): string[] {
  const groups = new Map<string, number[]>()
  for (const [index, draft] of drafts.entries()) {
    const key = formatElements(draft.own)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [index])
    else group.push(index)
  }
  const wanted = new Array<string>(drafts.length)
  for (const [key, group] of groups) {
    const levels = group.length === 1 ? 0 : levelsNeeded(group.map((index) => (drafts[index] as PathDraft).above))
    for (const index of group) {
      const above = (drafts[index] as PathDraft).above.slice(0, levels)
      wanted[index] = above.length === 0 ? key : `${formatElements(above)}/${key}`
    }
  }
  return numberRepeats(wanted)
}

/** The smallest number of levels from the top that tells as many apart as all levels do. */
function levelsNeeded(chains: PathElement[][]): number {
  const deepest = chains.reduce((most, chain) => Math.max(most, chain.length), 0)
  const distinct = (levels: number) => new Set(chains.map((chain) => formatElements(chain.slice(0, levels)))).size
  const most = distinct(deepest)
  let levels = 0
  while (distinct(levels) < most) levels++
  return levels
}

function numberRepeats(wanted: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return wanted.map((path) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count === 1 ? path : `${path}/seq:${count}`
  })
}
