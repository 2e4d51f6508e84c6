const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Raised digits as Unicode has them, so that the mark of a footnote is no part of the word or number before it. */
export function raised(text: string): string {
  return text.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] as string)
}
