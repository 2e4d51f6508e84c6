/** Gazetteer of the Länder and other states, and of the legislative subjects of the Länder. */
import { skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { type Chunk, type NameCandidate, nameOf } from './chunks.ts'
import { endsLikeLawName, looksLikeAbbreviation } from './law-form.ts'
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

/** Returns the Land or state with this name or abbreviation, also in the genitive: `Hessens`. */
export const stateNamed = (word: string): State | undefined =>
  byName.get(word) ?? byName.get(word.replace(/(?<=\p{L}{4})e?s$/u, ''))

/** Abbreviations of Länder that are also journals, companies and names. */
const OTHER_WORDS = new Set(['BB', 'Bayer', 'Berl', 'Sachs'])

/** True if a word after the name of a law is the name of a Land or state, or the abbreviation of a Land. */
export function isLand(word: string): boolean {
  const state = OTHER_WORDS.has(word) ? undefined : byName.get(word)
  return state !== undefined && (word === state.name || isLandOfGermany(state))
}

/** Short forms of adjectives that are not their beginnings. */
const SHORT_ADJECTIVES = new Map(Object.entries(table.short_adjectives))
/** Minimum length: shorter ones may be any word. */
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

/** True for one of the Länder, false for another state. */
export const isLandOfGermany = (state: State) => LAENDER.includes(state)

const SUBJECT_ABBREVIATIONS = new Set(table.subjects.abbreviations)
const SUBJECT_NAMES = new RegExp(`^(?:${table.subjects.names.join('|')})(?:gesetz|ordnung|verordnung)(?:e?s)?$`, 'iu')

/** True if several Länder have a law of that name. */
export const isOfLaender = (name: string) =>
  SUBJECT_ABBREVIATIONS.has(name) || (name.length < 60 && SUBJECT_NAMES.test(name))

const isOtherState = (word: string) => {
  const state = stateNamed(word)
  return state !== undefined && !isLandOfGermany(state)
}
/** Between a preposition with an article and the name: `des Landes`, `für das Land`, `des Freistaates`. */
const KINDS = new Set(['land', 'lande', 'landes', 'freistaat', 'freistaates', 'freistaats', 'republik'])

interface LandWords {
  /** Without the words around it. */
  name: string
  /** The token after it. */
  next: number
  /** True if it may be the place of application of a federal law, or begin a sentence: `in Hessen`, `. NRW`. */
  weak: boolean
}

/** Reads the Land or state at `index`, after the name of its law. */
export function readLand(tokens: Tokens, index: number): LandWords | undefined {
  if (tokens.gap(index) >= Gap.Paragraph) return undefined
  const land = readPhrase(tokens, index)
  const found = land ?? readDotted(tokens, index) ?? readPrepositional(tokens, index)
  if (found === undefined) return undefined
  const isStrong = land !== undefined || (tokens.word(index) === 'von' && isOtherState(tokens.value(found.first)))
  const name = tokens.text.slice(tokens.start(found.first), tokens.end(found.end - 1)).replaceAll('.', '')
  return { name, next: found.next, weak: !isStrong }
}

/** `VwVfG. NRW`, as in the Land's official texts. */
function readDotted(tokens: Tokens, index: number): Land | undefined {
  const isDotted = tokens.is(index, '.') && tokens.gap(index) === Gap.None && tokens.gap(index + 1) === Gap.Space
  if (!isDotted || !/^(?:NRW|NW|Bln|LSA)$/.test(tokens.value(index + 1))) return undefined
  return { first: index + 1, end: index + 2, next: index + 2 }
}

/** `in Hessen`, `von Berlin`, `für NRW` */
function readPrepositional(tokens: Tokens, index: number): Land | undefined {
  return /^(?:in|von|für)$/.test(tokens.word(index)) ? readName(tokens, index + 1) : undefined
}

/** The tokens `[first, end)` of a name, and the one after everything that belongs to it. */
interface Land {
  first: number
  end: number
  next: number
}

function readPhrase(tokens: Tokens, index: number): Land | undefined {
  if (tokens.is(index, '(')) {
    const isSign = /^(?:Ö|CH|FL)$/.test(tokens.value(index + 1)) && tokens.is(index + 2, ')')
    if (isSign) return { first: index + 1, end: index + 2, next: index + 3 }
    const land = readName(tokens, readKind(tokens, index + 1) ?? index + 1)
    return land !== undefined && tokens.is(land.next, ')') ? { ...land, next: land.next + 1 } : undefined
  }
  const land = readName(tokens, index)
  if (land !== undefined) return isPlaceOfDate(tokens, land.next) ? undefined : land
  const kindAlone = readKind(tokens, index)
  if (kindAlone !== undefined) return readName(tokens, kindAlone)
  const isFor = tokens.word(index) === 'für'
  const article = isFor ? index + 1 : index
  if (!/^(?:das|den|der|des|die)$/.test(tokens.word(article))) return undefined
  const kind = readKind(tokens, article + 1)
  // `§ 5 BauGB für die Schweiz`: the place where the law holds, not its state.
  return isFor && kind === undefined ? undefined : readName(tokens, kind ?? article + 1)
}

/** Returns the index after `Landes`, `Freistaates` or `Freien und Hansestadt`. */
function readKind(tokens: Tokens, index: number): number | undefined {
  if (KINDS.has(tokens.word(index))) return index + 1
  if (!/^freien?$/.test(tokens.word(index))) return undefined
  const city = tokens.word(index + 1) === 'und' ? index + 2 : index + 1
  return tokens.word(city) === 'hansestadt' ? city + 1 : undefined
}

/** `Hessen`, `Hessens`, `Sachsen-Anhalt`, `DDR`, `ehemaligen Deutschen Demokratischen Republik` */
function readName(tokens: Tokens, index: number): Land | undefined {
  const first = /^(?:ehemalige|frühere)n?$/.test(tokens.word(index)) ? index + 1 : index
  if (tokens.kind(first) !== TokenKind.Word) return undefined
  if (/^deutsche[nr]?$/.test(tokens.word(first))) {
    const isState = /^demokratischen?$/.test(tokens.word(first + 1)) && tokens.word(first + 2) === 'republik'
    return isState ? { first, end: first + 3, next: first + 3 } : undefined
  }
  // `Schl.-H.`
  const sign = skipDot(tokens, first + 1)
  const hyphened = tokens.is(sign, '-') && tokens.gap(sign) === Gap.None && tokens.gap(sign + 1) === Gap.None
  const name = hyphened ? `${tokens.value(first)}-${tokens.value(sign + 1)}` : tokens.value(first)
  const after = hyphened ? sign + 2 : first + 1
  const next = sign > first + 1 && hyphened ? skipDot(tokens, after) : after
  const isOne = isLand(name) || isLand(name.replace(/e?s$/, ''))
  // `VwVfG NRW-Kommentar`
  return isOne && !(tokens.is(next, '-') && tokens.gap(next) === Gap.None) ? { first, end: next, next } : undefined
}

/** `Berlin, den 5. Mai`, `Berlin, 5. Mai` */
function isPlaceOfDate(tokens: Tokens, index: number): boolean {
  if (!tokens.is(index, ',')) return false
  const day = tokens.word(index + 1) === 'den' ? index + 2 : index + 1
  return tokens.kind(day) === TokenKind.Number && (day > index + 1 || tokens.is(day + 1, '.'))
}

/** Reads the names of a law before its Land or state. `AGB der DDR` may be known as `AGB DDR`. */
export function namesOfLand(
  tokens: Tokens,
  { first, next }: Chunk,
  bracketed: NameCandidate | undefined,
): NameCandidate[] | undefined {
  const withoutLand = nameOf(tokens, first, next).text
  const isName = endsLikeLawName(withoutLand) || looksLikeAbbreviation(withoutLand) || isOfLaender(withoutLand)
  if (bracketed === undefined && !isName) return undefined
  const land = readLand(tokens, bracketed === undefined ? next : tokens.at(bracketed.end))
  if (land === undefined || (land.weak && !isOfLaender(withoutLand))) return undefined
  const whole: NameCandidate = { ...nameOf(tokens, first, land.next), isOfLand: true }
  const short = `${withoutLand} ${land.name}`
  return whole.text === short ? [whole] : [{ ...whole, text: short }, whole]
}

/** Reads a Land after a law that need not be its own. */
export function landAfter(tokens: Tokens, index: number): { land?: string } {
  const land = /^(?:in|von|für)$/.test(tokens.word(index)) ? readLand(tokens, index) : undefined
  return land?.weak ? { land: land.name } : {}
}
