/** References of a norm to its own parts, and the parts that a place in it is in. */
import { type PathElement, parseNormPath, type SubdivisionKind } from '../../citation/norm-path.ts'
import type { UnionReference } from '../../citation/union/find-references.ts'
import { type NormParts, partsMeant } from '../../citation/union/parts-meant.ts'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import type { StoredSubdivision } from '../../tables/bundle-schema.ts'
import type { CitingNorm } from './citing-norm.ts'
import { partsFrom } from './law-tables.ts'

/** The parts around places of a norm, in one pass through both. */
export class PartsAround {
  readonly #parts: readonly StoredSubdivision[]
  #next = 0
  #open: StoredSubdivision[] = []

  constructor(parts: readonly StoredSubdivision[]) {
    this.#parts = parts
  }

  /** Returns the parts that a place is in, outer ones before inner ones. @param place not before the last one */
  at(place: number): readonly StoredSubdivision[] {
    for (let part = this.#parts[this.#next]; part !== undefined && part[2] <= place; part = this.#parts[++this.#next])
      this.#open.push(part)
    this.#open = this.#open.filter(([, , , end]) => place < end)
    return this.#open
  }
}

/** Resolves references of a norm to its own parts. */
export class OwnParts {
  readonly #norm: number
  readonly #around: PartsAround
  readonly #parts: NormParts

  constructor({ id, subdivisions }: CitingNorm) {
    const stored = subdivisions()
    this.#norm = id
    this.#around = new PartsAround(stored)
    this.#parts = partsFrom(stored)
  }

  /**
   * Returns the parts that a reference means: those around it count from the innermost one.
   * @param reference not before the last one
   */
  citations({ parts, start, end }: UnionReference): ParsedCitation[] {
    const scopes = scopesOf(this.#around.at(start))
    return parts.flatMap((part): ParsedCitation[] => {
      for (const scope of scopes) {
        const meant = partsMeant(this.#parts, [...scope, ...part])
        if (meant.length === 1)
          return [{ start, end, norm: this.#norm, subdivision: meant[0] as string, law: null, path: null, name: null }]
      }
      return []
    })
  }
}

/** The paths of parts, the innermost first, and the norm as a whole. */
function scopesOf(around: readonly StoredSubdivision[]): PathElement<SubdivisionKind>[][] {
  const paths = around.map(([path]) => path).sort((a, b) => b.length - a.length)
  return [...paths.map((path) => parseNormPath(`art:0/${path}`)?.subdivision ?? []), []]
}
