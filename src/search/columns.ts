/** The columns of an index: places of norms in their laws, and numbers of citations. */
import type { DocumentRange } from './choice.ts'
import type { SearchStorage } from './records.ts'

export class Columns {
  readonly #storage: Pick<SearchStorage, 'column'>
  readonly #documents: number
  #lawsOfNorms: Uint32Array | undefined
  #sections: Uint32Array | undefined

  constructor(storage: Pick<SearchStorage, 'column' | 'statistics'>) {
    this.#storage = storage
    this.#documents = storage.statistics.documents
  }

  /** The number of laws. */
  get laws(): number {
    return this.#storage.column('first_norms').length
  }

  /** The law of a norm. */
  lawOf(norm: number): number {
    if (this.#lawsOfNorms === undefined) {
      this.#lawsOfNorms = new Uint32Array(this.#documents)
      const first = this.#storage.column('first_norms')
      // No calls in this loop: each short command fills in 7,000 laws.
      for (let law = 0; law < first.length; law += 1) this.#lawsOfNorms.fill(law, first[law], first[law + 1])
    }
    return this.#lawsOfNorms[norm] as number
  }

  /** The norms of a law. */
  rangeOf(law: number): DocumentRange {
    const first = this.#storage.column('first_norms')
    return [first[law] as number, first[law + 1] ?? this.#documents]
  }

  /** The norms of marked laws. @param marks 1 for each of these laws */
  rangesOf(marks: Uint8Array): DocumentRange[] {
    const ranges: DocumentRange[] = []
    let next = 0
    for (let law = marks.indexOf(1); law !== -1; law = marks.indexOf(1, next)) {
      const end = marks.indexOf(0, law)
      next = end === -1 ? marks.length : end
      ranges.push([this.rangeOf(law)[0], this.rangeOf(next - 1)[1]])
    }
    return ranges
  }

  /** The section of a norm: a number for all headings above it, in any law. */
  sectionOf(norm: number): number {
    this.#sections ??= this.#storage.column('sections')
    return this.#sections[norm] as number
  }

  /** The section of the previous norm, if that is in the same law. */
  sectionBefore(norm: number): number | undefined {
    return norm > 0 && this.lawOf(norm - 1) === this.lawOf(norm) ? this.sectionOf(norm - 1) : undefined
  }

  /** The number of norms that cite a norm. */
  citationsOf(norm: number): number {
    return this.#storage.column('citations')[norm] ?? 0
  }

  /** The number of laws that cite the law of a norm. */
  citingLawsOf(norm: number): number {
    return this.#storage.column('citing_laws')[this.lawOf(norm)] ?? 0
  }
}
