/**
 * A corpus in tables: what every engine answers from the rows of its database. Searching and looking for patterns are up to
 * the engine.
 */

import { foldName, inForms } from '../citation/laws/law-names.ts'
import { rangeIncludes } from '../citation/ranges.ts'
import { say } from '../i18n/texts.ts'
import type {
  Corpus,
  Coverage,
  Law,
  LawMatch,
  LawState,
  LawSummary,
  LimitationFilter,
  Norm,
  NormSummary,
  Page,
  Relationship,
  SourceFinding,
  SourceLimitation,
  State,
} from '../model/corpus.ts'
import { turn } from '../program/turns.ts'
import type { IndexStatistics } from '../search/index.ts'
import { LegalTextError } from '../util/errors.ts'
import { LruCache } from '../util/lru-cache.ts'
import { IS_NAMED, type MetaKey, type StoredCoverage } from './bundle-schema.ts'
import { LawNames, NAMES, ROWS_PER_READ, readInTurns } from './law-names.ts'
import {
  NORM_SUMMARY,
  type NormRow,
  normFromRow,
  normSummary,
  readNorms,
  SELECT_NORM,
  type SummaryRow,
} from './norm-row.ts'
import { once } from './once.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import { readNormContext, readRelationships } from './read-relationships.ts'
import type { Parameter, ReadRows } from './read-rows.ts'
import { StateCorpus } from './state-corpus.ts'

const LAW_SUMMARY = 'code, abbreviation, title, jurisdiction, source_family, language, norm_count, status_date'

/** So many views are kept, with the outlines and the names of laws that they have read. */
const CACHED_VIEWS = 8

// Most look-ups ask for the newest text, and need not load these.
const readings = () => import('./read-history.ts')

export abstract class StoredCorpus implements Corpus {
  readonly bundle: Corpus['bundle']
  replacementFailure: Corpus['replacementFailure'] = null
  readonly #ask: ReadRows
  readonly #builtAt: string
  readonly #views = new LruCache<string, StateCorpus>(CACHED_VIEWS, () => 1)
  #states: State[] | undefined
  /** Empty if there is none. */
  #firstDated: string | undefined
  /** All names of laws, read for the first text that may be part of one, or misspelled. */
  readonly #lawNames: () => Promise<LawNames>

  /**
   * @param ask reads rows; throws `not_ready` once the corpus is closed
   * @param builtAt ISO 8601
   */
  protected constructor(bundle: Corpus['bundle'], ask: ReadRows, builtAt: string) {
    this.bundle = bundle
    this.#ask = ask
    this.#builtAt = builtAt
    this.#lawNames = once(() => LawNames.read(ask, NAMES))
  }

  /** @throws LegalTextError `not_ready` if it is closed */
  protected abstract assertOpen(): void

  /** Reads what may take several turns: the corpus stays open until then. */
  protected abstract reading<Answer>(ask: () => Promise<Answer>): Promise<Answer>

  /** The same for what is read in steps. */
  protected abstract stream<Item>(read: () => Promise<Iterable<Item> | AsyncIterable<Item>>): AsyncGenerator<Item>

  abstract search: Corpus['search']
  abstract matches: Corpus['matches']
  abstract close(atOnce?: boolean): Promise<void>

