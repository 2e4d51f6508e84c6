/** The names by which a law of a package is found. */
import { foldName, nameVariants } from '../../../citation/law-name.ts'
import { ALIAS_RANKS, type Alias } from '../../../corpus/parsed-law.ts'
import { strongestAliases } from '../../source.ts'
import type { LawRecord } from './schema.ts'

/**
 * All names of a law with their ranks. A package does not tell its aliases apart: those of several words, and the title
 * itself, are titles, the others abbreviations.
 */
export function aliasesOf(record: LawRecord, code: string): Alias[] {
  const abbreviation = record.display_code ?? ''
  const title = record.display_name ?? ''
  const isTitle = (name: string) => /\s/.test(name.trim()) || foldName(name) === foldName(title)
  // The `_` of a code stands for a letter that is lost, so that `s_g` must not be found as `SG`.
  const isWithoutSense = (name: string) => code.includes('_') && name.toLowerCase() === code
  const { canonical_id, aliases } = record
  const others = [code, canonical_id, ...(aliases ?? [])].filter((name) => !isWithoutSense(name))
  return strongestAliases([
    { name: abbreviation, rank: ALIAS_RANKS.abbreviation },
    ...others.map((name) => ({ name, rank: isTitle(name) ? ALIAS_RANKS.title : ALIAS_RANKS.abbreviation })),
    { name: title, rank: ALIAS_RANKS.title },
    ...nameVariants(abbreviation).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ])
}
