/** Finds what a text names and its citations leave out: ends of ranges, parts apart from their norm, parts without a path. */
import { formatSubdivision } from '../citation/designation.ts'
import { TokenKind, type Tokens } from '../citation/grammar/tokens.ts'
import { parseNormPath } from '../citation/norm-path.ts'
import { editionNote, partNames } from '../citation/notes.ts'
import { sentenceNumbers } from '../citation/numerals.ts'
import { valueIncludes } from '../citation/ranges.ts'
import { endOfPartAfter, startOfPartBefore } from '../citation/text/detached-parts.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import type { UnparsedCitation } from '../citation/text/unparsed.ts'
import type { Corpus, Norm } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { type Citation, type CitationStatus, classWith, NO_NORM, withNote } from './citation.ts'
import { missingBoundMessage, unreadableRange } from './missing-norm.ts'
import { citationsOf, type ResolveOptions, readText, resolveNorms } from './resolve-citations.ts'
import { selectSubdivision } from './select-subdivision.ts'

/** `unread`: looks like a citation, but cannot be read, or not to its end. */
export type FindingStatus = CitationStatus | 'unread'

/** A finding with its place in the text, not yet in the source. */
export interface TextFinding extends Omit<Citation, 'status'> {
  status: FindingStatus
}

/** The citations of a norm or series, with notes on parts that were not checked, and a finding for a missing end. */
export async function completeFindings(corpus: Corpus, norm: FoundNorm, citations: Citation[]): Promise<TextFinding[]> {
  const parts = partNames(norm.qualifiers)
  const noted = citations.map((citation): TextFinding => {
    if (parts === '' || citation.status !== 'resolved') return citation
    const lacking = missingSentence(norm, citation)
    if (lacking !== undefined) return outOfRange(citation, lacking)
    return citation.message === null ? { ...citation, message: `not checked: ${parts}` } : citation
  })
  return [...noted, ...(await missingEnds(corpus, norm, citations))]
}

/** A finding for an end of a range that does not exist, or for a range that is not read; none if all is there. */
export async function missingEnds(corpus: Corpus, norm: FoundNorm, citations: Citation[]): Promise<TextFinding[]> {
  const missing = (await missingBound(corpus, norm, citations)) ?? (await missingPart(corpus, norm, citations))
  return missing === undefined ? [] : [missing]
}

/** The members of a series lie between its bounds, but there may be no norm at a bound itself. */
async function missingBound(corpus: Corpus, norm: FoundNorm, citations: Citation[]): Promise<TextFinding | undefined> {
  const [first, last] = [citations[0], citations.at(-1)]
  const own = norm.readings[0]?.at(-1)
  if (!isSeries(norm) || first === undefined || last === undefined || own === undefined) return undefined
  const above = norm.readings[0]?.slice(0, -1) ?? []
  if (lacks(first, own.value)) {
    return missingFinding(first, 'not_found', missingBoundMessage(first.abbreviation, [...above, own], 'begins'))
  }
  if (norm.to === undefined || !lacks(last, norm.to)) return undefined
  const path = (last.norm ?? '').replace(/[^:]*$/, norm.to)
  if ((await normOf(corpus, { ...last, norm: path })) !== undefined) {
    return missingFinding(last, 'unread', unreadableRange(own.value, norm.to))
  }
  const end = [...above, { ...own, value: norm.to }]
  return missingFinding(last, 'not_found', missingBoundMessage(first.abbreviation, end, 'ends'))
}

/** The last part of `Abs. 2 bis 4`, if the norm lacks it. */
async function missingPart(
  corpus: Corpus,
  { subdivision, subdivisionTo }: FoundNorm,
  [citation]: Citation[],
): Promise<TextFinding | undefined> {
  const last = subdivision.at(-1)
  if (subdivisionTo === undefined || last === undefined || citation?.status !== 'resolved') return undefined
  const norm = await normOf(corpus, citation)
  const wanted = [...subdivision.slice(0, -1), { kind: last.kind, value: subdivisionTo }]
  try {
    if (norm !== undefined) selectSubdivision(norm, wanted)
    return undefined
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    return { ...outOfRange(citation, error.message), subdivision: null }
  }
}

