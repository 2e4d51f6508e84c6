/** Time: publications of a source, changes from day to day, and the queries of a corpus for them. */

/** Whether a norm has effect. */
export type NormStatus = 'in_force' | 'repealed' | 'not_yet_in_force'

/** Days of effect (ISO dates), `null` or absent if the source names none. */
export interface InForceSpan {
  in_force_from?: string | null | undefined
  in_force_to?: string | null | undefined
}

/** The status on a day by days of effect; words repealed without a day keep their status. */
export function statusOn(day: string, own: InForceSpan & { status: NormStatus }): NormStatus {
  const { status, in_force_from: from, in_force_to: to } = own
  if (to && to < day) return 'repealed'
  if (from && from > day) return 'not_yet_in_force'
  return status === 'not_yet_in_force' || (status === 'repealed' && to) ? 'in_force' : status
}

/** A selection of laws. */
export interface LawListing {
  /** Only laws with it in code, abbreviation, title or an alias. */
  query?: string | undefined
  /** Only laws whose abbreviation is listed under it, a capital or `#` (`citation/laws/law-names.ts`). */
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

/** The publication of a source on one day. Days are ISO dates. */
export interface State {
  observed_on: string
  /** The commit, file or site of the state. */
  source: string
  /**
   * Meaning of a law's absence. `complete`: it is not published. `cumulative`: likewise, but the state also has laws that are no
   * longer published, since its source never removes one. `partial`: nothing.
   */
  listing: 'complete' | 'cumulative' | 'partial'
  /** Why a part of it could not be read, `null` if it is complete. */
  incomplete: string | null
}

/** Publication of a wording, and its days of effect if the source states them. Days are ISO dates. */
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
  /** The newest amendment of its law in the source at its first publication; `null` if it named none. */
  status_note: string | null
  /** The previous path of the norm, if it was renumbered without another change of its text. */
  moved_from: string | null
}

/** A law in the states that published it unchanged, with the numbers of norms that changed at its beginning. */
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
  /** Number of norms of a law that was added or removed as a whole; each of them is a change, too. `null` for a norm. */
  norm_count: number | null
}

/** The changes of one law from one state to the next, in numbers of norms. */
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

/** A part of a comparison of two texts: in both, only in the old one, or only in the new one. */
export interface TextPart {
  type: 'equal' | 'deleted' | 'inserted'
  text: string
}

/** A selection of changes. */
export interface ChangeFilter {
  /** Only states of this day and later ones. */
  since?: string | undefined
  /** Only states up to this day. */
  until?: string | undefined
  /** Only changes from state to state, without those of laws whose source states their days. */
  observed?: boolean | undefined
  /** Only changes of laws whose source states days, on their days of effect, also future ones. */
  byEffect?: boolean | undefined
  /** Also changes of marks alone. */
  typographic?: boolean | undefined
  /** Only laws with these codes. */
  codes?: readonly string[] | undefined
  /** Only these norms, and norms renumbered to one of them. At least one. */
  norms?: readonly { code: string; norm: string }[] | undefined
  limit: number
  offset: number
}

/** A corpus's knowledge of time. Laws and norms may be missing from the newest state. */
export interface History<Corpus> {
  /** The states of the corpus, oldest first; empty if it has only one. */
  states(): Promise<State[]>

  /**
   * The corpus as of the last state up to a day, without laws before the first one. Closing it is a no-op; it ends with this
   * corpus. Searches, coverage and limitations are those of today.
   * @param day ISO date
   * @param ownDay of laws whose source states their days; default: the same
   */
  atState(day: string, ownDay?: string): Corpus

  /**
   * The corpus with the wordings in force on a day, by the days of effect in the sources, known then or not; laws without such days
   * are as in {@link atState}. Closing it is a no-op.
   * @param day ISO date, also a future one
   * @param known the day on which they were known; default: all of the corpus
   */
  inForceOn(day: string, known?: string): Corpus

  /**
   * The first day in the sources themselves, independent of the states: for a law, or without a code for any.
   * @returns `undefined` without such days
   */
  datedSince(code?: string): Promise<string | undefined>

  /** The versions of a norm, newest first; empty if the law never had it. The code may be that of a removed law. */
  normVersions(code: string, path: string): Promise<NormVersion[]>

  /** The versions of a law, newest first; empty for an unknown law. */
  lawVersions(code: string): Promise<LawVersion[]>

  /** The changes, newest state first, then by code and in document order. */
  changes(filter: ChangeFilter): Promise<Page<Change>>

  /** The laws that changed, newest state first, then by code. */
  changedLaws(filter: ChangeFilter): Promise<Page<LawChange>>

  /** The paths of the norms with different versions in two states, or in only one of them; unordered. */
  differingNorms(code: string, from: string, to: string): Promise<string[]>

  /** The laws that have or had this name in any state, most recently published first. */
  lawsEverCalled(name: string): Promise<FormerLaw[]>

  /** The last states with a norm of the law, newest first, without the newest state of all. */
  lastStatesOfNorms(code: string): Promise<string[]>
}
