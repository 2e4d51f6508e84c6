/** Finds the laws that the names in a text mean. */

import { UNION } from '../citation/designation.ts'
import type { Tokens } from '../citation/grammar/tokens.ts'
import { isFormerName, nameOfLaw } from '../citation/laws/customary-names.ts'
import { isOfUnknownState } from '../citation/laws/english-names.ts'
import { isGenericName, isUnsupportedName } from '../citation/laws/generic-names.ts'
import { FEDERATION, isPlaceOfLand, placeOf, SWITZERLAND } from '../citation/laws/jurisdictions.ts'
import { endsLikeAbbreviation, isOfKind, looksLikeAbbreviation, looksLikeLaw } from '../citation/laws/law-form.ts'
import { nominativeForms } from '../citation/laws/law-names.ts'
import { isFormerLaw, type OutOfScopeLaw, outOfScopeLaw, stateInName } from '../citation/laws/out-of-scope.ts'
import { stateAt } from '../citation/laws/places.ts'
import { officialName, standaloneUnionActs } from '../citation/laws/union-act.ts'
import { type DefinedName, findDefinedNames } from '../citation/text/defined-names.ts'
import type { FoundDesignation } from '../citation/text/find-designations.ts'
import type { NameCandidate } from '../citation/text/name-candidates.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawMatch } from '../model/corpus.ts'
import { cached } from '../util/cached.ts'
import { lazy } from '../util/lazy.ts'
import { type Citation, unresolvedCitation } from './citation.ts'
import { memoize } from './cited-law.ts'
import { LawsOfPlaces, type MeaningsByPlace } from './laws-of-places.ts'
import { type Meaning, meaningOfLaws } from './meaning.ts'
import type { TextRead } from './read-text.ts'
import { byPlace, chooseLaw, lawOutside, shortList } from './resolve-law.ts'

/** The law of a designation. */
export interface NamedLaw extends Meaning {
  name: NameCandidate
  /** True if the name belongs to another designation, to which this one is linked. */
  linked: boolean
}

type Reference = NonNullable<FoundDesignation['refersTo']>

/** True if a name has capitals that the abbreviation of the law lacks (`BeTrVG`): a typo, or another law. */
function isMiswritten(name: string, abbreviation: string): boolean {
  if (name === abbreviation || name.length !== abbreviation.length || name === name.toUpperCase()) return false
  if (name.toLowerCase() !== abbreviation.toLowerCase()) return false
  return [...name].some((letter, place) => letter !== letter.toLowerCase() && letter !== abbreviation[place])
}

const isOfState = (name: string) => /^(?:land|foreign)$/.test(outOfScopeLaw(name)?.kind ?? '')

/** The name with the Land or state indicated by the text. */
const ofLand = (name: NameCandidate, { land }: Meaning): NameCandidate =>
  land === undefined ? name : { ...name, land }

/** After the name of a law. */
const EDITION = /^\s?[an]\.?\s?F\b\.?/
const LONGEST_EDITION = 8

/** `repealed by 32016R0679`; `repealed` if the source does not name the act. */
const REPEALED = /^repealed(?: by (\S+))?$/

