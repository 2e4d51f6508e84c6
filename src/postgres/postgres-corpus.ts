/** The PostgreSQL engine: a corpus that was published in a database. */
import type { Corpus } from '../corpus/corpus.ts'
import { corpusClosed, LegalTextError } from '../errors.ts'
import type { Searcher } from '../search/index.ts'
import { assertReadable } from '../tables/bundle-schema.ts'
import { once } from '../tables/once.ts'
import { Readers } from '../tables/readers.ts'
import { StoredCorpus } from '../tables/stored-corpus.ts'
import { turn } from '../turns.ts'
import { type DatabaseAddress, withoutPassword } from './address.ts'
import { currentCorpus, type PublishedCorpus, schemaOf } from './catalogue.ts'
import { connect, type Database, databaseError, isConnectionLoss } from './connect.ts'
import { toPostgres, withTexts } from './dialect.ts'
import { FetchedCorpus, type Runner } from './fetched-corpus.ts'
import { type Question, RowsAtHand } from './rows-at-hand.ts'

/** Connections of a corpus. */
const MOST_CONNECTIONS = 10

/** Statements that wait for a connection or are under way; what comes on top is refused. */
const MOST_WAITING = 1000

/** In milliseconds. */
const STATEMENT_TIMEOUT = 30_000

/** How often a statement is sent again whose connection was lost, to the next host: statements only read. */
const MOST_TRIES = 4
/** In milliseconds, doubled each time. */
const FIRST_DELAY = 50

/** Reads the rows of statements from one corpus of a database. */
class DatabaseRows {
  readonly #database: Database
  readonly #address: DatabaseAddress
  readonly #statements = new Map<string, string>()
  #waiting = 0

  constructor(database: Database, address: DatabaseAddress) {
    this.#database = database
    this.#address = address
  }

  /** @throws LegalTextError `not_ready` if the database cannot be reached, or has too much to do */
  fetch = async ({ sql, values }: Question): Promise<object[]> => {
    if (this.#waiting >= MOST_WAITING) {
      throw new LegalTextError('not_ready', 'the database has too much to do; try again in a moment', {
        retry_after: 1,
      })
    }
    this.#waiting++
    try {
      return await this.#ask(this.#translated(sql), values)
    } catch (error) {
      throw databaseError(error, this.#address, 'read from')
    } finally {
      this.#waiting--
    }
  }

  async #ask(sql: string, values: Question['values']): Promise<object[]> {
    for (let tries = 1; ; tries++) {
      try {
        return withTexts(await this.#database.unsafe(sql, [...values] as never[], { prepare: true }))
      } catch (error) {
        if (tries === MOST_TRIES || !isConnectionLoss(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** (tries - 1)))
      }
    }
  }

  #translated(sql: string): string {
    let translated = this.#statements.get(sql)
    if (translated === undefined) {
      translated = toPostgres(sql)
      this.#statements.set(sql, translated)
    }
    return translated
  }

  end(): Promise<void> {
    return this.#database.end({ timeout: 5 })
  }
}

/** The corpus, as if all rows were at hand. */
class PublishedTables extends StoredCorpus implements Runner {
  readonly #rows: RowsAtHand
  readonly #source: DatabaseRows
  readonly #readers = new Readers()
  readonly #searcher = once(() => this.#openSearch())
  readonly #onClose: (() => void) | undefined
  #isClosed = false

  /** @param onClose called when it is closed */
  constructor(published: PublishedCorpus, file: string, rows: RowsAtHand, source: DatabaseRows, onClose?: () => void) {
    const { id, digest, schema_version, built_at } = published
    super({ id, digest, schema_version, file, name: 'the corpus' }, rows.ask, built_at)
    this.#rows = rows
    this.#source = source
    this.#onClose = onClose
  }

  /** Runs a reading of this corpus, or of one of its views. */
  async run<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer> {
    this.assertOpen()
    return this.#readers.reading(() => this.#rows.reading(read))
  }

  search: Corpus['search'] = async (request) => (await this.#searcher()).search(request)

  matches: Corpus['matches'] = (request) =>
    this.stream(async () => (await import('./read-matches.ts')).readMatches(this.#rows, this.#source.fetch, request))

  async close(atOnce = false): Promise<void> {
    if (this.#isClosed) return
    if (!atOnce) await this.#readers.done()
    this.#isClosed = true
    await this.#source.end()
    this.#onClose?.()
  }

  protected assertOpen(): void {
    if (this.#isClosed) throw corpusClosed()
  }

  protected reading<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return ask()
  }

  async *stream<Item>(read: () => Promise<Iterable<Item> | AsyncIterable<Item>>): AsyncGenerator<Item> {
    this.assertOpen()
    yield* this.#readers.stream(read)
  }

  async #openSearch(): Promise<Searcher> {
    const statistics = this.statistics()
    const { openSearcher } = await import('./search-storage.ts')
    return openSearcher(statistics, this.#rows, this.#source.fetch, turn)
  }
}

export class PostgresCorpus extends FetchedCorpus<PublishedTables> {
  private constructor(tables: PublishedTables) {
    super(tables, tables)
  }

  /**
   * Opens the current corpus of a database.
   * @throws LegalTextError `not_ready` if the database cannot be reached, has no corpus, or one of another schema version
   */
  static async open(location: string, onClose?: () => void): Promise<PostgresCorpus> {
    const published = await findCurrent(location)
    const { database, address } = await connect(location, {
      most: MOST_CONNECTIONS,
      schema: schemaOf(published.id),
      statementTimeout: STATEMENT_TIMEOUT,
    })
    const source = new DatabaseRows(database, address)
    const tables = new PublishedTables(
      published,
      withoutPassword(location),
      new RowsAtHand(source.fetch),
      source,
      onClose,
    )
    const corpus = new PostgresCorpus(tables)
    // Views are chosen at once, by these.
    await Promise.all([corpus.states(), corpus.datedSince()])
    return corpus
  }
}

/** @throws LegalTextError as {@link PostgresCorpus.open} */
async function findCurrent(location: string): Promise<PublishedCorpus> {
  const { database, address } = await connect(location, { most: 1 })
  try {
    const current = await currentCorpus(database)
    if (current === undefined) {
      const message = `${address.name} has no corpus; \`legal-text corpus publish\` puts one there`
      throw new LegalTextError('not_ready', message)
    }
    assertReadable(address.name, current.schema_version)
    return current
  } catch (error) {
    throw databaseError(error, address, 'read from')
  } finally {
    await database.end({ timeout: 1 })
  }
}
