/** Reads short sequences of tokens: numbers, letters and separators; and looks ahead for the law at the end of a list. */
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation, looksLikeLaw } from '../laws/law-form.ts'
import { parseRoman } from '../numerals.ts'
import { APPLICATION_WORDS, HEADS, PARTS, SEPARATORS, UNITS } from './lexicon.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Returns the number of a capital Roman numeral with its letter: `II` -> `2`, `IIIa` -> `3a`. */
export function romanNumber(text: string): string | undefined {
  const [, numeral = '', letter = ''] = /^([IVXL]+)([a-l]?)$/.exec(text) ?? []
  const number = parseRoman(numeral)
  return number === undefined ? undefined : number + letter
}

/** Reads the number at `index`, without an adjacent `ff`. */
export function readNumber(tokens: Tokens, index: number): { value: string; following?: 'f' | 'ff' } | undefined {
  if (tokens.kind(index) !== TokenKind.Number) return undefined
  const value = tokens.value(index).toLowerCase()
  if (value.endsWith('ff')) return { value: value.slice(0, -2), following: 'ff' }
  return { value }
}

/**
 * Reads a letter that belongs to the preceding number despite a space: `§ 74 a`. Not `f`, nor the first letter of an
 * abbreviation (`a. F.`, `i. V. m.`).
 */
export function readLetterSuffix(tokens: Tokens, index: number): string | undefined {
  const letter = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (!/^[a-eg-z]$/.test(letter) || tokens.gap(index) !== Gap.Space) return undefined
  if (hasOwnBracket(tokens, index)) return undefined
  if (tokens.is(index + 1, '.') && tokens.gap(index + 1) === Gap.None) {
    return tokens.kind(index + 2) === TokenKind.End ? letter : undefined
  }
  if (tokens.kind(index + 1) === TokenKind.Section) return undefined
  return tokens.word(index + 1).length === 1 ? undefined : letter
}

/** True if the bracket after a letter does not close an open one: `a)` of a list. */
export function hasOwnBracket(tokens: Tokens, index: number): boolean {
  const bracket = index + 1
  if (!tokens.is(bracket, ')') || tokens.gap(bracket) !== Gap.None) return false
  if (tokens.depth(bracket) === 0 || tokens.is(bracket + 1, ')')) return true
  // `(Art. 138 Abs. 1 a) EPÜ)`
  return tokens.gap(bracket + 1) === Gap.Space && looksLikeAbbreviation(tokens.value(bracket + 1))
}

export interface Separator {
  /** `comma` and `and` separate members of a list, `to` joins the ends of a range, `with` is `i. V. m.`. */
  kind: 'comma' | 'and' | 'to' | 'with'
  next: number
}

/** First words of `i. V. m.` */
const WITH = /^(?:i|in|ivm)$/
/** Conjunctions in pairs: `weder … noch`, `sowohl … als auch` */
const CONJUNCTIONS = new Set(['noch', 'als', 'wie'])

/** True for a section sign, or a word before the number of a norm or part. */
const isDesignated = (tokens: Tokens, index: number) =>
  tokens.kind(index) === TokenKind.Section || HEADS.has(tokens.word(index)) || PARTS.has(tokens.word(index))

