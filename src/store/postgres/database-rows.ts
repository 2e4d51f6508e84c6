/** Reads the rows of statements from one corpus of a database, in few round trips. */

import { say } from '../../i18n/texts.ts'
import type { DatabaseState } from '../../model/corpus.ts'
import { LegalTextError } from '../../util/errors.ts'
import { LruCache } from '../../util/lru-cache.ts'
import type { AskRows, Parameter } from '../read-rows.ts'
import { type Database, isConnectionLoss, readingError } from './connect.ts'
import { READ_ALL_TABLES, storable, toPostgres, withTexts } from './dialect.ts'
import { inTime, isSilence, type Pool } from './pool.ts'

/** A statement with its parameters. */
export interface Question {
  sql: string
  values: readonly Parameter[]
}

/** Maximum number of queued and running statements; further ones are refused. */
const MOST_WAITING = 1000

/** In milliseconds. */
const PING_TIMEOUT = 2000

/** Maximum attempts of a statement whose connection was lost, each on the next host: statements only read. */
const MOST_TRIES = 4
/** In milliseconds, doubled each time. */
const FIRST_DELAY = 50

/** Maximum number of values in one statement. */
const MOST_VALUES = 500

/** A statement that only selects the rows with one value in a column. */
const BY_ONE_VALUE =
  /^\s*SELECT (?!DISTINCT)((?:(?!\b(?:count|min|max|sum|json_agg)\()[\s\S])+) WHERE ([\w.]+) = \?\s*$/

/** The column with that value in a statement for several values. */
const ASKED = 'asked value'

/** Cache size, in bytes of rows (approximate). */
const KEPT_ROWS = 32 << 20

interface Waiting extends PromiseWithResolvers<object[]> {
  question: Question
}

export class DatabaseRows {
  readonly #pool: Pool
  readonly #schema: string
  readonly #hosts: number
  readonly #translated = new Map<string, string>()
  /** Rows of a corpus never change. */
  readonly #kept = new LruCache<string, readonly object[]>(KEPT_ROWS, sizeOf)
  readonly #pending = new Map<string, Promise<readonly object[]>>()
  /** Questions of this turn of the event loop. */
  #queue: Waiting[] = []
  #underWay = 0

  /** @param schema of the corpus @param hosts number of hosts of the database */
  constructor(pool: Pool, schema: string, hosts: number) {
    this.#pool = pool
    this.#hosts = hosts
    this.#schema = schema
  }

  /** The rows of a statement; each caller gets its own copy. */
  ask: AskRows = async <Row>(sql: string, ...values: Parameter[]) => {
    const key = JSON.stringify([sql, ...values])
    const rows = this.#kept.peek(key) ?? (await this.#fetchOnce(key, { sql, values }))
    return rows.map((row) => ({ ...row })) as Row[]
  }

  /** Joins a fetch of the same rows that is under way. */
  #fetchOnce(key: string, question: Question): Promise<readonly object[]> {
    const fetched =
      this.#pending.get(key) ??
      this.fetch(question)
        .then((rows) => this.#kept.get(key, () => rows))
        .finally(() => this.#pending.delete(key))
    this.#pending.set(key, fetched)
    return fetched
  }

  /**
   * The rows of a statement. Statements of the same turn are sent together, as one if only a value differs.
   * @throws LegalTextError `not_ready` if the database cannot be reached, or is overloaded
   */
  fetch = ({ sql, values }: Question): Promise<object[]> => {
    const waiting = { ...Promise.withResolvers<object[]>(), question: { sql, values: values.map(storable) } }
    if (this.#queue.push(waiting) === 1) queueMicrotask(() => this.#send())
    return waiting.promise
  }

  /** @throws LegalTextError `not_ready` if the database does not answer, or refuses a table */
  async ping(): Promise<void> {
    try {
      await inTime(this.#tryToAsk(this.#translate(READ_ALL_TABLES), []), PING_TIMEOUT)
    } catch (error) {
      throw readingError(error)
    }
  }

  get state(): DatabaseState {
    return this.#pool.state
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #send(): void {
    const queue = this.#queue
    this.#queue = []
    for (const [sql, group] of Map.groupBy(queue, ({ question }) => question.sql)) {
      const together = group.length > 1 && BY_ONE_VALUE.test(sql)
      const size = together ? MOST_VALUES : 1
      for (let start = 0; start < group.length; start += size) {
        const some = group.slice(start, start + size)
        const rows = some.length > 1 ? this.#askForAll(sql, some) : this.#askForOne(some[0] as Waiting)
        rows.catch((error) => {
          for (const { reject } of some) reject(error)
        })
      }
    }
  }

  async #askForOne({ question: { sql, values }, resolve }: Waiting): Promise<void> {
    resolve(await this.#ask(this.#translate(sql), values))
  }

  async #askForAll(sql: string, waiting: readonly Waiting[]): Promise<void> {
    const values = waiting.map(({ question }) => question.values[0] as Parameter)
    const type = typeof values[0] === 'number' ? 'integer' : 'text'
    const forAll = sql.replace(
      BY_ONE_VALUE,
      (_, columns, column) => `SELECT ${column} AS "${ASKED}", ${columns} WHERE ${column} = ANY (CAST(? AS ${type}[]))`,
    )
    const rows = (await this.#ask(this.#translate(forAll), [arrayOf(values)])) as Record<string, Parameter>[]
    const found = Map.groupBy(rows, (row) => row[ASKED])
    for (const { question, resolve } of waiting) {
      const own = found.get(question.values[0] as Parameter) ?? []
      resolve(own.map(({ [ASKED]: _, ...row }) => row))
    }
  }

  async #ask(sql: string, values: readonly Parameter[]): Promise<object[]> {
    if (this.#underWay >= MOST_WAITING) {
      const message = say`the database has too much to do; try again in a moment`
      throw new LegalTextError('not_ready', message, { retry_after: 1 })
    }
    this.#underWay++
    try {
      return await this.#tryToAsk(sql, values)
    } catch (error) {
      throw readingError(error)
    } finally {
      this.#underWay--
    }
  }

  async #tryToAsk(sql: string, values: readonly Parameter[]): Promise<object[]> {
    for (let tries = 1; ; tries++) {
      try {
        const ask = (database: Database) => database.unsafe(sql, [...values] as never[], { prepare: true })
        return withTexts(await this.#pool.ask(ask))
      } catch (error) {
        if (tries >= this.#mostTries(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** (tries - 1)))
      }
    }
  }

  /** Silent hosts are tried once, or twice if they fell silent later; then it is the turn of the next host. */
  #mostTries(error: unknown): number {
    if (!isConnectionLoss(error)) return 1
    const isLate = isSilence(error) || (error as { code?: string }).code === 'CONNECT_TIMEOUT'
    return isLate ? (this.#hosts === 1 ? 1 : this.#hosts + 1) : MOST_TRIES
  }

  #translate(sql: string): string {
    let translated = this.#translated.get(sql)
    if (translated === undefined) {
      translated = toPostgres(sql, this.#schema)
      this.#translated.set(sql, translated)
    }
    return translated
  }
}

/** Approximate size of rows in bytes. */
function sizeOf(rows: readonly object[]): number {
  let size = 64
  for (const row of rows) {
    for (const value of Object.values(row)) size += 16 + (value?.length ?? 8)
  }
  return size
}

/** The text form of an array, https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayOf(values: readonly Parameter[]): string {
  const items = values.map((value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value))
  return `{${items.join(',')}}`
}
