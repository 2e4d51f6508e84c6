/** What the forms of packages have in common: laws, each with its norms, not yet looked into. */
import type { Limitation, SourceFinding } from '../../../corpus/parsed-law.ts'
import type { LawRecord } from './schema.ts'

/** Any record, with where it stands. */
export interface Placed {
  /** `norms.json[12]` */
  place: string
  value: unknown
}

/** A law whose own record is good. */
export interface PackageLaw {
  place: string
  code: string
  record: LawRecord
  norms: readonly Placed[]
  /** Hash of the file with its norms. */
  fileHash: string
}

export interface Contents {
  /** In the order of their codes. */
  laws: { code: string; load(): Promise<PackageLaw> }[]
  /** Laws that cannot be read, one each. */
  refused: Limitation[]
  /** Files, and records without a law, that are not imported. */
  limitations: Limitation[]
  findings: SourceFinding[]
  /** How many records there are, good or not. */
  counts: { laws: number; norms: number }
}

/** Brings laws into the order of their codes. */
export function inOrder<Law extends { code: string }>(laws: Iterable<Law>): Law[] {
  return [...laws].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
}
