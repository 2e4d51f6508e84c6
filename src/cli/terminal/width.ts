/** How many columns a text takes on a terminal: as `string-width` counts them, by which cli-table3 draws. */
import { createRequire } from 'node:module'

/** Characters of one column each, in which nearly all texts are written; the soft hyphen is none of them. */
const PLAIN =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u1d2c-\u1dbf\u2010-\u2027\u202f-\u205e\u2070-\u20bf\u2190-\u21ff\u2200-\u22ff\u2500-\u257f]*$/
/** Places to break, of which a terminal shows nothing. */
const INVISIBLE = /[\u00ad\u200b]/g

let segmenter: Intl.Segmenter | undefined
let stringWidth: typeof import('string-width') | undefined

/** True if every code unit of a text is one character of one column. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** The text without soft hyphens and zero-width spaces. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** The characters as a reader sees them: with the marks on them; joined emoji and flags are one. */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('de', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Columns that a text takes on a terminal; escape sequences take none. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  stringWidth ??= createRequire(import.meta.url)('string-width') as typeof import('string-width')
  return stringWidth(withoutInvisible(text))
}

/** The text with spaces after it up to a width; unchanged if it is as wide already. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - displayWidth(text), 0))
}
