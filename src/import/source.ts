/** The contract between the build and the source families: what a family is given, and what it hands out. */
import type { ArchiveFile } from '../archive/members.ts'
import type { TerminalState } from '../model/corpus.ts'
import type { LawHistory, ObservedLaw } from '../model/law-history.ts'
import type { LawAccount, NormAddress, ParsedFinding, ParsedLaw, ParsedLimitation } from '../model/parsed-law.ts'
import type { State } from '../model/versions.ts'
import type { Amended } from '../store/sqlite/bundle-writer.ts'

export interface InputFile extends ArchiveFile {
  /** Path on disk, or its place in a git repository; absent if the file is in an archive. */
  location?: string | BlobLocation
  /** When this file was fetched (ISO 8601), if that is known. */
  fetchedAt?: string
  /** Of a version in a repository: the days (ISO dates) of its commit and of its author. */
  committed?: { on: string; effect: string }
  /** Of a bundle: what it holds. */
  bundle?: StoredLaws
}

/** A bundle as an input. */
export interface StoredLaws {
  /** Path on disk. */
  file: string
  /** Its newest state, if the day of that is known. */
  state: State | undefined
  /** True if it lists all laws that its source published. */
  isComplete: boolean
  /** True if it has older states of laws that do not tell their days. */
  hasStates: boolean
  /** The laws of its newest state; dated ones with their history. */
  laws(): { code: string; read: () => SourceLaw }[]
  account(): SharedAccount
  limitations(): ParsedLimitation[]
  findings(): ParsedFinding[]
  statedCitations(): StatedCitation[]
  amendments(): StatedAmendment[]
  /** `undefined` if it has none. */
  stateLawCoverage(): unknown
}

/** A file in a git repository. */
export interface BlobLocation {
  /** Absolute path. */
  gitDirectory: string
  /** Name of the object. */
  blob: string
}

/** Something in an input that is not among its files. */
export interface Skipped {
  /** Its name for messages, which need not be a path. */
  path: string
  /** `it is a symbolic link` */
  reason: string
  terminalState: TerminalState
}

/** What a bundle is built from: files, in whatever folder or archive they come. */
export interface Input {
  /** `bgb` for a folder `bgb`, for `bgb.zip` and for `bgb/xml.zip`. */
  name: string
  /** All files, in the order of their paths (by code unit). */
  files: InputFile[]
  /** Of a part for one family: all files of the input, which its own may name. */
  beside?: readonly InputFile[]
  /** Laws that are known to be missing or outdated, with the reasons. */
  limitations?: ParsedLimitation[]
  /** What is there but not read: links, names that are not paths, broken archives. */
  skipped?: Skipped[]
  /** Frees file handles and temporary files. */
  close(): Promise<void>
}

