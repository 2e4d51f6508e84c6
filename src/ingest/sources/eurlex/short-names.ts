/** The names of acts: those by their numbers, and the short names that people use. */
import { actNumber, numberNames } from '../../../citation/laws/act-number.ts'
import { unionNames } from '../../../citation/laws/union-names.ts'
import { ALIAS_RANKS, type Alias } from '../../../corpus/parsed-law.ts'
import { strongestAliases } from '../values.ts'
import { codeOf, eliOf } from './celex.ts'

/** The abbreviation of an act, and all of its names. */
export function namesOf(celex: string, title: string, language: string): { abbreviation: string; aliases: Alias[] } {
  const short = unionNames().get(celex) ?? []
  const number = actNumber(celex)
  const written = number && numberNames(number, title, language)
  const eli = number && eliOf(number, title)
  const alias = (rank: number) => (name: string) => ({ name, rank })
  const aliases = strongestAliases([
    ...[...short, codeOf(celex), ...(written?.names ?? [])].map(alias(ALIAS_RANKS.abbreviation)),
    ...[title].map(alias(ALIAS_RANKS.title)),
    ...[...(written?.plain ?? []), ...(eli === undefined ? [] : [eli, eli.replace(/\/oj$/, '')])].map(
      alias(ALIAS_RANKS.derived),
    ),
  ])
  return { abbreviation: short[0] ?? written?.display ?? celex, aliases }
}
