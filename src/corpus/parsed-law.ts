/** Laws as a source family has read them: what the writer of an engine is given. */
import type { NormKind, StructureKind } from '../citation/norm-path.ts'
import type { LawHeading, NormStatus, Promulgation, StructureElement } from './corpus.ts'
import type { Attachment, Mark, TextSpan, TextTable } from './norm-text.ts'
import type { TerminalState } from './source-records.ts'

/** A norm of some law, by code and path. */
export interface NormAddress {
  code: string
  path: string
}

/** Names of a law, strongest first: its rank decides which law a name means where several have it. */
export const ALIAS_RANKS = {
  /** The official abbreviations, and those in general use that the source lacks. */
  abbreviation: 0,
  /** Title and short title. */
  title: 1,
  /** Made from another name by rule: without its year, in Roman figures. */
  derived: 2,
} as const

export interface Alias {
  name: string
  rank: number
}

/** Norms that one norm stands for: `§§ 3 bis 6` stands for 3 to 6, `§§ 3 und 5` for 3 and for 5. */
export interface NormRange {
  kind: NormKind
  from: string
  to: string
}

/** A part of a norm's text, `[start, end)` in UTF-16 code units. */
export interface SubdivisionSpan {
  path: string
  /** Its mark as the source writes it: `(1)`, `2.`, `a)`; for sentences their number. */
  label: string
  start: number
  end: number
}

export interface ParsedNorm {
  path: string
  kind: NormKind | StructureKind
  label: string
  heading: string
  status: NormStatus
  /** ISO date on which a norm that is not yet in force takes effect, if the source names it. */
  inForceFrom?: string | undefined
  text: string
  footnotes: string
  structure: StructureElement[]
  subdivisions: SubdivisionSpan[]
  attachments: Attachment[]
  marks: Mark[]
  spans: TextSpan[]
  tables: TextTable[]
  ranges: NormRange[]
  /** Index in the law of the norm that contains this one (an article its sections). */
  container: number | undefined
  documentId: string
  /** The page of the official site, `null` if it is not known. */
  htmlUrl: string | null
  /** Where it differs from that of its law. */
  origin?: Origin
}

/** Where a text comes from. */
export interface Origin {
  /** `null` if it is not known. */
  sourceUrl: string | null
  /** When it was fetched (ISO 8601); when all was fetched, where not given. */
  fetchedAt?: string | undefined
  /** `sha256:` and the hex digest of the raw source. */
  contentHash: string
  /** The version of the document as the source counts it. */
  sourceVersion?: string | undefined
}

/** How the norm elements of one document were used. */
export interface LawAccount {
  elements: number
  headers: number
  headersWithText: number
  structure: number
  structureAsNorms: number
  structureEmpty: number
  designated: number
}

export interface ParsedLaw extends Origin {
  code: string
  abbreviation: string
  title: string
  jurisdiction: string
  sourceFamily: string
  aliases: Alias[]
  promulgatedOn: string | null
  promulgation: Promulgation | null
  statusDate: string | null
  statusNotes: { type: string; text: string }[]
  notes: string
  htmlUrl: string | null
  parser: string
  documentId: string
  /** Its headings in document order, outer ones before inner ones, those without norms included. */
  structure: LawHeading[]
  norms: ParsedNorm[]
  account: LawAccount
}

/** A source that is known of but was not imported. */
export interface ParsedLimitation {
  sourceFamily: string
  sourceId: string
  title: string
  /** `null` if it is not known. */
  sourceUrl: string | null
  terminalState: TerminalState
  reason: string
  /** The law that it is about; the source's id where not given, `null` for none. */
  lawId?: string | null
  /** State whose law it is. */
  stateCode?: string | null
  /** When the source was asked (ISO 8601); when all was fetched, where not given. */
  retrievedAt?: string | null
  /** How the source itself names the limitation. */
  limitationId?: string | null
  httpStatus?: number | null
  retryable?: boolean | null
}

/** Something wrong with a source that was imported. */
export interface ParsedFinding {
  sourceFamily: string
  sourceId: string
  /** Code of the law that it is about, `null` if it is about none. */
  lawId: string | null
  reason: string
}

/** One norm that a text cites. Places are UTF-16 code units of the text. */
export interface ParsedCitation {
  start: number
  end: number
  /** The norm, `null` where the corpus does not have it. */
  norm: number | null
  /** Its law, where that is known and the norm is not. */
  law: number | null
  /** The path that the norm would have, where it is not known. */
  path: string | null
  subdivision: string | null
  /** The law as it is written, where it is not known, or fits several. */
  name: string | null
}
