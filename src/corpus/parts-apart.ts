import { endOfPartBehind, startOfPartBefore } from '../citation/part-apart.ts'
import { TokenKind, type Tokens } from '../citation/tokens.ts'
import type { Unread } from '../citation/unread.ts'
import { type Citation, withNote } from './citation.ts'
import type { Corpus } from './corpus.ts'
import { type ResolveOptions, readText, resolveCitations } from './resolve-citations.ts'

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
  const isSection = tokens.kind(tokens.at(start)) === TokenKind.Section || citation.norm?.startsWith('art:') === true
  const before = isSection ? startOfPartBefore(tokens, start) : undefined
  const isOfPrevious = previous !== undefined && previous.start < start && (before ?? 0) < previous.end
  return before === undefined || isOfPrevious ? undefined : { start: before, end, reason: BEFORE }
}

/** The citations of a text as `resolveCitations` has them, with a note where a part stands apart. */
export async function citationsWithParts(
  corpus: Corpus,
  text: string,
  options: Pick<ResolveOptions, 'most'>,
): Promise<Citation[]> {
  const read = readText(text)
  const citations = await resolveCitations(corpus, text, { ...options, read })
  return citations.map((citation, place) => {
    const apart = partApart(read.tokens, citation, citations[place - 1])
    return apart === undefined ? citation : { ...citation, message: withNote(citation.message, apart.reason) }
  })
}
