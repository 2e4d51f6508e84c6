/** Breaks text into lines that fit a width, counted in terminal columns. */
import { breakLine } from './line-breaks.ts'
import { displayWidth, isPlain, withoutInvisible } from './width.ts'

/** Spaces that are not drawn as they are, and the empty text. */
const SPACING = /^\s| {2}|\s$|^$/

/**
 * Breaks a text where German legal text may break, and inside a word only if it is wider than a line. Line breaks of the
 * text stay, runs of spaces become one. Styles and links end with each line and begin again after the indent of the next.
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

/** The code that ends a style: of bold and dim, of italics, underline and so on, of colours, of backgrounds. */
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

/** Puts the sequences of a text back into its lines: those open at the end of a line are closed there, and opened again. */
class Restyler {
  readonly #plain: string
  readonly #sequences: Sequence[]
  #next = 0
  #open: Sequence[] = []

  constructor(plain: string, sequences: Sequence[]) {
    this.#plain = plain
    this.#sequences = sequences
  }

  /** The stretch `[start, end)` of the text with its styles. Call it in the order of the text. */
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
