/** Chooses between laws of the same name in several jurisdictions, by the places that a text names. */

import { isGenericName } from '../citation/laws/generic-names.ts'
import { FEDERATION, isPlaceOfLand, placeOf, SWITZERLAND } from '../citation/laws/jurisdictions.ts'
import { outOfScopeLaw, stateInName } from '../citation/laws/out-of-scope.ts'
import { type PlaceTold, placeOfState, placesTold, stateAt } from '../citation/laws/places.ts'
import { isOfLaender } from '../citation/laws/states.ts'
import { splitSentences } from '../citation/sentences.ts'
import type { FoundDesignation } from '../citation/text/find-designations.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawMatch } from '../model/corpus.ts'
import { firstIndex } from '../util/binary-search.ts'
import { lazy } from '../util/lazy.ts'
import { memoize } from './cited-law.ts'
import { type Meaning, meaningOfLaws } from './meaning.ts'

/** The meanings of a name by the places that have laws called so. */
export type MeaningsByPlace = ReadonlyMap<string, Meaning>

/** The places that a text indicates, each with the names of laws that indicate it; an empty set if other words do. */
type Told = Map<string, Set<string>>

/** The place of a name. */
interface Place {
  at: number
  /** True if articles are cited with it, false for sections; `undefined` for neither. */
  articles?: boolean | undefined
}

interface Source {
  corpus: Corpus
  text: string
  found: readonly FoundDesignation[]
  lawsCalled: (name: string) => Promise<readonly LawMatch[]>
}

export class LawsOfPlaces {
  readonly #source: Source
  readonly #told = lazy(() => this.#readTold())
  /** Ends of sentences. */
  readonly #sentences = lazy(() => splitSentences(this.#source.text).map(([, end]) => end))
  /** The kinds of the norms of a law: `par`, `art`. */
  readonly #kinds = memoize(String, async (code: string) => {
    return new Set((await this.#source.corpus.outline(code)).map(({ norm }) => norm.slice(0, norm.indexOf(':'))))
  })

  constructor(source: Source) {
    this.#source = source
  }

