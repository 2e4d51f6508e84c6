/**
 * Postings: what a term adds to the score of a document, its priors included, and how it stands in it. Both make one
 * value of a list: the impact as a whole multiple of a scale, and two bits for the occurrence.
 */

/** How a term occurs in a document. */
export const Occurrence = {
  /** Not in the norm: in the title of its law, of its section, or around a citation of it. */
  Around: 0,
  /** In the norm, as part of a compound. */
  Part: 1,
  /** In the norm, as a word. */
  Word: 2,
  /** In the heading of the norm, as a word. */
  Heading: 3,
} as const

/** Impacts are kept in so many levels. With 14 bits, 99 % of top tens are those of unrounded scores; with 10 bits 87 %. */
export const IMPACT_LEVELS = 16383

/** @param impact more than 0 @param scale the impact of level 1; a match is never worth nothing */
export function packImpact(impact: number, scale: number, occurrence: number): number {
  const level = Math.min(IMPACT_LEVELS, Math.max(1, Math.round(impact / scale)))
  return (level << 2) | occurrence
}

export const levelOf = (value: number) => value >>> 2
export const occurrenceOf = (value: number) => value & 3
