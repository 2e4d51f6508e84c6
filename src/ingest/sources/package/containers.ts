/** Which norm contains which. */
import type { ParsedNorm } from '../../../corpus/parsed-law.ts'

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
  const outermost = new Outermost()
  for (const { place, outer, inner } of containments) {
    const [container, contained] = [indexes.get(outer), indexes.get(inner)]
    const norm = contained === undefined ? undefined : norms[contained]
    const refuse = (reason: string) => failed.push({ place, reason: `${outer} cannot contain ${inner}: ${reason}` })
    if (container === undefined) refuse(`there is no norm ${outer}`)
    else if (norm === undefined) refuse(`there is no norm ${inner}`)
    else if (norm.container === container) continue
    else if (norm.container !== undefined) refuse(`${norms[norm.container]?.path} contains it already`)
    // What has no container yet is within itself alone, or the outermost of all that it would stand within.
    else if (outermost.of(container) === contained) refuse('it would contain itself')
    else {
      norm.container = container
      outermost.putInto(contained as number, container)
    }
  }
  return failed
}

/** Finds the outermost container of norms, without a walk through all that are between. */
class Outermost {
  /** A norm further out, of those that have a container. */
  readonly #outer = new Map<number, number>()

  of(norm: number): number {
    let at = norm
    for (let outer = this.#outer.get(at); outer !== undefined; outer = this.#outer.get(at)) {
      // Each walk halves the way of the next one.
      const next = this.#outer.get(outer)
      if (next !== undefined) this.#outer.set(at, next)
      at = next ?? outer
    }
    return at
  }

  putInto(norm: number, container: number): void {
    this.#outer.set(norm, this.of(container))
  }
}
