/** Which norm contains which. */
import type { ParsedNorm } from '../../source.ts'

/** That a norm contains another, both as paths within their law. */
export interface Containment {
  /** Where that stands. */
  place: string
  outer: string
  inner: string
}

/**
 * Sets the containers of norms. The first container of a norm holds; one that would contain itself is none.
 * @param indexes of the norms, by path
 * @returns what could not be linked, and why
 */
export function linkContainers(
  norms: readonly ParsedNorm[],
  indexes: ReadonlyMap<string, number>,
  containments: readonly Containment[],
): { place: string; reason: string }[] {
  const failed: { place: string; reason: string }[] = []
  for (const { place, outer, inner } of containments) {
    const [container, contained] = [indexes.get(outer), indexes.get(inner)]
    const norm = contained === undefined ? undefined : norms[contained]
    const refuse = (reason: string) => failed.push({ place, reason: `${outer} cannot contain ${inner}: ${reason}` })
    if (container === undefined) refuse(`there is no norm ${outer}`)
    else if (norm === undefined) refuse(`there is no norm ${inner}`)
    else if (norm.container === container) continue
    else if (norm.container !== undefined) refuse(`${norms[norm.container]?.path} contains it already`)
    else if (isWithin(norms, container, contained)) refuse('it would contain itself')
    else norm.container = container
  }
  return failed
}

/** Whether a norm is `outer` or stands within it. */
function isWithin(norms: readonly ParsedNorm[], norm: number | undefined, outer: number | undefined): boolean {
  for (let at = norm; at !== undefined; at = norms[at]?.container) if (at === outer) return true
  return false
}
