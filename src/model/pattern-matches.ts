/** Lines that match a pattern, norm by norm. */
import type { MatchingLine } from '../search/patterns/matching-lines.ts'
import type { Pattern } from '../search/patterns/pattern.ts'

/** The searched part of a norm. */
export type SearchedPart = 'heading' | 'text'

/** A pattern, and its scope. */
export interface PatternRequest {
  pattern: Pattern
  /** Exact codes of the laws that are searched; empty for all. */
  codes: readonly string[]
  /** Only laws of this jurisdiction, in any case. */
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
