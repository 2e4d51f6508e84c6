/**
 * The read side: what an opened corpus can be asked. Asynchronous throughout, so that a remote store fits behind it.
 * The records are those of the public interface (snake_case, as in JSON): what the bundle holds is what is served.
 */
import type { SearchHit } from '../search/records.ts'
import type { Attachment, Mark, Subdivision, TextSpan, TextTable } from './norm-text.ts'
import type { LimitationFilter, SourceFinding, SourceLimitation } from './source-records.ts'

export type * from './norm-text.ts'
export type * from './source-records.ts'

export type NormStatus = 'in_force' | 'repealed' | 'not_yet_in_force'

export interface LawSummary {
  code: string
  abbreviation: string
  title: string
  jurisdiction: string
  source_family: string
  norm_count: number
  /** ISO date of the newest amendment that the source names, `null` where it names none. */
  status_date: string | null
}

export interface Provenance {
  /** Where the source is offered, `null` if nothing tells. */
  source_url: string | null
  /** The page of the official site, `null` if nothing tells. */
  html_url: string | null
  /** When the source was fetched (ISO 8601), `null` where the build was not told. */
  fetch_timestamp: string | null
  /** `sha256:` and the hex digest of the raw source. */
  content_hash: string
  /** Parser name and version, `gii-xml@2`. */
  parser: string
  document_id: string
  /** The version of the document as the source counts it (`builddate`), `null` if it gives none. */
  source_version: string | null
}

export interface NormSummary {
  norm: string
  label: string
  heading: string
  status: NormStatus
  /** ISO date on which a norm that is not yet in force takes effect; absent if the source names no day. */
  in_force_from?: string
}

/** A heading of the law's structure, outermost first in lists. */
export interface StructureElement {
  /** `book`, `part`, `chapter`, `section`, `title`, their sub-levels (`subsection`), `article`, `item` or `heading`. */
  kind: string
  /** The number in the heading (`2`, `IV`, `3a`), empty where it has none. */
  number: string
  title: string
  /** The heading's designation as the source writes it: `Zweiter Abschnitt`. */
  label: string
  /** Footnotes that stand at the heading itself, empty where there are none. */
  footnotes: string
}

/** A heading of a law's structure, with the norms under it. */
export interface LawHeading extends StructureElement {
  /** How many headings are above it. */
  level: number
  /** The norms under it: `[start, end)` among the norms of the law. */
  start: number
  end: number
}

/** A place in an official gazette, as the source writes it. */
export interface GazetteReference {
  /** `BGBl I` */
  gazette: string
  /** `1950, 262` */
  reference: string
}

export interface Promulgation extends GazetteReference {
  /** Further places, in the order of the source. */
  also: GazetteReference[]
}

