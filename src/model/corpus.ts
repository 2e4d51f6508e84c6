/**
 * The interface of an opened corpus, which every storage engine implements. All methods are asynchronous, so that a remote
 * engine fits. The records are those of the public JSON (snake_case): the service serves what the engine stores.
 */

import { say } from '../i18n/texts.ts'
import type { SearchPage, SearchRequest } from '../search/index.ts'
import type { LawState } from './law-state.ts'
import type { Attachment, Mark, Selection, Subdivision, TextSpan, TextTable } from './norm-text.ts'
import type { NormMatches, PatternRequest } from './pattern-matches.ts'
import type { History, LawListing, NormStatus, Page, State, VersionSpan } from './versions.ts'

export { NORM_KINDS } from '../citation/norm-path.ts'
export type * from './law-state.ts'
export type * from './norm-text.ts'
export type * from './pattern-matches.ts'
export type * from './versions.ts'
export type { SearchPage, SearchRequest }

/** Name of the sample dataset of the package, which has no age. */
export const STARTER_NAME = say`the starter dataset`

/** The fields in which two norms can differ. */
export const COMPARED = ['label', 'heading', 'status', 'text', 'footnotes'] as const

/** A law in a list. */
export interface LawSummary {
  code: string
  abbreviation: string
  title: string
  jurisdiction: string
  source_family: string
  /** Language of its text (ISO 639-1). */
  language: string
  norm_count: number
  /** ISO date of the newest amendment that the text contains, `null` if the source names none. */
  status_date: string | null
  /** ISO dates from which and up to which this version of it is in force, `null` if the source names none. */
  in_force_from: string | null
  in_force_to: string | null
  /** True in a list for a day between two states, only one of which has the law. */
  uncertain?: true
}

/** A norm in a list. */
export interface NormSummary {
  norm: string
  label: string
  heading: string
  status: NormStatus
  /** ISO dates on which it takes or took effect, and on which it ends; absent if the source names no day. */
  in_force_from?: string
  in_force_to?: string
  /** True between two states with different wordings of the norm, or only one of which has it. */
  uncertain?: true
}

/** The act of the European Union that a text belongs to, and whether the text is authentic. */
export interface ActProvenance {
  /** CELEX number, of a consolidation with its day: `02016R0679-20160504`. */
  celex: string
  /** European Legislation Identifier, `null` if the act has none. */
  eli: string | null
  /** The day from which a consolidated text holds (ISO date), `null` for an act as adopted. */
  consolidated_on: string | null
  /** False for a consolidated text, which is documentation only. */
  legal_effect: boolean
}

/** Provenance of a text converted from a Markdown file, which is not official. */
export interface ConversionProvenance {
  official: false
  /** Path of the file in its folder or archive. */
  file: string
  /** The terms on which others may use the text, `null` if the file does not say. */
  licence: string | null
  /** The convention of the file's metadata: `legal-text`, `ragsource`, `legalize`, or `none`. */
  convention: string
}

/** The source of a text, and how it was read. */
export interface Provenance extends Partial<ActProvenance>, Partial<ConversionProvenance> {
  /** URL of the source, `null` if unknown. */
  source_url: string | null
  /** URL of the page on the official site, `null` if unknown. */
  html_url: string | null
  /** Time when the source was fetched (ISO 8601), `null` if unknown. */
  fetch_timestamp: string | null
  /** `sha256:` and the hex digest of the raw source. */
  content_hash: string
  /** Parser name and version, `gii-xml@3`. */
  parser: string
  document_id: string
  /** Version of the document in the source (`builddate`), `null` if it states none. */
  source_version: string | null
}

/** A heading of the law's structure, outermost first in lists. */
export interface StructureElement {
  /** `book`, `part`, `chapter`, `section`, `title`, their sub-levels (`subsection`), `article`, `item` or `heading`. */
  kind: string
  /** The number in the heading (`2`, `IV`, `3a`), empty without one. */
  number: string
  title: string
  /** The heading's designation as the source writes it: `Zweiter Abschnitt`. */
  label: string
  /** Footnotes of the heading itself, empty without any. */
  footnotes: string
}

/** A heading of a law's structure, with the norms under it. */
export interface LawHeading extends StructureElement {
  /** Number of headings above it. */
  level: number
  /** The norms under it: `[start, end)` among the norms of the law. */
  start: number
  end: number
  /** All norms under it, in an outline that leaves norms out. */
  extent?: HeadingExtent
}

