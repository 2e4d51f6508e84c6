/** What a site lists, what is kept of it, and what the copy of it consists of. */
import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'
import type { ParsedLimitation } from '../../model/parsed-law.ts'
import type { ArchiveForm, LawFile } from './site-archive.ts'

/** Validators of a response, for conditional requests. */
export interface Validators {
  etag: string | undefined
  lastModified: string | undefined
}

/** What a source family tells of the copy of its site. */
export interface CopyForm {
  family: string
  archives: ArchiveForm
  /** The name of the site's list among the files of the input, if the family reads it. */
  listFile?: string
  /** True for the members of archives that are files of the input; all, if absent. */
  offers?(name: string): boolean
  /** What limitations call a law; its code, if absent. */
  sourceIdOf?(code: string): string
}

/** Tells whether the site lists a law. */
export type Listed = Pick<ReadonlySet<string>, 'has'>

/** A law that the site lists. */
export interface ListedLaw {
  /** Folder of its files in the input. */
  code: string
  title: string
  /** Address of its archive. */
  url: string
}

/** What is kept of a law. */
export interface LawContent extends Validators {
  url: string
  sha256: string
  members: LawFile[]
}

export interface KnownLaw extends LawContent {
  /** When the site was last asked for it (ISO 8601). */
  checkedAt: string
}

export interface StoredFailure {
  code: string
  url: string
  title: string
  terminal_state: TerminalState
  reason: string
  checked_at: string
  /** When the copy that is used instead was fetched, `null` if there is none. */
  fetched_at: string | null
}

/** Result of a run so far. Laws of which only an older copy is left count as failed. */
export interface RunSummary {
  /** New or changed. */
  fetched: number
  unchanged: number
  failed: number
  failures: Partial<Record<TerminalState, number>>
}

/** How many laws an error names. */
const NAMED_LAWS = 3

/** Says why laws could not be fetched: `32025R9999: Cellar has no act 32025R9999 (404)`. */
export function reasonsOf(failures: readonly Pick<ParsedLimitation, 'title' | 'reason'>[]): string {
  const named = failures.slice(0, NAMED_LAWS).map(({ title, reason }) => `${title}: ${reason}`)
  const more = failures.length - named.length
  return [...named, ...(more > 0 ? [say`and ${more} more`] : [])].join('; ')
}

/** The limitation of a law that could not be fetched. */
export function limitationOf(failure: StoredFailure, { family, sourceIdOf }: CopyForm): ParsedLimitation {
  const { code, title, url, terminal_state: terminalState, reason, checked_at: retrievedAt, fetched_at } = failure
  const copy = fetched_at === null ? '' : say`; the copy of ${fetched_at.slice(0, 10)} is still used`
  return {
    sourceFamily: family,
    sourceId: sourceIdOf?.(code) ?? code,
    title: title || code,
    sourceUrl: url,
    terminalState,
    reason: reason + copy,
    retrievedAt,
  }
}
