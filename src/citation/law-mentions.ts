/** Where the name of a law may stand next to a designation. */
import { TokenKind, type Tokens } from './tokens.ts'

/** A stretch of the text that may be the name of a law. */
export interface NameCandidate {
  text: string
  start: number
  end: number
}

/** The longest names of laws that are cited in full have about this many words. */
const LONGEST_NAME = 14
/** Before a designation stand abbreviations only: `BGB § 433`, `SGB V § 15`, `12. BImSchV § 3`. */
const LONGEST_BEFORE = 4

const ARTICLES = new Set(['des', 'der', 'dem', 'den', 'das', 'die', 'zum', 'zur', 'vom', 'im'])

/**
 * Candidates directly behind a designation, longest first: `BGB`, `SGB V`, `des Bürgerlichen Gesetzbuchs`.
 * @param index the token behind the designation
 */
export function namesAfter(tokens: Tokens, index: number): NameCandidate[] {
  let first = index
  if (tokens.is(first, ',')) first++
  if (ARTICLES.has(tokens.word(first))) first++
  if (!mayBegin(tokens, first)) return []
  const candidates: NameCandidate[] = []
  for (let last = first; last < first + LONGEST_NAME && goesOn(tokens, last); last++) {
    if (tokens.kind(last) === TokenKind.Other) continue
    candidates.push(candidate(tokens, first, last))
  }
  return candidates.reverse()
}

/** Candidates directly in front of a designation, longest first. @param index its first token */
export function namesBefore(tokens: Tokens, index: number): NameCandidate[] {
  const last = tokens.is(index - 1, ',') ? index - 2 : index - 1
  if (tokens.kind(last) !== TokenKind.Word) return []
  const candidates: NameCandidate[] = []
  for (let first = last; first > last - LONGEST_BEFORE && goesOn(tokens, first); first--) {
    if (tokens.kind(first) !== TokenKind.Other) candidates.push(candidate(tokens, first, last))
  }
  return candidates.reverse()
}

/** `XYZG`, `FooV`, `BGB`: written like the abbreviation of a law, so that an unknown one is reported. */
export function looksLikeAbbreviation(text: string): boolean {
  return /^\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*$/u.test(text) && text.length >= 2 && text.length <= 20
}

function candidate(tokens: Tokens, first: number, last: number): NameCandidate {
  const start = tokens.start(first)
  const dotted = tokens.is(last + 1, '.') && tokens.kind(last) === TokenKind.Number
  const end = tokens.end(dotted ? last + 1 : last)
  return { text: tokens.text.slice(start, end), start, end }
}

function mayBegin(tokens: Tokens, index: number): boolean {
  return tokens.kind(index) === TokenKind.Word || tokens.kind(index) === TokenKind.Number
}

/** Names go on over words, numbers, dots and hyphens; a comma, a bracket or a section sign ends them. */
function goesOn(tokens: Tokens, index: number): boolean {
  const kind = tokens.kind(index)
  if (kind === TokenKind.Word || kind === TokenKind.Number) return true
  return tokens.is(index, '-') || tokens.is(index, '.') || tokens.is(index, '–') || tokens.is(index, '/')
}