/** The norms of a heading. */
export interface HeadingExtent {
  /** Number of all norms under it, and of its own text, if it has one. */
  norm_count: number
  /** Path and designation of the first and last section or article, or else norm of any kind; `null` without norms. */
  first: { norm: string; label: string } | null
  last: { norm: string; label: string } | null
}

/** A part of a law: a heading with those above it, outermost first, and the norms under it. */
export interface PartOfLaw {
  place: StructureElement[]
  extent: HeadingExtent
}

/** A place in an official gazette, as the source writes it. */
export interface GazetteReference {
  /** `BGBl I` */
  gazette: string
  /** `1950, 262` */
  reference: string
}

/** The place of first publication. */
export interface Promulgation extends GazetteReference {
  /** Further places, in the order of the source. */
  also: GazetteReference[]
}

/** An outline of a law that leaves norms out. */
export interface PartialOutline extends Law {
  /** Number of levels; absent for all. */
  depth?: number
  /** The part of the law in the outline; absent for the whole law. */
  part?: PartOfLaw
}

/** A law with its structure and the list of its norms. */
export interface Law extends LawSummary, LawState {
  aliases: string[]
  promulgated_on: string | null
  /** The place of first publication, `null` if the source does not say. */
  promulgation: Promulgation | null
  /** The source's comments on the state of the law, in its order. */
  status_notes: { type: string; text: string }[]
  /** The source's notes on the law as a whole (the footnotes of its header). */
  notes: string
  provenance: Provenance
  /** Its headings in document order, outer ones before inner ones. */
  structure: LawHeading[]
  norms: NormSummary[]
}

/** A norm with its wording and its place in the law. */
export interface Norm extends Omit<NormSummary, 'in_force_from' | 'in_force_to'>, LawState {
  code: string
  /** Abbreviation, title and {@link LawSummary.status_date} of its law. */
  abbreviation: string
  title: string
  status_date: string | null
  /** ISO dates on which it takes or took effect, and on which it ends; `null` if the source names no day. */
  in_force_from: string | null
  in_force_to: string | null
  /** Language of the text (ISO 639-1), which may differ from that of its law. */
  language: string
  text: string
  structure: StructureElement[]
  subdivisions: Subdivision[]
  footnotes: string
  attachments: Attachment[]
  marks: Mark[]
  /** In the order of the text, outer ones before inner ones. */
  spans: TextSpan[]
  /** In the order of the text. */
  tables: TextTable[]
  provenance: Provenance
  previous: string | null
  next: string | null
  /** The requested subdivision, `null` if none was requested. */
  selection: Selection | null
  /** When it was published; absent if the corpus has one state only. */
  version?: VersionSpan
}

/** Context of a norm: its neighbours in the law, and its citations. */
export interface NormContext {
  previous: NormSummary | null
  next: NormSummary | null
  citations: Record<'cites' | 'cited_by', CitationCount>
}

/** Number of citations of a norm in one direction. */
export interface CitationCount {
  /** Number of citations: the total of the relationships of that type. */
  total: number
  /** Number of different norms among them. */
  norms: number
}

/** The use of every `norm` element of the source. The three parts add up to `elements`. */
export interface BuildAccount {
  /** All norm elements of all imported documents. */
  elements: number
  /** Law headers (one a document). `with_text` of them also became norms (`text:1`). */
  headers: { total: number; with_text: number }
  /** Headings of the structure. `as_norms` of them also became norms (articles, headings with text); `empty` have no norms. */
  structure: { total: number; as_norms: number; empty: number }
  /** Elements with a designation of their own; each is one norm. */
  designated: number
}

