/** The names by which lawyers cite laws, if the source abbreviates them in another way: `SGB V`, not `SGB 5`. */
import names from './customary-names.json' with { type: 'json' }
import { looksLikeAbbreviation } from './law-form.ts'
import { foldName } from './law-names.ts'

const customary: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** Returns the customary name of the law with a code, if the source has another one. */
export const customaryNameOf = (code: string): string | undefined => customary.get(code)

/** A law, as lists and norms name it. */
interface Named {
  code: string
  abbreviation: string | null
}

/**
 * Returns the name of a law in quotations, pages and messages.
 * @param typed the name by which it was found: an abbreviation in use (`KunstUrhG`) comes before the customary one
 */
export function nameOfLaw({ code, abbreviation }: Named, typed?: string): string {
  const name = customary.get(code) ?? (abbreviation || code)
  if (typed === undefined || !looksLikeAbbreviation(typed) || isSame(typed, name)) return name
  // Nobody but the source writes `BGBEG`.
  if (`EG${typed.slice(0, -2)}` === name) return name
  return abbreviation && isSame(typed, abbreviation) ? abbreviation : typed
}

const isSame = (one: string, other: string) => foldName(one) === foldName(other)
