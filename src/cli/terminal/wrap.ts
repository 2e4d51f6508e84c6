/** Breaks text into lines that fit a width, counted in terminal columns. */
import { displayWidth, graphemes, isPlain, withoutInvisible } from './width.ts'

/** Spaces that need normalizing, and the empty text. */
const SPACING = /^\s| {2}|\s$|^$/

/**
 * Breaks a text where German legal text may break, and inside a word only if it is wider than a line. Line breaks of the text stay,
 * runs of spaces become one. Styles and links end with each line and resume after the indent of the next.
 * @param indent start of every line, @param hanging start of the lines after the first instead
 */
export function wrapText(text: string, width: number, indent = '', hanging = indent): string[] {
  const firstRoom = Math.max(width - displayWidth(indent), 1)
  const room = Math.max(width - displayWidth(hanging), 1)
  if (text.length <= firstRoom && isPlain(text) && !SPACING.test(text)) return [indent + text]
  return text.split('\n').flatMap((line) => {
    const { plain, sequences } = separate(line.replace(/[ \t]+/g, ' '))
    const restyler = new Restyler(plain, sequences)
    return breakLine(plain.trimEnd(), firstRoom, room).map(({ start, end, hyphen }, index) => {
      const shown = withoutInvisible(restyler.line(start, end))
      return `${index === 0 ? indent : hanging}${shown}${hyphen ? '-' : ''}`.trimEnd()
    })
  })
}

const ESCAPE = '\x1b'
const BELL = '\x07'
/** Escape sequences that select a style (`ESC [ 1 m`), and those that begin or end a link (OSC 8). */
const SEQUENCE = new RegExp(`${ESCAPE}\\[(\\d*)m|${ESCAPE}\\]8;[^;${BELL}]*;([^${BELL}]*)${BELL}`, 'g')
const END_OF_LINK = `${ESCAPE}]8;;${BELL}`
const LINK = 'link'

interface Sequence {
  /** Offset in the text without the sequences. */
  at: number
  sequence: string
  /** A link, or the code that ends its style. */
  kind: string
  opens: boolean
}

/** The code that ends a style: bold and dim, italics, underline and so on, colours, backgrounds. */
function endOf(code: number): number | undefined {
  if (code === 1 || code === 2) return 22
  if (code >= 3 && code <= 9) return 20 + code
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return 39
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return 49
  return undefined
}

/** The text without its escape sequences, and the sequences with their offsets. Of the spaces around a sequence one stays. */
function separate(text: string): { plain: string; sequences: Sequence[] } {
  const sequences: Sequence[] = []
  let plain = ''
  let from = 0
  let endsInSpace = false
  const add = (piece: string) => {
    plain += endsInSpace && piece.startsWith(' ') ? piece.slice(1) : piece
    if (piece !== '') endsInSpace = piece.endsWith(' ')
  }
  for (const { 0: sequence, 1: code, 2: url, index } of text.matchAll(SEQUENCE)) {
    add(text.slice(from, index))
    from = index + sequence.length
    const end = code === undefined ? undefined : endOf(Number(code))
    const kind = code === undefined ? LINK : String(end ?? Number(code))
    sequences.push({ at: plain.length, sequence, kind, opens: code === undefined ? url !== '' : end !== undefined })
  }
  add(text.slice(from))
  return { plain, sequences }
}

/** Restores the sequences of a text in its lines: open ones are closed at the end of a line, and reopened. */
class Restyler {
  readonly #plain: string
  readonly #sequences: Sequence[]
  #next = 0
  #open: Sequence[] = []

  constructor(plain: string, sequences: Sequence[]) {
    this.#plain = plain
    this.#sequences = sequences
  }

  /** The stretch `[start, end)` of the text with its styles. Call in text order. */
  line(start: number, end: number): string {
    this.#pass((at) => at <= start)
    let line = this.#open.map(({ sequence }) => sequence).join('')
    let from = start
    this.#pass(
      (at) => at < end,
      ({ at, sequence }) => {
        line += this.#plain.slice(from, at) + sequence
        from = at
      },
    )
    line += this.#plain.slice(from, end)
    // One code ends a style, however many sequences began it.
    const kinds = new Set(this.#open.toReversed().map(({ kind }) => kind))
    for (const kind of kinds) line += kind === LINK ? END_OF_LINK : `${ESCAPE}[${kind}m`
    return line
  }

  #pass(isBefore: (at: number) => boolean, each?: (sequence: Sequence) => void): void {
    for (let next = this.#sequences[this.#next]; next && isBefore(next.at); next = this.#sequences[++this.#next]) {
      each?.(next)
      if (next.opens) this.#open.push(next)
      else this.#open = next.kind === '0' ? [] : this.#open.filter(({ kind }) => kind !== next.kind)
    }
  }
}

/** A line of a text, `[start, end)` in UTF-16 code units. Between two lines there are only spaces. */
interface BrokenLine {
  start: number
  end: number
  /** True if it ends at a soft hyphen. */
  hyphen: boolean
}

/**
 * Break opportunities: spaces except no-break spaces, and the hyphen of a compound of nouns, with two letters on either side,
 * unlike in `E-Mail`, a flag or a code.
 */
const GAP = /[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]|\u00ad|\u200b|(?<=\p{L}\p{L}[-‐])(?=\p{Lu}\p{L})/gu
const SOFT_HYPHEN = '\u00ad'