/** Counts of the content of a corpus, and its identity. */
export interface Coverage {
  bundle_id: string
  digest: string
  schema_version: number
  /** Time when the bundle file was written (ISO 8601). */
  built_at: string
  parsers: string[]
  laws: number
  norms: number
  norms_by_kind: Record<string, number>
  norms_by_status: Record<string, number>
  characters: { text: number; footnotes: number }
  relationships_by_type: Record<string, number>
  /** Citations in texts: of norms of the corpus, of other norms of its laws, of laws that it lacks, without a law. */
  citations: { resolved: number; norm_not_found: number; law_not_found: number; no_law: number }
  laws_by_source_family: Record<string, number>
  /** Laws that several sources have, by the source family whose law was taken; absent without any. */
  shared_laws_by_source_family?: Record<string, number>
  laws_by_jurisdiction: Record<string, number>
  /** By the language of their texts (ISO 639-1). */
  laws_by_language: Record<string, number>
  limitations: number
  limitations_by_terminal_state: Record<string, number>
  limitations_by_source_family: Record<string, number>
  findings: number
  /** Images that norms name: the number of distinct ones in the corpus, and of names without image; absent if none is named. */
  images?: { stored: number; missing: number }
  status_dates: { earliest: string | null; latest: string | null }
  /**
   * ISO date of its texts: of the newest state or fetch, else of the newest version of a document, else of the newest
   * amendment; `null` if none is known.
   */
  corpus_date: string | null
  account: BuildAccount
  /** The source's statement on the laws of the states, unchanged; `null` without one. */
  state_law_coverage: unknown
  /** The states of the corpus, oldest first; absent if it has only one. */
  states?: State[]
  /** The first day of the laws whose source states their days; absent without such laws. */
  dated_since?: string
}

/** A law found by one of its names, with the strength of the match: 0 is exact, larger is weaker. */
export interface LawMatch extends LawSummary {
  rank: number
}

/** The failed replacement of the served corpus by a newer one. */
export interface ReplacementFailure {
  /** ISO 8601. */
  failed_at: string
  reason: string
}

/** The state of the connections to a database. */
export interface DatabaseState {
  /** Open connections, and their maximum. */
  open: number
  most: number
  /** Number of unanswered statements. */
  statements: number
  /** By SQLSTATE, or by the code of a failed connection: of all databases of the process. */
  errors: ReadonlyMap<string, number>
}

/** The laws and norms of a corpus on one day. */
export interface Texts {
  /**
   * Laws by code. With `query`, the best match first: a name that equals it (official ones before others), then the shortest that
   * begins with it, then the others. With `initial`, by abbreviation in dictionary order.
   */
  laws(options: LawListing): Promise<Page<LawSummary>>

  /**
   * The laws with this name, at its strongest rank in their jurisdiction; the Union's counts as Germany's.
   * @param place only laws of this jurisdiction, in lower case
   */
  findLaws(name: string, place?: string): Promise<LawMatch[]>

  /**
   * The laws that a name means in running text: all with an equally strong name, even if it is the code of one of them
   * (`AEG` is two laws, one with the code `aeg`). A lower-case name may be a code.
   * @param place as of {@link findLaws}
   */
  lawsCalled(name: string, place?: string): Promise<LawMatch[]>

  /** The codes of the laws whose source states days of effect for the wording. @param code only this law */
  lawsWithEffect(code?: string): Promise<string[]>

  /** Laws whose names are close to `name`, closest first, at most `limit`. */
  similarLaws(name: string, limit: number): Promise<LawSummary[]>

  /** The law with exactly this code. */
  law(code: string): Promise<Law | undefined>

  /** The state of the law with this code, from its source. */
  lawState(code: string): Promise<LawState | undefined>

  /** The norms of the law with this code, in document order. */
  outline(code: string): Promise<NormSummary[]>

  /**
   * The norms of a law whose path ends in one of these elements (`par:433`), ignoring counters (`seq:2`), in document order: the
   * candidates for a short form. An engine answers without reading the outline.
   */
  normsEndingIn(code: string, elements: readonly string[]): Promise<NormSummary[]>

  /** The norms that stand for several, including `value` (`§§ 3 bis 6` for `4`), in document order. */
  normsIncluding(code: string, kind: string, value: string): Promise<NormSummary[]>

  /**
   * All norms of the law with exactly this code, in document order, in batches. `close` waits until they are read.
   * @param range only `[start, end)` among them
   */
  norms(code: string, range?: { start: number; end: number }): AsyncIterable<Norm[]>

  /** The norm at exactly this path (without subdivision), with `selection: null`. */
  norm(code: string, path: string): Promise<Norm | undefined>

  /** The context of the norm at exactly this path. */
  normContext(code: string, path: string): Promise<NormContext | undefined>

  /**
   * Relationships of the norm at exactly this path, ordered by type and by place in the text; citing norms by weight: the law that
   * cites it most often first, and within a law the norm. Self-citations are left out.
   */
  relationships(
    code: string,
    path: string,
    options: { type?: RelationshipType | undefined; limit: number; offset: number },
  ): Promise<Page<Relationship>>
}

/** The corpus's facts about itself and its sources. */
export interface About {
  coverage(): Promise<Coverage>

