/** Resolves a customary name to its one law. */

import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { FEDERATION, isPlaceOfLand, placeOf } from '../citation/laws/jurisdictions.ts'
import { chooseInForce, isConversion } from '../citation/laws/law-in-force.ts'
import { foldName } from '../citation/laws/law-names.ts'
import type { OutOfScopeLaw } from '../citation/laws/out-of-scope.ts'
import { say, sayAll } from '../i18n/texts.ts'
import type { Corpus, LawMatch, LawSummary } from '../model/corpus.ts'
import { type Candidate, LegalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { readAddress } from './addresses.ts'

const SUGGESTIONS = 5
/** Maximum number of laws suggested because their code or abbreviation begins with the name: SGB has 14 books. */
const BEGINNING = 14

/** Of more laws of one name, none is chosen. */
const MAX_COMPARED = 12

/** The meaning of a name that one or more laws have. */
export interface LawChoice {
  /** One, or the remaining ones. */
  laws: LawMatch[]
  /** Other laws of that name, which are not meant. */
  others: LawMatch[]
  /** Laws among `others` that are in force and bear the name equally: they are meant if only they have the norm. */
  rivals: LawMatch[]
  /** A note on the others. */
  note: string | null
}

/**
 * Chooses among laws of one name. Every front end uses this rule, see `chooseInForce`.
 * @param day ISO date on which the law is to be in force
 */
export async function chooseLaw(corpus: Corpus, name: string, laws: LawMatch[], day: string): Promise<LawChoice> {
  const undecided = { laws, others: [], rivals: [], note: null }
  const places = byPlace(laws)
  if (places !== undefined && places.size > 1) return chooseByPlace(corpus, name, places, day)
  if (laws.length < 2 || laws.length > MAX_COMPARED) return undecided
  const whole = (await Promise.all(laws.map(({ code }) => corpus.law(code)))).filter((law) => law !== undefined)
  const choice = chooseInForce(name, whole, { day, isOfficial: laws.every(({ rank }) => rank < 2) })
  if (choice === undefined) return undecided
  const matches = (chosen: readonly LawSummary[]) => laws.filter((law) => chosen.some(({ code }) => code === law.code))
  const others = matches(choice.others)
  return { laws: matches([choice.law]), others, rivals: matches(choice.rivals), note: alsoCalled(name, others) }
}

/** The laws of a name by place; `undefined` if all are of Germany or the Union as a whole. */
export function byPlace(laws: readonly LawMatch[]): ReadonlyMap<string, LawMatch[]> | undefined {
  const places = Map.groupBy(laws, ({ jurisdiction }) => placeOf(jurisdiction))
  return places.size === 0 || (places.size === 1 && places.has(FEDERATION)) ? undefined : places
}

/** Chooses in each place. Federal law precedes law of Länder that has the name only as a short form. */
async function chooseByPlace(
  corpus: Corpus,
  name: string,
  places: ReadonlyMap<string, LawMatch[]>,
  day: string,
): Promise<LawChoice> {
  const choices = await Promise.all([...places.values()].map((laws) => chooseLaw(corpus, name, laws, day)))
  const laws = choices.flatMap((choice) => choice.laws)
  const first = Math.min(...laws.map(({ rank }) => rank))
  const isMeant = ({ rank, jurisdiction }: LawMatch) => rank === first || !isPlaceOfLand(placeOf(jurisdiction))
  const meant = places.has(FEDERATION) ? laws.filter(isMeant) : laws
  const others = [...laws.filter((law) => !meant.includes(law)), ...choices.flatMap((choice) => choice.others)]
  return { laws: meant, others, rivals: [], note: alsoCalled(name, others) }
}

/** The laws that a name may mean: the one with exactly this code, else all with this name. */
export async function lawsNamed(corpus: Corpus, name: string): Promise<LawMatch[]> {
  const called = await corpus.lawsCalled(name)
  return called.length > 0 ? called : corpus.findLaws(name)
}

/**
 * @param name a code, abbreviation, title or other alias, or the address of a page of the law
 * @param day ISO date on which the law is to be in force
 * @throws LegalTextError `not_found` with suggestions, `ambiguous` with the candidates
 */
export async function resolveLaw(corpus: Corpus, name: string, day = today()): Promise<LawMatch> {
  const called = readAddress(name)?.law ?? name.trim()
  const { laws } = await chooseLaw(corpus, called, await lawsNamed(corpus, called), day)
  const [law, ...others] = laws
  if (law === undefined) {
    const beginning = await lawsBeginning(corpus, name)
    const [{ lawInOtherStates }, { isInGazetteer, outOfScopeLaw }] = await Promise.all([
      import('./other-states.ts'),
      import('../citation/laws/out-of-scope.ts'),
    ])
    const other = await lawInOtherStates(corpus, name)
    // Names of well-known laws outside the corpus are not misspellings.
    const known = isInGazetteer(name) ? outOfScopeLaw(name) : undefined
    const similar = known ? [] : (await suggestedLaws(corpus, name, beginning)).map(lawCandidate)
    const suggestions = [...(other ? [other.suggestion] : []), ...similar]
    const unknown = known ? say`${noSuchLaw(corpus, name)}: it is ${known.what}` : noSuchLaw(corpus, name)
    const message = other ? say`${unknown}; ${other.note}` : unknown
    const hint = similar[0] && !other ? say`; did you mean ${suggestedNames(similar, beginning.length)}?` : ''
    throw new LegalTextError('not_found', hint === '' ? message : say`${message}${hint}`, {
      code: name,
      ...(suggestions.length > 0 && { suggestions }),
    })
  }
  if (others.length > 0) {
    const candidates = [law, ...others].map(lawCandidate)
    throw new LegalTextError(
      'ambiguous',
      say`${JSON.stringify(name)} fits ${candidates.length} laws: ${shortList(candidates.map(({ code }) => code))}`,
      { code: name, candidates },
    )
  }
  return law
}

/**
 * The note on other laws with the names in a question; `undefined` without any.
 * @param meant the code of the law that a single name means
 */
export async function noteOnNames(
  corpus: Corpus,
  names: readonly string[],
  meant: string | undefined,
  day = today(),
): Promise<string | undefined> {
  const notes = names.map(async (name) => {
    const named = name === meant ? [] : await lawsNamed(corpus, name.trim())
    const { laws, others } = await chooseLaw(corpus, name, named, day)
    return alsoCalled(
      name,
      [...laws, ...others].filter(({ code }) => code !== (meant ?? laws[0]?.code)),
    )
  })
  return sayAll((await Promise.all(notes)).filter((note) => note !== null)) || undefined
}

function alsoCalled(name: string, laws: readonly LawSummary[]): string | null {
  if (laws.length === 0) return null
  const named = laws.map((law) => {
    const { code, title } = law
    return isConversion(law) ? say`${code} (${title}; not an official text)` : `${code} (${title})`
  })
  return say`${name} is also the name of ${shortList(named)}`
}

/** Laws whose code or abbreviation begins with the name, in the order of their numbers: SGB I to XIV for `SGB`. */
async function lawsBeginning(corpus: Corpus, name: string): Promise<LawSummary[]> {
  const wanted = foldName(name)
  if (wanted.length < 2 || wanted.length > 60) return []
  const { items } = await corpus.laws({ query: name, limit: BEGINNING })
  return items
    .filter(({ code, abbreviation }) => [code, abbreviation].some((each) => foldName(each).startsWith(wanted)))
    .sort((a, b) => a.code.localeCompare(b.code, 'de', { numeric: true }))
}

/** These laws, filled up with laws of similar names. */
async function suggestedLaws(corpus: Corpus, name: string, beginning: LawSummary[]): Promise<LawSummary[]> {
  if (beginning.length >= SUGGESTIONS) return beginning
  const codes = new Set(beginning.map(({ code }) => code))
  const similar = (await corpus.similarLaws(name, SUGGESTIONS)).filter(({ code }) => !codes.has(code))
  return [...beginning, ...similar].slice(0, SUGGESTIONS)
}

/** `msgb (MSGB)`; if several begin with the name: `one of sgb_1, sgb_2, sgb_3, sgb_4, sgb_5 …`. */
function suggestedNames(suggestions: Candidate[], beginning: number): string {
  if (beginning > 1) return say`one of ${shortList(suggestions.slice(0, beginning).map(({ code }) => code))}`
  return say`${suggestions[0]?.code} (${suggestions[0]?.label})`
}

/** `the starter dataset has no law BGB` */
export function noSuchLaw({ bundle, place }: Pick<Corpus, 'bundle' | 'place'>, name: string): string {
  const called = name.replace(/\s+/g, ' ')
  return place === undefined
    ? say`${bundle.name} has no law ${called}`
    : say`${bundle.name} has no law ${called} of ${place}`
}

/** `VRRL is law of the European Union (Richtlinie 2011/83/EU, CELEX 32011L0083), which the starter dataset lacks` */
export function lawOutside({ bundle }: Pick<Corpus, 'bundle'>, name: string, { kind, what }: OutOfScopeLaw): string {
  const lacking = kind === 'union' ? say`, which ${bundle.name} lacks` : ''
  return say`${name.replace(/\s+/g, ' ')} is ${what}${lacking}`
}

/** A law in a list of candidates or suggestions. */
export function lawCandidate(law: Pick<LawSummary, 'code' | 'abbreviation' | 'title'>): Candidate {
  return { code: law.code, label: nameOfLaw(law), title: law.title }
}

/** The first few names of a list, with `…` if there are more. */
export function shortList(names: string[], most = 5): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} …` : names.join(', ')
}
