/** Abbreviations and short titles behind the full name of a law: `(StBerG)`, `– Wohnungsvermittlungsgesetz –`. */
import { isKeyword, type NameCandidate, nameOf, readChunk } from './chunks.ts'
import { endsLikeLawName, looksLikeAbbreviation } from './law-like.ts'
import { Gap, type Tokens } from './tokens.ts'

/** The words between the brackets or dashes: `(Bundes-Immissionsschutzgesetz – BImSchG)`. */
const LONGEST = 12

/**
 * The names that stand behind a full name `[first, index)` in brackets or between dashes, each with the words of both;
 * the likeliest, which is the last, at the end. `undefined` if there are none.
 */
export function readShortTitles(tokens: Tokens, first: number, index: number): NameCandidate[] | undefined {
  const isBracket = tokens.is(index, '(')
  if (!isBracket && !isDash(tokens, index)) return undefined
  const names: NameCandidate[] = []
  let part = index + 1
  let next = part
  for (let words = 0; words < LONGEST; words++) {
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

/** A dash between blanks. */
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