  /**
   * The meaning of a name. Its own words decide (`LBO BW`), then whether a law has articles or sections, then the sentence,
   * then the whole text. If nothing decides, a single law is taken with a note, but none of several.
   */
  async choose(name: string, meanings: MeaningsByPlace, { at, articles }: Place): Promise<Meaning> {
    const { place: asked } = this.#source.corpus
    const own = asked && placeOf(asked)
    const ofPlace = own && meanings.get(own)
    if (ofPlace) return ofPlace
    const state = stateInName(name)
    const ofState = state && meanings.get(placeOfState(state))
    if (ofState !== undefined) return ofState
    const federal = meanings.get(FEDERATION)
    if (state !== undefined) return federal ?? NONE
    const fitting = await this.#withNorms(meanings, articles)
    const isOfLand =
      fitting.size > 0 && [...fitting.keys()].every((place) => place === FEDERATION || isPlaceOfLand(place))
    // Within Germany only the name of a Land distinguishes its law from federal law.
    const isTold = ([place, names]: [string, ReadonlySet<string>]) =>
      (names.size > 1 || !names.has(name)) && !(isOfLand && place === FEDERATION)
    const placesTo = (told: Told = new Map()) => new Set([...told].filter(isTold).map(([place]) => place))
    const told = await this.#told()
    const sentence = placesTo(told.sentences.get(this.#sentenceOf(at)))
    const places = own === undefined ? placesTo(told.text) : new Set([own])
    if (fitting.size === 0) return places.has(SWITZERLAND) ? elsewhere(SWITZERLAND) : (federal ?? NONE)
    const [[only, meaning] = []] = fitting
    for (const named of [sentence, places]) {
      const meant = [...fitting.keys()].filter((place) => named.has(place))
      const [place, ...others] = meant
      const strangers = [...named].filter((each) => !fitting.has(each) && isRival(each, only))
      if (place === undefined) {
        const [stranger] = strangers
        if (stranger === undefined || federal !== undefined || !this.#isShared(name, fitting)) continue
        return elsewhere(stranger)
      }
      if (others.length > 0) return severalOf(meant, fitting)
      const meaning = fitting.get(place) as Meaning
      if (federal !== undefined && isPlaceOfLand(place) && rankOf(federal) < rankOf(meaning))
        return noted(federal, say`${name} may also mean ${titlesOf(meaning)}`, meaning.laws)
      return strangers.length > 0 && this.#isShared(name, fitting) ? inferred(name, place, meaning) : meaning
    }
    if (only === undefined || meaning === undefined) return NONE
    if (federal !== undefined && isOfLand) return federal
    if (fitting.size > 1) return severalOf([...fitting.keys()], fitting)
    const isToldBySign = meanings.size > 1 && !places.has(FEDERATION)
    if (isToldBySign || only === FEDERATION || !stateAt(only) || !this.#isShared(name, fitting)) return meaning
    return isGenericName(name) && isPlaceOfLand(only) ? NONE : inferred(name, only, meaning)
  }

  /** True for a name that laws of other places may have: any Swiss name, or one that several Länder use. */
  #isShared(name: string, meanings: MeaningsByPlace): boolean {
    const isOfOneLand = ([place, { laws }]: [string, Meaning]) =>
      isPlaceOfLand(place) && laws.every(({ rank, abbreviation }) => rank === 0 || abbreviation === name)
    return isOfLaender(name) || outOfScopeLaw(name)?.kind === 'land' || ![...meanings].every(isOfOneLand)
  }

  /** The meanings with laws that have norms of the kind: Swiss laws have articles, most German laws sections. */
  async #withNorms(meanings: MeaningsByPlace, articles: boolean | undefined): Promise<MeaningsByPlace> {
    const isOfOneLand = meanings.size === 1 && [...meanings.keys()].every(isPlaceOfLand)
    if (articles === undefined || isOfOneLand) return meanings
    const having = async ([place, meaning]: [string, Meaning]) => {
      const kinds = await Promise.all(meaning.laws.map(({ code }) => this.#kinds(code)))
      return kinds.some((each) => each.has(articles ? 'art' : 'par')) ? [[place, meaning] as const] : []
    }
    return new Map((await Promise.all([...meanings].map(having))).flat())
  }

  /** The places that the words of the text indicate, and the laws that only one place has. */
  async #readTold(): Promise<{ text: Told; sentences: ReadonlyMap<number, Told> }> {
    const { text, found, lawsCalled } = this.#source
    const names = found.flatMap(({ namesAfter, namesBefore }) => [...namesAfter, ...namesBefore])
    const placeOfName = memoize(String, async (name: string) => {
      const state = stateInName(name)
      if (state !== undefined) return placeOfState(state)
      const [place, ...others] = new Set((await lawsCalled(name)).map(({ jurisdiction }) => jurisdiction.toLowerCase()))
      const isSure = place !== undefined && others.length === 0 && (place === FEDERATION || place === SWITZERLAND)
      return isSure ? place : undefined
    })
    const ofText: Told = new Map()
    const sentences = new Map<number, Told>()
    const add = (told: Told, place: string, name: string) => told.set(place, (told.get(place) ?? new Set()).add(name))
    const tell = ({ place, at }: PlaceTold, name = '') => {
      const sentence = this.#sentenceOf(at)
      const own = sentences.get(sentence) ?? new Map()
      sentences.set(sentence, add(own, place, name))
      add(ofText, place, name)
    }
    for (const each of placesTold(text)) tell(each)
    for (const { text: name, start: at } of names) {
      const place = await placeOfName(name)
      if (place !== undefined) tell({ place, at }, name)
    }
    return { text: ofText, sentences }
  }

  /** The number of the sentence at a place. */
  #sentenceOf(at: number): number {
    const ends = this.#sentences()
    return firstIndex(ends.length, (index) => (ends[index] as number) > at)
  }
}

/** True if a place may have its own law with the name of one of another place. */
const isRival = (place: string, other = '') =>
  isPlaceOfLand(other) ? isPlaceOfLand(place) : other === SWITZERLAND && place !== FEDERATION

/** The meaning of a law of a Land or state that the corpus lacks. */
const elsewhere = (place: string): Meaning => ({ ...NONE, land: stateAt(place)?.name ?? place })

const NONE = meaningOfLaws([])

const rankOf = ({ laws }: Meaning) => Math.min(...laws.map(({ rank }) => rank))
const titlesOf = ({ laws }: Meaning) => laws.map(({ code, title }) => `${code} (${title})`).join(', ')

/** All laws of some places: nothing decides between them. */
const severalOf = (places: readonly string[], meanings: MeaningsByPlace): Meaning => ({
  ...NONE,
  laws: places.flatMap((place) => meanings.get(place)?.laws ?? []),
  isOfPlaces: true,
})

const noted = (meaning: Meaning, note: string, others: LawMatch[] = []): Meaning => ({
  ...meaning,
  others: [...meaning.others, ...others],
  note: meaning.note === null ? note : say`${meaning.note}; ${note}`,
})

/** The law of a place that nothing in the text indicates. */
const inferred = (name: string, place: string, meaning: Meaning): Meaning => ({
  ...noted(
    meaning,
    say`taken to be ${name} of ${stateAt(place)?.name ?? place}: the text does not say whose law it is`,
  ),
  isInferred: true,
})
