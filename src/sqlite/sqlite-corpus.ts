/** The SQLite engine: a corpus in a bundle, an immutable file opened read-only. */
import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { foldName, inForms } from '../citation/laws/law-names.ts'
import { rangeIncludes } from '../citation/ranges.ts'
import type {
  Corpus,
  Coverage,
  Law,
  LawMatch,
  LawSummary,
  Norm,
  NormSummary,
  Page,
  Relationship,
  SearchPage,
  SearchRequest,
} from '../corpus/corpus.ts'
import { corpusClosed, LegalTextError } from '../errors.ts'
import type { Searcher } from '../search/index.ts'
import { turn } from '../turns.ts'
import { openBundleDatabase, readFindings } from './bundle-database.ts'
import { bundleId, IS_NAMED, type MetaKey, SCHEMA_VERSION, type StoredCoverage } from './bundle-schema.ts'
import { LawNames, NAMES, ROWS_PER_READ, readInTurns } from './law-names.ts'
import { readNormContext } from './norm-context.ts'
import { type NormRow, normFromRow, readNorms, SELECT_NORM } from './norm-row.ts'
import { NORM_SUMMARY, normSummary, type SummaryRow } from './norm-summary.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import { readRelationships } from './read-relationships.ts'
import { StoredHistory } from './stored-history.ts'

const LAW_SUMMARY = 'code, abbreviation, title, jurisdiction, source_family, language, norm_count, status_date'

export class SqliteCorpus implements Corpus {
  readonly bundle: Corpus['bundle']
  replacementFailure: Corpus['replacementFailure'] = null
  readonly #onClose: (() => void) | undefined
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #builtAt: string
  /** Opened by the first search. */
  #search: Promise<Searcher> | undefined
  readonly #history: StoredHistory
  /** All names of laws, read for the first text that may be part of one, or misspelled. */
  #names: Promise<LawNames> | undefined
  /** Number of readers that must be done before it is closed. */
  #readers = 0
  /** Called when the last reader is done. */
  readonly #whenRead: (() => void)[] = []

  /**
   * Opens a bundle.
   * @param onClose called when it is closed
   * @throws LegalTextError `not_ready` if the file is missing, no bundle, damaged, or of another schema version
   */
  constructor(file: string, onClose?: () => void) {
    const { database, digest } = openBundleDatabase(file)
    this.#database = database
    this.#builtAt = statSync(file).mtime.toISOString()
    this.#onClose = onClose
    this.#history = new StoredHistory(this, this.#ask, () => this.#assertOpen())
    this.bundle = { id: bundleId(digest), digest, schema_version: SCHEMA_VERSION, file, name: 'the corpus' }
  }

