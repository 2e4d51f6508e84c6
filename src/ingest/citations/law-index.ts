/** Looks up the laws and norms of a bundle that texts cite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type DesignationMatch, matchDesignation } from '../../citation/designation.ts'
import { chooseInForce, type NamedState } from '../../citation/laws/law-in-force.ts'
import { foldName, nominativeForms } from '../../citation/laws/law-names.ts'
import { formatElements, type NormPath, type PathElement, parseNormPath } from '../../citation/norm-path.ts'
import { type Numbered, normsInRange, singleNumber, valueMembers } from '../../citation/ranges.ts'
import type { FoundNorm } from '../../citation/text/find-designations.ts'
import type { StoredSubdivision } from '../../sqlite/bundle-schema.ts'
import { type PackedText, unpackText } from '../../sqlite/packed-text.ts'

type NormElements = NormPath['norm']

/** A norm with its parsed path. */
interface IndexedNorm extends Numbered {
  id: number
  elements: NormElements
  own: PathElement
}

/** What the choice between laws with the same name needs of a law. */
type State = NamedState & { status_date: string | null; provenance: { fetch_timestamp: string | null } }

/** More laws with the same name are not compared. */
const MAX_COMPARED_LAWS = 12

export class LawIndex {
  /** Laws by folded name at its strongest rank, and by code. */
  readonly #aliases = new Map<string, { rank: number; laws: number[] }>()
  readonly #codes: ReadonlyMap<string, number>
  readonly #norms: StatementSync
  readonly #content: StatementSync
  readonly #labels: StatementSync
  readonly #parts = new Map<number, readonly string[]>()
  readonly #answers: StatementSync
  readonly #names = new Map<string, readonly number[]>()
  readonly #laws = new Map<number, IndexedLaw>()

  /** @param database the bundle with all laws and norms */
  constructor(database: DatabaseSync) {
    const laws = database.prepare('SELECT code, id FROM law').all() as { code: string; id: number }[]
    this.#codes = new Map(laws.map(({ code, id }) => [code, id]))
    const aliases = database.prepare('SELECT name, rank, law FROM alias ORDER BY name, rank').all()
    for (const { name, rank, law } of aliases as { name: string; rank: number; law: number }[]) {
      const known = this.#aliases.get(name)
      if (known === undefined) this.#aliases.set(name, { rank, laws: [law] })
      else if (known.rank === rank) known.laws.push(law)
    }
    this.#answers = database.prepare('SELECT answer FROM law WHERE id = ?')
    this.#norms = database.prepare('SELECT id, path FROM norm WHERE law = ? ORDER BY id')
    this.#labels = database.prepare('SELECT label FROM norm WHERE id = ?')
    this.#content = database.prepare('SELECT subdivisions FROM content WHERE norm = ?')
  }

  /** Returns the laws that a text may mean by a name. */
  lawsNamed(name: string): readonly number[] {
    return cached(this.#names, name, () => this.#find(name))
  }

  /** Returns the norm that one of the readings of a designation means; `undefined` if there is none, or several. */
  norm(law: number, readings: readonly NormElements[]): number | undefined {
    const { byPath } = this.#law(law)
    for (const reading of readings) {
      const exact = byPath.get(formatElements(reading))
      if (exact !== undefined) return exact
    }
    return this.#fitting(law, readings)
  }

  /**
   * Returns the norms of a law from one to another, including those that stand for several (`§§ 3 bis 6`).
   * @param to the last number; `undefined` for the norm and the next one (`§ 5 f.`)
   * @returns none if the law has none of them, or implausibly many
   */
  range(law: number, from: NormElements, to: string | undefined): readonly number[] {
    const { ranges, siblings } = this.#law(law)
    const key = `${formatElements(from)} ${to}`
    const { value } = from.at(-1) as PathElement
    return cached(ranges, key, () => normsInRange(siblings.get(siblingKey(from)) ?? [], value, to).map(({ id }) => id))
  }

  /** Returns the paths of the subdivisions of a norm, read on demand: only ranges need them. */
  parts(norm: number): readonly string[] {
    return cached(this.#parts, norm, () => {
      const row = this.#content.get(norm) as { subdivisions: PackedText } | undefined
      const stored = row === undefined ? [] : (JSON.parse(unpackText(row.subdivisions)) as StoredSubdivision[])
      return stored.map(([path]) => path)
    })
  }

  /** Returns the designation of a norm in its law. */
  label(norm: number): string {
    return (this.#labels.get(norm) as { label: string }).label
  }

  /** True if a law has a norm with exactly this path. */
  has(law: number, path: string): boolean {
    return this.#law(law).byPath.has(path)
  }

  /** True if a norm of a law is a section under an article. */
  isUnderArticle(law: number, norm: number): boolean {
    const elements = this.#law(law).norms.find(({ id }) => id === norm)?.elements ?? []
    return elements.some(({ kind }, place) => kind === 'art' && place + 1 < elements.length)
  }

  #find(name: string): number[] {
    for (const form of nominativeForms(name)) {
      const code = this.#codes.get(form.toLowerCase())
      const { laws: named, rank } = this.#aliases.get(foldName(form)) ?? { laws: [], rank: 0 }
      const laws = [...new Set(code === undefined ? named : [code, ...named])]
      if (laws.length > 0) return laws.length > 1 ? this.#inForce(form, laws, rank) : laws
    }
    return []
  }

