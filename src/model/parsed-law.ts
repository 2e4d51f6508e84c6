/** Laws as a source family has parsed them: the input of an engine's writer. */
import type { NormKind, StructureKind } from '../citation/norm-path.ts'
import type {
  ActProvenance,
  ConversionProvenance,
  LawHeading,
  NormStatus,
  NormSummary,
  Promulgation,
  StructureElement,
  TerminalState,
} from './corpus.ts'
import type { LawState } from './law-state.ts'
import type { Attachment, Mark, TextSpan, TextTable } from './norm-text.ts'

/** The code of a law and the path of a norm. */
export interface NormAddress {
  code: string
  path: string
}

/** Ranks of the names of a law, strongest first. If several laws have a name, the strongest rank wins. */
export const ALIAS_RANKS = {
  /** Official abbreviations, and those in general use that the source lacks. */
  abbreviation: 0,
  /** Title and short title. */
  title: 1,
  /** Derived from another name: without its year, in Roman figures. */
  derived: 2,
} as const

export interface Alias {
  name: string
  rank: number
}

/** The norms in a range: `§§ 3 bis 6` stands for 3 to 6, `§§ 3 und 5` for 3 and for 5. */
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
  /** Its own days of effect (ISO dates), if they differ from those of its norm. */
  inForceFrom?: string | undefined
  inForceTo?: string | undefined
  /** On these days, when it was read. */
  status?: NormStatus
}

export interface ParsedNorm {
  path: string
  kind: NormKind | StructureKind
  label: string
  heading: string
  status: NormStatus
  /** ISO dates on which it took or takes effect, and on which it ends, if the source names them. */
  inForceFrom?: string | undefined
  inForceTo?: string | undefined
  /** ISO dates from which and up to which it applies, if the source names them. */
  validFrom?: string | undefined
  validTo?: string | undefined
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
  /** URL of the page on the official site, `null` if unknown. */
  htmlUrl: string | null
  /** If it differs from that of its law. */
  origin?: Origin
}

/** Makes the list entry of a norm. */
export function summaryOf({ path, label, heading, status, inForceFrom, inForceTo }: ParsedNorm): NormSummary {
  const days = { ...(inForceFrom && { in_force_from: inForceFrom }), ...(inForceTo && { in_force_to: inForceTo }) }
  return { norm: path, label, heading, status, ...days }
}

/** The origin of a text. */
export interface Origin {
  /** `null` if unknown. */
  sourceUrl: string | null
  /** Time when it was fetched (ISO 8601). Default: the time of the whole fetch. */
  fetchedAt?: string | undefined
  /** `sha256:` and the hex digest of the raw source. */
  contentHash: string
  /** Version of the document in the source. */
  sourceVersion?: string | undefined
  /** For an act of the European Union. */
  act?: ActProvenance | undefined
  /** For an unofficial text. */
  conversion?: ConversionProvenance | undefined
  /** Language of the text (ISO 639-1), if it differs from that of its law. */
  language?: string | undefined
}

/** The use of the norm elements of one document. */
export interface LawAccount {
  elements: number
  headers: number
  headersWithText: number
  structure: number
  structureAsNorms: number
  structureEmpty: number
  designated: number
}

export const EMPTY_ACCOUNT: Readonly<LawAccount> = {
  elements: 0,
  headers: 0,
  headersWithText: 0,
  structure: 0,
  structureAsNorms: 0,
  structureEmpty: 0,
  designated: 0,
}

export interface ParsedLaw extends Origin {
  code: string
  /** Identity of the law in all states of its source, also if its code or name changes. */
  identity: string
  abbreviation: string
  title: string
  jurisdiction: string
  sourceFamily: string
  language: string
  aliases: Alias[]
  promulgatedOn: string | null
  promulgation: Promulgation | null
  statusDate: string | null
  /** ISO dates from which and up to which this version of it is in force, if the source names them. */
  inForceFrom?: string | undefined
  inForceTo?: string | undefined
  /** ISO date from which the source has this text, if it is not its first day. */
  knownFrom?: string | undefined
  /** The newest amendment in the text, in the words of the source; `null` if it names none. */
  statusNote: string | null
  statusNotes: { type: string; text: string }[]
  state: LawState
  notes: string
  htmlUrl: string | null
  parser: string
  documentId: string
  /** Its headings in document order, outer ones before inner ones, including those without norms. */
  structure: LawHeading[]
  norms: ParsedNorm[]
  account: LawAccount
}

/** A known source that was not imported. */
export interface ParsedLimitation {
  sourceFamily: string
  sourceId: string
  title: string
  /** `null` if unknown. */
  sourceUrl: string | null
  terminalState: TerminalState
  reason: string
  /** Code of the law concerned, `null` without one. Default: the id of the source. */
  lawId?: string | null
  /** The state of a state law. */
  stateCode?: string | null
  /** Time of the request (ISO 8601). Default: the time of the whole fetch. */
  retrievedAt?: string | null
  /** The source's own id of the limitation. */
  limitationId?: string | null
  httpStatus?: number | null
  retryable?: boolean | null
}

/** A fault of an imported source. */
export interface ParsedFinding {
  sourceFamily: string
  sourceId: string
  /** Code of the law concerned, `null` without one. */
  lawId: string | null
  reason: string
}

/** A citation of one norm. Places are UTF-16 code units of the citing text. */
export interface ParsedCitation {
  start: number
  end: number
  /** The norm, `null` if the corpus lacks it. */
  norm: number | null
  /** Its law, if known although the norm is not. */
  law: number | null
  /** The path that an unknown norm would have. */
  path: string | null
  subdivision: string | null
  /** The name of the law in the text, if it is unknown or ambiguous. */
  name: string | null
  /** The place in the words of the text, if other fields lack it: other states of the law may have a norm there. */
  named?: NamedPlace
}

/** A place in a law that a text names, whether or not a norm exists there. */
export interface NamedPlace {
  law: number
  /** Of one norm (`par:4`), or of a range (`par:3-6`). */
  path: string
  /** True if the text does not name the law: it is this one only if it has such a norm. */
  isGuess?: true
}