export class LawNamesInText {
  readonly #corpus: Corpus
  readonly #text: string
  readonly #tokens: Tokens
  readonly #day: string
  readonly #ofName = memoize(
    String,
    (name: string): Promise<Meaning & { places?: MeaningsByPlace }> => this.#find(name),
  )
  readonly #places: LawsOfPlaces
  readonly #hasSwissLaw = lazy(async () => {
    const { laws_by_jurisdiction } = await this.#corpus.coverage()
    return Object.keys(laws_by_jurisdiction).some((each) => placeOf(each) === SWITZERLAND)
  })
  #defined: Map<string, { start: number; meaning: Meaning }[]> | undefined

  /** @param day ISO date on which laws are to be in force */
  constructor(corpus: Corpus, text: string, { tokens, found }: TextRead, day: string) {
    this.#corpus = corpus
    this.#text = text
    this.#tokens = tokens
    this.#day = day
    const lawsCalled = async (name: string) => (await this.#ofName(name)).laws
    this.#places = new LawsOfPlaces({ corpus, text, found, lawsCalled })
  }

  /** The law named with a designation; without laws if a word only looks like a name. */
  async ofDesignation(designation: FoundDesignation): Promise<NamedLaw | undefined> {
    const { namesAfter, namesBefore, abbreviation, refersTo, norms } = designation
    const kind = norms[0]?.readings[0]?.[0]?.kind
    const articles = kind === 'art' ? true : kind === 'par' ? false : undefined
    if (refersTo !== undefined) return this.#referredTo(refersTo)
    let generic: NamedLaw | undefined
    for (const each of [...namesAfter, ...namesBefore]) {
      const { name, found } = await this.#withEdition(each, designation.start, articles)
      const named = { ...found, name: ofLand(name, found), linked: false }
      if (found.laws.length > 0 || found.fullName !== undefined || found.land !== undefined) return named
      if (found.isGeneric) generic ??= named
    }
    if (generic !== undefined && !designation.weak) return generic
    if (abbreviation === undefined) return undefined
    const none = meaningOfLaws([])
    const isSwiss = articles && (await this.#hasSwissLaw())
    const found = isSwiss ? await this.#places.choose(abbreviation.text, new Map(), { at: designation.start }) : none
    return { ...none, name: ofLand(abbreviation, found), linked: false }
  }

  /** The law that a reference back means by its kind; `undefined` if it may be another. */
  async #referredTo({ mentions, noun, isSole, place }: Reference): Promise<NamedLaw | undefined> {
    let named: NamedLaw | undefined
    for (const names of mentions) {
      const found = await this.#ofMention(names)
      const [law] = found?.laws ?? []
      if (found === undefined || (law !== undefined && !isOfKind(law, noun))) continue
      if (named !== undefined && named.laws[0]?.code !== law?.code) return undefined
      named ??= { ...found, name: { text: found.name.text, ...place }, ...(isSole && { isInferred: true }) }
      if (!isSole || law === undefined) return named
    }
    return named
  }

  /** The law of a mention; without laws if the corpus lacks it, `undefined` if it may not be a law. */
  async #ofMention(names: readonly NameCandidate[]): Promise<NamedLaw | undefined> {
    for (const name of names) {
      const found = await this.meaningOf(name.text, name.start)
      if (found.laws.length > 0) return { ...found, name, linked: false }
    }
    const outside =
      names.find(({ text }) => outOfScopeLaw(text) !== undefined) ?? names.find(({ text }) => looksLikeLaw(text))
    const isLaw = outside && (endsLikeAbbreviation(outside.text) || !looksLikeAbbreviation(outside.text))
    return isLaw ? { ...meaningOfLaws([]), name: outside, linked: false } : undefined
  }

  /** The meaning of a name, including an edition that is part of it: `EuGVVO a. F.` */
  async #withEdition(
    name: NameCandidate,
    at: number,
    articles: boolean | undefined,
  ): Promise<{ name: NameCandidate; found: Meaning }> {
    const [words] = EDITION.exec(this.#text.slice(name.end, name.end + LONGEST_EDITION)) ?? []
    if (words !== undefined) {
      const whole = { ...name, text: name.text + words, end: name.end + words.length }
      const found = await this.meaningOf(whole.text, at, articles)
      if (found.laws.length > 0) return { name: whole, found }
    }
    // `BetrVG 1952` is a different act from today's.
    const { edition, ...plain } = name
    const ofYear = `${name.text} ${edition}`
    if (edition !== undefined && isFormerLaw(ofYear))
      return { name: { ...plain, text: ofYear }, found: { ...meaningOfLaws([]), fullName: ofYear } }
    return { name, found: await this.meaningOf(name.text, at, articles) }
  }

  /**
   * The meaning of a name in the text.
   * @param at place of the name: a definition holds from its own place on
   * @param articles true if it is cited with articles, false for sections, if known
   */
  async meaningOf(name: string, at: number, articles?: boolean): Promise<Meaning> {
    const defined = (await this.#definitions()).get(name)?.findLast(({ start }) => start <= at)
    if (defined !== undefined) return defined.meaning
    const found = await this.#ofName(name)
    // `Art. 6 StPO` in a Swiss text does not mean the German law.
    const isFederal = found.places === undefined && found.laws.length > 0
    const places = isFederal && articles && (await this.#hasSwissLaw()) ? new Map([[FEDERATION, found]]) : found.places
    return this.#notedElsewhere(
      name,
      places === undefined ? found : await this.#places.choose(name, places, { at, articles }),
    )
  }

  /** The meaning, with a note if its law is outside the requested jurisdiction and those above it. */
  #notedElsewhere(name: string, meaning: Meaning): Meaning {
    const { place } = this.#corpus
    const [law] = meaning.laws
    if (place === undefined || law === undefined || meaning.note !== null || stateInName(name) !== undefined)
      return meaning
    const [own, other] = [placeOf(place), placeOf(law.jurisdiction)]
    const isAbove = other === FEDERATION && (isPlaceOfLand(own) || own.startsWith('x-'))
    if (own === other || isAbove) return meaning
    const [asked, found] = [own, other].map((each) => stateAt(each)?.name ?? each)
    return {
      ...meaning,
      note: say`${name} is law of ${found as string}: the corpus has no law of ${asked as string} that is called so`,
    }
  }

  /** With `places` if the laws are of several places, so that the text must decide. */
  async #find(name: string): Promise<Meaning & { places?: MeaningsByPlace }> {
    const federal = name.replace(/(?<=\p{Lu})[-/ ]Bund$/u, '')
    for (const form of nominativeForms(federal)) {
      const all = await this.#lawsCalled(form)
      const places = byPlace(all)
      if (places !== undefined) return { ...meaningOfLaws(all), places: await this.#inPlaces(name, form, places) }
      if (all.length > 0) return this.#federal(name, form, all)
    }
    return meaningOfLaws([])
  }

  async #inPlaces(name: string, form: string, places: ReadonlyMap<string, LawMatch[]>): Promise<MeaningsByPlace> {
    const meaning = async (place: string, laws: LawMatch[]): Promise<Meaning> =>
      place === FEDERATION
        ? this.#federal(name, form, laws)
        : { ...(await chooseLaw(this.#corpus, form, laws, this.#day)), certain: true }
    const meanings = [...places].map(async ([place, laws]) => [place, await meaning(place, laws)] as const)
    return new Map(await Promise.all(meanings))
  }

  /** The meaning of a name among laws of the Federation and the Union. */
  async #federal(name: string, form: string, all: LawMatch[]): Promise<Meaning> {
    const called = this.#supported(form, all)
    const { laws, ...others } = await chooseLaw(this.#corpus, form, called, this.#day)
    if (isUnsupportedName(form, this.#text)) {
      const note = say`many rules are called ${form}; nothing in the text says that ${shortList(laws.map(({ title }) => title))} is meant`
      return { laws: [], others: laws, certain: false, note, isGeneric: true }
    }
    const [law] = laws
    if (law !== undefined && isOfUnknownState(name, this.#text)) {
      const note = say`other states have laws called ${name}; nothing in the text says that ${law.abbreviation} is meant`
      return { laws: [law], others: [law], certain: false, note }
    }
    if (law === undefined || laws.length > 1 || others.note !== null) return { laws, ...others, certain: true }
    const note = say`the law is written ${law.abbreviation}`
    if (isMiswritten(form, law.abbreviation)) return { ...meaningOfLaws(laws), certain: false, note }
    const isOther = form !== law.abbreviation && looksLikeAbbreviation(form)
    const whole = isOther ? await this.#corpus.law(law.code) : undefined
    if (whole !== undefined && isFormerName(form, whole))
      return { ...meaningOfLaws(laws), note: say`the official abbreviation of the law is ${whole.abbreviation}` }
    const repeal = await this.#repealOf(law)
    return repeal === null ? meaningOfLaws(laws) : { ...meaningOfLaws(laws), isRepealed: true, note: repeal }
  }

  /** The note on a repealed act of the Union, according to the source. */
  async #repealOf({ code, abbreviation, jurisdiction }: LawMatch): Promise<string | null> {
    const law = jurisdiction === UNION ? await this.#corpus.law(code) : undefined
    const repeal = law?.status_notes.map(({ text }) => REPEALED.exec(text)).find(Boolean)
    if (!repeal) return null
    const [, celex] = repeal
    return say`${nameOfLaw({ code, abbreviation })} is repealed${celex === undefined ? '' : say` by ${officialName(celex)}`}`
  }

  /** `gbv` in a text on the land register: of names that differ only in case, the one that the text supports. */
  #supported(form: string, laws: LawMatch[]): LawMatch[] {
    if (laws.length < 2 || laws.some(({ abbreviation }) => abbreviation === form)) return laws
    const supported = laws.filter(({ abbreviation }) => {
      return isGenericName(abbreviation) && !isUnsupportedName(abbreviation, this.#text)
    })
    return supported.length === 1 ? supported : laws
  }

  /** A lower-case name may be a code, but all laws of that name count: `aeg` is two laws. */
  async #lawsCalled(form: string): Promise<LawMatch[]> {
    const laws = await this.#corpus.lawsCalled(form)
    if (laws.length !== 1 || form !== form.toLowerCase()) return laws
    const named = await this.#corpus.lawsCalled(form.toUpperCase())
    return named.some(({ code }) => code === laws[0]?.code) ? named : laws
  }

  async #definitions(): Promise<Map<string, { start: number; meaning: Meaning }[]>> {
    if (this.#defined !== undefined) return this.#defined
    this.#defined = new Map()
    for (const definition of findDefinedNames(this.#text, this.#tokens)) {
      const defined = await this.#definedMeaning(definition)
      if (defined === undefined) continue
      cached(this.#defined, definition.name, () => []).push({ start: definition.start, meaning: defined })
    }
    return this.#defined
  }

  /** `undefined` if it is not a definition: the law has that name anyway, or the parentheses name another law. */
  async #definedMeaning({ name, candidates, fullName, explicit }: DefinedName): Promise<Meaning | undefined> {
    const full = fullName?.text.replace(/\s+/g, ' ')
    // `Hessisches Verwaltungsverfahrensgesetz (VwVfG)`: only the last word is the name of a federal law.
    if (full !== undefined && isOfState(full) && (await this.#ofName(full)).laws.length === 0) {
      return { ...meaningOfLaws([]), fullName: full }
    }
    const own = await this.#ofName(name)
    for (const candidate of candidates) {
      const found = await this.#ofName(candidate.text)
      if (found.laws.length === 0) continue
      const isSame = found.laws.some(({ code }) => own.laws[0]?.code === code)
      return isSame || (!explicit && own.laws.length > 0) ? undefined : found
    }
    return full === undefined ? undefined : { ...meaningOfLaws([]), fullName: full }
  }
}

/** An act by a number that only acts of the Union have: `69/335/EWG`. */
const UNION_LAW: OutOfScopeLaw = { kind: 'union', what: say`law of the European Union`, detail: '' }

/** The acts of the Union that a text cites as a whole, without an article (`Richtlinie 2005/29/EG`). */
export async function unionActs(
  corpus: Corpus,
  text: string,
  tokens: Tokens,
  citations: readonly Citation[],
  names: LawNamesInText,
): Promise<Citation[]> {
  const acts = standaloneUnionActs(text, tokens, citations).map(
    async ({ text: name, start, end }): Promise<Citation> => {
      const {
        laws: [law, ...others],
        note,
        isRepealed,
      } = await names.meaningOf(name, start)
      const where = outOfScopeLaw(name) ?? UNION_LAW
      const outside = { class: 'outside', message: lawOutside(corpus, name, where) } as const
      const citation = { ...unresolvedCitation(text, start, end), abbreviation: name, ...outside }
      if (!law || others.length > 0) return citation
      const found = { status: 'resolved', class: 'right', code: law.code, abbreviation: law.abbreviation } as const
      return { ...citation, ...found, ...(isRepealed && { class: 'uncertain' }), message: note }
    },
  )
  return Promise.all(acts)
}
