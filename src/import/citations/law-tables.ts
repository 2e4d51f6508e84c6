/** Reads the laws and norms that texts may cite from a bundle, in the newest state or an older one. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { NamedState } from '../../citation/laws/law-in-force.ts'
import { type NormParts, normParts } from '../../citation/union/parts-meant.ts'
import { NOW } from '../../model/law-history.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'

/** Facts of a law for the choice between laws with the same name. */
export interface LawState extends NamedState {
  norms: readonly { norm: string; status: string }[]
  jurisdiction: string
  status_date: string | null
  provenance?: { fetch_timestamp: string | null }
}

/** Laws with a name at its strongest rank. */
export interface RankedLaws {
  rank: number
  laws: readonly number[]
}

/** A norm with its law and path. */
export interface NormRow {
  id: number
  path: string
}

/** Laws and norms of one state, by number. */
export interface LawTables {
  /** ISO date of the state; `undefined` for the newest source. */
  readonly day: string | undefined
  /** Returns the law with a code. */
  lawCoded(code: string): number | undefined
  /** Returns the laws with a folded name, restricted by `isMeant`. */
  lawsNamed(name: string, isMeant: (law: number) => boolean): RankedLaws | undefined
  /** Returns the jurisdiction of a law. */
  jurisdictionOf(law: number): string
  lawState(law: number): LawState
  /** Distinguishes the norms of a law in different states. */
  versionOf(law: number): number
  norms(law: number): NormRow[]
  /** Returns the law and the path of a norm. */
  placeOf(norm: number): { law: number; path: string }
  labelOf(norm: number): string
  /** Returns the subdivisions of a norm. */
  partsOf(norm: number): NormParts
}

/** Returns stored subdivisions as parts. */
export const partsFrom = (stored: readonly StoredSubdivision[]): NormParts =>
  normParts(stored.map(([path, label]) => ({ path, label })))

const NO_PARTS: NormParts = { paths: [], isCounted: false }

/** Period in which a law was published in one version, or had a name. In the newest state of a bundle its start may be unknown. */
interface Span {
  state_from: string | null
  state_to: string
}

type VersionRow = Span & { id: number; line: number; code: string; jurisdiction: string }
type AliasRow = Span & { name: string; rank: number; law: number }

/** Laws and norms of a bundle, in all its states. Laws are numbered as lines. */
export class StoredLaws {
  readonly #versions: ReadonlyMap<number, readonly VersionRow[]>
  readonly #codes: ReadonlyMap<string, readonly VersionRow[]>
  readonly #aliases: ReadonlyMap<string, readonly AliasRow[]>
  readonly #law: StatementSync
  readonly #norms: StatementSync
  readonly #place: StatementSync
  readonly #label: StatementSync
  readonly #content: StatementSync

  /** @param database bundle with all laws and norms */
  constructor(database: DatabaseSync) {
    const versions = database.prepare(
      'SELECT id, line, code, jurisdiction, state_from, state_to FROM law ORDER BY line, state_from',
    )
    const rows = versions.all() as unknown as VersionRow[]
    this.#versions = Map.groupBy(rows, ({ line }) => line)
    this.#codes = Map.groupBy(rows, ({ code }) => code)
    const aliases = database.prepare('SELECT * FROM alias ORDER BY name, rank, law, state_from').all()
    this.#aliases = Map.groupBy(aliases as unknown as AliasRow[], ({ name }) => name)
    this.#law = database.prepare(
      `SELECT law_answer.answer, source ->> 'fetch_timestamp' AS fetch_timestamp
       FROM law JOIN law_answer ON law_answer.id = law.answer WHERE law.id = ?`,
    )
    this.#norms = database.prepare(
      `SELECT id, path, state_from FROM norm WHERE law = ? AND coalesce(state_from, '') <= ? AND state_to >= ? ORDER BY id`,
    )
    this.#place = database.prepare('SELECT law, path FROM norm WHERE id = ?')
    this.#label = database.prepare('SELECT label FROM norm WHERE id = ?')
    this.#content = database.prepare(
      'SELECT subdivisions FROM norm JOIN content ON content.id = norm.content WHERE norm.id = ?',
    )
  }

  /** True if the law is known in the states. */
  hasHistory(law: number): boolean {
    return this.#versions.get(law)?.some(({ state_from }) => state_from !== null) ?? false
  }

  /**
   * Returns the laws of a state. A name or code that it lacks means the law that last had it: a text may still cite a repealed
   * law.
   * @param day `undefined` for the newest state
   */
  on(day: string | undefined): LawTables {
    const last = day ?? NOW
    /** Rows that start on or before the day. */
    const known = <Row extends Span>(rows: readonly Row[] = []) =>
      day === undefined
        ? rows.filter(({ state_to }) => state_to === NOW)
        : rows.filter(({ state_from }) => state_from !== null && state_from <= day)
    const versionOf = (law: number) => known(this.#versions.get(law)).at(-1)
    const answerOf = (law: number) => {
      const { answer, ...provenance } = this.#law.get(versionOf(law)?.id ?? null) as unknown as LawRow
      return { ...(JSON.parse(unpackText(answer)) as Omit<LawState, 'provenance'>), provenance }
    }
    return {
      day,
      lawCoded: (code) => lastOf(known(this.#codes.get(code)), last)[0]?.line,
      lawsNamed: (name, isMeant) => {
        const aliases = known(this.#aliases.get(name)).filter(({ law }) => isMeant(law))
        const [first, ...others] = lastOf(aliases, last).sort((a, b) => a.rank - b.rank)
        if (first === undefined) return undefined
        const strongest = [first, ...others.filter(({ rank }) => rank === first.rank)]
        return { rank: first.rank, laws: [...new Set(strongest.map(({ law }) => law))] }
      },
      lawState: answerOf,
      jurisdictionOf: (law) => versionOf(law)?.jurisdiction ?? '',
      versionOf: (law) => versionOf(law)?.id ?? -1,
      norms: (law) => {
        const version = versionOf(law)
        if (version === undefined) return []
        const until = version.state_to < last ? version.state_to : last
        const rows = this.#norms.all(law, until, until) as unknown as NormRow[]
        if (day === undefined) return rows
        const places = new Map(answerOf(law).norms.map(({ norm }, place) => [norm, place]))
        return rows.sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
      },
      placeOf: (norm) => this.#place.get(norm) as { law: number; path: string },
      labelOf: (norm) => (this.#label.get(norm) as { label: string }).label,
      partsOf: (norm) => {
        const row = this.#content.get(norm) as { subdivisions: PackedText } | undefined
        return row === undefined ? NO_PARTS : partsFrom(JSON.parse(unpackText(row.subdivisions)) as StoredSubdivision[])
      },
    }
  }
}

interface LawRow {
  answer: PackedText
  fetch_timestamp: string | null
}

/** Returns the rows valid on a day; else those that were valid last. */
function lastOf<Row extends Span>(rows: readonly Row[], day: string): Row[] {
  const present = rows.filter(({ state_to }) => state_to >= day)
  if (present.length > 0) return present
  const last = rows.reduce((latest, { state_to }) => (state_to > latest ? state_to : latest), '')
  return rows.filter(({ state_to }) => state_to === last)
}