/** A place where a line can end: its end, the start of the next line, and the columns from the start of the text to there. */
interface Break {
  end: number
  next: number
  columns: number
  hyphen: boolean
}

/**
 * Breaks one line of text. An unbreakable space breaks only as a last resort, a word if it is wider than a line.
 * @param firstRoom columns of the first line, @param room columns of the following lines
 */
function breakLine(text: string, firstRoom: number, room: number): BrokenLine[] {
  const lines: BrokenLine[] = []
  let start = text.startsWith(' ') ? 1 : 0
  /** Columns of the text before the line, and before the next part. */
  let before = start
  let columns = 0
  let usual: Break | undefined
  let lastResort: Break | undefined
  let wordStart = 0
  const roomNow = () => (lines.length === 0 ? firstRoom : room)

  const finish = (at: Break) => {
    lines.push({ start, end: at.end, hyphen: at.hyphen })
    start = at.next
    before = at.columns
    if (usual !== undefined && usual.end <= at.end) usual = undefined
    if (lastResort !== undefined && lastResort.end <= at.end) lastResort = undefined
  }
  /** Takes the part between two gaps, and breaks the line before it or in it while it does not fit. */
  const take = (from: number, to: number) => {
    const part = text.slice(from, to)
    const width = displayWidth(part)
    while (columns + width - before > roomNow()) {
      const at = usual ?? lastResort
      if (at === undefined) break
      finish(at)
    }
    if (columns + width - before > roomNow()) splitWord(part, from)
    else columns += width
  }
  const splitWord = (word: string, from: number) => {
    let at = from
    for (const piece of isPlain(word) ? plainPieces(word, columns - before, roomNow, room) : graphemes(word)) {
      const width = displayWidth(piece)
      if (at > start && columns + width - before > roomNow()) finish({ end: at, next: at, columns, hyphen: false })
      columns += width
      at += piece.length
    }
  }

  let from = 0
  for (const { 0: gap, index } of text.matchAll(GAP)) {
    take(from, index)
    const isSoft = gap === SOFT_HYPHEN
    const next = index + gap.length
    const isSpace = gap !== '' && !isSoft && gap !== '\u200b'
    const here = { end: index, next, columns: columns + displayWidth(gap), hyphen: isSoft }
    if (index <= start) usual = undefined
    else if (gap === ' ' && isUnbreakable(text.slice(wordStart, index).replaceAll(SOFT_HYPHEN, ''), wordAt(text, next)))
      lastResort = here
    else if (!isSoft || (index > from && columns + 1 - before <= roomNow())) usual = here
    columns = here.columns
    if (isSpace) wordStart = next
    from = next
  }
  take(from, text.length)
  if (start < text.length || lines.length === 0) lines.push({ start, end: text.length, hyphen: false })
  return lines
}

/** Splits a word of one-column characters into pieces that fill the lines. */
function* plainPieces(word: string, used: number, roomNow: () => number, room: number): Generator<string> {
  const first = Math.max(roomNow() - used, 1)
  yield word.slice(0, first)
  for (let at = first; at < word.length; at += room) yield word.slice(at, at + room)
}

function wordAt(text: string, start: number): string {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.slice(start) : text.slice(start, end)
}

/** Words that stay on a line with the following number or letter. */
const BEFORE_NUMBERS = new Set(
  [
    ['Art. Artikel Artikels Artikeln Abs. Absatz Absatzes Absätze Absätzen Unterabs. UAbs. Unterabsatz'],
    ['Satz Satzes Sätze Sätzen S. Hs. Halbs. Halbsatz Nr. Nrn. Nummer Nummern Ziff. Ziffer Ziffern'],
    ['Buchst. Buchstabe Buchstaben Anl. Anlage Anlagen Anh. Anhang Anhangs Kap. Kapitel Kapitels'],
    ['Abschn. Abschnitt Abschnitts Teil Teils Titel Titels Buch Buches Tab. Tabelle Spalte Zeile'],
    ['Rn. Rdnr. Tz. Fn. BGBl. RGBl. ABl.'],
  ]
    .flat()
    .flatMap((words) => words.split(' ')),
)

/** A number, a list letter (`a`, `aa`, `A`) or a Roman number, with closing punctuation. */
const NUMBER = /^(?:\d.*|([a-z])\1{0,2}|[A-Z]|[IVXLC]+)[).,;:“”"]*$/
const FOLLOWING = /^ff?\.?[).,;:]*$/
const UNIT = /^[%‰€°](?!\p{L})/u
const MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u
const SHORT = /^\p{L}\.$/u
const OPENING = /^[([„‚"»]+/

/** True if the space between two words must not break. */
function isUnbreakable(before: string, after: string): boolean {
  const word = before.replace(OPENING, '')
  // A dash at the start of a line would look like a list mark; an ellipsis sticks to the word next to it.
  if (/^§+$/.test(word) || after === '–' || after === '…' || word === '…' || UNIT.test(after)) return true
  if (BEFORE_NUMBERS.has(word)) return NUMBER.test(after)
  if (FOLLOWING.test(after)) return /\d/.test(word)
  // 10 000
  if (/^\d{3}(?!\d)/.test(after) && /(?<!\d)\d{1,3}$/.test(word)) return true
  if (/^\d{1,2}\.$/.test(word)) return MONTH.test(after)
  // z. B., i. V. m.
  return SHORT.test(word) && /^\p{L}\./u.test(after)
}