/** Returns the separator at `index`, if there is one. */
export function readSeparator(tokens: Tokens, index: number): Separator | undefined {
  if (tokens.is(index, ',')) {
    const word = tokens.word(index + 1)
    const conjunction =
      SEPARATORS.has(word) || WITH.test(word) || CONJUNCTIONS.has(word) ? readSeparator(tokens, index + 1) : undefined
    return conjunction ?? { kind: 'comma', next: index + 1 }
  }
  // A semicolon may also separate clauses: `nach § 5 Absatz 1; Absatz 2 gilt`.
  if (tokens.is(index, ';')) return leadsToLaw(tokens, index + 1) ? { kind: 'comma', next: index + 1 } : undefined
  if (tokens.is(index, '&')) return { kind: 'and', next: index + 1 }
  if (tokens.is(index, '/') && isSlashOfList(tokens, index)) return { kind: 'comma', next: index + 1 }
  if (tokens.is(index, '-') || tokens.is(index, '–') || tokens.is(index, '—')) {
    // `§ 433` on one line, `- § 434` on the next
    const isBullet = tokens.gap(index) >= Gap.Line && tokens.gap(index + 1) !== Gap.None
    return isBullet ? undefined : { kind: 'to', next: index + 1 }
  }
  const word = tokens.word(index)
  if (word === 'bis') return { kind: 'to', next: index + 1 }
  if (word === 'ivm') return { kind: 'with', next: skipDot(tokens, index + 1) }
  if (word === 'i' || word === 'in') return readInConjunction(tokens, index)
  if (word === 'als' || word === 'wie')
    return tokens.word(index + 1) === 'auch' ? { kind: 'and', next: index + 2 } : undefined
  if (word === 'noch') return isDesignated(tokens, index + 1) ? { kind: 'and', next: index + 1 } : undefined
  if (!SEPARATORS.has(word)) return undefined
  const next = skipDot(tokens, index + 1)
  const isNumbered = tokens.kind(next) === TokenKind.Number || romanNumber(tokens.value(next)) !== undefined
  if (word === 'u' && next === index + 1 && !isNumbered) return undefined
  if (tokens.is(next, '/') && SEPARATORS.has(tokens.word(next + 1))) return { kind: 'and', next: next + 2 }
  return { kind: 'and', next }
}

/** `§§ 107/198`, and with spaces between numbers: `I / II`, `Abs. 1 / § 2`. */
function isSlashOfList(tokens: Tokens, index: number): boolean {
  if (tokens.gap(index) === Gap.None && tokens.gap(index + 1) === Gap.None) return true
  const isNear = tokens.gap(index) <= Gap.Space && tokens.gap(index + 1) <= Gap.Space
  const isNumber = (at: number) => tokens.kind(at) === TokenKind.Number || romanNumber(tokens.value(at)) !== undefined
  return isNear && isNumber(index - 1) && (isNumber(index + 1) || tokens.kind(index + 1) === TokenKind.Section)
}

/** `i. V. m.`, `i.V. mit`, `in Verbindung mit` */
function readInConjunction(tokens: Tokens, index: number): Separator | undefined {
  const second = skipDot(tokens, index + 1)
  const third = skipDot(tokens, second + 1)
  const words = `${tokens.word(index)} ${tokens.word(second)} ${tokens.word(third)}`
  if (!/^(?:i v m|i v mit|in verbindung mit|i verb m|i verb mit)$/.test(words)) return undefined
  return { kind: 'with', next: skipDot(tokens, third + 1) }
}

/** Returns the index after a dot that adjoins the token before `index`; else `index`. */
export function skipDot(tokens: Tokens, index: number): number {
  return tokens.is(index, '.') && tokens.gap(index) === Gap.None ? index + 1 : index
}

/** Returns the index after a word such as `analog`; else `index`. */
export function skipApplied(tokens: Tokens, index: number): number {
  return APPLICATION_WORDS.has(tokens.word(index)) ? index + 1 : index
}

/** Returns the index after `f.`, `ff.` or `folgende` at `index`. */
export function readFollowing(tokens: Tokens, index: number): { following: 'f' | 'ff'; next: number } | undefined {
  const word = tokens.word(index)
  if (word === 'folgende' || word === 'fortfolgende') return { following: 'ff', next: index + 1 }
  if (word !== 'f' && word !== 'ff') return undefined
  return { following: word, next: skipDot(tokens, index + 1) }
}

/**
 * True if the `f` of the number at `index` means `folgende`: `433f. BGB`. The dot of `nach § 651f. Der Reisende` ends a
 * sentence.
 */
export function isStuckF(tokens: Tokens, index: number): boolean {
  if (!/^\d+f$/.test(tokens.value(index)) || skipDot(tokens, index + 1) === index + 1) return false
  const next = index + 2
  if (tokens.is(next, ',') || tokens.is(next, ';')) return true
  if (tokens.gap(next) > Gap.Line || tokens.kind(next) !== TokenKind.Word)
    return tokens.kind(next) === TokenKind.Section
  return looksLikeLaw(tokens.value(next)) || /^\p{Ll}/u.test(tokens.value(next))
}

