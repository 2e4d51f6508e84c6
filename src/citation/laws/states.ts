/** Gazetteer of the Länder and other states, and of the subjects on which the Länder legislate. */
import table from './states.json' with { type: 'json' }

export interface State {
  name: string
  /** Before an abbreviation (`BayVwVfG`) or after it (`LBG NRW`). */
  abbreviations: string[]
  /** The stem of its adjective: `hessisch` in `Hessischen Schulgesetzes`. */
  adjectives: string[]
}

export const LAENDER: readonly State[] = table.laender
export const OTHER_STATES: readonly State[] = table.others

const ALL = [...LAENDER, ...OTHER_STATES]
const byName = new Map(ALL.flatMap((each) => [each.name, ...each.abbreviations].map((name) => [name, each] as const)))
const byAdjective = new Map(ALL.flatMap((each) => each.adjectives.map((stem) => [stem, each] as const)))

/** Returns the Land or state with this name or abbreviation, in the genitive too: `Hessens`. */
export const stateNamed = (word: string): State | undefined =>
  byName.get(word) ?? byName.get(word.replace(/(?<=\p{L}{4})e?s$/u, ''))

/** Abbreviations of Länder that are also journals, companies and names. */
const OTHER_WORDS = new Set(['BB', 'Bayer', 'Berl', 'Sachs'])

/** True if a word after the name of a law is the name of a Land or state, or the abbreviation of a Land. */
export function isLand(word: string): boolean {
  const state = OTHER_WORDS.has(word) ? undefined : byName.get(word)
  return state !== undefined && (word === state.name || isLandOfGermany(state))
}

/** Short forms of adjectives that are not their beginning. */
const SHORT_ADJECTIVES = new Map(Object.entries(table.short_adjectives))
/** With fewer letters it may be any word. */
const SHORTEST = 4

/** Returns the Land or state of a shortened adjective: `Hess.`, `österr.`, `schweiz`, `ital`, without the dot. */
export function stateOfShortAdjective(word: string): State | undefined {
  const lower = word.toLowerCase()
  const known = SHORT_ADJECTIVES.get(lower)
  const found = known === undefined ? byName.get(word) : byAdjective.get(known)
  if (found !== undefined || lower.length < SHORTEST || lower.length > 12) return found
  for (const [stem, state] of byAdjective) if (stem.startsWith(lower)) return state
  return undefined
}

/** Returns the Land or state of an adjective in any case: `Hessischen`, `österreichisches`, `Thüringer`. */
export function stateOfAdjective(word: string): State | undefined {
  if (word.length > 40) return undefined
  const lower = word.toLowerCase()
  return byAdjective.get(lower) ?? byAdjective.get(lower.replace(/(?:e[nrsm]?)$/, ''))
}

/** True if it is one of the Länder, not another state. */
export const isLandOfGermany = (state: State) => LAENDER.includes(state)

const SUBJECT_ABBREVIATIONS = new Set(table.subjects.abbreviations)
const SUBJECT_NAMES = new RegExp(`^(?:${table.subjects.names.join('|')})(?:gesetz|ordnung|verordnung)(?:e?s)?$`, 'iu')

/** True if several Länder have a law of that name. */
export const isOfLaender = (name: string) =>
  SUBJECT_ABBREVIATIONS.has(name) || (name.length < 60 && SUBJECT_NAMES.test(name))
