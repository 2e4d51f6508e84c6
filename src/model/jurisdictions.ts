/** Jurisdictions: their names, their order, and the words that name them. Codes are those of laws, in any case: `DE`, `de-bw`, `x-acme`. */
import { FEDERATION, placeOf } from '../citation/laws/jurisdictions.ts'
import { placeOfState, stateAt } from '../citation/laws/places.ts'
import { stateNamed, stateOfAdjective } from '../citation/laws/states.ts'
import { currentLanguage, t } from '../i18n/texts.ts'
import type { Coverage } from './corpus.ts'

/** True for law of the federation and of the Union. */
export const isFederal = (code: string): boolean => placeOf(code) === FEDERATION

/** Returns its name in the language of the texts, or the code itself: `Federal law`, `Bayern`, `Switzerland`, `x-acme`. */
export function jurisdictionName(code: string): string {
  const place = code.toLowerCase()
  if (place === FEDERATION) return t`Federal law`
  if (!/^[a-z]{2}$/.test(place)) return stateAt(place)?.name ?? code
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  return names.of(place.toUpperCase()) ?? code
}

/** Federal law, the Union, the Länder, other countries and their parts, rules of one's own. */
const RANKS = [/^de$/, /^eu$/, /^de-/, /^(?!x-)/, /^x-/]

/** Groups items by jurisdiction, in lower case: federal law, the Union, the Länder, other countries, rules of one's own. */
export function byJurisdiction<Item extends { jurisdiction: string }>(items: readonly Item[]): [string, Item[]][] {
  const rank = ([place]: [string, unknown]) => RANKS.findIndex((pattern) => pattern.test(place))
  return [...Map.groupBy(items, ({ jurisdiction }) => jurisdiction.toLowerCase())].sort(
    (a, b) => rank(a) - rank(b) || jurisdictionName(a[0]).localeCompare(jurisdictionName(b[0]), 'de'),
  )
}

/** Returns the number of laws of each jurisdiction, in their order. */
export function countsByJurisdiction({ laws_by_jurisdiction }: Pick<Coverage, 'laws_by_jurisdiction'>) {
  const counts = Object.entries(laws_by_jurisdiction).map(([jurisdiction, laws]) => ({ jurisdiction, laws }))
  return byJurisdiction(counts).map(([place, own]): [place: string, laws: number] => {
    return [place, own.reduce((sum, { laws }) => sum + laws, 0)]
  })
}

/** Returns the codes of the Länder and countries that a text names, in any case: `bayern`, `bayerischen`, `Schweiz`, `NRW`. */
export const jurisdictionsNamed = (text: string): string[] =>
  (text.match(/[\p{L}-]+/gu) ?? []).flatMap((word) => {
    const capitalized = word.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    const state = stateNamed(word) ?? stateNamed(capitalized) ?? stateOfAdjective(word)
    return state === undefined ? [] : [placeOfState(state)]
  })
