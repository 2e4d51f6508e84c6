/** Separate from the gazetteer of laws outside all corpora: a look-up needs only these names. */
import genericNames from './generic-names.json' with { type: 'json' }
import { nominativeForms } from './law-names.ts'

/**
 * Names of many rules, one of them a federal law (`LBG`, `Wahlordnung`, `Prüfvereinbarung`), each with words of which a text
 * about that law contains at least one.
 */
const supports = new Map<string, readonly string[]>(Object.entries(genericNames))

/** True for a name of many rules, in the nominative. */
export const isGenericName = (name: string) => supports.has(name)

/** True for a name of many rules if nothing in the text points to the federal law. */
export function isUnsupportedName(name: string, text: string): boolean {
  if (name.length > 60) return false
  for (const form of nominativeForms(name)) {
    const words = supports.get(form)
    if (words !== undefined) return !words.some((word) => text.includes(word))
  }
  return false
}