  laws(options: Parameters<Corpus['laws']>[0]): Promise<Page<LawSummary>> {
    const { query = '', initial, limit = Number.MAX_SAFE_INTEGER, offset = 0 } = options
    return this.reading(async () => {
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
    return this.reading(async () => this.#lawsWithIds((await this.#lawNames()).similar(foldName(name), limit)))
  }

  async law(code: string): Promise<Law | undefined> {
    const row = this.#one<{ answer: PackedText }>('SELECT answer FROM law WHERE code = ?', code)
    return row && JSON.parse(unpackText(row.answer))
  }

  async lawState(code: string): Promise<LawState | undefined> {
    const row = this.#one<{ state: string }>('SELECT state FROM law WHERE code = ?', code)
    return row && JSON.parse(row.state)
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

  norms: Corpus['norms'] = (code, range) => this.stream(async () => readNorms(this.#ask, code, range))

  image: Corpus['image'] = async (sha256) => {
    // The table is absent in a bundle without images.
    const { images } = JSON.parse(this.#meta('coverage') ?? '') as StoredCoverage
    if (!images?.stored) return undefined
    return this.#one('SELECT media_type, bytes FROM image WHERE sha256 = ?', sha256)
  }

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

  states: Corpus['states'] = async () => this.#allStates()

  atState(day: string, ownDay = day): Corpus {
    const newest = this.#allStates().at(-1)?.observed_on ?? ''
    const state = this.#stateOf(day)
    // Without dated laws all days up to the next state share a view.
    const own = this.#datedSince() === undefined ? state : ownDay
    if (state === newest && own >= newest) return this
    return this.#views.get(`${state} ${own}`, () => new StateCorpus(this, this.#ask, { state, own, newest }))
  }

  datedSince: Corpus['datedSince'] = async (code) => {
    const first = this.#datedSince()
    return code === undefined || first === undefined ? first : readDatedSince(this.#ask, code)
  }

  normVersions: Corpus['normVersions'] = async (code, path) =>
    (await readings()).readNormVersions(this.#ask, code, path)
  lawVersions: Corpus['lawVersions'] = async (code) => (await readings()).readLawVersions(this.#ask, code)
  changes: Corpus['changes'] = async (filter) => (await readings()).readChanges(this.#ask, filter)
  changedLaws: Corpus['changedLaws'] = async (filter) => (await readings()).readChangedLaws(this.#ask, filter)
  differingNorms: Corpus['differingNorms'] = async (code, from, to) =>
    (await readings()).readDifferingNorms(this.#ask, code, [from, this.#stateOf(from)], [to, this.#stateOf(to)])
  lawsEverCalled: Corpus['lawsEverCalled'] = async (name) => (await readings()).readLawsEverCalled(this.#ask, name)
  lastStatesOfNorms: Corpus['lastStatesOfNorms'] = async (code) =>
    (await readings()).readLastStatesOfNorms(this.#ask, code)

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

  async corpusDate(): Promise<string | null> {
    return (JSON.parse(this.#meta('coverage') ?? '') as StoredCoverage).corpus_date
  }

  limitations: Corpus['limitations'] = async (filter) => readLimitations(this.#ask, filter)

  findings: Corpus['findings'] = async () => readFindings(this.#ask)

  async #lawsWithIds(ids: readonly number[]): Promise<LawSummary[]> {
    const laws: LawSummary[] = []
    const sql = `SELECT ${LAW_SUMMARY} FROM law WHERE id = ?`
    this.#ask.announce?.(
      sql,
      ids.map((id) => [id]),
    )
    for (const id of ids) {
      laws.push(this.#one<LawSummary>(sql, id) as LawSummary)
      const pause = laws.length % ROWS_PER_READ === 0 ? turn() : undefined
      if (pause !== undefined) await pause
    }
    return laws
  }

  /** The figures of the search index. @throws LegalTextError `not_ready` if there is none */
  protected statistics(): IndexStatistics {
    const record = this.#meta('search')
    if (record !== undefined) return JSON.parse(record) as IndexStatistics
    const message = say`this bundle was built without a search index; build it again without --no-search`
    throw new LegalTextError('not_ready', message)
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

  /** The last state up to a day; empty if there is none. */
  #stateOf(day: string): string {
    return this.#allStates().findLast(({ observed_on }) => observed_on <= day)?.observed_on ?? ''
  }

  #datedSince(): string | undefined {
    this.assertOpen()
    this.#firstDated ??= readDatedSince(this.#ask) ?? ''
    return this.#firstDated || undefined
  }

  #allStates(): State[] {
    this.assertOpen()
    this.#states ??= readStates(this.#ask)
    return this.#states
  }

  #meta(key: MetaKey): string | undefined {
    return this.#one<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value
  }

  #all<Row>(sql: string, ...values: Parameter[]): Row[] {
    return this.#ask(sql, ...values)
  }

  #one<Row>(sql: string, ...values: Parameter[]): Row | undefined {
    return this.#ask<Row>(sql, ...values)[0]
  }

  #count(sql: string, ...values: Parameter[]): number {
    return this.#one<{ count: number }>(sql, ...values)?.count ?? 0
  }
}

type LimitationRow = Omit<SourceLimitation, 'retryable'> & { retryable: number | null }

const FIELDS = ['source_family', 'terminal_state', 'state_code', 'law_id'] as const

/** Reads those that have all values of the filter, in the order of the source. */
function readLimitations(read: ReadRows, filter: LimitationFilter): SourceLimitation[] {
  const wanted = FIELDS.filter((field) => filter[field] !== undefined)
  const conditions = wanted.map((field) => ` AND ${field} = ?`).join('')
  const values = wanted.map((field) => filter[field] as string)
  const rows = read<LimitationRow>(
    `SELECT coalesce(limitation_id, source_family || ':' || source_id || ':' || id) AS limitation_id, source_family,
            source_id, title, source_url, terminal_state, reason, state_code, law_id, retrieved_at, http_status, retryable
     FROM limitation WHERE true${conditions} ORDER BY id`,
    ...values,
  )
  return rows.map((row) => ({ ...row, retryable: row.retryable === null ? null : row.retryable !== 0 }))
}

/** All states, oldest first. */
export function readStates(read: ReadRows): State[] {
  const rows = read<State>('SELECT observed_on, source, listing, incomplete FROM state ORDER BY observed_on')
  return rows.map((row) => ({ ...row }))
}

/** The first day of a dated law, or of any; `undefined` if the law is not dated, or none is. */
function readDatedSince(read: ReadRows, code?: string): string | undefined {
  const [first] = read<{ day: string | null }>(
    `SELECT min(version.observed_from) AS day FROM line JOIN law_version AS version ON version.line = line.id
     WHERE line.dated = 1 AND ? IN ('', line.code)`,
    code ?? '',
  )
  return first?.day ?? undefined
}

/** Reads all findings, ordered by the ids of their sources. */
export function readFindings(read: ReadRows): SourceFinding[] {
  const rows = read<SourceFinding>('SELECT source_family, source_id, law_id, reason FROM finding ORDER BY id')
  return rows.map((row) => ({ ...row }))
}
