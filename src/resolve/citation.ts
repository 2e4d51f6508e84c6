/** A citation in a text, and what it leads to. */
import type { Candidate } from '../errors.ts'

export type CitationStatus = 'resolved' | 'repealed' | 'not_found' | 'out_of_range' | 'ambiguous' | 'unknown_law'

/**
 * The verdict on a citation. `right`: it leads to a norm in force. `wrong`: no such law where it must be one of the corpus,
 * no such norm or part, repealed, not yet in force. `uncertain`: ambiguous, of a named edition, not read to its end, of a law
 * without text. `outside`: of a law that the corpus cannot have (acts of the Union, treaties, Länder, contracts).
 */
export type CitationClass = 'right' | 'wrong' | 'uncertain' | 'outside'

/** One norm that a text cites, or an act of the Union that it names as a whole. */
export interface Citation {
  /** The words of the citation, the name of the law included where it stands with them. */
  text: string
  /** `[start, end)` in UTF-16 code units. */
  start: number
  end: number
  status: CitationStatus
  class: CitationClass
  /** The edition that the text names, in its words: `a. F.`, `in der Fassung vom 1. 1. 2002`; `null` if it names none. */
  edition: string | null
  code: string | null
  /** Abbreviation of the law; of one that the corpus does not have, its name as the text writes it. */
  abbreviation: string | null
  norm: string | null
  subdivision: string | null
  label: string | null
  heading: string | null
  /** The wording of what is cited: of the subdivision where one is named, else of the norm. */
  wording: string | null
  /** Why the citation is not resolved, or what more is to say; `null` where nothing is. */
  message: string | null
  candidates?: Candidate[] | undefined
  suggestions?: Candidate[] | undefined
}

/** Message of a citation without the name of a law. */
export const NO_LAW = 'no law is named'

/** What a citation says that leads nowhere. */
export const NO_NORM = {
  edition: null,
  code: null,
  abbreviation: null,
  norm: null,
  subdivision: null,
  label: null,
  heading: null,
  wording: null,
} as const

/** A citation of which nothing is known but its place. */
export function unresolvedCitation(text: string, start: number, end: number): Citation {
  return {
    text: text.slice(start, end),
    start,
    end,
    status: 'unknown_law',
    class: 'uncertain',
    ...NO_NORM,
    message: null,
  }
}

/** The class of a citation that has nothing but its status. */
export function classOf(status: CitationStatus | 'unread'): CitationClass {
  if (status === 'resolved') return 'right'
  return status === 'repealed' || status === 'not_found' || status === 'out_of_range' ? 'wrong' : 'uncertain'
}

/**
 * The class of a citation that turns out to have another status. An edition that is named may have had what the law of
 * today lacks, and what is not right for another reason does not become right.
 */
export function classWith(
  { class: known, edition, status: before }: { class: CitationClass; edition: string | null; status: string },
  status: CitationStatus | 'unread',
): CitationClass {
  if (known === 'outside' || (known === 'uncertain' && before !== 'unread')) return known
  return edition !== null ? 'uncertain' : classOf(status)
}

/** A message with a further note. */
export const withNote = (message: string | null, note: string) => (message ? `${message}; ${note}` : note)