const normOf = async (corpus: Corpus, { code, norm }: Citation): Promise<Norm | undefined> =>
  code === null || norm === null ? undefined : corpus.norm(code, norm)

function missingFinding(citation: Citation, status: FindingStatus, message: string): TextFinding {
  const { text, start, end, code, abbreviation, edition } = citation
  const said = edition === null ? message : withNote(message, editionNote(edition))
  const verdict = classWith({ ...citation, class: 'right' }, status)
  return { text, start, end, status, class: verdict, ...NO_NORM, edition, code, abbreviation, message: said }
}

/** A citation whose part does not exist. The note on its edition stays. */
function outOfRange(citation: Citation, lacking: string): Citation {
  const { edition } = citation
  const message = edition === null ? lacking : withNote(lacking, editionNote(edition))
  return { ...citation, status: 'out_of_range', class: classWith(citation, 'out_of_range'), wording: null, message }
}

function lacks({ norm }: Citation, value: string | undefined): boolean {
  const own = norm === null ? undefined : parseNormPath(norm)?.norm.findLast(({ kind }) => kind !== 'seq')
  return own !== undefined && value !== undefined && own.value !== value && !valueIncludes(own.value, value)
}

/** True if the norm stands for several, each with its own citation. */
const isSeries = ({ to, following }: FoundNorm) => to !== undefined || following === 'f'

const SENTENCE_ENDS = /[.:;!?]/g

/**
 * A note on the sentence of a number or letter (`Nr. 2 Satz 9`), which has no path, if the wording has too few ends of
 * sentences for it.
 */
function missingSentence({ qualifiers: [part] }: FoundNorm, { subdivision, wording }: Citation): string | undefined {
  if (part?.kind !== 'satz' || !/^\d+$/.test(part.value) || subdivision === null || wording === null) return undefined
  const numbers = sentenceNumbers(wording).map(({ value }) => value)
  const most = numbers.length > 0 ? Math.max(...numbers) : (wording.match(SENTENCE_ENDS)?.length ?? 0) + 1
  return Number(part.value) > most ? `${formatSubdivision(subdivision)} has no Satz ${part.value}` : undefined
}

const PART_AFTER_LAW = 'the part after the law is not read; write it before the law'
const PART_BEFORE_NORM = 'the part before the norm is not read; write it after the norm'

/** The citations with a part after their law or before their norm: it is not read, so they mean more than was resolved. */
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
 * Resolves the citations of a text, with notes on parts apart from their norm and on ranges of which only the first norm is
 * given. The end of a range that does not exist is one more citation.
 */
export async function citationsWithNotes(
  corpus: Corpus,
  text: string,
  options: Pick<ResolveOptions, 'most'>,
): Promise<Citation[]> {
  const read = readText(text)
  const norms = await resolveNorms(corpus, text, { ...options, read })
  const citations = citationsOf(norms)
  const notes = new Map<Citation, string>()
  for (const [place, citation] of citations.entries()) {
    const apart = detachedPart(read.tokens, citation, citations[place - 1])
    if (apart !== undefined) notes.set(citation, apart.reason)
  }
  const missing: Citation[] = []
  for (const { norm, citations: own } of norms) {
    const last = own.at(-1)
    for (const end of norm === undefined ? [] : await missingEnds(corpus, norm, own)) {
      if (end.status === 'unread' && last !== undefined) notes.set(last, end.message ?? '')
      else missing.push(end as Citation)
    }
  }
  const noted = citations.map((citation) => {
    const note = notes.get(citation)
    return note === undefined ? citation : { ...citation, message: withNote(citation.message, note) }
  })
  return [...noted, ...missing].sort((a, b) => a.start - b.start)
}