  /** {@link Coverage.corpus_date}, without counting. */
  corpusDate(): Promise<string | null>

  limitations(filter: LimitationFilter): Promise<SourceLimitation[]>

  /** Faults of the imported sources. */
  findings(): Promise<SourceFinding[]>

  /** An image that norms have among their attachments. @param sha256 of its bytes, in hex digits */
  image(sha256: string): Promise<{ media_type: string; bytes: Uint8Array } | undefined>
}

/** An opened dataset, in parts that an engine implements where it answers them. The corpus of a day differs only in its texts. */
export interface Corpus extends Texts, History<Corpus>, About {
  /** Identity of the opened bundle. `name` is that of the dataset in messages: `the starter dataset`. */
  readonly bundle: { id: string; digest: string; schema_version: number; file: string; name: string }

  /** The jurisdiction that names mean first, in lower case, if one was requested. */
  readonly place?: string

  /** The day whose wordings in force it has, if it is of such a day ({@link History.inForceOn}). */
  readonly effectiveOn?: string

  /** True on a day between two states: only each text read tells whether it is certain. */
  readonly isUncertain?: true

  /** Set by the server if a newer corpus could not be opened. */
  replacementFailure: ReplacementFailure | null

  /** Norms that match the query, best first. @throws LegalTextError `not_ready` if the search index is missing */
  search(request: SearchRequest): Promise<SearchPage>

  /** Norms with matches, in the order of all norms, in batches. @throws LegalTextError `invalid_input` if it takes too long */
  matches(request: PatternRequest): AsyncIterable<NormMatches[]>

  /** Checks that the corpus can be read now; absent if it always can. @throws LegalTextError `not_ready` */
  ping?(): Promise<void>
  /** The connections of a corpus in a database, and its errors so far. */
  database?(): DatabaseState

  /** Closes the corpus once all readers of `norms` and `matches` are done. Later calls are no-ops; all other methods throw `not_ready`. */
  close(atOnce?: boolean): Promise<void>
}

/** The type of a link between norms. */
export type RelationshipType = 'cites' | 'cited_by' | 'contains' | 'contained_in' | 'amends' | 'amended_by'

/** A link to another norm, which is cited, cites, is contained or contains. */
export interface Relationship {
  type: RelationshipType
  /** `null` if the cited law is unknown. */
  code: string | null
  /** Abbreviation of that law. */
  abbreviation: string | null
  /** If the corpus lacks the norm, the path that it would have. */
  norm: string | null
  label: string | null
  heading: string | null
  /** The cited part, as a path within its norm; `null` if none is named. */
  subdivision: string | null
  /** The name of the law in the text, if the corpus lacks the law or several have that name. */
  law: string | null
  /** The wording of the citation, `null` if the relationship follows from the structure or the source itself. */
  citation: string | null
  /** Its place in the text of the citing norm: `[start, end)` in UTF-16 code units. */
  start: number | null
  end: number | null
  /** The day from which an amendment has effect (ISO date), `null` if the source names none; absent otherwise. */
  effective_from?: string | null
  /** True if the corpus has the norm. */
  resolved: boolean
  /** The edition of the cited norm, in the words of the text; only in a corpus of several states. */
  edition?: string
  /** Only if the corpus has it: the day as of which it was looked up, and the publication of that version. */
  as_of?: string
  version?: VersionSpan
}

/** Why a source was not imported. */
export type TerminalState = 'unsupported_format' | 'source_unavailable' | 'parse_failed' | 'excluded_by_policy'

/** A known source that was not imported, with the reason. */
export interface SourceLimitation {
  limitation_id: string
  /** `none` for a file that no family can read. */
  source_family: string
  source_id: string
  title: string
  source_url: string | null
  terminal_state: TerminalState
  reason: string
  state_code: string | null
  law_id: string | null
  retrieved_at: string | null
  /** HTTP status of the source's response, `null` if unknown. */
  http_status: number | null
  /** True if another attempt can help, `null` if unknown. */
  retryable: boolean | null
}

/** A fault of an imported source. */
export interface SourceFinding {
  source_family: string
  source_id: string
  /** Code of the law concerned, `null` without one. */
  law_id: string | null
  reason: string
}

/** Required values of fields of source limitations. */
export interface LimitationFilter {
  source_family?: string | undefined
  terminal_state?: string | undefined
  state_code?: string | undefined
  law_id?: string | undefined
}
