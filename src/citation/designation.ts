/** A designation: how people write which norm they mean, and which part of it, without the name of the law. */
import type { QualifierKind } from './keywords.ts'
import type { NormPath, PathElement, SubdivisionKind } from './norm-path.ts'
import type { ValueRange } from './value-range.ts'

/** A part that the path cannot express: `Halbsatz 2`, or a sentence within a number (`Nr. 26 Satz 1`). */
export interface Qualifier {
  kind: QualifierKind | SubdivisionKind
  value: string
}

export interface Designation {
  /**
   * The norm; several where the wording leaves the kind open, the likeliest first (a bare `433` is a section, an
   * article, an item or an annex). A range is one element whose value is a range (`par:3-6`).
   */
  norm: NormPath['norm'][]
  /** The bounds where the wording is a range: `§§ 3 bis 6`. */
  range?: ValueRange
  /** `f.` (the next norm too) or `ff.` (some that follow). */
  following?: 'f' | 'ff'
  subdivision: PathElement<SubdivisionKind>[]
  /** The last value where the innermost subdivision is a range: `4` in `Abs. 2 bis 4`. */
  subdivisionTo?: string
  /** In their order in the text; what follows a qualifier that is itself part of a path is a qualifier too. */
  qualifiers: Qualifier[]
}
