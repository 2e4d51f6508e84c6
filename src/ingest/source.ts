/** What a source family hands to the build, whatever its format: laws, norms and what could not be read. */
import { foldName } from '../citation/law-name.ts'
import type { NormKind, StructureKind } from '../citation/norm-path.ts'
import type {
  Attachment,
  LawHeading,
  Mark,
  NormStatus,
  Promulgation,
  StructureElement,
  TerminalState,
  TextSpan,
  TextTable,
} from '../corpus/corpus.ts'
import type { Input } from './input/input.ts'

/** A form in which laws come: one folder of `sources`. */
export interface SourceFamily {
  name: string
  /** What its inputs look like, for messages: `laws.json and norms.json`. */
  form: string
  /** Whether an input is of this family. Cheap: the names of its files tell. */
  recognise(input: Input): Promise<boolean>
  /** @throws LegalTextError `invalid_input` where the input as a whole is of no use */
  open(input: Input): Promise<Source>
}

/** An input that a family has opened. */
export interface Source {
  /** How many laws it has, those included that will turn out to be unreadable. */
  lawCount: number
  /** What is known not to be had before a law is read. */
  limitations: Limitation[]
  /** What is known to be wrong before a law is read. */
  findings: SourceFinding[]
  /** Reads the laws, in the order of their codes. @param signal ends the work */
  laws(signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Citations that the source states as such; empty for most. */
  statedCitations: StatedCitation[]
  /** What the source tells of the laws of the states, as it tells it: JSON. */
  stateLawCoverage?: unknown
}

/** One law as it was read. */
export interface SourceLaw {
  /** `undefined` for one that cannot be read: the limitations say why. */
  law: ParsedLaw | undefined
  /** Why it is not imported; empty for one that is. */
  limitations: Limitation[]
  /** What is wrong with one that is imported. */
  findings: SourceFinding[]
}

/** A norm of some law, by code and path. */
export interface NormAddress {
  code: string
  path: string
}

/** A citation that a source states, without saying where in the text it stands. */
export interface StatedCitation {
  /** How the source calls it, or where it states it: `relationships.json[3]`. */
  name: string
  sourceFamily: string
  citing: NormAddress
  cited: NormAddress
  /** The part of the cited norm, as a path. */
  subdivision: string | null
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

/** Every name once, at its strongest rank, in the order given. */
export function strongestAliases(aliases: readonly Alias[]): Alias[] {
  const strongest = new Map<string, Alias>()
  for (const alias of aliases) {
    const key = foldName(alias.name)
    if (key !== '' && (strongest.get(key)?.rank ?? Number.POSITIVE_INFINITY) > alias.rank) strongest.set(key, alias)
  }
  return [...strongest.values()]
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

/** The source family of a source that is of none: a file in a format that no family reads. */
export const NO_FAMILY = 'none'

/** A source that is known of but was not imported. */
export interface Limitation {
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
export interface SourceFinding {
  sourceFamily: string
  sourceId: string
  /** Code of the law that it is about, `null` if it is about none. */
  lawId: string | null
  reason: string
}

/** One document of a source, ready to be parsed. */
export interface SourceDocument {
  code: string
  /** Code and file name, for messages. */
  path: string
  /** Where it is offered, `null` if that is not known. */
  sourceUrl: string | null
  /** Folder of its pages on the official site, if that is known. */
  pages?: string | undefined
  /** Further titles that the source's table of contents gives. */
  titles: string[]
  /** When it was fetched (ISO 8601), where that is known of it alone. */
  fetchedAt?: string | undefined
}