export interface Law extends LawSummary {
  aliases: string[]
  promulgated_on: string | null
  /** Where the law was first published, `null` if the source does not say. */
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

export interface Norm extends NormSummary {
  code: string
  /** Abbreviation, title and {@link LawSummary.status_date} of its law. */
  abbreviation: string
  title: string
  status_date: string | null
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
  /** The subdivision that was asked for, `null` where none was. */
  selection: { path: string; text: string } | null
}

export type RelationshipType = 'cites' | 'cited_by' | 'contains' | 'contained_in'

/** A link to another norm: the one that is cited, that cites, is contained or contains. */
export interface Relationship {
  type: RelationshipType
  /** `null` where the law that is cited is not known. */
  code: string | null
  /** Abbreviation of that law. */
  abbreviation: string | null
  /** Where the corpus does not have the norm, the path that it would have. */
  norm: string | null
  label: string | null
  heading: string | null
  /** The part that is cited, as a path within its norm; `null` where none is named. */
  subdivision: string | null
  /** The law as the text calls it, where the corpus does not have it or several are called so. */
  law: string | null
  /** The wording of the citation, `null` where the structure of the law or the source itself states the relationship. */
  citation: string | null
  /** Where it stands in the text of the citing norm: `[start, end)` in UTF-16 code units. */
  start: number | null
  end: number | null
  /** Whether the corpus has the norm. */
  resolved: boolean
}

/** How every `norm` element of the source was used. The three parts add up to `elements`. */
export interface BuildAccount {
  /** All norm elements of all imported documents. */
  elements: number
  /** Law headers (one a document). `with_text` of them also became norms (`text:1`). */
  headers: { total: number; with_text: number }
  /**
   * Headings of the structure. `as_norms` of them also became norms (articles, headings with text); `empty` have no norm
   * below them.
   */
  structure: { total: number; as_norms: number; empty: number }
  /** Elements with a designation of their own; each is one norm. */
  designated: number
}

export interface Coverage {
  bundle_id: string
  digest: string
  schema_version: number
  /** When the bundle file was written (ISO 8601). */
  built_at: string
  parsers: string[]
  laws: number
  norms: number
  norms_by_kind: Record<string, number>
  norms_by_status: Record<string, number>
  characters: { text: number; footnotes: number }
  relationships_by_type: Record<string, number>
  /** What texts cite: norms of the corpus, others of its laws, laws that it does not have, norms without a law. */
  citations: { resolved: number; norm_not_found: number; law_not_found: number; no_law: number }
  laws_by_source_family: Record<string, number>
  limitations: number
  limitations_by_terminal_state: Record<string, number>
  limitations_by_source_family: Record<string, number>
  findings: number
  status_dates: { earliest: string | null; latest: string | null }
  account: BuildAccount
  /** What the source tells of the laws of the states, as it tells it; `null` where it tells nothing. */
  state_law_coverage: unknown
}

/** A law found by one of its names, with the strength of the match: 0 exact, larger is weaker. */
export interface LawMatch extends LawSummary {
  rank: number
}

/** What search is asked: the user's words, and the codes of the laws to search (all, where empty). */
export interface SearchRequest {
  query: string
  codes: string[]
  limit: number
  offset: number
  /** Whether to say what each score is made of. */
  explain?: boolean | undefined
}

/** `total` counts all that match where `exact`, else at least so many match. */
export interface SearchPage extends Page<SearchHit> {
  exact: boolean
}

export interface Page<Item> {
  items: Item[]
  total: number
}

/** Why a newer corpus did not take the place of the one that is served. */
export interface ReplacementFailure {
  /** ISO 8601. */
  failed_at: string
  reason: string
}

export interface Corpus {
  /** Identity of the opened bundle. */
  readonly bundle: { id: string; digest: string; schema_version: number; file: string }

  /** Set by who serves the corpus, where what should have replaced it could not be opened. */
  replacementFailure: ReplacementFailure | null

  /** Laws in the order of their codes. `query` keeps those with it in code, abbreviation, title or an alias. */
  laws(options: { query?: string; limit?: number; offset?: number }): Promise<Page<LawSummary>>

  /** The laws with this name at the strongest rank that has any; empty where no law has it. */
  findLaws(name: string): Promise<LawMatch[]>

  /**
   * The laws that running text calls so: all with an equally strong name, also where the code of one of them is that name
   * (`AEG` is two laws, of which one has the code `aeg`). A name in small letters may be a code.
   */
  lawsCalled(name: string): Promise<LawMatch[]>

  /** Laws whose names are close to `name`, closest first, at most `limit`. */
  similarLaws(name: string, limit: number): Promise<LawSummary[]>

  /** The law with exactly this code. */
  law(code: string): Promise<Law | undefined>

  /** The norms of the law with this code, in document order. */
  outline(code: string): Promise<NormSummary[]>

  /**
   * The norms of a law whose path ends in one of these elements (`par:433`), counters (`seq:2`) aside, in document order:
   * what a short form can mean.
   */
  normsEndingIn(code: string, elements: readonly string[]): Promise<NormSummary[]>

  /** The norms that stand for several, where one of these is `value` (`§§ 3 bis 6` for `4`), in document order. */
  normsIncluding(code: string, kind: string, value: string): Promise<NormSummary[]>

  /**
   * All norms of the law with exactly this code, in document order, some at a time. While they are being read the corpus
   * stays open, though `close` was called.
   */
  norms(code: string): AsyncIterable<Norm[]>

  /** The norm at exactly this path (without subdivision), with `selection: null`. */
  norm(code: string, path: string): Promise<Norm | undefined>

  /** Relationships of the norm at exactly this path, in the order of the types and of the text. */
  relationships(
    code: string,
    path: string,
    options: { type?: RelationshipType; limit: number; offset: number },
  ): Promise<Page<Relationship>>

  coverage(): Promise<Coverage>
  limitations(filter: LimitationFilter): Promise<SourceLimitation[]>

  /** What is wrong with the sources that were imported. */
  findings(): Promise<SourceFinding[]>

  /** Norms that match the query, best first. */
  search(request: SearchRequest): Promise<SearchPage>

  /** Resolves once nothing is being read any more. */
  close(): Promise<void>
}
