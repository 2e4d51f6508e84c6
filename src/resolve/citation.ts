/** A citation in a text, and its norm. */

import { say } from '../i18n/texts.ts'
import type { VersionSpan } from '../model/corpus.ts'
import type { Candidate } from '../util/errors.ts'
import type { Successor } from './successors.ts'

/** Whether and how a citation leads to a norm. */
export type CitationStatus = 'resolved' | 'repealed' | 'not_found' | 'out_of_range' | 'ambiguous' | 'unknown_law'

/**
 * The verdict on a citation. `right`: it leads to a norm in force. `wrong`: no such norm, part or federal law; repealed; not
 * yet in force. `uncertain`: ambiguous, of a named edition, not fully read, of a law without text. `outside`: of a law outside
 * the corpus (acts of the Union that it lacks, treaties, Länder, contracts).
 */
export type CitationClass = 'right' | 'wrong' | 'uncertain' | 'outside'

/** One norm that a text cites, or an act of the Union cited as a whole. */
export interface Citation {
  /** The words of the citation, with an adjacent name of the law. */
  text: string
  /** `[start, end)` in UTF-16 code units. */
  start: number
  end: number
  status: CitationStatus
  class: CitationClass
  /** The edition, in the words of the text: `a. F.`, `in der Fassung vom 1. 1. 2002`; `null` if none is named. */
  edition: string | null
  code: string | null
  /** Abbreviation of the law; if the corpus lacks it, its name in the text. */
  abbreviation: string | null
  norm: string | null
  subdivision: string | null
  label: string | null
  heading: string | null
  /** The customary citation of the norm and its part: `§ 5 Abs. 4 SGB V`. */
  cite_as: string | null
  /** The wording of the subdivision, or of the norm if none is named. */
  wording: string | null
  /** The reason why the citation is not resolved, or a note on it. */
  message: string | null
  /** The day of the look-up, if the text names an edition in the corpus (ISO date). */
  as_of?: string | undefined
  /** When that version of the norm was published. */
  version?: VersionSpan | undefined
  /** Replacements of a norm that is not in force. */
  successors?: Successor[] | undefined
  candidates?: Candidate[] | undefined
  suggestions?: Candidate[] | undefined
}

/** Message of a citation without the name of a law. */
export const NO_LAW = say`no law is named`

/** The fields of a citation without a norm. */
export const NO_NORM = {
  edition: null,
  code: null,
  abbreviation: null,
  norm: null,
  subdivision: null,
  label: null,
  heading: null,
  cite_as: null,
  wording: null,
} as const

/** A citation of known place and unknown meaning. */
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

/** The class that follows from the status alone. */
export function classOf(status: CitationStatus | 'unread'): CitationClass {
  if (status === 'resolved') return 'right'
  return status === 'repealed' || status === 'not_found' || status === 'out_of_range' ? 'wrong' : 'uncertain'
}

/**
 * The class of a citation whose status changes. A named edition that the corpus lacks may contain what the law lacks; a
 * citation that is not right for another reason stays so.
 */
export function classWith(
  { class: known, edition, as_of, status: before }: Pick<Citation, 'class' | 'edition' | 'as_of'> & { status: string },
  status: CitationStatus | 'unread',
): CitationClass {
  if (known === 'outside' || (known === 'uncertain' && before !== 'unread')) return known
  return edition !== null && as_of === undefined ? 'uncertain' : classOf(status)
}

/** A message with a further note. */
export const withNote = (message: string | null, note: string) => (message ? say`${message}; ${note}` : note)
