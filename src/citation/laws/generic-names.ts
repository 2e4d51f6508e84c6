/** Names that many rules have, of which only one is a federal law: `LBG`, `Wahlordnung`, `Prüfvereinbarung`. */
import table from './generic-names.json' with { type: 'json' }
import { nominativeForms } from './law-names.ts'

/** By name, the words of which one must stand in a text that means the federal law. */
const supports = new Map<string, readonly string[]>(Object.entries(table))

/** True if nothing in a text says that a name which many rules have is that of the federal law. */
export function isUnsupportedName(name: string, text: string): boolean {
  if (name.length > 60) return false
  for (const form of nominativeForms(name)) {
    const words = supports.get(form)
    if (words !== undefined) return !words.some((word) => text.includes(word))
  }
  return false
}
