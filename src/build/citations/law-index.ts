/** The laws and norms of a bundle, ready for the look-up of what texts cite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Fit, fits } from '../../citation/fits.ts'
import { foldName, nominativeForms } from '../../citation/law-name.ts'
import {
  compareValues,
  formatElements,
  type NormPath,
  type PathElement,
  parseNormPath,
} from '../../citation/norm-path.ts'
import { valueIncludes, valueMembers } from '../../citation/value-range.ts'
import { IS_NAMED } from '../../corpus/bundle-schema.ts'

type NormElements = NormPath['norm']

/** A norm with its path taken apart. */
interface IndexedNorm {
  id: number
  elements: NormElements
}

interface IndexedLaw {
  /** Norms of one kind under the same elements, by their paths without the last value. */
  beside: Map<string, IndexedNorm[]>
  byPath: Map<string, number>
  /** Norms by their own element, whatever stands above it (`par:1`), and those that stand for several. */
  byOwn: Map<string, IndexedNorm[]>
  several: IndexedNorm[]
  /** What paths that no norm has exactly mean. */
  known: Map<string, number | undefined>
}

/** The longest range of norms that is taken at its word. */
const LONGEST_RANGE = 500

export class LawIndex {
  readonly #alias: StatementSync
  readonly #code: StatementSync
  readonly #norms: StatementSync
  readonly #names = new Map<string, readonly number[]>()
  readonly #laws = new Map<number, IndexedLaw>()
  readonly #underArticles = new Set<number>()

  /** @param database the bundle with all laws and norms */
  constructor(database: DatabaseSync) {
    this.#alias = database.prepare(`SELECT law FROM alias WHERE ${IS_NAMED} LIMIT 2`)
    this.#code = database.prepare('SELECT id AS law FROM law WHERE code = ?')
    this.#norms = database.prepare('SELECT id, path FROM norm WHERE law = ? ORDER BY id')
  }

  /** The laws that a text may mean by a name: none, one, or two of several. */
  lawsNamed(name: string): readonly number[] {
    let laws = this.#names.get(name)
    if (laws === undefined) {
      laws = this.#find(name)
      this.#names.set(name, laws)
    }
    return laws
  }

  /** The norm that one of some readings of a designation means; undefined where there is none, or more than one. */
  norm(law: number, readings: readonly NormElements[]): number | undefined {
    const { byPath } = this.#law(law)
    for (const reading of readings) {
      const exact = byPath.get(formatElements(reading))
      if (exact !== undefined) return exact
    }
    return this.#fitting(law, readings)
  }

  /**
   * All norms of a law from one to another, those included that stand for several of them (`§§ 3 bis 6`).
   * @param to the last number; undefined for the norm and the one behind it (`§ 5 f.`)
   * @returns none where the law has none of them, or more than anyone means
   */
  range(law: number, from: NormElements, to: string | undefined): number[] {
    const first = from.at(-1) as PathElement
    const beside = (this.#law(law).beside.get(placeOf(from)) ?? []).filter(({ elements }) => {
      const { value } = elements.at(-1) as PathElement
      return compareValues(value, first.value) >= 0 || valueIncludes(value, first.value)
    })
    const members =
      to === undefined
        ? beside.slice(0, 2)
        : beside.filter(({ elements }) => compareValues((elements.at(-1) as PathElement).value, to) <= 0)
    return members.length > LONGEST_RANGE ? [] : members.map(({ id }) => id)
  }

  /** Whether a norm that was found is a section under an article. */
  isUnderArticle(norm: number): boolean {
    return this.#underArticles.has(norm)
  }

  #find(name: string): number[] {
    for (const form of nominativeForms(name)) {
      const rows = [...this.#code.all(form.toLowerCase()), ...this.#alias.all(foldName(form))] as { law: number }[]
      if (rows.length > 0) return [...new Set(rows.map(({ law }) => law))]
    }
    return []
  }

  #fitting(law: number, readings: readonly NormElements[]): number | undefined {
    const { byOwn, several, known } = this.#law(law)
    const key = readings.map(formatElements).join(' ')
    if (known.has(key)) return known.get(key)
    const own = new Set(readings.map((reading) => formatElements(reading.slice(-1))))
    const alike = [...own].flatMap((element) => byOwn.get(element) ?? [])
    const fitting = [...new Set([...alike, ...several])].map(({ id, elements }) => ({
      id,
      fit: fitOf(readings, elements),
    }))
    const as = (wanted: Fit) => fitting.filter(({ fit }) => fit === wanted)
    const [only, ...others] = as('suffix').length > 0 ? as('suffix') : as('range')
    const found = others.length > 0 ? undefined : only?.id
    known.set(key, found)
    return found
  }

  #law(law: number): IndexedLaw {
    let indexed = this.#laws.get(law)
    if (indexed === undefined) {
      const rows = this.#norms.all(law) as { id: number; path: string }[]
      const norms = rows.map(({ id, path }) => ({ id, elements: (parseNormPath(path) as NormPath).norm }))
      indexed = {
        byOwn: Map.groupBy(norms, ({ elements }) => formatElements([ownElement(elements)])),
        several: norms.filter(({ elements }) => valueMembers(ownElement(elements).value) !== undefined),
        beside: Map.groupBy(norms, ({ elements }) => placeOf(elements)),
        byPath: new Map(rows.map(({ id, path }) => [path, id])),
        known: new Map(),
      }
      for (const { id, elements } of norms) {
        if (elements.some(({ kind }, place) => kind === 'art' && place + 1 < elements.length))
          this.#underArticles.add(id)
      }
      this.#laws.set(law, indexed)
    }
    return indexed
  }
}

/** The last element of a path that is no counter. */
const ownElement = (elements: NormElements) => elements.findLast(({ kind }) => kind !== 'seq') as PathElement

/** What norms that stand beside each other have in common: the elements above them, and their kind. */
const placeOf = (elements: NormElements) => `${formatElements(elements.slice(0, -1))}/${elements.at(-1)?.kind}`

const fitOf = (readings: readonly NormElements[], norm: NormElements) =>
  fits({ norm: [...readings], subdivision: [], qualifiers: [] }, { norm, subdivision: [] })
