/** Contract between the build and the source families: their inputs and outputs. */
import type { ArchiveFile } from '../archive/members.ts'
import type { TerminalState } from '../model/corpus.ts'
import type { LawHistory, ObservedLaw } from '../model/law-history.ts'
import type { LawAccount, NormAddress, ParsedFinding, ParsedLaw, ParsedLimitation } from '../model/parsed-law.ts'
import type { State } from '../model/versions.ts'
import type { Amended } from '../store/sqlite/bundle-writer.ts'

export interface InputFile extends ArchiveFile {
  /** Path on disk, or location in a git repository; absent for files in an archive. */
  location?: string | BlobLocation
  /** Time at which this file was fetched (ISO 8601), if known. */
  fetchedAt?: string
  /** For a version in a repository: the days (ISO dates) of its commit and of its author. */
  committed?: { on: string; effect: string }
  /** For a bundle: its content. */
  bundle?: StoredLaws
}

/** A bundle as an input. */
export interface StoredLaws {
  /** Path on disk. */
  file: string
  /** Its newest state, if that has a day. */
  state: State | undefined
  /** True if it lists all laws that its source published. */
  isComplete: boolean
  /** True if it has older states of undated laws. */
  hasStates: boolean
  /** Laws of its newest state; dated ones with their history. */
  laws(): { code: string; read: () => SourceLaw }[]
  account(): SharedAccount
  limitations(): ParsedLimitation[]
  findings(): ParsedFinding[]
  statedCitations(): StatedCitation[]
  amendments(): StatedAmendment[]
  /** `undefined` if absent. */
  stateLawCoverage(): unknown
}

/** A file in a git repository. */
export interface BlobLocation {
  /** Absolute path. */
  gitDirectory: string
  /** Name of the object. */
  blob: string
}

/** An entry of an input that is not one of its files. */
export interface Skipped {
  /** Name for messages; need not be a path. */
  path: string
  /** `it is a symbolic link` */
  reason: string
  terminalState: TerminalState
}

/** Input of a bundle: files, in any folder or archive. */
export interface Input {
  /** `bgb` for a folder `bgb`, for `bgb.zip` and for `bgb/xml.zip`. */
  name: string
  /** All files, sorted by path (code units). */
  files: InputFile[]
  /** For a part of one family: all files of the input, which its own may name. */
  beside?: readonly InputFile[]
  /** Laws known to be missing or outdated, with the reasons. */
  limitations?: ParsedLimitation[]
  /** Entries that are not read: links, names that are not paths, broken archives. */
  skipped?: Skipped[]
  /** Frees file handles and temporary files. */
  close(): Promise<void>
}