  laws(options: Parameters<Corpus['laws']>[0]): Promise<Page<LawSummary>> {
    const { query = '', initial, limit = Number.MAX_SAFE_INTEGER, offset = 0 } = options
    return this.#read(async () => {
      if (foldName(query) === '' && initial === undefined) {
        const sql = `SELECT ${LAW_SUMMARY} FROM law ORDER BY code`
        const items = await readInTurns<LawSummary>(this.#ask, sql, [], { limit, offset })
        return { items, total: this.#count('SELECT count(*) AS count FROM law') }
      }
      const ids = (await this.#lawNames()).listed(options)
      return { items: await this.#lawsWithIds(ids.slice(offset, offset + limit)), total: ids.length }
    })
  }

  async findLaws(name: string): Promise<LawMatch[]> {
    const exact = this.#lawsWithCode(name)
    return exact.length > 0 ? exact : inForms(name, (form) => this.#lawsNamed(form))
  }

  async lawsCalled(name: string): Promise<LawMatch[]> {
    if (name === name.toLowerCase()) return this.findLaws(name)
    const named = this.#lawsNamed(name)
    return named.length > 0 ? named : this.#lawsWithCode(name)
  }

  similarLaws(name: string, limit: number): Promise<LawSummary[]> {
    return this.#read(async () => this.#lawsWithIds((await this.#lawNames()).similar(foldName(name), limit)))
  }

  async law(code: string): Promise<Law | undefined> {
    const row = this.#one<{ answer: PackedText }>('SELECT answer FROM law WHERE code = ?', code)
    return row && JSON.parse(unpackText(row.answer))
  }

  async outline(code: string): Promise<NormSummary[]> {
    return this.#all<SummaryRow>(
      `SELECT ${NORM_SUMMARY} FROM law JOIN norm ON norm.law = law.id WHERE code = ? ORDER BY norm.id`,
      code,
    ).map(normSummary)
  }

  async normsEndingIn(code: string, elements: readonly string[]): Promise<NormSummary[]> {
    // A scan of the index on law and path: rows are read only for the few paths that hold an element.
    const holdsOne = elements.map(() => 'instr(path, ?)').join(' OR ') || 'false'
    return this.#all<SummaryRow>(
      `SELECT ${NORM_SUMMARY} FROM law JOIN norm ON norm.law = law.id WHERE code = ? AND (${holdsOne}) ORDER BY norm.id`,
      code,
      ...elements,
    )
      .filter(({ norm }) => elements.includes(norm.replace(/(?:\/seq:\d+)+$/, '').replace(/^.*\//, '')))
      .map(normSummary)
  }

  async normsIncluding(code: string, kind: string, value: string): Promise<NormSummary[]> {
    const ranges = this.#all<SummaryRow & { first: string; last: string }>(
      `SELECT ${NORM_SUMMARY}, first, last FROM law JOIN norm_range AS range ON range.law = law.id JOIN norm ON norm.id = range.norm
       WHERE code = ? AND range.kind = ? ORDER BY norm.id`,
      code,
      kind,
    )
    return ranges.filter(({ first, last }) => rangeIncludes({ from: first, to: last }, value)).map(normSummary)
  }

  async norm(code: string, path: string): Promise<Norm | undefined> {
    const row = this.#one<NormRow>(SELECT_NORM, code, path)
    return row && normFromRow(row)
  }

  norms: Corpus['norms'] = (code, range) => this.#stream(async () => readNorms(this.#ask, code, range))

  normContext: Corpus['normContext'] = async (code, path) => readNormContext(this.#ask, code, path)

  async relationships(
    code: string,
    path: string,
    options: Parameters<Corpus['relationships']>[2],
  ): Promise<Page<Relationship>> {
    const norm = this.#one<{ id: number }>(
      'SELECT norm.id FROM law JOIN norm ON norm.law = law.id WHERE code = ? AND path = ?',
      code,
      path,
    )
    if (norm === undefined) return { items: [], total: 0 }
    return readRelationships(this.#ask, norm.id, options, (await this.states()).length > 0)
  }

  states: Corpus['states'] = () => this.#history.states()
  atState: Corpus['atState'] = (day, ownDay) => this.#history.atState(day, ownDay)
  datedSince: Corpus['datedSince'] = (code) => this.#history.datedSince(code)
  normVersions: Corpus['normVersions'] = (code, path) => this.#history.normVersions(code, path)
  lawVersions: Corpus['lawVersions'] = (code) => this.#history.lawVersions(code)
  changes: Corpus['changes'] = (filter) => this.#history.changes(filter)
  changedLaws: Corpus['changedLaws'] = (filter) => this.#history.changedLaws(filter)
  differingNorms: Corpus['differingNorms'] = (code, from, to) => this.#history.differingNorms(code, from, to)
  lawsEverCalled: Corpus['lawsEverCalled'] = (name) => this.#history.lawsEverCalled(name)
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = (code) => this.#history.lastStatesOfNorms(code)

  async coverage(): Promise<Coverage> {
    const stored = JSON.parse(this.#meta('coverage') ?? '') as StoredCoverage
    const { id, digest, schema_version } = this.bundle
    const state_law_coverage: unknown = JSON.parse(this.#meta('state_law_coverage') ?? 'null')
    const [states, dated_since] = await Promise.all([this.states(), this.datedSince()])
    return {
      bundle_id: id,
      digest,
      schema_version,
      built_at: this.#builtAt,
      ...stored,
      state_law_coverage,
      ...(states.length > 0 && { states }),
      ...(dated_since !== undefined && { dated_since }),
    }
  }

  limitations: Corpus['limitations'] = async (filter) =>
    (await import('./read-limitations.ts')).readLimitations(this.#ask, filter)

  findings: Corpus['findings'] = async () => {
    this.#assertOpen()
    return readFindings(this.#database)
  }

  search(request: SearchRequest): Promise<SearchPage> {
    return this.#read(async () => {
      this.#search ??= this.#openSearch()
      const searcher = await this.#search
      return searcher.search(request)
    })
  }

  matches: Corpus['matches'] = (request) =>
    this.#stream(async () => (await import('./read-matches.ts')).readMatches(this.#ask, this.bundle, request))

  async close(atOnce = false): Promise<void> {
    while (this.#readers > 0 && !atOnce) await new Promise<void>((resolve) => this.#whenRead.push(resolve))
    if (!this.#database.isOpen) return
    this.#database.close()
    this.#onClose?.()
  }

  #assertOpen(): void {
    if (!this.#database.isOpen) throw corpusClosed()
  }

  /** Reads what may take several turns. */
  async #read<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#assertOpen()
    this.#readers++
    try {
      return await ask()
    } finally {
      this.#endReading()
    }
  }

  /** Reads what is asked for in steps. */
  async *#stream<Item>(read: () => Promise<Iterable<Item> | AsyncIterable<Item>>): AsyncGenerator<Item> {
    this.#assertOpen()
    this.#readers++
    try {
      yield* await read()
    } finally {
      this.#endReading()
    }
  }

  #lawNames(): Promise<LawNames> {
    this.#names ??= LawNames.read(this.#ask, NAMES)
    return this.#names
  }

  async #lawsWithIds(ids: readonly number[]): Promise<LawSummary[]> {
    const laws: LawSummary[] = []
    for (const id of ids) {
      laws.push(this.#one<LawSummary>(`SELECT ${LAW_SUMMARY} FROM law WHERE id = ?`, id) as LawSummary)
      const pause = laws.length % ROWS_PER_READ === 0 ? turn() : undefined
      if (pause !== undefined) await pause
    }
    return laws
  }

  #endReading(): void {
    if (--this.#readers === 0) for (const resolve of this.#whenRead.splice(0)) resolve()
  }

  async #openSearch(): Promise<Searcher> {
    const record = this.#meta('search')
    if (record === undefined) {
      const message = 'this bundle was built without a search index; build it again without --no-search'
      throw new LegalTextError('not_ready', message)
    }
    const { openSearcher } = await import('./search-storage.ts')
    return openSearcher(JSON.parse(record), this.#ask, turn)
  }

  #lawsWithCode(name: string): LawMatch[] {
    return this.#all(`SELECT ${LAW_SUMMARY}, 0 AS rank FROM law WHERE code = ?`, name.toLowerCase())
  }

  #lawsNamed(name: string): LawMatch[] {
    return this.#all(
      `SELECT ${LAW_SUMMARY}, rank FROM alias JOIN law ON law.id = alias.law WHERE ${IS_NAMED} ORDER BY code`,
      foldName(name),
    )
  }

  #meta(key: MetaKey): string | undefined {
    return this.#one<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value
  }

  #statement(sql: string): StatementSync {
    this.#assertOpen()
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  readonly #ask = <Row>(sql: string, ...values: SQLInputValue[]): Row[] => this.#all(sql, ...values)

  #all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  #one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined
  }

  #count(sql: string, ...values: SQLInputValue[]): number {
    return this.#one<{ count: number }>(sql, ...values)?.count ?? 0
  }
}
