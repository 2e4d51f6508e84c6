/** Gives every norm of a law a path of its own. Source families share it. */
import { formatElements, type PathElement } from '../citation/norm-path.ts'

/** The elements from which the path of a norm is made. */
export interface PathDraft {
  /** Elements that the path always has: `par:1`, `art:246a/par:1`. */
  own: PathElement[]
  /** Elements of the structure above it, outermost first, that may precede them. */
  above: PathElement[]
}

/**
 * Assigns paths. If several norms have the same own elements, those of the structure precede them, as few levels from the
 * top as distinguish most of them. If that is not enough, `seq:2`, `seq:3` … follow the paths of the second and later norms
 * in document order.
 * @returns a unique path for each draft, in their order
 */
export function assignPaths(drafts: readonly PathDraft[]): string[] {
  const groups = Map.groupBy(drafts.keys(), (index) => formatElements((drafts[index] as PathDraft).own))
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

/** Returns the smallest number of levels from the top that distinguishes as many paths as all levels do. */
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