/** A form of laws: one folder of `import`. */
export interface SourceFamily {
  name: string
  /** Description of its inputs, for messages: `laws.json and norms.json`. */
  form: string
  /** True if the build reads files with this path; of others it only knows the names. */
  reads(path: string): boolean
  /**
   * Replaces archives within the input by their files.
   * @param isRead selects the paths to unpack
   */
  unpack?(files: readonly InputFile[], isRead: (path: string) => boolean): Promise<UnpackedFiles>
  /** Returns the files of an input that belong to this family, and its skipped entries; empty for another family. */
  take(input: Input): Promise<Required<Pick<Input, 'files' | 'skipped'>>>
  /** True if its files are text, which may begin with anything: they are recognized by name. */
  isText?: true
  /** True if its laws are conversions: a law from an official source takes precedence. */
  isConversion?: true
  /** True if commits of a repository are versions of single laws, not states of all of them: it takes them as one input. */
  takesVersions?: true
  /** True if its documents state the day from which they apply: all versions of a law come in one input. */
  isDated?: boolean
  /** True if an input lists all published laws: those that it lacks are not published. */
  isComplete(input: Input): boolean
  /** @throws LegalTextError `invalid_input` if the input as a whole is unusable */
  open(input: Input, options: OpenOptions): Promise<Source>
  /** Loads the parser of documents, which runs in worker threads. */
  loadParser?(): Promise<DocumentParsers>
  /** Reads the laws of older states alone, each with its history. */
  readPast?(past: Past, signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Updates the local copy of a site. */
  fetchSite?(options: SiteOptions): Promise<FetchedSite>
}

export interface OpenOptions {
  /** Laws of older states; absent for a bundle of one state. */
  past?: Past | undefined
  /** Languages in order of preference (ISO 639-1), for laws in several. */
  languages?: readonly string[] | undefined
  /** Day of the newest state (ISO date), if known. */
  today?: string | undefined
  /** Laws known to be missing or outdated, of all families. */
  missing?: readonly ParsedLimitation[] | undefined
}

export interface UnpackedFiles {
  files: InputFile[]
  skipped: Skipped[]
}

/** An input opened by a family. */
export interface Source {
  /** Number of laws, including those that turn out to be unreadable. */
  lawCount: number
  /** Limitations known before a law is read. */
  limitations: ParsedLimitation[]
  /** Findings known before a law is read. */
  findings: ParsedFinding[]
  /** Reads the laws, sorted by code. @param signal aborts the work */
  laws(signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Citations stated by the source; empty for most. */
  statedCitations: StatedCitation[]
  /** Amendments of the laws; complete once all are read. */
  amendments?: readonly StatedAmendment[]
  /** Counts outside of single laws. */
  accounts?: readonly SharedAccount[]
  /** Statement of the source about the laws of the states, unchanged: JSON. */
  stateLawCoverage?: unknown
}

/** Older states: files that the family reads, and laws that are already read. */
export interface Past {
  /** All states, oldest first; the last one is that of the source. */
  states: readonly State[]
  /** Files of older states. */
  files: readonly PastFile[]
  laws: PastLaws
}

/** A file that is the same in consecutive states. */
export interface PastFile {
  /** Days of the first and the last of these states. */
  from: string
  to: string
  /** Time at which it was fetched (ISO 8601). */
  fetchedAt: string
  file: InputFile
}

/** Laws of older states, by identity. */
export interface PastLaws {
  /** Returns the code of a law, if already assigned. */
  codeOf?(identity: string): string | undefined
  /** Returns the identity of the law with a code that is not taken. */
  identityOf?(code: string): string | undefined
  /** True if these files add nothing: the law has the same documents in their states. It then counts as taken. */
  hasAll?(identity: string, files: readonly PastFile[]): Promise<boolean>
  /** Takes the documents of a law, oldest first; empty if there are none. */
  take(identity: string): ObservedLaw[]
  /** Returns the laws that were not taken, sorted by code. */
  rest(): Iterable<ObservedLaw[]>
}

/** Norm elements besides those of norms of laws, and numbers of laws in several sources, by the family that provided them. */
export interface SharedAccount {
  elements: LawAccount
  shared: Readonly<Record<string, number>>
}

/** A parsed law. */
export interface SourceLaw {
  /** The law in all states; absent for a bundle of one state. */
  history?: LawHistory
  /** `undefined` if it cannot be read, as explained by the limitations. Also for a law that only older states have. */
  law: ParsedLaw | undefined
  /** Reasons for not importing it; empty for an imported law. */
  limitations: ParsedLimitation[]
  /** Faults of an imported law. */
  findings: ParsedFinding[]
  /** Day of its newest version (ISO date), if that names a later one that the source lacks: another source may have that. */
  lacksVersionsAfter?: string | undefined
  /** Image files beside its document, by name. */
  images?: ReadonlyMap<string, InputFile> | undefined
}

/** A citation stated by a source, without a position in the text. */
export interface StatedCitation {
  /** Name of the citation in the source, or its place: `relationships.json[3]`. */
  name: string
  sourceFamily: string
  citing: NormAddress
  cited: NormAddress
  /** Cited part of the norm, as a path. */
  subdivision: string | null
}

/** A change by a norm of an amending law. */
export interface StatedAmendment extends Amended {
  amending: NormAddress
  /** `undefined` if the source lacks it. */
  amended: NormAddress | undefined
}

/** One document of a source. */
export interface SourceDocument {
  code: string
  /** Code and file name, for messages. */
  path: string
  /** Address of the source; `null` if unknown. */
  sourceUrl: string | null
  /** Folder of its web pages, if known. */
  pages?: string | undefined
  /** Further titles in the source's table of contents. */
  titles: string[]
  /** Time at which this document was fetched (ISO 8601), if known. */
  fetchedAt?: string | undefined
}

/** A law to parse. */
export interface FoundDocument {
  document: SourceDocument
  /** Its file in the newest state; `undefined` if absent. */
  file: InputFile | undefined
  /** Its files in older states, oldest first. */
  past: PastFile[]
  /** Its documents in older states that are already read, oldest first. */
  read: ObservedLaw[]
  /** True if the newest state is known to publish it, but lacks its file. */
  isMissing?: boolean
}

/** The law in a document, or why it cannot be read. */
export type ParsedDocument = { law: ParsedLaw } | { reason: string }

/** A law in all states, as far as it could be read. */
export interface ParsedVersions {
  history?: LawHistory
  /** Documents of older states that could not be read. */
  unread: { day: string; reason: string }[]
}

export interface DocumentParsers {
  single: DocumentParser
  /** Returns a parser for several documents of one law, which may parse shared content once. */
  repeated(): DocumentParser
}

/** @param read returns the bytes of the document */
export type DocumentParser = (document: SourceDocument, read: () => Uint8Array) => ParsedDocument

export interface SiteOptions {
  baseUrl: string
  /** Database of the copy, kept between runs. */
  file: string
  /** Laws to fetch, for a site that does not list its laws. Default: those that the family knows. */
  laws?: readonly string[] | undefined
  /** Languages in order of preference (ISO 639-1), for laws in several. */
  languages?: readonly string[] | undefined
  /** The replaced bundle, which may name further laws. */
  replaced?: string | undefined
  /** Called with each completed law, or with the bytes of an archive of all. */
  onProgress?: ((done: number, total: number, unit?: 'bytes') => void) | undefined
  /** Called if the copy is unusable and everything is fetched again. */
  onNotice?: ((text: string) => void) | undefined
  /** Aborts the run; the next one resumes it. */
  signal?: AbortSignal | undefined
}

export interface FetchedSite {
  copy: SiteCopy
  /** Number of laws on the site, and of those that could not be fetched. */
  total: number
  failed: number
  /** Number of laws with a text in the copy, fetched in this run or before. */
  kept: number
}

/** Local copy of a site, from this run and earlier ones. */
export interface SiteCopy {
  /** Returns the copy as an input for the build, which reads from it until it is closed. */
  asInput(): Input
  /** Changes with every input of a bundle. */
  stateHash(): string
  /** End of the last run: ISO 8601. */
  fetchedAt(): string
  close(): void
}
