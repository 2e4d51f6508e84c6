/**
 * A Shift-And automaton (Ricardo Baeza-Yates and Gaston Gonnet, "A New Approach to Text Searching", CACM 35 (10), 1992):
 * finds the stretches of a text that may contain one of several words in one pass, without tokenizing the others.
 *
 * Each position of a pattern is one bit of a number. A bit may stay set for letters that repeat. A regular expression is
 * not faster, and compiling it for each query takes longer than searching all texts.
 */

import { unitsOf } from './text-units.ts'

/** Calls `visit` for each stretch `[start, end)` between spaces that may contain a pattern, in order. */
export type ShiftAnd = (text: string, visit: (start: number, end: number) => void) => void

/** The number of positions of all patterns together. The sign bit of a number is not used. */
const POSITIONS = 30
/** The bit of unusual characters: a word with one may always match. */
const UNUSUAL = 1 << POSITIONS
/** The least number of positions of a pattern. If there is no room for them, patterns share positions. */
const MIN_PATTERN_POSITIONS = 4

/** Characters with one spelling, or with the spellings of `positionsOf`. */
const USUAL = `\n${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))}§äöüÄÖÜß–—„“”‚‘…•`

/** The classes of characters: usual ones of one byte are their own class, other usual ones and unusual ones one each. */
const SIGNS = 0x101
const ANY_USUAL = 0
const ANY_UNUSUAL = 0x100
const signOf = new Uint16Array(0x10000).fill(ANY_UNUSUAL)
for (const sign of USUAL) {
  const unit = sign.charCodeAt(0)
  signOf[unit] = unit < ANY_UNUSUAL ? unit : ANY_USUAL
}

/** A position of a pattern: one of some letters, then any number of others. */
interface Position {
  letters: string
  repeated: string
}

interface Automaton {
  /** The bits of first and of last positions. */
  first: number
  last: number
  /** For each class of characters the positions that match it, and those that it may follow. */
  next: Int32Array
  stay: Int32Array
}

/**
 * Creates the automaton of some patterns.
 * @param patterns words, their beginnings or stems, as `scanWords` spells them; also found with umlauts and `ß`
 */
export function createShiftAnd(patterns: readonly string[]): ShiftAnd {
  const automaton = automatonOf(patterns.filter(hasUsualSigns).map(positionsOf))
  return (text, visit) => {
    const { length } = text
    const units = unitsOf(text)
    for (let place = 0; place < length; ) {
      const found = findFirst(automaton, units, place, length)
      if (found === length) return
      const space = text.indexOf(' ', found)
      const end = space === -1 ? length : space
      visit(text.lastIndexOf(' ', found) + 1, end)
      place = end + 1
    }
  }
}

/** The end of the first pattern or unusual character from a place on; the length if there is none. */
function findFirst({ first, last, next, stay }: Automaton, units: Uint16Array, from: number, length: number): number {
  let state = 0
  for (let place = from; place < length; place += 1) {
    const sign = signOf[units[place] as number] as number
    state = (((state << 1) | first) & (next[sign] as number)) | (state & (stay[sign] as number))
    if ((state & last) !== 0) return place
  }
  return length
}

function hasUsualSigns(text: string): boolean {
  for (const sign of text) if (!USUAL.includes(sign)) return false
  return true
}

/** In terms umlauts are reduced to vowels, in words they are written out, and a prefix may end within one, or within `ß`. */
function positionsOf(text: string): Position[] {
  return [...text.matchAll(/s+|[aou]e?|./g)].map(([signs]): Position => {
    const letter = signs.charAt(0)
    const umlaut = UMLAUTS[letter]
    if (umlaut !== undefined) return { letters: letter + umlaut, repeated: 'e' }
    return letter === 's' ? { letters: 'sß', repeated: 'sß' } : { letters: letter, repeated: '' }
  })
}

const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }

/** Patterns without room of their own share positions, which lets more text through. */
function automatonOf(patterns: readonly Position[][]): Automaton {
  const automaton = { first: UNUSUAL, last: UNUSUAL, next: new Int32Array(SIGNS), stay: new Int32Array(SIGNS) }
  automaton.next[ANY_UNUSUAL] = UNUSUAL
  const longest = patterns.reduce((most, { length }) => Math.max(most, length), 1)
  const length = Math.min(
    longest,
    Math.max(MIN_PATTERN_POSITIONS, Math.floor(POSITIONS / Math.max(1, patterns.length))),
  )
  const rooms = Math.floor(POSITIONS / length)
  for (const [index, pattern] of patterns.entries()) {
    const bit = (index % rooms) * length
    const positions = pattern.slice(0, length)
    automaton.first |= 1 << bit
    automaton.last |= 1 << (bit + positions.length - 1)
    for (const [place, { letters, repeated }] of positions.entries()) {
      mark(automaton.next, letters, 1 << (bit + place))
      mark(automaton.stay, repeated, 1 << (bit + place))
    }
  }
  return automaton
}

function mark(bits: Int32Array, letters: string, bit: number): void {
  for (const letter of letters + letters.toUpperCase()) {
    const unit = letter.charCodeAt(0)
    bits[unit] = (bits[unit] as number) | bit
  }
}
