/** What a source family hands to the build, whatever its format: laws, norms and what could not be read. */
import type { NormKind } from '../citation/norm-path.ts'
import type { Attachment, Mark, NormStatus, StructureElement, TerminalState } from '../corpus/corpus.ts'

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
  kind: NormKind
  label: string
  heading: string
  status: NormStatus
  text: string
  footnotes: string
  structure: StructureElement[]
  subdivisions: SubdivisionSpan[]
  attachments: Attachment[]
  marks: Mark[]
  ranges: NormRange[]
  /** Index in the law of the norm that contains this one (an article its sections). */
  container: number | undefined
  documentId: string
  htmlUrl: string
}

/** How the norm elements of one document were used. */
export interface LawAccount {
  elements: number
  headers: number
  headersWithText: number
  structure: number
  structureAsNorms: number
  designated: number
}

export interface ParsedLaw {
  code: string
  abbreviation: string
  title: string
  jurisdiction: string
  sourceFamily: string
  aliases: Alias[]
  promulgatedOn: string | null
  statusDate: string | null
  statusNotes: { type: string; text: string }[]
  notes: string
  sourceUrl: string
  htmlUrl: string
  contentHash: string
  parser: string
  documentId: string
  norms: ParsedNorm[]
  account: LawAccount
}

/** A source that is known of but was not imported. */
export interface Limitation {
  sourceFamily: string
  sourceId: string
  title: string
  sourceUrl: string
  terminalState: TerminalState
  reason: string
}

/** One document of a source, ready to be parsed. */
export interface SourceDocument {
  code: string
  /** Code and file name, for messages. */
  path: string
  sourceUrl: string
  /** Further titles that the source's table of contents gives. */
  titles: string[]
}
