/** Customary names of laws that the source abbreviates differently: `SGB V`, not `SGB 5`. */
import names from './customary-names.json' with { type: 'json' }
import { endsLikeLawName, looksLikeAbbreviation } from './law-form.ts'
import { foldName } from './law-names.ts'

const customary: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** Returns the customary name of the law with a code, if the source uses another. */
export const customaryNameOf = (code: string): string | undefined => customary.get(code)

/** A law as named in lists and norms. */
interface Named {
  code: string
  abbreviation: string | null
}

/**
 * Returns the name of a law in quotations, pages and messages.
 * @param typed the name by which it was found: its abbreviation (`KunstUrhG`) takes precedence over the customary one
 */
export function nameOfLaw({ code, abbreviation }: Named, typed?: string): string {
  const name = customary.get(code) ?? (abbreviation || code)
  if (!abbreviation || typed === undefined || !looksLikeAbbreviation(typed) || !isSame(typed, abbreviation)) return name
  // Only the source writes `BGBEG`.
  return `EG${typed.slice(0, -2)}` === name ? name : abbreviation
}

/** True if the source files a law under this abbreviation, which is neither its own nor the customary one: `TTDSG`. */
export function isFormerName(name: string, law: Named & { aliases: readonly string[] }): boolean {
  const [own = '', filed = ''] = law.aliases
  if (!looksLikeAbbreviation(name) || endsLikeLawName(name) || !looksLikeAbbreviation(own)) return false
  return isSame(name, filed.replace(/ \d{4}$/, '')) && !isSame(name, own) && !isSame(name, nameOfLaw(law))
}

const isSame = (one: string, other: string) => foldName(one) === foldName(other)
