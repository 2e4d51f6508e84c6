/** Characters of documents that mean what others mean. */

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Raised digits as Unicode has them, so that the mark of a footnote is no part of the word or number before it. */
export function raised(text: string): string {
  return text.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] as string)
}

/** A no-break hyphen is a hyphen; soft hyphens and zero-width spaces are nothing; ligatures are their letters. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replaceAll('\u2011', '-')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
}
