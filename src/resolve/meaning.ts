/** The meaning of a law's name in a text. */
import type { LawMatch } from '../model/corpus.ts'

export interface Meaning {
  /** Empty if the corpus has no such law; several if nothing decides between them. */
  laws: LawMatch[]
  /** Other laws of that name, which are not meant. */
  others: LawMatch[]
  /** Laws among them that are not spent: they are meant if only they have the norm. */
  rivals?: LawMatch[]
  /** False if the law is a guess among several in force. */
  certain: boolean
  /** A note on the choice. */
  note: string | null
  /** The full name, if the document defines the abbreviation for a law that the corpus lacks. */
  fullName?: string
  /** True if many rules have the name and nothing in the text points to `others`. */
  isGeneric?: true
  /** True for an act of the Union that is repealed: its last text may have lost its norms. */
  isRepealed?: true
  /** True if only the preceding text, or no text at all, indicates it. */
  isInferred?: true
  /** The Land or state whose law the text means, if the corpus lacks it. */
  land?: string
  /** True if the laws are of several places: a norm in only one of them does not decide. */
  isOfPlaces?: true
}

/** The meaning of a name that these laws have. */
export const meaningOfLaws = (laws: LawMatch[]): Meaning => ({ laws, others: [], certain: true, note: null })
