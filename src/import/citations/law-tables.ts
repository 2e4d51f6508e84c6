/** Reads the laws and norms of a bundle that texts may cite, as they are today. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { NamedState } from '../../citation/laws/law-in-force.ts'
import { type NormParts, normParts } from '../../citation/union/parts-meant.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'

/** What the choice between laws with the same name needs of a law. */
export type LawState = NamedState & {
  jurisdiction: string
  status_date: string | null
  provenance?: { fetch_timestamp: string | null }
}

/** The laws with a name at its strongest rank. */
export interface RankedLaws {
  rank: number
  laws: readonly number[]
}

/** A norm with its place. */
export interface NormRow {
  id: number
  path: string
}

/** The laws and norms of one state. Both have numbers. */
export interface LawTables {
  /** ISO date of the state; `undefined` if it is that of the newest source. */
  readonly day: string | undefined
  /** The law with a code. */
  lawCoded(code: string): number | undefined
  /** The laws with a folded name. */
  lawsNamed(name: string): RankedLaws | undefined
  lawState(law: number): LawState
  /** What tells apart the norms that a law has in different states. */
  versionOf(law: number): number
  norms(law: number): NormRow[]
  /** The law and the path of a norm. */
  placeOf(norm: number): { law: number; path: string }
  labelOf(norm: number): string
  /** The subdivisions of a norm. */
  partsOf(norm: number): NormParts
}

/** The parts that stored subdivisions are. */
export const partsFrom = (stored: readonly StoredSubdivision[]): NormParts =>
  normParts(stored.map(([path, label]) => ({ path, label })))

export const NO_PARTS: NormParts = { paths: [], isCounted: false }

export class TodaysTables implements LawTables {
  readonly day = undefined
  readonly #codes: ReadonlyMap<string, number>
  readonly #names = new Map<string, { rank: number; laws: number[] }>()
  readonly #answer: StatementSync
  readonly #norms: StatementSync
  readonly #place: StatementSync
  readonly #label: StatementSync
  readonly #content: StatementSync

  /** @param database the bundle with all laws and norms */
  constructor(database: DatabaseSync) {
    const laws = database.prepare('SELECT code, id FROM law').all() as { code: string; id: number }[]
    this.#codes = new Map(laws.map(({ code, id }) => [code, id]))
    const aliases = database.prepare('SELECT name, rank, law FROM alias ORDER BY name, rank').all()
    for (const { name, rank, law } of aliases as { name: string; rank: number; law: number }[]) {
      const known = this.#names.get(name)
      if (known === undefined) this.#names.set(name, { rank, laws: [law] })
      else if (known.rank === rank) known.laws.push(law)
    }
    this.#answer = database.prepare('SELECT answer FROM law WHERE id = ?')
    this.#norms = database.prepare('SELECT id, path FROM norm WHERE law = ? ORDER BY id')
    this.#place = database.prepare('SELECT law, path FROM norm WHERE id = ?')
    this.#label = database.prepare('SELECT label FROM norm WHERE id = ?')
    this.#content = database.prepare('SELECT subdivisions FROM content WHERE norm = ?')
  }

  lawCoded(code: string): number | undefined {
    return this.#codes.get(code)
  }

  lawsNamed(name: string): RankedLaws | undefined {
    return this.#names.get(name)
  }

  lawState(law: number): LawState {
    const { answer } = this.#answer.get(law) as { answer: PackedText }
    return JSON.parse(unpackText(answer)) as LawState
  }

  versionOf(law: number): number {
    return law
  }

  norms(law: number): NormRow[] {
    return this.#norms.all(law) as unknown as NormRow[]
  }

  placeOf(norm: number): { law: number; path: string } {
    return this.#place.get(norm) as { law: number; path: string }
  }

  labelOf(norm: number): string {
    return (this.#label.get(norm) as { label: string }).label
  }

  partsOf(norm: number): NormParts {
    const row = this.#content.get(norm) as { subdivisions: PackedText } | undefined
    return row === undefined ? NO_PARTS : partsFrom(JSON.parse(unpackText(row.subdivisions)) as StoredSubdivision[])
  }
}
