/** Designations found in a text. Positions are UTF-16 code units, `[start, end)`. */
import type { Designation } from '../designation.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import type { NormKind, PathElement } from '../norm-path.ts'

/** One norm of a designation. */
export interface FoundNorm extends Omit<Designation, 'norm' | 'range'> {
  /** Readings, the likeliest first; several only for a bare number. */
  readings: PathElement<NormKind>[][]
  /** The last number of a range (`6` in `§§ 3 bis 6`) and its offset. */
  to?: string
  toStart?: number
  /** Span of the norm; norms with common words (`§ 5 Abs. 1 und 2`) have the same span. */
  start: number
  end: number
  /** Alternative meanings if its law lacks the readings: a number of a list may be a norm, or a part of the previous one. */
  otherwise?: FoundNorm[]
}

export interface FoundDesignation {
  norms: FoundNorm[]
  start: number
  end: number
  /** Candidates for the name of the law, longest first. */
  namesAfter: NameCandidate[]
  namesBefore: NameCandidate[]
  /** Reading of a lower-case word before parts as a law, which only a corpus knows: `§ 433 bgb Abs. 2`. */
  ifLaw?: Pick<FoundDesignation, 'norms' | 'namesAfter'>
  /** Set if its last words refer to the previously named law, with the kind of law: `Article 6 thereof`. */
  ofSameLaw?: string
  /** The laws and acts before it, the last first, if it refers to one of them: `§ 4 derselben Verordnung`. */
  refersTo?: {
    mentions: (readonly NameCandidate[])[]
    /** The noun for the law. */
    noun: string
    /** True if it means that law only if no other of its kind is mentioned: `§ 4 der Verordnung`. */
    isSole: boolean
    /** Span of the words. */
    place: { start: number; end: number }
  }
  /** Candidates for the law of the commentary that the designation is a place in: `Palandt, BGB, § 433 Rn. 5`. */
  commentaryOn?: NameCandidate[]
  /** Words that look like a law's name: if no candidate is known, they name an unknown law. */
  abbreviation?: NameCandidate
  /** True if the designation takes its law from the next one: `§ 5 i. V. m. § 7 UWG`, `UWG § 5, § 7`. */
  linkedToNext: boolean
  /** Set if that is only likely: `aus § 5 und aus § 7 UWG`. In a law the first may be its own. */
  linkedLoosely?: true
  /**
   * True if it is a citation only with a known law: a bare number beside a name (`bgb 433`), an annex, which may belong to
   * anything (`Anlage 2`), a part of a contract or of articles of association (`§ 3 des Mietvertrages`).
   */
  weak: boolean
}

/**
 * Returns the span of one norm of a designation, including the name of the law if only the norm adjoins it.
 * @param name the words that name the law; `undefined` if they belong to another designation
 */
export function spanOf(
  designation: FoundDesignation,
  norm: FoundNorm,
  name: NameCandidate | undefined,
): { start: number; end: number } {
  const before = name !== undefined && name.end <= designation.start && norm === designation.norms[0]
  const after = name !== undefined && name.start >= designation.end && norm.end === designation.end
  return { start: before ? name.start : norm.start, end: after ? name.end : norm.end }
}
