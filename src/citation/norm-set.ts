/** The norms of a law in one state, with look-up by path, by the end of a path, and by order. */

import { cached } from '../util/cached.ts'
import { formatElements, type NormPath, type PathElement, parseNormPath } from './norm-path.ts'
import { type Numbered, singleNumber, valueIncludes, valueMembers } from './ranges.ts'

/** A norm with its parsed path. */
export interface PlacedNorm<Norm> extends Numbered {
  norm: Norm
  path: NormPath
  /** The last element of the path, without a counter: the norm's own name. */
  own: PathElement
  /** Its place in the law, or among the norms of one look-up. */
  place: number
}

/** @param path valid norm path @param place among the norms of the law */
export function placedNorm<Norm>(norm: Norm, path: string, place: number): PlacedNorm<Norm> {
  const parsed = parseNormPath(path) as NormPath
  const own = parsed.norm.findLast(({ kind }) => kind !== 'seq') as PathElement
  return { norm, path: parsed, own, place, number: singleNumber(own.value) }
}

/** The norms of one kind in one place of a law, in its order. */
export class Siblings<Norm> {
  readonly norms: PlacedNorm<Norm>[] = []
  readonly #values = new Set<string>()
  /** Values that stand for several numbers. */
  readonly #ranges: string[] = []

  add(norm: PlacedNorm<Norm>): void {
    const { value } = norm.own
    this.norms.push(norm)
    if (valueMembers(value) !== undefined) this.#ranges.push(value)
    this.#values.add(value)
  }

  /** True if one of them has this number, or stands for several that include it. */
  has(value: string): boolean {
    return this.#values.has(value) || this.#ranges.some((range) => valueIncludes(range, value))
  }
}

/** Only the paths are computed eagerly: for most laws only exact paths are looked up. */
export class NormSet<Norm extends { path: string } | { norm: string }> {
  readonly #given: readonly Norm[]
  #all: readonly PlacedNorm<Norm>[] | undefined
  #byPath: ReadonlyMap<string, Norm> | undefined
  #byEnd: ReadonlyMap<string, PlacedNorm<Norm>[]> | undefined
  #byPlace: Map<string, Siblings<Norm>> | undefined
  #several: readonly PlacedNorm<Norm>[] | undefined

  /** @param norms in the order of the law */
  constructor(norms: readonly Norm[]) {
    this.#given = norms
  }

  get size(): number {
    return this.#given.length
  }

  get all(): readonly PlacedNorm<Norm>[] {
    this.#all ??= this.#given.map((norm, place) => placedNorm(norm, pathOf(norm), place))
    return this.#all
  }

  /** The norm with exactly this path. */
  at(path: string): Norm | undefined {
    this.#byPath ??= new Map(this.#given.map((norm) => [pathOf(norm), norm]))
    return this.#byPath.get(path)
  }

  /** The norms whose path ends in one of these elements (`par:433`), ignoring counters, in the order of the law. */
  endingIn(elements: readonly string[]): PlacedNorm<Norm>[] {
    this.#byEnd ??= Map.groupBy(this.all, ({ own }) => formatElements([own]))
    const found = elements.flatMap((element) => this.#byEnd?.get(element) ?? [])
    return elements.length > 1 ? found.sort((a, b) => a.place - b.place) : found
  }

  /** The norms that stand for several. */
  get several(): readonly PlacedNorm<Norm>[] {
    this.#several ??= this.all.filter(({ own }) => valueMembers(own.value) !== undefined)
    return this.#several
  }

  /** The norms of the kind and place of a path. */
  siblingsOf(path: NormPath['norm']): Siblings<Norm> {
    if (this.#byPlace === undefined) {
      this.#byPlace = new Map()
      for (const norm of this.all) {
        cached(this.#byPlace, placeOf(norm.path.norm), () => new Siblings<Norm>()).add(norm)
      }
    }
    return this.#byPlace.get(placeOf(path)) ?? new Siblings()
  }
}

const pathOf = (norm: { path: string } | { norm: string }) => ('path' in norm ? norm.path : norm.norm)

/** The kind of a norm, and the path above it. */
function placeOf(path: NormPath['norm']): string {
  const named = path.filter(({ kind }) => kind !== 'seq')
  return `${formatElements(named.slice(0, -1))}/${named.at(-1)?.kind}`
}
