/** Reads one part of a norm: `Abs. 1`, `II`, `(1)`, `Buchst. a`, `zweiter Halbsatz`. */
import type { Qualifier } from './designation.ts'
import { ANNEX_PARTS, ORDINALS, PARTS, type PartKind } from './keywords.ts'
import { SUBDIVISION_KINDS } from './norm-path.ts'
import { readLetterSuffix, readNumber, romanNumber, skipDot } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** What was read, and the token behind it. */
export interface Found<Value> {
  value: Value
  next: number
}

/** The short forms directly behind the norm's number: `II`, `(1)`. */
export function readFirst(tokens: Tokens, index: number, annex: boolean): Found<Qualifier> | undefined {
  if (annex) return undefined
  const roman = tokens.kind(index) === TokenKind.Word ? romanNumber(tokens.value(index)) : undefined
  if (roman !== undefined && !isOrdinal(tokens, index)) return { value: { kind: 'abs', value: roman }, next: index + 1 }
  const bracketed = readBracketed(tokens, index)
  return bracketed && { value: { kind: 'abs', value: bracketed.value }, next: bracketed.next }
}

/** The short forms behind another part: `I 2`, `Nr. 3 a)`, `Satz 1, 1. Alt.`, `a. F.` */
export function readDeeper(tokens: Tokens, index: number, last: Qualifier): Found<Qualifier> | undefined {
  const ordinal = readOrdinal(tokens, tokens.is(index, ',') ? index + 1 : index)
  if (ordinal !== undefined) return ordinal
  if (last.kind === 'abs' && romanNumber(tokens.value(index - 1)) !== undefined) {
    const number = readNumber(tokens, index)
    if (number !== undefined && /^\d{1,2}[a-z]?$/.test(number.value) && !isOrdinal(tokens, index)) {
      return { value: { kind: 'satz', value: number.value }, next: index + 1 }
    }
  }
  if (last.kind !== 'abs' && last.kind !== 'nr' && last.kind !== 'buchst') return undefined
  const letter = readLetter(tokens, index)
  if (letter?.closed || (last.kind === 'nr' && readLetterSuffix(tokens, index) !== undefined)) {
    return letter && { value: { kind: 'buchst', value: letter.value }, next: letter.next }
  }
  return undefined
}

/** `a`, `aa`, `a)`: the bracket belongs to the letter unless it closes one that is open before it. */
export function readLetter(tokens: Tokens, index: number): (Found<string> & { closed: boolean }) | undefined {
  const value = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (!/^(?:\p{L}|([a-z])\1{1,2})$/u.test(value)) return undefined
  const bracket = tokens.is(index + 1, ')') && tokens.gap(index + 1) === Gap.None
  const own = bracket && (tokens.depth(index + 1) === 0 || tokens.is(index + 2, ')'))
  return { value: value.toLowerCase(), next: own ? index + 2 : index + 1, closed: bracket }
}

/** `(1)` */
function readBracketed(tokens: Tokens, index: number): Found<string> | undefined {
  const number = tokens.is(index, '(') ? readNumber(tokens, index + 1) : undefined
  if (number === undefined || !/^\d{1,3}[a-z]*$/.test(number.value) || !tokens.is(index + 2, ')')) return undefined
  return tokens.gap(index) <= Gap.Space ? { value: number.value, next: index + 3 } : undefined
}

/** `Abs. 1`, `Satz 2`, `Nummer 3`, `lfd. Nr. 3`, `Buchstabe a`, `Halbs. 2`, `zweiter Halbsatz` */
export function readNamed(tokens: Tokens, index: number, annex: boolean): Found<Qualifier> | undefined {
  const ordinal = readOrdinal(tokens, index)
  if (ordinal !== undefined) return ordinal
  const edition = readEdition(tokens, index)
  if (edition !== undefined) return edition
  const from = annex && tokens.word(index) === 'lfd' ? skipDot(tokens, index + 1) : index
  const kind = partKind(tokens, from, annex)
  if (kind === undefined) return undefined
  const at = skipDot(tokens, from + 1)
  const found = kind === 'buchst' ? readLetter(tokens, at) : readPartNumber(tokens, at, kind)
  return found && { value: { kind, value: found.value }, next: found.next }
}

