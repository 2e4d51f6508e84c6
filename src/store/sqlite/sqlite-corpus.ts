/** The SQLite engine: a corpus in a bundle, an immutable file opened read-only. */

import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { turn } from '../../program/turns.ts'
import type { Searcher } from '../../search/index.ts'
import { corpusClosed } from '../../util/errors.ts'
import { bundleId, SCHEMA_VERSION } from '../bundle-schema.ts'
import { once } from '../once.ts'
import type { ReadRows } from '../read-rows.ts'
import { Readers } from '../readers.ts'
import { StoredCorpus } from '../stored-corpus.ts'
import { openBundleDatabase, rowsOf } from './bundle-database.ts'

export class SqliteCorpus extends StoredCorpus {
  readonly #onClose: (() => void) | undefined
  readonly #database: DatabaseSync
  readonly #ask: ReadRows
  /** Opened by the first search. */
  readonly #searcher = once(() => this.#openSearch())
  readonly #readers = new Readers()

  /**
   * Opens a bundle.
   * @param onClose called when it is closed
   * @throws LegalTextError `not_ready` if the file is missing, no bundle, damaged, or of another schema version
   */
  constructor(file: string, onClose?: () => void) {
    const { database, digest } = openBundleDatabase(file)
    const ask = rowsOf(database)
    const bundle = { id: bundleId(digest), digest, schema_version: SCHEMA_VERSION, file, name: say`the corpus` }
    super(bundle, ask, statSync(file).mtime.toISOString())
    this.#database = database
    this.#ask = ask
    this.#onClose = onClose
  }

  search: Corpus['search'] = (request) => this.reading(async () => (await this.#searcher()).search(request))

  matches: Corpus['matches'] = (request) =>
    this.stream(async () => (await import('./read-matches.ts')).readMatches(this.#ask, this.bundle, request))

  async close(atOnce = false): Promise<void> {
    // Nothing to wait for: it is closed at once.
    if (!atOnce && this.#readers.isBusy) await this.#readers.done()
    if (!this.#database.isOpen) return
    this.#database.close()
    this.#onClose?.()
  }

  protected assertOpen(): void {
    if (!this.#database.isOpen) throw corpusClosed()
  }

  protected async reading<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.assertOpen()
    return this.#readers.reading(ask)
  }

  protected async *stream<Item>(read: () => Promise<Iterable<Item> | AsyncIterable<Item>>): AsyncGenerator<Item> {
    this.assertOpen()
    yield* this.#readers.stream(read)
  }

  async #openSearch(): Promise<Searcher> {
    const statistics = this.statistics()
    const { openSearcher } = await import('../search-storage.ts')
    return openSearcher(statistics, this.#ask, turn)
  }
}
