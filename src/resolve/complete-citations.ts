/** Finds the remainders of citations: ends of ranges, parts apart from their norm, parts without a path. */

import { TokenKind, type Tokens } from '../citation/grammar/tokens.ts'
import { endOfPartAfter, startOfPartBefore } from '../citation/text/detached-parts.ts'
import type { UnparsedCitation } from '../citation/text/unparsed.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import type { LegalTextError } from '../util/errors.ts'
import { type Days, dayOf } from './as-of.ts'
import { type Citation, type CitationStatus, classWith, NO_NORM, withNote } from './citation.ts'
import { withNotesOfDay } from './newer-text.ts'
import type { NormSeries } from './norm-series.ts'
import { readText } from './read-text.ts'
import { citationsOf, type ResolvedNorm, resolveNorms } from './resolve-citations.ts'

/** `unread`: looks like a citation, but cannot be read fully, or at all. */
export type FindingStatus = CitationStatus | 'unread'

/** A finding with its place in the text, not yet in the source. */
export interface TextFinding extends Omit<Citation, 'status'> {
  status: FindingStatus
}

/** Findings for missing bounds of a range, or for a range that cannot be read; empty if all is there. */
export function missingEnds(resolved: ResolvedNorm): TextFinding[] {
  const [first] = resolved.citations
  // The citation itself reports the missing norm.
  if (first === undefined || (first.norm === null && !resolved.series?.norms.length)) return []
  const { begins, ends } = rangeErrors(resolved)
  const { editionNote } = resolved
  return [...begins, ...ends].map((error) => {
    const isPart = resolved.series === undefined && error.kind !== 'invalid_input'
    return isPart
      ? { ...outOfRange(first, error.message, editionNote), subdivision: null }
      : missingFinding(first, error, editionNote)
  })
}

/** Errors in the bounds of a range of norms, or of parts: `§§ 3 bis 6`, `Abs. 2 bis 4` */
export const rangeErrors = ({ series, missingPart }: ResolvedNorm): Pick<NormSeries, 'begins' | 'ends'> =>
  series ?? { begins: [], ends: missingPart === undefined ? [] : [missingPart] }

function missingFinding(
  citation: Citation,
  { kind, message, details: { candidates } }: LegalTextError,
  editionNote: string | undefined,
): TextFinding {
  const { text, start, end, code, abbreviation, edition, as_of } = citation
  const status = kind === 'invalid_input' ? 'unread' : kind === 'ambiguous' ? 'ambiguous' : 'not_found'
  const said = editionNote === undefined ? message : withNote(message, editionNote)
  const verdict = classWith({ ...citation, class: 'right' }, status)
  const finding = {
    text,
    start,
    end,
    status,
    class: verdict,
    ...NO_NORM,
    edition,
    code,
    abbreviation,
    message: said,
    ...(as_of !== undefined && { as_of }),
  } as const
  return candidates === undefined ? finding : { ...finding, candidates }
}

/** A citation whose part does not exist, with the note on its edition. */
function outOfRange(citation: Citation, lacking: string, editionNote: string | undefined): Citation {
  const message = editionNote === undefined ? lacking : withNote(lacking, editionNote)
  return { ...citation, status: 'out_of_range', class: classWith(citation, 'out_of_range'), wording: null, message }
}

const PART_AFTER_LAW = say`the part after the law is not read; write it before the law`
const PART_BEFORE_NORM = say`the part before the norm is not read; write it after the norm`

/** The citations with a part after their law or before their norm: it is unread, so they mean more than was resolved. */
export function detachedParts(tokens: Tokens, citations: readonly Citation[]): UnparsedCitation[] {
  return citations.flatMap((citation, place) => detachedPart(tokens, citation, citations[place - 1]) ?? [])
}

function detachedPart(
  tokens: Tokens,
  citation: Citation,
  previous: Citation | undefined,
): UnparsedCitation | undefined {
  const { code, start, end } = citation
  if (code === null) return undefined
  const partEnd = endOfPartAfter(tokens, end)
  if (partEnd !== undefined) return { start, end: partEnd, reason: PART_AFTER_LAW }
  const isSection = tokens.kind(tokens.at(start)) === TokenKind.Section || /^(?:art|annex):/.test(citation.norm ?? '')
  const before = isSection ? startOfPartBefore(tokens, start) : undefined
  const isOfPrevious = previous !== undefined && previous.start < start && (before ?? 0) < previous.end
  return before === undefined || isOfPrevious ? undefined : { start: before, end, reason: PART_BEFORE_NORM }
}

/**
 * Resolves the citations of a text, with notes on parts apart from their norm and on ranges reduced to their first norm. A
 * missing end of a range is one more citation.
 * @param options the maximum number of citations, and the day of a corpus as of a day: later changes are noted
 */
export async function citationsWithNotes(
  corpus: Corpus,
  text: string,
  { most, days = {} }: { most?: number; days?: Days },
): Promise<Citation[]> {
  const read = await readText(corpus, text)
  const day = dayOf(days)
  const limits = { ...(most !== undefined && { most }), ...(day !== undefined && { today: day }) }
  const norms = await resolveNorms(corpus, text, { ...limits, read, versions: true })
  const citations = citationsOf(norms)
  const notes = new Map<Citation, string>()
  for (const [place, citation] of citations.entries()) {
    const apart = detachedPart(read.tokens, citation, citations[place - 1])
    if (apart !== undefined) notes.set(citation, apart.reason)
  }
  const missing: Citation[] = []
  for (const resolved of norms) {
    const last = resolved.citations.at(-1)
    for (const end of missingEnds(resolved)) {
      const given =
        resolved.series === undefined ? say`only its first part is given` : say`only its first norm is given`
      if (end.status === 'unread' && last !== undefined) notes.set(last, say`${end.message}; ${given}`)
      else missing.push(end as Citation)
    }
  }
  const noted = citations.map((citation) => {
    const note = notes.get(citation)
    return note === undefined ? citation : { ...citation, message: withNote(citation.message, note) }
  })
  const inOrder = [...noted, ...missing].sort((a, b) => a.start - b.start)
  return withNotesOfDay(corpus, inOrder, days)
}
