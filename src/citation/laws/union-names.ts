/** Short names of acts of the Union: those that people use instead of the number. */
import { lazy } from '../../util/lazy.ts'
import { actNumber, numberNames } from './act-number.ts'
import table from './union-acts.json' with { type: 'json' }

/** Returns the short names by the CELEX numbers of acts, the displayed one first. */
export const unionNames = lazy((): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(table)))

/** An act by its number and its CELEX number: `Verordnung (EU) 2016/679, CELEX 32016R0679`; a treaty by its name. */
export function nameWithCelex(celex: string): string {
  const name = officialName(celex)
  return actNumber(celex) === undefined ? name : `${name}, CELEX ${celex}`
}

/** What an act is called in German by its number: `Verordnung (EU) 2016/679`; a treaty, which has none, in words. */
export function officialName(celex: string): string {
  const number = actNumber(celex)
  const names = unionNames().get(celex) ?? []
  return (number && numberNames(number, '', 'de')?.display) ?? names.find((name) => name.includes(' ')) ?? celex
}
