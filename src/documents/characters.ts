/** Characters of documents that mean what others mean. */

/** A no-break hyphen is a hyphen; soft hyphens and zero-width spaces are nothing; ligatures are their letters. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replaceAll('\u2011', '-')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
}
