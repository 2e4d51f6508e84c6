/**
 * Finds the stretches of a text that may hold a word that is looked for, in one pass, without taking out a word: most
 * words of a text are none.
 *
 * All patterns are read at once, each position of a pattern being one bit of a number ("Shift-And": Ricardo Baeza-Yates and
 * Gaston Gonnet, "A New Approach to Text Searching", CACM 35 (10), 1992), with bits that may stay for letters that repeat.
 * An expression does the same for no less, and has to be compiled for each query, which takes longer than all of its texts.
 */

/** Calls `visit` for each stretch between spaces that may hold what is looked for, in order: `[start, end)`. */
export type ShiftAnd = (text: string, visit: (start: number, end: number) => void) => void

/** So many positions do all patterns have together, */
const POSITIONS = 30
/** and this is the bit of signs whose words may always match. The sign of a number is left out. */
const UNUSUAL = 1 << POSITIONS
/** So many of its first positions are looked for at least, before a pattern shares them with others. */
const FEWEST = 4

/** Signs with one spelling, or those of `positionsOf`. Every word with another one may match. */
const USUAL = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))}§äöüÄÖÜß–—„“”‚‘…•`

/** What signs are to patterns: the usual ones of one byte are what they are, all others are alike. */
const SIGNS = 0x101
const ANY_USUAL = 0
const ANY_UNUSUAL = 0x100
const signOf = new Uint16Array(0x10000).fill(ANY_UNUSUAL)
for (const sign of USUAL) {
  const unit = sign.charCodeAt(0)
  signOf[unit] = unit < ANY_UNUSUAL ? unit : ANY_USUAL
}

/** What may stand at a place of a word: any of some letters, and further letters behind it or not. */
interface Position {
  letters: string
  further: string
}

interface Automaton {
  /** The bits of first positions, and of last ones. */
  first: number
  last: number
  /** Of each sign the bits of positions at which it may stand, and behind which it may. */
  next: Int32Array
  stay: Int32Array
}

/**
 * @param sought words or beginnings of words, as `scanWords` gives them or stemmed: what is written with an umlaut or `ß`
 *   is found, and more
 */
export function createShiftAnd(sought: readonly string[]): ShiftAnd {
  const automaton = automatonOf(sought.filter(hasUsualSigns).map(positionsOf))
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

/** Where the first pattern or unusual sign ends, from a place on; the length where there is none. */
function findFirst({ first, last, next, stay }: Automaton, units: Uint16Array, from: number, length: number): number {
  let state = 0
  for (let place = from; place < length; place += 1) {
    const sign = signOf[units[place] as number] as number
    state = (((state << 1) | first) & (next[sign] as number)) | (state & (stay[sign] as number))
    if ((state & last) !== 0) return place
  }
  return length
}

let bytes = Buffer.allocUnsafeSlow(0)
let room = new Uint16Array()
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The UTF-16 code units of a text, until the next is read: going through these is five times as fast as `charCodeAt`. */
function unitsOf(text: string): Uint16Array {
  if (room.length < text.length) {
    bytes = Buffer.allocUnsafeSlow(text.length * 4)
    room = new Uint16Array(bytes.buffer)
  }
  bytes.write(text, 'utf16le')
  if (!isLittleEndian) bytes.subarray(0, text.length * 2).swap16()
  return room
}

function hasUsualSigns(text: string): boolean {
  for (const sign of text) if (!USUAL.includes(sign)) return false
  return true
}

/** Terms have lost their umlauts, in words they are written out, and a beginning may end within one, as within `ß`. */
function positionsOf(text: string): Position[] {
  return [...text.matchAll(/s+|[aou]e?|./g)].map(([signs]): Position => {
    const letter = signs.charAt(0)
    const umlaut = UMLAUTS[letter]
    if (umlaut !== undefined) return { letters: letter + umlaut, further: 'e' }
    return letter === 's' ? { letters: 'sß', further: 'sß' } : { letters: letter, further: '' }
  })
}

const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }

/** Patterns that find no room of their own share one, which lets more through. */
function automatonOf(patterns: readonly Position[][]): Automaton {
  const automaton = { first: UNUSUAL, last: UNUSUAL, next: new Int32Array(SIGNS), stay: new Int32Array(SIGNS) }
  automaton.next[ANY_UNUSUAL] = UNUSUAL
  const longest = patterns.reduce((most, { length }) => Math.max(most, length), 1)
  const length = Math.min(longest, Math.max(FEWEST, Math.floor(POSITIONS / Math.max(1, patterns.length))))
  const rooms = Math.floor(POSITIONS / length)
  for (const [index, pattern] of patterns.entries()) {
    const bit = (index % rooms) * length
    const positions = pattern.slice(0, length)
    automaton.first |= 1 << bit
    automaton.last |= 1 << (bit + positions.length - 1)
    for (const [place, { letters, further }] of positions.entries()) {
      mark(automaton.next, letters, 1 << (bit + place))
      mark(automaton.stay, further, 1 << (bit + place))
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
