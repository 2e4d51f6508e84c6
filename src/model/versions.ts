/** Time: what a source published on which day, what changed from one day to another, and how a corpus is asked for it. */

/** Whether a norm has effect. */
export type NormStatus = 'in_force' | 'repealed' | 'not_yet_in_force'

/** Days of effect (ISO dates), `null` or absent where the source names none. */
export interface InForceSpan {
  in_force_from?: string | null | undefined
  in_force_to?: string | null | undefined
}

/** Whether something is in force on a day by its days of effect; of words that are repealed without a day, their status. */
export function statusOn(day: string, own: InForceSpan & { status: NormStatus }): NormStatus {
  const { status, in_force_from: from, in_force_to: to } = own
  if (to && to < day) return 'repealed'
  if (from && from > day) return 'not_yet_in_force'
  return status === 'not_yet_in_force' || (status === 'repealed' && to) ? 'in_force' : status
}

/** Which laws are listed. */
export interface LawListing {
  /** Kept are laws with it in code, abbreviation, title or an alias. */
  query?: string | undefined
  /** Kept are laws whose abbreviation stands under it, a capital or `#` (`citation/laws/law-names.ts`). */
  initial?: string | undefined
  limit?: number | undefined
  offset?: number
}

export { initialOf } from '../citation/laws/law-names.ts'

/** A part of a list, and the length of the whole list. */
export interface Page<Item> {
  items: Item[]
  total: number
}

/** What a source published on one day. Days are ISO dates. */
export interface State {
  observed_on: string
  /** The commit, file or site that it comes from. */
  source: string
  /**
   * What it tells of a law that it lacks. `complete`: it is not published. `cumulative`: likewise, but it also has laws that
   * are no longer published, since its source never removes one. `partial`: nothing.
   */
  listing: 'complete' | 'cumulative' | 'partial'
  /** Why a part of it could not be read, `null` if all could be. */
  incomplete: string | null
}

/** When a wording was published, and when it applies as far as its source says so. Days are ISO dates. */
export interface VersionSpan {
  /** The first state that had it. */
  observed_from: string
  /** The last state that had it, `null` for the newest. */
  observed_to: string | null
  valid_from: string | null
  valid_to: string | null
}

/** A wording of a norm that was published unchanged from one state to another. */
export interface NormVersion extends VersionSpan {
  label: string
  heading: string
  status: NormStatus
  /** `sha256:` and the hex digest of the text. */
  text_hash: string
  /** The newest amendment of its law that the source named when it was first published; `null` if it named none. */
  status_note: string | null
  /** The path that the norm had before, if it was renumbered without another change of its text. */
  moved_from: string | null
}

/** What was published unchanged of a law, with the numbers of norms that changed at its beginning. */
export interface LawVersion extends Record<ChangeType, number> {
  observed_from: string
  observed_to: string | null
  status_date: string | null
  status_note: string | null
}

/** How a norm differs from the state before. */
export type ChangeType = 'added' | 'changed' | 'moved' | 'removed'

/** A change of a norm, or of a law as a whole. */
export interface Change {
  /** The first state that has it. */
  observed_on: string
  type: ChangeType
  code: string
  abbreviation: string
  /** `null` for a law that was added or removed as a whole. */
  norm: string | null
  /** Designation and heading of the norm, as it is now or was last; for a law an empty text and its title. */
  label: string
  heading: string
  /** The new path of a moved norm. */
  moved_to: string | null
  /** A change of marks alone: soft hyphens, dashes, quotation marks. */
  typographic?: true
  /** How many norms a law had that was added or removed as a whole; each of them is a change, too. `null` for a norm. */
  norm_count: number | null
}

/** What changed in one law from one state to the next, in numbers of norms. */
export interface LawChange extends Record<ChangeType, number> {
  /** The first state that has it. */
  observed_on: string
  /** The last state before it that has the law, `null` if the law is new. */
  observed_before: string | null
  code: string
  abbreviation: string
  title: string
  /** `added` or `removed` if the law is new or gone as a whole, else `null`. */
  whole: 'added' | 'removed' | null
}

/** A law by a name that it has, or had in an older state. */
export interface FormerLaw {
  code: string
  /** As they are now, or were last. */
  abbreviation: string
  title: string
  jurisdiction: string
  /** The last state that has the law, `null` for the newest. */
  observed_to: string | null
}

/** A part of two texts that are compared: what both have, what only the old one has, what only the new one has. */
export interface TextPart {
  type: 'equal' | 'deleted' | 'inserted'
  text: string
}

/** Which changes are asked for. */
export interface ChangeFilter {
  /** Only states of this day and later ones. */
  since?: string | undefined
  /** Only states up to this day. */
  until?: string | undefined
  /** Only changes from state to state, not those of laws whose source tells their days. */
  observed?: boolean | undefined
  /** Only those of laws whose source tells days, on the days on which they take effect, also to come. */
  byEffect?: boolean | undefined
  /** Changes of marks alone, too. */
  typographic?: boolean | undefined
  /** Only laws with these codes. */
  codes?: readonly string[] | undefined
  /** Only these norms, and what became one of them by renumbering. At least one. */
  norms?: readonly { code: string; norm: string }[] | undefined
  limit: number
  offset: number
}

/** What a corpus tells about time. Laws and norms may be such that the newest state does not have. */
export interface History<Corpus> {
  /** The states that the corpus knows, oldest first; empty if it only has that of today. */
  states(): Promise<State[]>

  /**
   * The corpus as the last state up to a day had it, without laws before the first one. Closing it does nothing; it ends
   * with this corpus. Searches, coverage and limitations are those of today.
   * @param day ISO date
   * @param ownDay of laws whose source tells their days; default: the same
   */
  atState(day: string, ownDay?: string): Corpus

  /**
   * The corpus with the wordings in force on a day, by the days of effect that sources tell, known then or not; laws whose
   * source tells none are as in {@link atState}. Closing it does nothing.
   * @param day ISO date, also one to come
   * @param known the day on which they were known; default: all that the corpus has
   */
  inForceOn(day: string, known?: string): Corpus

  /**
   * The first day of which the sources tell by themselves, whatever the states are: for a law, or without a code for any.
   * @returns `undefined` if they do not
   */
  datedSince(code?: string): Promise<string | undefined>

  /** The versions of a norm, newest first; empty if the law never had it. The code may be that of a removed law. */
  normVersions(code: string, path: string): Promise<NormVersion[]>

  /** The versions of a law, newest first; empty if there is none. */
  lawVersions(code: string): Promise<LawVersion[]>

  /** What changed, newest state first, then by code and in document order. */
  changes(filter: ChangeFilter): Promise<Page<Change>>

  /** The laws that changed, newest state first, then by code. */
  changedLaws(filter: ChangeFilter): Promise<Page<LawChange>>

  /** The paths of the norms of which two states have different versions, or only one has the norm; in no order. */
  differingNorms(code: string, from: string, to: string): Promise<string[]>

  /** The laws that have or had this name in any state, those that were published last first. */
  lawsEverCalled(name: string): Promise<FormerLaw[]>

  /** The states that were the last to have a norm of the law, newest first, without the newest state of all. */
  lastStatesOfNorms(code: string): Promise<string[]>
}
