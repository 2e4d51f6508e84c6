/** All names of the laws of a bundle, in memory: what contains a text, and what is similar to it. */
import type { SQLInputValue } from 'node:sqlite'
import { SimilarNames } from '../citation/laws/similar-names.ts'
import { turn } from '../turns.ts'

type Ask = <Row>(sql: string, ...values: SQLInputValue[]) => Row[]

/** Rows that are read at a time: a fraction of a millisecond. */
export const ROWS_PER_READ = 128

interface LawRow {
  id: number
  /** Folded, each on a line. */
  names: string
  norm_count: number
}

/**
 * For each law with a name that begins with the query the strength of its best match, the smaller the better: a name that
 * equals it (by the rank of the name), then one that begins with it (a code or an abbreviation before other names; the
 * shortest first). Parameters: the folded query three times.
 */
const BEST_MATCHES = `
SELECT law, min(CASE WHEN name = ? THEN rank ELSE iif(rank = 0, 1000, 1000000) + length(name) END) AS match
FROM alias WHERE name >= ? AND name < ? || char(1114111) GROUP BY law`

export class LawNames {
  readonly #ask: Ask
  /** In the order of their codes. */
  readonly #laws: readonly LawRow[]
  #similar: SimilarNames<number> | undefined

  constructor(ask: Ask, laws: readonly LawRow[]) {
    this.#ask = ask
    this.#laws = laws
  }

  /** Reads them in turns. */
  static async read(ask: Ask): Promise<LawNames> {
    const sql = 'SELECT id, names, norm_count FROM law ORDER BY code'
    return new LawNames(ask, await readInTurns<LawRow>(ask, sql, Number.MAX_SAFE_INTEGER, 0))
  }

  /** The laws with a name that contains a folded query, the best match first, equal ones in the order of their codes. */
  containing(query: string): number[] {
    const found = this.#laws.filter(({ names }) => names.includes(query))
    const best = this.#ask<{ law: number; match: number }>(BEST_MATCHES, query, query, query)
    const matches = new Map(best.map(({ law, match }) => [law, match]))
    const matchOf = ({ id }: LawRow) => matches.get(id) ?? Number.MAX_VALUE
    return found.sort((a, b) => matchOf(a) - matchOf(b)).map(({ id }) => id)
  }

  /** The laws whose names are close to a folded one, closest first. */
  similar(name: string, limit: number): number[] {
    this.#similar ??= new SimilarNames(
      this.#laws.flatMap(({ id, names, norm_count }) =>
        names.split('\n').map((each) => ({ name: each, law: id, norms: norm_count })),
      ),
    )
    return this.#similar.find(name, limit)
  }
}

/**
 * Reads rows of an ordered query, a turn each time.
 * @param sql without `LIMIT` and `OFFSET`
 */
export async function readInTurns<Row>(ask: Ask, sql: string, limit: number, offset: number): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const wanted = Math.min(ROWS_PER_READ, limit - rows.length)
    const some = ask<Row>(`${sql} LIMIT ? OFFSET ?`, wanted, offset + rows.length)
    for (const row of some) rows.push(row)
    if (some.length < ROWS_PER_READ || rows.length === limit) return rows
    const pause = turn()
    if (pause !== undefined) await pause
  }
}
