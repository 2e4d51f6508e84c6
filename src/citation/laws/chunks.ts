/** Chunks: the words of law names with everything attached to them, and the short names made of them. */
import { HEADS, PARTS } from '../grammar/lexicon.ts'
import { readSeparator, romanNumber, skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { endsLikeLawName, looksLikeAbbreviation } from './law-form.ts'

/** A span of the text that may be the name of a law. */
export interface NameCandidate {
  /** The name, without the year of an edition or the brackets around an abbreviation. */
  text: string
  /** Span of all its words. */
  start: number
  end: number
  /** The year after the abbreviation if it is not part of `text`: `UWG 2008`. */
  edition?: string
  /** Set if the name contains the Land or state of the law: `VwVfG NRW`, `österreichisches ABGB`. */
  isOfLand?: true
  /** The Land named after it, which may only be the place of application: `FooG in Hessen`. */
  land?: string
}

/** Quotation marks around the name of a law. */
export const OPENING_QUOTE = /^[„»«"“‚›]$/
export const CLOSING_QUOTE = /^[“«»"”‘‹]$/

/** True if the name `[.., next)` ends with a formerly raised footnote number: `BGB12`. */
export const hasFootnote = (tokens: Tokens, next: number) =>
  tokens.gap(next - 1) === Gap.None &&
  /^\d{1,3}$/.test(tokens.value(next - 1)) &&
  looksLikeAbbreviation(tokens.value(next - 2))

/** Maximum length of a chunk, in letters. */
const LONGEST_CHUNK = 300

/** A word with everything attached to it: `Bundes-Immissionsschutzgesetzes`, `FreizügG/EU`. Tokens `[first, next)`. */
export interface Chunk {
  first: number
  next: number
}

/** Returns the tokens `[first, next)` as a name. */
export function nameOf(tokens: Tokens, first: number, next: number): NameCandidate {
  return { text: tokens.slice(first, next), start: tokens.start(first), end: tokens.end(next - 1) }
}

/** Reads the word or number at `index` with everything attached to it, directly or by hyphens and slashes. */
export function readChunk(tokens: Tokens, index: number): Chunk | undefined {
  if (!isWordOrNumber(tokens, index)) return undefined
  const next = endOfAttached(tokens, index)
  if (tokens.end(next - 1) - tokens.start(index) > LONGEST_CHUNK) return undefined
  const hyphen = tokens.is(next, '-') && tokens.gap(next) === Gap.None
  return { first: index, next: hyphen && isSuspended(tokens, next + 1) ? next + 1 : next }
}

/**
 * Returns the index after the word or number at `index` and everything attached to it. All words on the way end there, too. The
 * result is cached: chunks are read at each word of a text, and a hostile text is one chain of thousands.
 */
function endOfAttached(tokens: Tokens, index: number): number {
  const ends = tokens.chunkEnds
  let last = index
  let end = ends[index] ?? 0
  while (end === 0) {
    const part = attachedPart(tokens, last + 1)
    end = part === undefined ? last + 1 : (ends[part] ?? 0)
    last = part ?? last
  }
  for (let at = index; at <= last; at++) ends[at] = end
  return end
}

/** Returns the word or number attached to the one before `next`, directly or by the sign at `next`. */
function attachedPart(tokens: Tokens, next: number): number | undefined {
  if (tokens.gap(next) !== Gap.None) return undefined
  const isHyphen = tokens.is(next, '-')
  const isSlash = !isHyphen && tokens.is(next, '/')
  const isDot = !isHyphen && !isSlash && tokens.is(next, '.')
  // `KrW-/AbfG`
  const isBoth = isHyphen && tokens.is(next + 1, '/') && tokens.gap(next + 1) === Gap.None
  const part = isBoth ? next + 2 : isHyphen || isSlash || isDot ? next + 1 : next
  if (part > next && !isTight(tokens, part)) return undefined
  if (!isWordOrNumber(tokens, part) || (isDot && !joinsDot(tokens, next))) return undefined
  // `§ 839 BGB/Art. 34 GG`
  if (isSlash && isKeyword(tokens, part)) return undefined
  // `BGB-alt`: an edition
  return isHyphen && /^(?:alt|neu)$/.test(tokens.value(part)) ? undefined : part
}

/** True if a list at `index` completes a suspended compound: `Brief-, Post- und Fernmeldegeheimnis`. */
function isSuspended(tokens: Tokens, index: number): boolean {
  const separator = readSeparator(tokens, index)
  if (separator?.kind === 'and') return true
  const { next } = separator ?? { next: index }
  return separator?.kind === 'comma' && tokens.is(next + 1, '-') && readSeparator(tokens, next + 2)?.kind === 'and'
}

/** True if nothing separates the token from the previous one, except a line break after a hyphen. */
function isTight(tokens: Tokens, index: number): boolean {
  if (tokens.gap(index) !== Gap.Line) return tokens.gap(index) === Gap.None
  return tokens.is(index - 1, '-') && /^\p{Lu}/u.test(tokens.value(index))
}

/** True if a dot joins single letters (`B.G.B`), as the end of a sentence never does. */
function joinsDot(tokens: Tokens, dot: number): boolean {
  const single = (index: number) => tokens.end(index) - tokens.start(index) === 1
  return single(dot - 1) && single(dot + 1)
}

/** Returns the first token of the chunk that ends before `index`. */
export function chunkBefore(tokens: Tokens, index: number): number | undefined {
  if (!isWordOrNumber(tokens, index - 1)) return undefined
  let first = index - 1
  for (;;) {
    if (tokens.end(index - 1) - tokens.start(first) > LONGEST_CHUNK) return undefined
    const sign = tokens.is(first - 1, '-') || tokens.is(first - 1, '/') ? first - 1 : first
    const attached =
      (sign === first ? tokens.gap(first) === Gap.None : isTight(tokens, first)) && tokens.gap(sign) === Gap.None
    if (!attached || !isWordOrNumber(tokens, sign - 1)) return first
    first = sign - 1
  }
}

function isWordOrNumber(tokens: Tokens, index: number): boolean {
  return tokens.kind(index) === TokenKind.Word || tokens.kind(index) === TokenKind.Number
}

/** True for words of designations (`Abs. 1`, `Art. 5`, `Präambel`), which names do not contain. */
export function isKeyword(tokens: Tokens, index: number): boolean {
  const word = tokens.word(index)
  const head = HEADS.get(word)
  if (head === undefined && !PARTS.has(word)) return false
  if (head?.kind === 'preamble') return true
  const next = tokens.is(index + 1, '.') ? index + 2 : index + 1
  return tokens.kind(next) === TokenKind.Number || romanNumber(tokens.value(next)) !== undefined
}

/** Returns the index after a law named after an article: `Artikel 10-Gesetz`, `Art. 10-Gesetzes`. */
export function readArticleLaw(tokens: Tokens, index: number): number | undefined {
  if (HEADS.get(tokens.word(index))?.kind !== 'art') return undefined
  const dotted = skipDot(tokens, index + 1)
  const number = tokens.is(dotted, '-') ? dotted + 1 : dotted
  const isJoined =
    tokens.is(number + 1, '-') && tokens.gap(number + 1) === Gap.None && tokens.gap(number + 2) === Gap.None
  if (tokens.kind(number) !== TokenKind.Number || !isJoined) return undefined
  return /^gesetz(?:es)?$/.test(tokens.word(number + 2)) ? number + 3 : undefined
}

/** Maximum number of words between the brackets or dashes: `(Bundes-Immissionsschutzgesetz – BImSchG)`. */
const LONGEST_SHORT_TITLE = 12

/**
 * Reads the names after a full name `[first, index)`, in brackets or between dashes; each spans both names, the likeliest is
 * the last. `undefined` without any.
 */
export function readShortTitles(tokens: Tokens, first: number, index: number): NameCandidate[] | undefined {
  const isBracket = tokens.is(index, '(')
  if (!isBracket && !isDash(tokens, index)) return undefined
  const names: NameCandidate[] = []
  let part = index + 1
  let next = part
  for (let words = 0; words < LONGEST_SHORT_TITLE; words++) {
    const closes = isBracket ? tokens.is(next, ')') : isDash(tokens, next)
    const parts = closes || isDash(tokens, next) || tokens.is(next, ',')
    if (parts && next > part && isName(tokens, part, next)) names.push(nameOf(tokens, part, next))
    if (closes) break
    if (parts) {
      part = ++next
      continue
    }
    const chunk = isKeyword(tokens, next) ? undefined : readChunk(tokens, next)
    if (chunk === undefined) return undefined
    next = chunk.next
  }
  if (names.length === 0 || !(isBracket ? tokens.is(next, ')') : isDash(tokens, next))) return undefined
  return names.map(({ text }) => ({ text, start: tokens.start(first), end: tokens.end(next) }))
}

/** True for a dash between blanks. */
function isDash(tokens: Tokens, index: number): boolean {
  const isOne = tokens.is(index, '–') || tokens.is(index, '—') || tokens.is(index, '-')
  const follows = tokens.gap(index + 1) >= Gap.Space || tokens.is(index + 1, ',')
  return isOne && tokens.gap(index) >= Gap.Space && tokens.gap(index) <= Gap.Line && follows
}

/** `StBerG`, `SGB V`, `Wohnungsvermittlungsgesetz` */
function isName(tokens: Tokens, first: number, next: number): boolean {
  const chunk = readChunk(tokens, first)
  if (chunk === undefined) return false
  if (looksLikeAbbreviation(nameOf(tokens, first, chunk.next).text)) return true
  return /^\p{Lu}/u.test(tokens.value(next - 1)) && endsLikeLawName(tokens.value(next - 1))
}

/** From the sign on: a number, its parts, and the ending of the abbreviation. */
const FROM_SIGN =
  /§\d{1,4}[a-z]?(?:Abs\d+[a-z]?)?(?:S(?:atz)?\d+)?(?:Nr\d+)?\p{Lu}\p{L}{0,12}?(?<=[GVO]|Bek)(?![\p{L}\d§])/uy
const LONGEST_BEFORE = 20

/**
 * Returns the tokens `[first, next)` of the abbreviation around the sign at `index`: letters and the sign and its number
 * without a gap, and final letters.
 */
export function readSectionName(tokens: Tokens, index: number): { first: number; next: number } | undefined {
  if (tokens.kind(index) !== TokenKind.Section || tokens.gap(index) !== Gap.None) return undefined
  let first = index
  while (
    index - first < LONGEST_BEFORE &&
    tokens.gap(first) === Gap.None &&
    (tokens.kind(first - 1) === TokenKind.Word || tokens.kind(first - 1) === TokenKind.Number)
  ) {
    first--
  }
  if (first === index || !/^\p{Lu}.*\p{Lu}/u.test(tokens.slice(first, index))) return undefined
  FROM_SIGN.lastIndex = tokens.start(index)
  const match = FROM_SIGN.exec(tokens.text)
  return match === null ? undefined : { first, next: tokens.at(tokens.start(index) + match[0].length) }
}
