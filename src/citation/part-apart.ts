/**
 * Parts that stand apart from their norm: behind the name of the law (`Art. 3 GG Abs. 2`, `§ 433 BGB I 2`), or in front of
 * the norm (`Absatz 2 des § 433 BGB`). They belong between the two.
 */
import { type Found, isPartWord, readNamed } from './read-part.ts'
import { readNumber, readSeparator, romanNumber } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Where such a part ends; `undefined` where none stands there. @param position where the name of the law ends */
export function endOfPartBehind(tokens: Tokens, position: number): number | undefined {
  const index = tokens.at(position)
  if (tokens.gap(index) > Gap.Space) return undefined
  if (isPartWord(tokens, index)) return endOf(tokens, readNamed(tokens, index, false))
  if (tokens.is(index, '(') && tokens.kind(index + 1) === TokenKind.Word) return endOfBracketed(tokens, index + 1)
  return endOfNumeral(tokens, index) ?? endOfSmallNumber(tokens, index) ?? endOfJoined(tokens, index)
}

const endOf = (tokens: Tokens, part: Found<unknown> | undefined) => part && tokens.end(part.next - 1)

/** Letters that are numerals in paragraphs: laws have no fifty of them. */
const NUMERAL = /^[IVX]+$/

/**
 * `I 2`, `II`: not what counts a heading (`II. Gründe`) or names a chamber (`I ZR 5/06`, `V. Senat`), and no word of a name
 * goes on behind it.
 */
function endOfNumeral(tokens: Tokens, index: number): number | undefined {
  const numeral = tokens.value(index)
  if (tokens.kind(index) !== TokenKind.Word || !NUMERAL.test(numeral) || romanNumber(numeral) === undefined) {
    return undefined
  }
  const next = index + 1
  const isNear = tokens.gap(next) <= Gap.Space
  if (isNear && readNumber(tokens, next) !== undefined) {
    return tokens.is(next + 1, '/') ? undefined : tokens.end(next)
  }
  const isHeading = tokens.is(next, '.') || (isNear && /^\p{Lu}/u.test(tokens.value(next)))
  return isHeading ? undefined : tokens.end(index)
}

/** Norms have no hundred Absätze or sentences: a larger number is that of a page, or a year. */
const SMALL = /^\d{1,2}[a-z]?$/

/** `S. 9`, `(9)` */
function endOfSmallNumber(tokens: Tokens, index: number): number | undefined {
  const isBracketed = tokens.is(index, '(') && tokens.is(index + 2, ')')
  const isSentence = tokens.value(index) === 'S' && tokens.is(index + 1, '.')
  const number = isBracketed ? index + 1 : index + 2
  if ((!isBracketed && !isSentence) || !SMALL.test(tokens.value(number))) return undefined
  return tokens.end(isBracketed ? number + 1 : number)
}

/** `Abs. 9)`, `Satz 1 Nr. 2)`, `S. 9)`: nothing but parts in the brackets. */
function endOfBracketed(tokens: Tokens, index: number): number | undefined {
  const sentence = endOfSmallNumber(tokens, index)
  let next = sentence === undefined ? index : index + 3
  while (isPartWord(tokens, next)) {
    const part = readNamed(tokens, next, false)
    if (part === undefined) break
    next = part.next
  }
  return next > index && tokens.is(next, ')') ? tokens.end(next) : undefined
}

/** `, Abs. 9`, `und Satz 2`: not what is of something else (`, Satz 2 des Vertrages`). */
function endOfJoined(tokens: Tokens, index: number): number | undefined {
  const separator = readSeparator(tokens, index)
  if (separator?.kind !== 'comma' && separator?.kind !== 'and') return undefined
  if (tokens.gap(separator.next) > Gap.Line || !isPartWord(tokens, separator.next)) return undefined
  const part = readNamed(tokens, separator.next, false)
  const isOwn = part?.value.kind === 'abs' || part?.value.kind === 'satz'
  return isOwn && !OF_ANOTHER.test(tokens.word(part.next)) ? endOf(tokens, part) : undefined
}

const OF_ANOTHER = /^(?:de[rs]|diese[rs]|jene[rs]|seine[rs]|ihre[rs])$/

/** How many tokens the parts in front of a norm may have: `Absatz 1 Satz 2 Nr. 3 Buchst. a`, `Absätze 1 und 2`. */
const LONGEST = 12

/**
 * Where the parts begin that stand in front of a norm, `undefined` where none do.
 * @param position where the norm begins
 */
export function startOfPartBefore(tokens: Tokens, position: number): number | undefined {
  const joint = tokens.at(position) - 1
  if (!/^(?:de[rsm]|von|in)$/.test(tokens.word(joint))) return undefined
  let start: number | undefined
  for (let index = joint - 1; index >= 0 && index >= joint - LONGEST; index--) {
    if (tokens.kind(index) === TokenKind.Section || tokens.gap(index + 1) > Gap.Line) break
    if (isPartWord(tokens, index) && endOfParts(tokens, index, joint) === joint) start = tokens.start(index)
  }
  return start
}

/** The index behind the named parts at `index`, and those that are listed with them, up to `limit`. */
function endOfParts(tokens: Tokens, index: number, limit: number): number {
  let next = index
  while (next < limit) {
    const separator = next === index ? undefined : readSeparator(tokens, next)
    const from = separator?.next ?? next
    const isNumber = separator !== undefined && tokens.kind(from) === TokenKind.Number
    const behind = readNamed(tokens, from, false)?.next ?? (isNumber ? from + 1 : undefined)
    if (behind === undefined) break
    next = behind
  }
  return next
}