  /** Returns the law in force if it is certain which of several with a name that is; else all of them. */
  #inForce(name: string, laws: number[], rank: number): number[] {
    if (laws.length > MAX_COMPARED_LAWS) return laws
    const states = laws.map((id) => {
      const { answer } = this.#answers.get(id) as { answer: PackedText }
      return { ...(JSON.parse(unpackText(answer)) as State), id }
    })
    // Without a fetch date the last amendment is the last known day.
    const days = states.map((law) => law.provenance.fetch_timestamp ?? law.status_date ?? law.promulgated_on ?? '')
    const day = days.sort().at(-1)?.slice(0, 10) ?? ''
    const choice = chooseInForce(name, states, { day, isOfficial: rank < 2 })
    return choice?.certain ? [choice.law.id] : laws
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
    const as = (wanted: DesignationMatch) => fitting.filter(({ fit }) => fit === wanted)
    const [only, ...others] = as('suffix').length > 0 ? as('suffix') : as('range')
    const found = others.length > 0 ? undefined : only?.id
    known.set(key, found)
    return found
  }

  /** Returns the norms of a law. Of most laws only exact paths are looked up: everything else is computed on demand. */
  #law(law: number): IndexedLaw {
    return cached(this.#laws, law, () => new IndexedLaw(this.#norms.all(law) as { id: number; path: string }[]))
  }
}

function cached<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = make()
  cache.set(key, value)
  return value
}

/** The norms of one law. */
class IndexedLaw {
  readonly byPath: ReadonlyMap<string, number>
  /** Results for paths that no norm has exactly. */
  readonly known = new Map<string, number | undefined>()
  /** Results for ranges. */
  readonly ranges = new Map<string, readonly number[]>()
  readonly #rows: readonly { id: number; path: string }[]
  #norms: IndexedNorm[] | undefined
  #byOwn: Map<string, IndexedNorm[]> | undefined
  #siblings: Map<string, IndexedNorm[]> | undefined
  #several: IndexedNorm[] | undefined

  constructor(rows: readonly { id: number; path: string }[]) {
    this.#rows = rows
    this.byPath = new Map(rows.map(({ id, path }) => [path, id]))
  }

  /** Norms by their own element, whatever is above it: `par:1`. */
  get byOwn(): ReadonlyMap<string, IndexedNorm[]> {
    this.#byOwn ??= Map.groupBy(this.norms, ({ own }) => formatElements([own]))
    return this.#byOwn
  }

  /** Norms of one kind under the same elements. */
  get siblings(): ReadonlyMap<string, IndexedNorm[]> {
    this.#siblings ??= Map.groupBy(this.norms, ({ elements }) => siblingKey(elements))
    return this.#siblings
  }

  /** Norms that stand for several. */
  get several(): readonly IndexedNorm[] {
    this.#several ??= this.norms.filter(({ own }) => valueMembers(own.value) !== undefined)
    return this.#several
  }

  get norms(): readonly IndexedNorm[] {
    this.#norms ??= this.#rows.map(({ id, path }) => {
      const elements = (parseNormPath(path) as NormPath).norm
      const own = ownElement(elements)
      return { id, elements, own, number: singleNumber(own.value) }
    })
    return this.#norms
  }
}

/** Returns the last element of a path that is not a counter. */
const ownElement = (elements: NormElements) => elements.findLast(({ kind }) => kind !== 'seq') as PathElement

/** Returns what siblings have in common: the elements above them, and their kind. */
const siblingKey = (elements: NormElements) => `${formatElements(elements.slice(0, -1))}/${elements.at(-1)?.kind}`

const fitOf = (readings: readonly NormElements[], norm: NormElements) =>
  matchDesignation({ norm: [...readings], subdivision: [], qualifiers: [] }, { norm, subdivision: [] })

/** Returns the norms that a designation means in a law. */
export function normsOf(cited: FoundNorm, law: number, index: LawIndex): readonly number[] {
  const { to, following } = cited
  const readings = [...chaptersOfAnnex(cited), ...cited.readings]
  const [first] = readings
  if (first !== undefined && (to !== undefined || following === 'f')) {
    const members = index.range(law, first as NormPath['norm'], to)
    if (members.length > 0) return members
  }
  const norm = index.norm(law, readings)
  return norm === undefined ? [] : [norm]
}

/** Chapters of an annex are norms: `Anlage I Kapitel X Sachgebiet H Abschnitt III` is `annex:i_kap_x_h_iii`. */
function chaptersOfAnnex({ readings, qualifiers }: FoundNorm): FoundNorm['readings'] {
  const [annex] = readings[0] ?? []
  const part = (kind: string) => qualifiers.find((qualifier) => qualifier.kind === kind)?.value
  const chapter = part('kapitel')
  if (annex?.kind !== 'annex' || chapter === undefined) return []
  const value = [annex.value, 'kap', chapter, part('sachgebiet'), part('abschnitt')].filter(Boolean).join('_')
  return [[{ kind: 'annex', value }]]
}

/**
 * Returns the norms of the citing law that a designation means. In a section under an article, `§ 2` is under the same
 * article if there is one (`art:246a/par:2`). It is never under another: otherwise it is a section of another law.
 */
export function ownNorms(
  norm: FoundNorm,
  { law, path }: { law: number; path: string },
  index: LawIndex,
): readonly number[] {
  const isBelow = path.includes('/') && path.includes('art:')
  const above = isBelow ? (parseNormPath(path)?.norm ?? []).slice(0, -1).filter(({ kind }) => kind === 'art') : []
  if (above.length > 0) {
    const readings = norm.readings.map((elements) => [...above, ...elements] as typeof elements)
    const siblings = normsOf({ ...norm, readings }, law, index)
    if (siblings.length > 0) return siblings
  }
  const found = normsOf(norm, law, index)
  // An exact path of one element has no article.
  const [own] = norm.readings.map(formatElements)
  if (norm.readings[0]?.[0]?.kind !== 'par' || index.has(law, own ?? '')) return found
  return found.filter((each) => !index.isUnderArticle(law, each))
}
