/** Lines that match a pattern, norm by norm. */
import type { MatchingLine } from '../search/patterns/matching-lines.ts'
import type { Pattern } from '../search/patterns/pattern.ts'

/** What of a norm is searched. */
export type SearchedPart = 'heading' | 'text'

/** A pattern, and where it is looked for. */
export interface PatternRequest {
  pattern: Pattern
  /** Exact codes of the laws that are searched; empty for all. */
  codes: readonly string[]
  /** Only laws of this jurisdiction, whatever its case. */
  jurisdiction?: string | undefined
  parts: readonly SearchedPart[]
}

/** A norm with matches. */
export interface NormMatches {
  code: string
  /** Of its law. */
  abbreviation: string
  norm: string
  label: string
  heading: string
  /** In order; line 0 is the heading. */
  lines: MatchingLine[]
}
