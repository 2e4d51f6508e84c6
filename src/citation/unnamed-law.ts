/** Laws that running text points at without their name: `§ 5 des genannten Gesetzes`, `Artikel 3 der Verordnung`. */

/** How far behind a designation the law may be that it is of. */
const LONGEST = 160

/** Nouns of which laws are called, with whatever stands in front of them in the same word. */
const NOUN = String.raw`\p{L}*(?:gesetz(?:es|buche?s)?|verordnung|ordnung|richtlinie|übereinkommens|abkommens|vertrage?s|protokolls|satzung|statuts|beschlusses|anordnung|bekanntmachung|verfassung|vereinbarung|konvention)`
/** `in Absatz 1 genannten`, `nach § 3 Satz 1 maßgebenden`: where the law was named before. */
const WHERE = String.raw`(?:(?:in|nach|gemäß|unter)\s+(?:[^\s.;]+\s+|\p{L}{1,9}\.\s+){1,8}?)?`
const OF_LAW = new RegExp(
  String.raw`^\s+(?:des|der)\s+${WHERE}(?:(?:\p{Ll}+(?:en|er)|EG-|EU-)\s+){0,3}(?<noun>${NOUN})(?![\p{L}-])`,
  'iu',
)

/**
 * The words behind a designation that point at a law, without the article: `genannten Gesetzes`. Not `dieses Gesetzes`,
 * which is the law itself.
 * @param end of the designation in `text`
 */
export function unnamedLaw(text: string, end: number): string | undefined {
  const [found] = OF_LAW.exec(text.slice(end, end + LONGEST)) ?? []
  return found
    ?.trim()
    .replace(/^\p{L}+\s+/u, '')
    .replace(/\s+/g, ' ')
}
