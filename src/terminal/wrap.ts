/** Breaks text into lines that fit a width, counted in terminal columns. */
import { stripVTControlCharacters } from 'node:util'

/** East Asian wide and fullwidth characters and emoji: two columns each (after Unicode UAX #11, by blocks). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
/** Marks that stand on the character before them, format characters, the soft hyphen: no column at all. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u
const PLAIN = /^[\x20-\x7e]*$/

/** Columns that a text takes on a terminal; escape sequences take none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const character of stripVTControlCharacters(text)) {
    if (ZERO_WIDTH.test(character)) continue
    width += WIDE.test(character) ? 2 : 1
  }
  return width
}

/** The text with spaces behind it up to a width; unchanged where it is as wide already. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - displayWidth(text), 0))
}

/**
 * Breaks a text at its spaces, and inside of words only where a word is wider than a line. Its own line breaks stay.
 * @param indent what every line begins with, @param hanging what the lines after the first begin with instead.
 */
export function wrapText(text: string, width: number, indent = '', hanging = indent): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, indent, hanging))
}

function wrapLine(text: string, width: number, indent: string, hanging: string): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const room = () => Math.max(width - displayWidth(lines.length === 0 ? indent : hanging), 1)
  const finish = () => {
    lines.push((lines.length === 0 ? indent : hanging) + line)
    line = ''
    used = 0
  }
  // No-break spaces are not white space here.
  for (const word of text.split(/[ \t]+/)) {
    let wordWidth = displayWidth(word)
    if (used > 0 && used + 1 + wordWidth > room()) finish()
    let rest = word
    while (wordWidth > room() && used === 0) {
      const head = headOf(rest, room())
      line = head
      rest = rest.slice(head.length)
      wordWidth -= displayWidth(head)
      finish()
    }
    line += used > 0 ? ` ${rest}` : rest
    used += (used > 0 ? 1 : 0) + wordWidth
  }
  if (used > 0 || lines.length === 0) finish()
  return lines.map((each) => each.trimEnd())
}

/** The longest beginning of a word that is at most `width` columns wide; at least one character. */
function headOf(word: string, width: number): string {
  let head = ''
  let used = 0
  for (const character of word) {
    const next = used + displayWidth(character)
    if (next > width && head !== '') break
    head += character
    used = next
  }
  return head
}
