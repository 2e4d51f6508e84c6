/** Breaks text into lines that fit a width, counted in terminal columns. */
import { Restyler, separate } from './escapes.ts'
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
