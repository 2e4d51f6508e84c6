/**
 * Tokenizes texts into words in one spelling: NFKC and lower case, `ß` as `ss`, umlauts written out (`ä` as `ae`), other
 * accents dropped, soft hyphens and other invisible characters within words ignored.
 *
 * Umlauts are written out instead of contracting `ae`, `oe`, `ue`, because only this is unambiguous: `Kündigung` and
 * `Kuendigung` become one word, and `neue`, `Steuer` and `Quelle` remain as they are.
 */
import { SUPERSCRIPT_DIGITS, SUPERSCRIPT_LETTERS } from '../util/superscripts.ts'

/** A word of a text. */
export interface Word {
  /** Its normalized spelling. */
  word: string
  /** Its place in the text: `[start, end)` in UTF-16 code units. */
  start: number
  end: number
}

/**
 * Maximum length of a word; longer ones are cut. Words of German federal law have at most 70 letters, and the time to normalize
 * a word grows with the square of its combining marks.
 */
const MAXIMUM_WORD_LENGTH = 100

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]+$/u
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const IGNORABLES = /\p{Default_Ignorable_Code_Point}/gu
const NON_ASCII = /[^\0-\x7f]/
/** Most characters of words. Fast path: compiling the expressions with Unicode classes takes a millisecond. */
const PLAIN = /[\dA-Za-zÄÖÜäöüß]/
/** Nearly all words with non-ASCII characters. */
const GERMAN = /^[\w.,äöüÄÖÜß]+$/
const UMLAUTS = /[äöüß]/g
const UMLAUT_SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** The section sign is its own word, so that `"§ 5 Absatz 1"` is a phrase; `§§` are two. */
const SECTION_SIGN = '§'

const UNKNOWN = 0
const SEPARATOR = 1
const WORD = 2
const INVISIBLE = 3
const SIGN = 4
const RAISED = 5

/** Raised digits and letters. */
const RAISED_CHARACTER = new RegExp(`[${SUPERSCRIPT_DIGITS}${SUPERSCRIPT_LETTERS}]`, 'u')
const RAISED_DIGIT = new RegExp(`[${SUPERSCRIPT_DIGITS}]`, 'u')
/** Maximum length of a unit before a raised digit: `m²`, `km²`. */
const LONGEST_UNIT = 2

/** The class of each UTF-16 code unit, filled in as characters are met. */
const classes = new Uint8Array(0x10000)

/**
 * Returns the words of a text, in order. Words are runs of letters and digits with their combining marks, and full stops
 * and commas between two digits (`3.28a`, `0,5`). A raised run is a word of its own (`10¹²fache`), except letters after a
 * number (`6ᵇⁱˢ`) and powers of units (`m²`). Takes any string and never throws; linear in its length.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  scanWords(text, (word) => words.push(word))
  return words
}

/** Returns the words of a text with their places, in order. */
export function placedWordsOf(text: string): Word[] {
  const words: Word[] = []
  scanWords(text, (word, start, end) => words.push({ word, start, end }))
  return words
}

/** Calls `visit` for each word of a text, in order, with its place. */
export function scanWords(text: string, visit: (word: string, start: number, end: number) => void): void {
  let position = 0
  while (position < text.length) {
    const first = classAt(text, position)
    if (first === SIGN) visit(SECTION_SIGN, position, position + 1)
    if (first !== WORD && first !== RAISED) {
      position += 1
      continue
    }
    const start = position
    let end = start
    let plain = true
    while (position < text.length) {
      const kind = classAt(text, position)
      if ((kind === SEPARATOR && !isInnerPoint(text, position)) || kind === SIGN) break
      if (position > start && isRaisedBreak(text, start, position, kind)) break
      if (text.charCodeAt(position) > 0x7f) plain = false
      position += !plain && isSurrogatePair(text, position) ? 2 : 1
      if (kind !== INVISIBLE) end = position
    }
    const written = cut(text.slice(start, end))
    const word = plain ? written.toLowerCase() : cut(fold(written))
    if (word !== '') visit(word, start, end)
  }
}

/** The length of stretches in UTF-16 code units; each is a few tenths of a millisecond of work. */
const STRETCH = 4096

/** The stretches of a text, cut at spaces, with their places: their words are those of the text. */
export function* stretchesOf(text: string): Generator<[start: number, stretch: string]> {
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start + STRETCH)
    const end = space === -1 ? text.length : space
    yield [start, start === 0 && end === text.length ? text : text.slice(start, end)]
    start = end
  }
}

/** Normalizes the spelling of a word. */
function fold(word: string): string {
  if (GERMAN.test(word)) return writeOutUmlauts(word.toLowerCase())
  const spelled = writeOutUmlauts(word.replace(IGNORABLES, '').normalize('NFKC').toLowerCase())
  if (!NON_ASCII.test(spelled)) return spelled
  return spelled
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function writeOutUmlauts(word: string): string {
  return word.replace(UMLAUTS, (letter) => UMLAUT_SPELLINGS[letter] as string)
}

/** Cuts a long word, never within a surrogate pair. */
function cut(word: string): string {
  if (word.length <= MAXIMUM_WORD_LENGTH) return word
  return word.slice(0, isSurrogatePair(word, MAXIMUM_WORD_LENGTH - 1) ? MAXIMUM_WORD_LENGTH - 1 : MAXIMUM_WORD_LENGTH)
}

function classAt(text: string, position: number): number {
  const unit = text.charCodeAt(position)
  const known = classes[unit] as number
  if (known !== UNKNOWN) return known
  if (isSurrogatePair(text, position)) return classify(text.slice(position, position + 2))
  const kind = classify(text.charAt(position))
  if (!isSurrogate(unit)) classes[unit] = kind
  return kind
}

/** A character is part of a word if its compatibility form is, too: `²` (2) is, `½` (1⁄2) is not. */
function classify(character: string): number {
  if (PLAIN.test(character)) return WORD
  if (!NON_ASCII.test(character)) return SEPARATOR
  if (character === SECTION_SIGN) return SIGN
  if (IGNORABLE.test(character)) return INVISIBLE
  if (RAISED_CHARACTER.test(character)) return RAISED
  return WORD_CHARACTER.test(character) && WORD_CHARACTER.test(character.normalize('NFKC')) ? WORD : SEPARATOR
}

/** True if a word ends before a character because a raised run begins or ends there. */
function isRaisedBreak(text: string, start: number, position: number, kind: number): boolean {
  const isAfterRaised = classAt(text, position - 1) === RAISED
  if (kind !== RAISED) return isAfterRaised && kind === WORD
  if (isAfterRaised) return false
  const isLetter = !RAISED_DIGIT.test(text.charAt(position))
  if (isLetter) return !isDigit(text, position - 1)
  const isUnit = position - start <= LONGEST_UNIT && !isDigit(text, position - 1)
  return !isUnit || classAt(text, position + 1) === RAISED
}

function isInnerPoint(text: string, position: number): boolean {
  const sign = text.charAt(position)
  return (sign === '.' || sign === ',') && isDigit(text, position - 1) && isDigit(text, position + 1)
}

function isDigit(text: string, position: number): boolean {
  const unit = text.charCodeAt(position)
  return unit >= 0x30 && unit <= 0x39
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}

function isSurrogatePair(text: string, position: number): boolean {
  return (text.charCodeAt(position) & 0xfc00) === 0xd800 && (text.charCodeAt(position + 1) & 0xfc00) === 0xdc00
}