/** Whether a word announces a part: `Abs.`, `Satz`, `Nr.`, `lit.`; a lone `S` only with its dot. */
export function isPartWord(tokens: Tokens, index: number): boolean {
  const word = tokens.word(index)
  const kind = PARTS.get(word)
  if (kind !== 'abs' && kind !== 'satz' && kind !== 'nr' && kind !== 'buchst') return false
  const capital = tokens.value(index).charAt(0) !== word.charAt(0)
  const abbreviated = skipDot(tokens, index + 1) > index + 1
  return word === 's' ? false : capital || abbreviated
}

function partKind(tokens: Tokens, index: number, annex: boolean): PartKind | undefined {
  const word = tokens.word(index)
  const kind = PARTS.get(word)
  if (kind === undefined || (ANNEX_PARTS.has(kind) && !annex)) return undefined
  const capital = tokens.value(index).charAt(0) !== word.charAt(0)
  const anyCase = (SUBDIVISION_KINDS as readonly string[]).includes(kind)
  return capital || anyCase ? kind : undefined
}

function readPartNumber(tokens: Tokens, index: number, kind: PartKind): Found<string> | undefined {
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    const value = number.value
    if (!(kind === 'nr' ? /^\d{1,4}[a-z]*(?:\.\d{1,3}[a-z]*)*$/ : /^\d{1,4}[a-z]*$/).test(value)) return undefined
    const letter = kind === 'abs' ? readLetterSuffix(tokens, index + 1) : undefined
    return letter === undefined ? { value, next: index + 1 } : { value: value + letter, next: index + 2 }
  }
  const bracketed = readBracketed(tokens, index)
  if (bracketed !== undefined) return bracketed
  if (tokens.kind(index) !== TokenKind.Word) return undefined
  const word = tokens.value(index)
  const roman = romanNumber(word)
  if (roman !== undefined) return { value: kind === 'abs' ? roman : word.toLowerCase(), next: index + 1 }
  return ANNEX_PARTS.has(kind) && /^[A-Z]$/.test(word) ? { value: word.toLowerCase(), next: index + 1 } : undefined
}

/** `1. Alt.`, `zweiter Halbsatz` */
function readOrdinal(tokens: Tokens, index: number): Found<Qualifier> | undefined {
  const number = readNumber(tokens, index)
  const dotted = number !== undefined && tokens.is(index + 1, '.')
  const value = dotted ? number.value : ORDINALS.get(tokens.word(index))?.toString()
  const at = dotted ? index + 2 : index + 1
  const kind = partKind(tokens, at, false)
  if (value === undefined || kind === undefined || kind === 'abs' || kind === 'nr' || kind === 'buchst') {
    return undefined
  }
  return { value: { kind, value }, next: skipDot(tokens, at + 1) }
}

/** `a. F.`, `nF` */
function readEdition(tokens: Tokens, index: number): Found<Qualifier> | undefined {
  const word = tokens.word(index)
  const next = skipDot(tokens, index + 1)
  const spaced = (word === 'a' || word === 'n') && next > index + 1 && tokens.value(next) === 'F'
  if (!spaced && word !== 'af' && word !== 'nf') return undefined
  const value = word.startsWith('a') ? 'alt' : 'neu'
  return { value: { kind: 'fassung', value }, next: spaced ? skipDot(tokens, next + 1) : next }
}

/** Whether the numeral at `index` is an ordinal before a name or a noun: `1. BImSchV`, `II. BV`. */
function isOrdinal(tokens: Tokens, index: number): boolean {
  return (
    tokens.is(index + 1, '.') &&
    tokens.gap(index + 1) === Gap.None &&
    tokens.kind(index + 2) === TokenKind.Word &&
    /^\p{Lu}.*\p{Lu}/u.test(tokens.value(index + 2))
  )
}
