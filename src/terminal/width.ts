/** How many columns a text takes on a terminal. */
import { stripVTControlCharacters } from 'node:util'

/** Characters of one column each, in which nearly all texts are written; the soft hyphen is none of them. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u202f-\u205e\u20a0-\u20bf\u2190-\u21ff]*$/
/** East Asian wide and fullwidth characters: two columns each (after Unicode UAX #11, by blocks). */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u
/** What is drawn as an emoji: by itself, or because a variation selector asks for it. */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u
/** Marks that stand on the character before them, format characters, the soft hyphen: no column at all. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]/u

let segmenter: Intl.Segmenter | undefined

/** Whether every code unit of a text is one character of one column. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** The characters as a reader sees them: with the marks on them; joined emoji and flags are one. */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('de', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Columns that a text takes on a terminal; escape sequences take none. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const grapheme of graphemes(text.includes('\x1b') ? stripVTControlCharacters(text) : text)) {
    width += graphemeWidth(grapheme)
  }
  return width
}

/** Columns of one of the {@link graphemes}. */
export function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1
}

/** The text with spaces behind it up to a width; unchanged where it is as wide already. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - displayWidth(text), 0))
}
