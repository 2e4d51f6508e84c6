/** Raised and lowered characters of Unicode, with which texts mark sentences, footnotes, exponents and `6ᵇⁱˢ`. */

/** A raised or lowered character: letters of the category Lm among them, which are no letters of words. */
export const RAISED =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2070-\u2071\u2074-\u208e\u2090-\u209c\u2c7c\u2c7d]/u

/** Raised characters only, not lowered ones. */
export const SUPERSCRIPT =
  /[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d61\u1d78\u1d9b-\u1dbf\u2070-\u2071\u2074-\u207f\u2c7d]/u

/** Digits of a raised number, as a class of an expression. */
export const RAISED_DIGITS = '\u00b9\u00b2\u00b3\u2070\u2074-\u2079'

/** Raised letters behind a number, which are its suffix. */
export const RAISED_SUFFIX = /^[\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1d5b\u1d9c-\u1dbf\u2071\u207f]{1,12}/u

/** The Latin numerals that number articles between others: `6bis`. */
export const LATIN_SUFFIX = /^(?:bis|ter|quater|quinquies|sexies|septies|octies|novies|nonies|decies)$/

/** Text with raised letters that are the suffix of a number written plain, and without other raised runs: `6bis`, `5` of `5²`. */
export function withoutSuperscripts(text: string): string {
  if (!RAISED.test(text)) return text
  return text.replace(SUFFIX, (letters) => letters.normalize('NFKC')).replace(MARK, '')
}
const SUFFIX = new RegExp(`(?<=\\d)${RAISED_SUFFIX.source.slice(1)}`, 'gu')
const MARK = new RegExp(`${SUPERSCRIPT.source}+\\)?`, 'gu')

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Raised digits as Unicode has them, so that the mark of a footnote is no part of the word or number before it. */
export function toSuperscriptDigits(text: string): string {
  return text.replace(/\d/g, (digit) => DIGITS[Number(digit)] as string)
}
