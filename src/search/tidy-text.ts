/** Tidies the white space of texts, so that snippets can be cut out of them. */
import { textOf, unitsOf } from './text-units.ts'

const LINE_FEED = 0x0a
/** White space (ECMA-262, 12.2 and 12.3) and control characters by their UTF-16 code units: 1, line feeds 2, all others 0. */
const blankOf = new Uint8Array(0x10000)
blankOf.fill(1, 0, 0x21)
blankOf.fill(1, 0x7f, 0xa1)
blankOf.fill(1, 0x2000, 0x200b)
for (const unit of [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]) blankOf[unit] = 1
blankOf[LINE_FEED] = 2
const SEPARATORS = [0, 0x20, LINE_FEED]

/** Matches texts to tidy, one in ten: with other blanks or control characters, two blanks in a row, or one at an end. */
const UNTIDY =
  /[^\n -~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff]|[ \n]{2}|^[ \n]|[ \n]$/

/**
 * Replaces runs of white space and control characters by a line feed if they have one, else by a space; none at the ends. The
 * loop takes a third less time than regular expressions that replace; one that only looks takes less still.
 */
export function tidyText(text: string): string {
  if (!UNTIDY.test(text)) return text
  const units = unitsOf(text)
  const { length } = text
  let end = 0
  let blank = 0
  for (let place = 0; place < length; place += 1) {
    const unit = units[place] as number
    const kind = blankOf[unit] as number
    if (kind > blank) blank = kind
    if (kind !== 0) continue
    if (blank !== 0 && end > 0) units[end++] = SEPARATORS[blank] as number
    blank = 0
    units[end++] = unit
  }
  return textOf(end)
}