/** True if the number or letter at `index` marks an item of a list: `4.`, `b)` at the beginning of a line. */
export function isListMarker(tokens: Tokens, index: number): boolean {
  const stop = tokens.is(index + 1, '.') || tokens.is(index + 1, ')')
  return tokens.gap(index) >= Gap.Line && stop && tokens.gap(index + 1) === Gap.None
}

/** True if the number at `index` counts something: `10 Tage`, `50 %`. */
export function isQuantity(tokens: Tokens, index: number): boolean {
  if (tokens.hasExponent(index)) return true
  return UNITS.has(tokens.word(index + 1)) || tokens.is(index + 1, '%') || tokens.is(index + 1, '€')
}

/** Maximum length of a list, in tokens. */
const LONGEST_LIST = 40
/** Maximum length of a name, in words: `des Bürgerlichen Gesetzbuchs`. */
const LONGEST_NAME = 4
const SIGNS = /^[.,;()/–\u2010-\u2012\u2212-]$/
/** Letters and numerals of parts, and function words of lists. */
const LIST_WORDS = /^(?:\p{Ll}|([a-z])\1{1,2}|[IVX]+[a-z]?|ff|ivm|als|auch|noch|bis|jeweils|in|Verbindung|mit)$/u

/** Looks ahead: true if only numbers and parts are between `index` and the name of a law. */
export function leadsToLaw(tokens: Tokens, index: number): boolean {
  for (let at = index; at < index + LONGEST_LIST; at++) {
    const kind = tokens.kind(at)
    if (kind === TokenKind.End || tokens.gap(at) >= Gap.Paragraph) return false
    if (kind === TokenKind.Number || kind === TokenKind.Section) continue
    if (kind === TokenKind.Other) {
      if (!SIGNS.test(tokens.value(at))) return false
      continue
    }
    const word = tokens.word(at)
    if (PARTS.has(word) || HEADS.has(word) || SEPARATORS.has(word) || LIST_WORDS.test(tokens.value(at))) continue
    return at > index && isLawAt(tokens, at)
  }
  return false
}

/** `BGB`, `des Bürgerlichen Gesetzbuchs` */
export function isLawAt(tokens: Tokens, index: number): boolean {
  const isArticle = ARTICLES.has(tokens.word(index))
  if (!isArticle) return looksLikeLaw(tokens.value(index))
  for (let at = index + 1; at <= index + LONGEST_NAME; at++) {
    const name = tokens.value(at)
    // `der Hafenstraßen-Ordnung`
    if (tokens.is(at, '-') && tokens.gap(at) === Gap.None && tokens.gap(at + 1) === Gap.None) continue
    if (tokens.kind(at) !== TokenKind.Word) return false
    if (looksLikeAbbreviation(name) || (/^\p{Lu}/u.test(name) && endsLikeLawName(name))) return true
    if (!/^\p{Lu}/u.test(name) && !tokens.is(at - 1, '-')) return false
  }
  return false
}

/** Returns the index of added parts: `§ 4 Absatz 1, auch in Verbindung mit Absatz 2, des Hafengesetzes`. */
export function readAddition(tokens: Tokens, index: number): number | undefined {
  let at = tokens.is(index, ',') ? index + 1 : index
  if (tokens.word(at) === 'jeweils') at++
  if (tokens.word(at) !== 'auch') return undefined
  const separator = readSeparator(tokens, at + 1)
  return separator?.kind === 'with' && leadsToLaw(tokens, separator.next) ? separator.next : undefined
}

/** Maximum number of tokens between the commas around added parts. */
const LONGEST_ADDITION = 24

/** Returns the index after the comma at `index` if it ends added parts before a law, else `index`. */
export function skipAddition(tokens: Tokens, index: number): number {
  if (!tokens.is(index, ',') || !isLawAt(tokens, index + 1)) return index
  for (let at = index - 1; at > index - LONGEST_ADDITION; at--) {
    if (tokens.is(at, ';') || tokens.is(at, '.')) return index
    if (tokens.word(at) === 'verbindung' && tokens.word(at - 1) === 'in') {
      return /^(?:auch|jeweils|,)$/.test(tokens.value(at - 2)) ? index + 1 : index
    }
  }
  return index
}
