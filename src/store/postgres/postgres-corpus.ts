/** The PostgreSQL engine: a corpus that was published in a database. */
import { say } from '../../i18n/texts.ts'
import type { Corpus, Norm } from '../../model/corpus.ts'
import { CorpusView } from '../../model/corpus-view.ts'
import { turn } from '../../program/turns.ts'
import type { Searcher } from '../../search/index.ts'
import { corpusClosed, LegalTextError } from '../../util/errors.ts'
import { assertReadable } from '../bundle-schema.ts'
import { once } from '../once.ts'
import { Readers } from '../readers.ts'
import { StoredCorpus } from '../stored-corpus.ts'
import { withoutPassword } from './address.ts'
import { currentCorpus, noCorpus, type PublishedCorpus, publishedCorpus, schemaOf } from './catalogue.ts'
import { type Database, databaseError } from './connect.ts'
import { DatabaseRows } from './database-rows.ts'
import { Pool } from './pool.ts'
import { RowsAtHand } from './rows-at-hand.ts'

/** How the readings of a corpus run. */
interface Runner {
  /** Runs one until it has all its rows. @throws LegalTextError `not_ready` if the corpus is closed */
  run<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer>
  /** Runs several, one after the other, until which the corpus stays open. */
  stream<Item>(read: () => Promise<AsyncIterable<Item>>): AsyncGenerator<Item>
}

/** Norms of a law that are read at a time: as many as one statement gives. */
const NORMS_PER_READ = 16

/** A corpus whose readings may have to fetch rows first. */
class FetchedCorpus extends CorpusView implements Corpus {
  /** Choosing a view reads rows, too. */
  readonly #inner: () => Corpus
  readonly #runner: Runner

  /**
   * @param newest the corpus of the newest state
   * @param runner runs every reading
   * @param inner what is read: that corpus, or a view of it
   */
  constructor(newest: Corpus, runner: Runner, inner: () => Corpus = () => newest) {
    super(newest, (question) => runner.run(() => question(inner())))
    this.#runner = runner
    this.#inner = inner
  }

  norms: Corpus['norms'] = (code, range) => this.#runner.stream(async () => this.#norms(code, range))

  async *#norms(code: string, { start, end } = { start: 0, end: Number.MAX_SAFE_INTEGER }): AsyncGenerator<Norm[]> {
    for (let from = start; from < end; from += NORMS_PER_READ) {
      const range = { start: from, end: Math.min(from + NORMS_PER_READ, end) }
      const norms = await this.#runner.run(() => all(this.#inner().norms(code, range)))
      if (norms.length > 0) yield norms
      if (norms.length < NORMS_PER_READ) return
    }
  }

  override atState: Corpus['atState'] = (day, ownDay) =>
    new FetchedCorpus(this.newest, this.#runner, () => this.newest.atState(day, ownDay))

  async ping(): Promise<void> {
    await this.newest.ping?.()
  }
}

async function all(parts: AsyncIterable<Norm[]>): Promise<Norm[]> {
  const norms: Norm[] = []
  for await (const some of parts) norms.push(...some)
  return norms
}

/** Connections of a corpus, by default. */
const MOST_CONNECTIONS = 10

/** In milliseconds. The longest statements take a tenth of it. */
const STATEMENT_TIMEOUT = 10_000

export interface OpenOptions {
  /** Called when it is closed. */
  onClose?: (() => void) | undefined
  /** Of its bundle; default: the current one. */
  id?: string | undefined
  /** At most. One is quickest for a single answer: what is asked side by side is sent through it one after the other. */
  connections?: number | undefined
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
    super({ id, digest, schema_version, file, name: say`the corpus` }, rows.ask, built_at)
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

  ping(): Promise<void> {
    this.assertOpen()
    return this.#source.ping()
  }

  database = () => this.#source.state

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

export class PostgresCorpus extends FetchedCorpus {
  readonly #tables: PublishedTables

  private constructor(tables: PublishedTables) {
    super(tables, tables)
    this.#tables = tables
  }

  database = () => this.#tables.database()

  override close(atOnce?: boolean): Promise<void> {
    return this.#tables.close(atOnce)
  }

  /**
   * Opens a corpus of a database.
   * @throws LegalTextError `not_ready` if the database cannot be reached, has no corpus, or one of another schema version
   */
  static async open(
    location: string,
    { onClose, id, connections = MOST_CONNECTIONS }: OpenOptions = {},
  ): Promise<PostgresCorpus> {
    const { pool, address } = await Pool.open(location, { most: connections, statementTimeout: STATEMENT_TIMEOUT })
    try {
      const published = await pool.ask((database) => findCorpus(database, address.name, id))
      const source = new DatabaseRows(pool, schemaOf(published.id), address.hosts.length)
      const tables = new PublishedTables(
        published,
        withoutPassword(location),
        new RowsAtHand(source.fetch),
        source,
        onClose,
      )
      return new PostgresCorpus(tables)
    } catch (error) {
      await pool.end(1)
      throw databaseError(error, address, 'reading')
    }
  }
}

/** @throws LegalTextError `not_ready` if it is not there, or of another schema version */
async function findCorpus(database: Database, name: string, id: string | undefined): Promise<PublishedCorpus> {
  const found = id === undefined ? await currentCorpus(database) : await publishedCorpus(database, id)
  if (found === undefined) throw new LegalTextError('not_ready', noCorpus(name))
  assertReadable(name, found.schema_version)
  return found
}
