import type { FoundNorm } from '../citation/find.ts'
import { endOfPartBehind, startOfPartBefore } from '../citation/part-apart.ts'
import { TokenKind, type Tokens } from '../citation/tokens.ts'
import type { Unread } from '../citation/unread.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { type Citation, withNote } from './citation.ts'
import { type ResolveOptions, readText, resolveCitations } from './resolve-citations.ts'
import { RestOfNorm } from './rest-of-norm.ts'

const BEHIND = 'the part behind the law is not read; it belongs in front of it'
const BEFORE = 'the part in front of the norm is not read; it belongs behind it'

/**
 * The citations behind whose law a part stands, or in front of whose norm, with it: it is not read, so that less is meant
 * than is cited.
 */
export function partsApart(tokens: Tokens, citations: readonly Citation[]): Unread[] {
  return citations.flatMap((citation, place) => partApart(tokens, citation, citations[place - 1]) ?? [])
}

function partApart(tokens: Tokens, citation: Citation, previous: Citation | undefined): Unread | undefined {
  const { code, start, end } = citation
  if (code === null) return undefined
  const behind = endOfPartBehind(tokens, end)
  if (behind !== undefined) return { start, end: behind, reason: BEHIND }
  const isSection = tokens.kind(tokens.at(start)) === TokenKind.Section || /^(?:art|annex):/.test(citation.norm ?? '')
  const before = isSection ? startOfPartBefore(tokens, start) : undefined
  const isOfPrevious = previous !== undefined && previous.start < start && (before ?? 0) < previous.end
  return before === undefined || isOfPrevious ? undefined : { start: before, end, reason: BEFORE }
}

/**
 * The citations of a text as `resolveCitations` has them, with a note where a part stands apart, or where only the first norm
 * of a range is given; an end of a range that does not exist is one more.
 */
export async function citationsWithParts(
  corpus: Corpus,
  text: string,
  options: Pick<ResolveOptions, 'most'>,
): Promise<Citation[]> {
  const read = readText(text)
  const ofNorms: [FoundNorm, Citation[]][] = []
  const onNorm = (norm: FoundNorm, own: Citation[]) => ofNorms.push([norm, own])
  const citations = await resolveCitations(corpus, text, { ...options, read, onNorm })
  const notes = new Map<Citation, string>()
  for (const [place, citation] of citations.entries()) {
    const apart = partApart(read.tokens, citation, citations[place - 1])
    if (apart !== undefined) notes.set(citation, apart.reason)
  }
  const rest = new RestOfNorm(corpus)
  const missing: Citation[] = []
  for (const [norm, own] of ofNorms) {
    const end = await rest.missing(norm, own)
    const last = own.at(-1)
    if (end?.status === 'unread' && last !== undefined) notes.set(last, end.message ?? '')
    else if (end !== undefined) missing.push(end as Citation)
  }
  const noted = citations.map((citation) => {
    const note = notes.get(citation)
    return note === undefined ? citation : { ...citation, message: withNote(citation.message, note) }
  })
  return [...noted, ...missing].sort((a, b) => a.start - b.start)
}
