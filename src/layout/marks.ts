/** Marks at the start of a line: of numbered paragraphs, and of list items by their style. */

/** `(1)`, `(2a)`; some laws omit the space after it: `(1)(außer Kraft)`, `(3)Der Kläger` */
const PARAGRAPH = /^\(\d+[a-z]*\)(?=\s|$|[\p{Lu}(„¹²³⁰-⁹])/u

/** `1.`, `2a.` of English and French acts */
const NUMBER = /^\d+[a-z]*\.(?=\s|$)/

/** Marks of list items. Items with marks of one style are on the same level. */
const STYLES: [style: string, mark: RegExp][] = [
  ['1.', /^\d+[a-z]{0,2}\.(?=\s|$)/],
  ['1.1', /^\d+\.\d+[a-z]?\.?(?=\s|$)/],
  ['1.1.1', /^\d+(?:\.\d+){2,}\.?(?=\s|$)/],
  ['1)', /^\d+[a-z]?\)(?=\s|$)/],
  ['a)', /^[a-z]\)(?=\s|$)/],
  ['aa)', /^[a-z]{2}\)(?=\s|$)/],
  ['aaa)', /^[a-z]{3}\)(?=\s|$)/],
  ['(a)', /^\([a-z]{1,3}\)(?=\s|$)/],
  ['I.', /^[IVX]+\.(?=\s|$)/],
  ['A.', /^[A-H]\.(?=\s|$)/],
  ['–', /^[-–—](?=\s)/],
  ['•', /^[•·▪](?=\s)/],
]

/**
 * The mark of a numbered paragraph at the start of a line.
 * @param isParagraph true if one is known to begin there: a number without brackets is then its mark, not that of an item
 */
export function paragraphMark(line: string, isParagraph = false): string | undefined {
  return (PARAGRAPH.exec(line) ?? (isParagraph ? NUMBER.exec(line) : null))?.[0]
}

/** The mark of a list item at the start of a line, and its style. */
export function itemMark(line: string): { mark: string; style: string } | undefined {
  for (const [style, pattern] of STYLES) {
    const mark = pattern.exec(line)?.[0]
    if (mark !== undefined) return { mark, style }
  }
  return undefined
}

/** True for the styles of unnumbered marks. */
export function isBullet(style: string): boolean {
  return style === '–' || style === '•'
}

/** True for the first mark of a list. */
export function isFirst(mark: string): boolean {
  return /^\(?(?:1|a{1,3}|I|A)[.)]/.test(mark)
}
