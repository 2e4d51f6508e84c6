/** Looks up the laws and norms of a bundle that texts cite. */
import { type DesignationMatch, inOtherFigures, matchDesignation, UNION } from '../../citation/designation.ts'
import { FEDERATION, isPlaceOfLand, placeOf } from '../../citation/laws/jurisdictions.ts'
import { chooseInForce } from '../../citation/laws/law-in-force.ts'
import { foldName, nominativeForms } from '../../citation/laws/law-names.ts'
import { stateInName } from '../../citation/laws/out-of-scope.ts'
import { placeOfState } from '../../citation/laws/places.ts'
import { formatElements, type NormPath, type PathElement } from '../../citation/norm-path.ts'
import { NormSet } from '../../citation/norm-set.ts'
import { normsInRange } from '../../citation/ranges.ts'
import type { NormParts } from '../../citation/union/parts-meant.ts'
import { cached } from '../../util/cached.ts'
import type { LawTables, NormRow } from './law-tables.ts'

type NormElements = NormPath['norm']

/** Maximum number of laws with the same name to compare. */
const MAX_COMPARED_LAWS = 12

/** Norms of laws, each in one version. */
export type IndexedLaws = Map<number, { version: number; norms: IndexedLaw }>

export class LawIndex {
  readonly #tables: LawTables
  readonly #laws: IndexedLaws
  readonly #parts = new Map<number, NormParts>()
  readonly #places = new Map<number, { law: number; path: string }>()
  readonly #names = new Map<string, readonly number[]>()
  readonly #ofUnion = new Map<number, boolean>()

  /** Jurisdiction of the texts. */
  readonly #place: string
  readonly #ofPlaces = new Map<string, LawIndex>()

  /** @param laws cache of norms, shared by several states */
  constructor(tables: LawTables, laws: IndexedLaws = new Map(), place = FEDERATION) {
    this.#tables = tables
    this.#laws = laws
    this.#place = place
  }

