/** Where the words of a citation stand. */
import type { FoundDesignation, FoundNorm } from './find-designations.ts'
import type { NameCandidate } from './name-candidates.ts'

/**
 * Returns the words of one norm of a designation, with the name of the law where nothing but it stands between: `[start, end)`
 * in UTF-16 code units.
 * @param name the words that name the law, undefined where they stand with another designation
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