/** A form in which laws come: one folder of `sources`. */
export interface SourceFamily {
  name: string
  /** What its inputs look like, for messages: `laws.json and norms.json`. */
  form: string
  /** True if the build reads files with this path; of others it only knows the names. */
  reads(path: string): boolean
  /**
   * Puts the files of archives within the input in the place of these.
   * @param isRead tells which paths to unpack
   */
  unpack?(files: readonly InputFile[], isRead: (path: string) => boolean): Promise<UnpackedFiles>
  /** The files of an input that are of this family, and what of them is not read; none if it is of another one. */
  take(input: Input): Promise<Required<Pick<Input, 'files' | 'skipped'>>>
  /** True if its files are text, which may begin with anything: names tell them from others. */
  isText?: true
  /** True if its laws are conversions: of a law that an official source has as well, that one counts. */
  isConversion?: true
  /** True if commits of a repository are versions of single laws, not states of all of them: it takes them as one input. */
  takesVersions?: true
  /** True if its documents tell from which day they hold: all versions of a law come in one input. */
  isDated?: boolean
  /** True if an input lists all laws that are published: one that it lacks is not. */
  isComplete(input: Input): boolean
  /** @throws LegalTextError `invalid_input` if the input as a whole is unusable */
  open(input: Input, options: OpenOptions): Promise<Source>
  /** Loads the parser of documents, which runs in worker threads. */
  loadParser?(): Promise<DocumentParsers>
  /** Reads the laws of older states alone: each with its history. */
  readPast?(past: Past, signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Brings the local copy of a site up to date. */
  fetchSite?(options: SiteOptions): Promise<FetchedSite>
}

export interface OpenOptions {
  /** What older states had; absent for a bundle of one state. */
  past?: Past | undefined
  /** Languages in the order of preference (ISO 639-1), for laws that come in several. */
  languages?: readonly string[] | undefined
  /** The day of the newest state (ISO date), if it is known. */
  today?: string | undefined
  /** Laws that are known to be missing or outdated, of all families. */
  missing?: readonly ParsedLimitation[] | undefined
}

export interface UnpackedFiles {
  files: InputFile[]
  skipped: Skipped[]
}

/** An input that a family has opened. */
export interface Source {
  /** Number of laws, including those that will turn out to be unreadable. */
  lawCount: number
  /** What is known to be missing before a law is read. */
  limitations: ParsedLimitation[]
  /** What is known to be wrong before a law is read. */
  findings: ParsedFinding[]
  /** Reads the laws in the order of their codes. @param signal aborts the work */
  laws(signal: AbortSignal | undefined): AsyncIterable<SourceLaw>
  /** Citations that the source states as such; empty for most. */
  statedCitations: StatedCitation[]
  /** The amendments of the laws; complete once all are read. */
  amendments?: readonly StatedAmendment[]
  /** Counts that no single law accounts for. */
  accounts?: readonly SharedAccount[]
  /** What the source says of the laws of the states, as it says it: JSON. */
  stateLawCoverage?: unknown
}

/** What older states had: files that the family reads, and laws that are already read. */
export interface Past {
  /** All states, oldest first; the last one is that of the source. */
  states: readonly State[]
  /** Files of older states. */
  files: readonly PastFile[]
  laws: PastLaws
}

/** A file that was the same in consecutive states. */
export interface PastFile {
  /** Days of the first and the last of these states. */
  from: string
  to: string
  /** When it was fetched (ISO 8601). */
  fetchedAt: string
  file: InputFile
}

/** Laws of older states by what identifies them. */
export interface PastLaws {
  /** The code of a law, if it has one already. */
  codeOf?(identity: string): string | undefined
  /** What identifies the law with a code that is not taken. */
  identityOf?(code: string): string | undefined
  /** True if these files are no news: the law has the same documents in their states. It counts as taken then. */
  hasAll?(identity: string, files: readonly PastFile[]): Promise<boolean>
  /** Takes the documents of a law, oldest first; empty if there are none. */
  take(identity: string): ObservedLaw[]
  /** The laws that were not taken, in the order of their codes. */
  rest(): Iterable<ObservedLaw[]>
}

/** Norm elements besides those of the norms of laws, and numbers of laws that several sources had, by the family that gave them. */
export interface SharedAccount {
  elements: LawAccount
  shared: Readonly<Record<string, number>>
}

/** One law as it was read. */
export interface SourceLaw {
  /** The law through all states; absent for a bundle of one state. */
  history?: LawHistory
  /** `undefined` if it cannot be read; the limitations say why. Also for a law that only older states have. */
  law: ParsedLaw | undefined
  /** Why it is not imported; empty for one that is. */
  limitations: ParsedLimitation[]
  /** What is wrong with one that is imported. */
  findings: ParsedFinding[]
  /** The day of its newest version (ISO date), if that names a later one which the source lacks: another source may have that. */
  lacksVersionsAfter?: string | undefined
  /** The files of images beside its document, by their names. */
  images?: ReadonlyMap<string, InputFile> | undefined
}

/** A citation that a source states, without a place in the text. */
export interface StatedCitation {
  /** The source's name for it, or where it states it: `relationships.json[3]`. */
  name: string
  sourceFamily: string
  citing: NormAddress
  cited: NormAddress
  /** The part of the cited norm, as a path. */
  subdivision: string | null
}

/** A change that a norm of an amending law makes. */
export interface StatedAmendment extends Amended {
  amending: NormAddress
  /** `undefined` if the source does not have it. */
  amended: NormAddress | undefined
}

/** One document of a source. */
export interface SourceDocument {
  code: string
  /** Code and file name, for messages. */
  path: string
  /** Where it is offered, `null` if that is not known. */
  sourceUrl: string | null
  /** Folder of its web pages, if that is known. */
  pages?: string | undefined
  /** Further titles that the source's table of contents gives. */
  titles: string[]
  /** When this document was fetched (ISO 8601), if that is known. */
  fetchedAt?: string | undefined
}

/** A law to be parsed. */
export interface FoundDocument {
  document: SourceDocument
  /** Its file in the newest state, `undefined` if that does not have it. */
  file: InputFile | undefined
  /** Its files in older states, oldest first. */
  past: PastFile[]
  /** Its documents in older states that are already read, oldest first. */
  read: ObservedLaw[]
  /** True if the newest state is known to publish it, but does not have its file. */
  isMissing?: boolean
}

/** The law in a document, or why there is none. */
export type ParsedDocument = { law: ParsedLaw } | { reason: string }

/** A law through all states, as far as it could be read. */
export interface ParsedVersions {
  history?: LawHistory
  /** Documents of older states that could not be read. */
  unread: { day: string; reason: string }[]
}

export interface DocumentParsers {
  single: DocumentParser
  /** Returns a parser for several documents of one law, which may parse once what they have in common. */
  repeated(): DocumentParser
}

/** @param read gives the bytes of the document */
export type DocumentParser = (document: SourceDocument, read: () => Uint8Array) => ParsedDocument

export interface SiteOptions {
  baseUrl: string
  /** Database that keeps the copy between runs. */
  file: string
  /** Laws to fetch, for a site that does not list its laws. Default: those that the family knows. */
  laws?: readonly string[] | undefined
  /** Languages in the order of preference (ISO 639-1), for laws that come in several. */
  languages?: readonly string[] | undefined
  /** The bundle that is replaced, which may tell of further laws. */
  replaced?: string | undefined
  /** Called with each law that is done, or with the bytes of an archive of all. */
  onProgress?: ((done: number, total: number, unit?: 'bytes') => void) | undefined
  /** Called if the copy is unusable and everything is fetched again. */
  onNotice?: ((text: string) => void) | undefined
  /** Aborts the run; the next one resumes it. */
  signal?: AbortSignal | undefined
}

export interface FetchedSite {
  copy: SiteCopy
  /** Laws that the site has, and how many of them could not be fetched. */
  total: number
  failed: number
  /** Laws of which the copy has a text, fetched in this run or before. */
  kept: number
}

/** The local copy of a site: what was fetched in this run and before. */
export interface SiteCopy {
  /** The copy as an input for the build, which reads from it until it is closed. */
  asInput(): Input
  /** Changes with everything that a bundle is made of. */
  stateHash(): string
  /** When the last run ended: ISO 8601. */
  fetchedAt(): string
  close(): void
}
