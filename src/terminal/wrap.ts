/** Breaks text into lines that fit a width, counted in terminal columns. */
import { breakLine } from './line-breaks.ts'
import { displayWidth } from './width.ts'

export { displayWidth, padEnd } from './width.ts'

/** Places to break, of which a terminal shows nothing. */
const INVISIBLE = /\u00ad|\u200b/g

/**
 * Breaks a text where German legal text may be broken, and inside of words only where a word is wider than a line. Its
 * own line breaks stay, runs of spaces become one. Styles and links of the text end with a line and go on behind the
 * indent of the next.
 * @param indent what every line begins with, @param hanging what the lines after the first begin with instead.
 */
export function wrapText(text: string, width: number, indent = '', hanging = indent): string[] {
  const firstRoom = Math.max(width - displayWidth(indent), 1)
  const room = Math.max(width - displayWidth(hanging), 1)
  return text.split('\n').flatMap((line) => {
    const { plain, sequences } = separate(line.replace(/[ \t]+/g, ' '))
    const restyler = new Restyler(plain, sequences)
    return breakLine(plain.trimEnd(), firstRoom, room).map(({ start, end, hyphen }, index) => {
      const shown = restyler.line(start, end).replace(INVISIBLE, '')
      return `${index === 0 ? indent : hanging}${shown}${hyphen ? '-' : ''}`.trimEnd()
    })
  })
}

/*FILEDOC Escape sequences for styles and links in a text: where they stand, and what is open at a place. */

const ESCAPE = '\x1b'
/** Sequences that select a style (`ESC [ 1 m`), and those that begin or end a link (OSC 8). */
const SEQUENCE = new RegExp(`${ESCAPE}\\[(\\d*)m|${ESCAPE}\\]8;[^;${ESCAPE}]*;([^${ESCAPE}]*)${ESCAPE}\\\\`, 'g')
const END_OF_LINK = `${ESCAPE}]8;;${ESCAPE}\\`
const LINK = 'link'

interface Sequence {
  /** Place in the text without the sequences. */
  at: number
  sequence: string
  /** What it opens or closes: a link, or the code that ends its style. */
  kind: string
  opens: boolean
}

/** Codes that end a style, by those that begin it: bold and dim, italics, underline and so on, colours, backgrounds. */
function endOf(code: number): number | undefined {
  if (code === 1 || code === 2) return 22
  if (code >= 3 && code <= 9) return 20 + code
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return 39
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return 49
  return undefined
}

/** A text without its escape sequences, and these with their places. Of the spaces around a sequence one stays. */
export function separate(text: string): { plain: string; sequences: Sequence[] } {
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

/** Puts the sequences of a text back into its lines: what is open where a line ends is closed there, and opened again. */
export class Restyler {
  readonly #plain: string
  readonly #sequences: Sequence[]
  #next = 0
  #open: Sequence[] = []

  constructor(plain: string, sequences: Sequence[]) {
    this.#plain = plain
    this.#sequences = sequences
  }

  /** The stretch `[start, end)` of the text with its styles. Stretches are asked for in their order. */
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
    // A style is ended once, whatever the number of sequences that it is made of.
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
