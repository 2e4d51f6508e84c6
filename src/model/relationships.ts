/** Links between norms. */
import type { VersionSpan } from './versions.ts'

/** How a norm is linked to another one. */
export type RelationshipType = 'cites' | 'cited_by' | 'contains' | 'contained_in'

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
  /** True if the corpus has the norm. */
  resolved: boolean
  /** The edition of the cited norm, in the words of the text; only in a corpus of several states. */
  edition?: string
  /** Set if the corpus has it: the day as of which it was looked up, and when that version was published. */
  as_of?: string
  version?: VersionSpan
}
