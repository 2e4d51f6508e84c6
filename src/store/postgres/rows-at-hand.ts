/**
 * Lets readings that expect rows at once run on a database that has to be asked. What the rows of a statement are never
 * changes in a corpus. So a reading that asks for rows that are not at hand is given up, the rows are fetched, and it runs
 * again from its start, with all rows that it has asked for so far: as many times as it asks for something that depends on
 * what it has read.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { LruCache } from '../../util/lru-cache.ts'
import type { Parameter, ReadRows } from '../read-rows.ts'

/** A statement with its parameters. */
export interface Question {
  sql: string
  values: readonly Parameter[]
}

/** Fetches the rows of a statement. */
export type FetchRows = (question: Question) => Promise<object[]>

/** Thrown by readings, and caught by {@link RowsAtHand}. */
class MissingRows extends Error {}

/** What a reading has asked for: it stays until the reading is done. */
interface Asked {
  rows: Map<string, readonly object[]>
  missing: Map<string, Question>
}

/** So many bytes of rows are kept for the next readings, as far as they are known. */
const CACHED_ROWS = 32 << 20

export class RowsAtHand {
  readonly #fetch: FetchRows
  readonly #asked = new AsyncLocalStorage<Asked>()
  readonly #always = new Map<string, readonly object[]>()
  readonly #kept = new LruCache<string, readonly object[]>(CACHED_ROWS, sizeOf)
  /** Rows that are being fetched: several readings may ask the same. */
  readonly #pending = new Map<string, Promise<readonly object[]>>()

  constructor(fetch: FetchRows) {
    this.#fetch = fetch
  }

  /** For readings that run in {@link reading}. */
  readonly ask: ReadRows = Object.assign(
    <Row>(sql: string, ...values: Parameter[]) => this.#rowsAtHand(sql, values).map((row) => ({ ...row })) as Row[],
    {
      announce: (sql: string, each: readonly (readonly Parameter[])[]) => {
        for (const values of each) isMissingRows(() => this.#rowsAtHand(sql, values))
      },
    },
  )

  /**
   * Runs a reading until it has all its rows. It must not change anything that a second run would find changed, and no reading
   * is part of another: what runs after a queue of callbacks may still have the context of the one before.
   */
  async reading<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer> {
    const asked: Asked = { rows: new Map(), missing: new Map() }
    for (;;) {
      try {
        return await this.#asked.run(asked, async () => read())
      } catch (error) {
        if (!(error instanceof MissingRows)) throw error
        // Parts of it that run side by side get as far.
        await setImmediate()
        await this.#fetchMissing(asked)
      }
    }
  }

  /**
   * Makes rows ready for the reading that is under way, in as few round trips as they depend on each other.
   * @param reads readings, each of which may ask for rows
   */
  async prepare(reads: Iterable<() => unknown>): Promise<void> {
    const asked = this.#asked.getStore()
    if (asked === undefined) return
    let rest = [...reads]
    for (;;) {
      rest = rest.filter(isMissingRows)
      if (rest.length === 0) return
      await this.#fetchMissing(asked)
    }
  }

  /** Keeps rows that are known already, for good. */
  keep({ sql, values }: Question, rows: readonly object[]): void {
    this.#always.set(keyOf(sql, values), rows)
  }

  #rowsAtHand(sql: string, values: readonly Parameter[]): readonly object[] {
    const key = keyOf(sql, values)
    const asked = this.#asked.getStore()
    return (
      this.#always.get(key) ??
      asked?.rows.get(key) ??
      this.#kept.get(key, () => {
        asked?.missing.set(key, { sql, values })
        throw new MissingRows('these rows have not been fetched yet')
      })
    )
  }

  async #fetchMissing({ rows, missing }: Asked): Promise<void> {
    const questions = [...missing]
    missing.clear()
    await Promise.all(questions.map(async ([key, question]) => rows.set(key, await this.#rowsOf(key, question))))
  }

  #rowsOf(key: string, question: Question): Promise<readonly object[]> {
    const kept = this.#kept.peek(key)
    if (kept !== undefined) return Promise.resolve(kept)
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending
    const fetched = this.#fetch(question)
      .then((rows) => this.#kept.get(key, () => rows))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, fetched)
    return fetched
  }
}

const keyOf = (sql: string, values: readonly Parameter[]) => JSON.stringify([sql, ...values])

function isMissingRows(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch (error) {
    if (error instanceof MissingRows) return true
    throw error
  }
}

/** Bytes of rows, roughly. */
function sizeOf(rows: readonly object[]): number {
  let size = 64
  for (const row of rows) {
    for (const value of Object.values(row)) size += 16 + (value?.length ?? 8)
  }
  return size
}
