/** The names of acts: those by their numbers, and the short names that people use. */
import shortNames from '../../../citation/laws/union-acts.json' with { type: 'json' }
import { ALIAS_RANKS, type Alias } from '../../../corpus/parsed-law.ts'
import { strongestAliases } from '../values.ts'
import { actNumber, codeOf, eliOf, numberNames } from './celex.ts'

const SHORT_NAMES = new Map<string, string[]>(Object.entries(shortNames))

/** The abbreviation of an act, and all of its names. */
export function namesOf(celex: string, title: string, language: string): { abbreviation: string; aliases: Alias[] } {
  const short = SHORT_NAMES.get(celex) ?? []
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