  /** Returns the index for the texts of a law: names mean laws of its jurisdiction, and others that apply there. */
  readBy(law: number): LawIndex {
    const place = placeOf(this.#tables.jurisdictionOf(law))
    if (place === this.#place) return this
    return cached(this.#ofPlaces, place, () => new LawIndex(this.#tables, this.#laws, place))
  }

  /** Returns the possible laws of a name. */
  lawsNamed(name: string): readonly number[] {
    return cached(this.#names, name, () => this.#find(name))
  }

  /** Returns the norm that one of the readings of a designation means; `undefined` if it is missing or ambiguous. */
  norm(law: number, readings: readonly NormElements[]): number | undefined {
    const norms = this.#law(law)
    for (const reading of readings) {
      const exact = norms.at(formatElements(reading))
      if (exact !== undefined) return exact.id
    }
    return this.#fitting(law, readings) ?? this.#inOtherFigures(law, readings)
  }

  /**
   * Returns the norms of a law from one to another, including those that stand for several (`§§ 3 bis 6`).
   * @param to the last number; `undefined` for the norm and the next one (`§ 5 f.`)
   * @returns an empty list if the law lacks them, or has implausibly many
   */
  range(law: number, from: NormElements, to: string | undefined): readonly number[] {
    const norms = this.#law(law)
    const { value } = from.at(-1) as PathElement
    return cached(norms.ranges, `${formatElements(from)} ${to}`, () => {
      const beside = norms.siblingsOf(from).norms.filter(({ path }) => path.norm.every(({ kind }) => kind !== 'seq'))
      return normsInRange(beside, value, to).map(({ norm }) => norm.id)
    })
  }

  /** Returns the subdivisions of a norm, read on demand: only ranges need them. */
  parts(norm: number): NormParts {
    return cached(this.#parts, norm, () => this.#tables.partsOf(norm))
  }

  /** Returns the law and the path of a norm. */
  place(norm: number): { law: number; path: string } {
    return cached(this.#places, norm, () => this.#tables.placeOf(norm))
  }

  /** Returns the designation of a norm in its law. */
  label(norm: number): string {
    return this.#tables.labelOf(norm)
  }

  /** True if a law has a norm with exactly this path. */
  has(law: number, path: string): boolean {
    return this.#law(law).at(path) !== undefined
  }

  /** True if a norm of a law is a section under an article. */
  isUnderArticle(law: number, norm: number): boolean {
    const elements = this.#law(law).all.find((each) => each.norm.id === norm)?.path.norm ?? []
    return elements.some(({ kind }, place) => kind === 'art' && place + 1 < elements.length)
  }

  /** Finds an annex of an act of the Union that German texts cite with a Roman numeral: `Anhang I` is `annex:1`. */
  #inOtherFigures(law: number, readings: readonly NormElements[]): number | undefined {
    const other = readings.flatMap((reading) => {
      const elements = inOtherFigures(reading)
      return elements === undefined ? [] : [formatElements(elements)]
    })
    const isOfUnion = () => cached(this.#ofUnion, law, () => this.#tables.lawState(law).jurisdiction === UNION)
    if (other.length === 0 || !isOfUnion()) return undefined
    const norms = this.#law(law)
    return other.map((path) => norms.at(path)).find((norm) => norm !== undefined)?.id
  }

  #find(name: string): readonly number[] {
    for (const form of nominativeForms(name)) {
      const isMeant = (law: number) => this.#isMeant(law, form)
      const code = this.#tables.lawCoded(form.toLowerCase())
      const { laws: named, rank } = this.#tables.lawsNamed(foldName(form), isMeant) ?? { laws: [], rank: 0 }
      const all = [...new Set(code === undefined || !isMeant(code) ? named : [code, ...named])]
      const own = all.filter((law) => placeOf(this.#tables.jurisdictionOf(law)) === this.#place)
      const laws = own.length > 0 ? own : all
      if (laws.length > 0) return laws.length > 1 ? this.#inForce(form, laws, rank) : laws
    }
    return []
  }

  /** True if a text may mean a law: in its own jurisdiction, the Federation for a Land, the Union, or the state in the name. */
  #isMeant(law: number, name: string): boolean {
    const jurisdiction = this.#tables.jurisdictionOf(law).toLowerCase()
    const isOver = jurisdiction === FEDERATION && isPlaceOfLand(this.#place)
    if (isOver || jurisdiction === UNION || placeOf(jurisdiction) === this.#place || /^x-/.test(this.#place))
      return true
    const state = stateInName(name)
    return state !== undefined && placeOfState(state) === jurisdiction
  }

  /** Returns the law in force if it is certain which of several with the name that is; else all of them. */
  #inForce(name: string, laws: number[], rank: number): number[] {
    if (laws.length > MAX_COMPARED_LAWS) return laws
    const states = laws.map((id) => ({ ...this.#tables.lawState(id), id }))
    // Without a fetch date, the last amendment is the last known day.
    const days = states.map((law) => law.provenance?.fetch_timestamp ?? law.status_date ?? law.promulgated_on ?? '')
    const day = this.#tables.day ?? days.sort().at(-1)?.slice(0, 10) ?? ''
    const choice = chooseInForce(name, states, { day, isOfficial: rank < 2 })
    return choice ? [choice.law.id] : laws
  }

  #fitting(law: number, readings: readonly NormElements[]): number | undefined {
    const norms = this.#law(law)
    const { known } = norms
    const key = readings.map(formatElements).join(' ')
    if (known.has(key)) return known.get(key)
    const alike = norms.endingIn([...new Set(readings.map((reading) => formatElements(reading.slice(-1))))])
    const fitting = [...new Set([...alike, ...norms.several])].map(({ norm, path }) => ({
      id: norm.id,
      fit: matchDesignation({ norm: [...readings], subdivision: [], qualifiers: [] }, path),
    }))
    const as = (wanted: DesignationMatch) => fitting.filter(({ fit }) => fit === wanted)
    const [only, ...others] = as('suffix').length > 0 ? as('suffix') : as('range')
    const found = others.length > 0 ? undefined : only?.id
    known.set(key, found)
    return found
  }

  /** Returns the norms of a law. For most laws only exact paths are looked up: everything else is computed on demand. */
  #law(law: number): IndexedLaw {
    const version = this.#tables.versionOf(law)
    const known = this.#laws.get(law)
    if (known?.version === version) return known.norms
    const norms = new IndexedLaw(this.#tables.norms(law))
    this.#laws.set(law, { version, norms })
    return norms
  }
}

/** Norms of one law, with cached results. */
class IndexedLaw extends NormSet<NormRow> {
  /** Results for paths without an exact match. */
  readonly known = new Map<string, number | undefined>()
  /** Results for ranges. */
  readonly ranges = new Map<string, readonly number[]>()
}
