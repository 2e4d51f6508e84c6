/** Places of the law that a name or a text is about, as jurisdictions: `LBO BW` and `Baden-Württemberg` are of `de-bw`. */
import { lazy } from '../../util/lazy.ts'
import { FEDERATION, SWITZERLAND } from './jurisdictions.ts'
import { isLand, isLandOfGermany, LAENDER, OTHER_STATES, type State, stateNamed, stateOfAdjective } from './states.ts'

/** The place of a Land or state: `de-bw`, `ch`. */
export function placeOfState(state: State): string {
  const code = state.abbreviations.find((each) => /^[A-Z]{2}$/.test(each)) ?? state.name
  return `${isLandOfGermany(state) ? 'de-' : ''}${code.toLowerCase()}`
}

const statesByPlace = lazy(
  () => new Map([...LAENDER, ...OTHER_STATES].map((state) => [placeOfState(state), state] as const)),
)

/** The Land or state of a place. */
export const stateAt = (place: string): State | undefined => statesByPlace().get(place)

const escaped = (words: readonly string[]) => words.map((word) => word.replaceAll('.', '\\.')).join('|')

/** Ways of naming a Land or state: after a name with a word between, before it, or joined to the abbreviation. */
const wordsOf = (state: State) => {
  const own = escaped([`${state.name}s?`, ...state.abbreviations])
  const kind = '(?:Land(?:es)?|Freistaate?s?|Freien und Hansestadt|Eidgenossenschaft)'
  const adjective = `(?:${escaped(state.adjectives) || '(?!)'})(?:e[nrsm]?)?`
  return [
    new RegExp(
      String.raw`(?:\s(?:in|von|für))?(?:\s(?:der|des|das|dem))?(?:\s${kind})?\s\(?(?:${own})\)?(?![\p{L}\d-])`,
      'gu',
    ),
    new RegExp(String.raw`(?:\s(?:der|des))?\s${adjective}\s${kind}(?!\p{L})`, 'giu'),
    new RegExp(String.raw`(?<![\p{L}-])${adjective}\s`, 'giu'),
    new RegExp(`^(?:${own})[- ]?(?=\\p{Lu})`, 'u'),
    new RegExp(`(?<=\\p{L}[GOVB])-?(?:${escaped(state.abbreviations)})$`, 'u'),
  ]
}

/**
 * A name without its Land or state: `LBO BW` and `Landesbauordnung für Baden-Württemberg` are also called `LBO`,
 * `Landesbauordnung` and `Bauordnung`. Empty if the name does not contain it.
 */
export function namesWithoutState(name: string, state: State): string[] {
  const bare = wordsOf(state)
    .reduce((rest, words) => rest.replace(words, ''), name.trim())
    .trim()
  const short = bare.replace(/^Landes-?(?=\p{Ll}{3})/u, '')
  const names = [bare, short.charAt(0).toUpperCase() + short.slice(1)]
  return [...new Set(names)].filter((each) => each !== name && /^[^(]*\p{L}{2}[^(]*$/u.test(each))
}

/** Abbreviations of Länder with hardly any other meaning in a text. */
const SURE = /^(?:BW|BaWü|NRW|NW|RLP|LSA|M-V)$/
const WORD = /\p{Lu}[\p{L}-]*|\p{Ll}[\p{L}-]{4,}/gu
const LONGEST = 40

/** Typical spellings and names in Swiss and German texts. */
const SIGNS: readonly [signs: RegExp, place: string][] = [
  [
    /(?<!\p{L})(?:Bst\.|SR \d|BGE \d|AS \d{4} \d|Bundesgericht(?:e?s)?(?!\p{L})|[Ee]idgen[oö]ss|[Kk]anton(?:e?n?s?(?!\p{L})|al))/gu,
    SWITZERLAND,
  ],
  [
    /§|(?<!\p{L})(?:BGH|BVerfG|BVerwG|BGBl|Bundesgerichtshof|Bundesverfassungsgericht|Grundgesetz|Deutschland|[Dd]eutsche[nrsm]?(?!\p{L}))/gu,
    FEDERATION,
  ],
]

/** A place indicated by a text, with the position. */
export interface PlaceTold {
  place: string
  at: number
}

/** The places indicated by the words of a text. */
export function placesTold(text: string): PlaceTold[] {
  const bySign = SIGNS.flatMap(([signs, place]) => [...text.matchAll(signs)].map(({ index: at }) => ({ place, at })))
  const byWord = [...text.matchAll(WORD)].flatMap(({ 0: word, index: at }) => {
    if (word.length > LONGEST) return []
    const name = word.replace(/(?<=\p{L}{4})e?s$/u, '')
    const isName = SURE.test(word) || (name.length > 4 && isLand(name))
    const state = isName ? stateNamed(name) : stateOfAdjective(word)
    return state === undefined ? [] : [{ place: placeOfState(state), at }]
  })
  return [...bySign, ...byWord]
}
