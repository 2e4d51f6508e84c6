/** A corpus as one of its states had it: a view of the tables of time. */
import { foldName, inForms } from '../citation/laws/law-names.ts'
import { rangeIncludes } from '../citation/ranges.ts'
import type { Corpus, Law, LawMatch, LawSummary, Norm, NormSummary } from '../model/corpus.ts'
import { CorpusView } from '../model/corpus-view.ts'
import { LruCache } from '../util/lru-cache.ts'
import { LawNames, namesOf } from './law-names.ts'
import type { LineRow } from './named-norms.ts'
import { normSummary, type PastNormRow, pastNormFromRow, SELECT_PAST_NORM, type SummaryRow } from './norm-row.ts'
import { once } from './once.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { PastCitations } from './past-citations.ts'
import type { ReadRows } from './read-rows.ts'
import type { StoredSource } from './stored-records.ts'
import { DAY, onDay, ViewDays } from './view-days.ts'

const LAW_SUMMARY =
  'line.code, version.abbreviation, version.title, version.jurisdiction, version.source_family, version.language, version.norm_count, ' +
  'version.status_date'

/** Laws of the day. Parameters: those of the days. */
const LAWS = `FROM law_version AS version JOIN line ON line.id = version.line WHERE ${onDay('version')}`

const NORM_SUMMARY = 'path AS norm, label, heading, status, in_force_from'
/** Norms of a line on a day. Parameters: line, day twice. */
const NORMS = 'norm_version WHERE line = ? AND observed_from <= ? AND observed_to >= ?'

/** How many norms of a law are read at a time. */
const NORMS_PER_READ = 16
/** The outlines that are kept, by the number of their norms. */
const CACHED_NORMS = 10_000

interface LineInState extends LineRow {
  law_version: number
}

// Every bundle that is opened loads this file; most look-ups ask for the newest text.
const pastRelationships = () => import('./past-relationships.ts')

export class StateCorpus extends CorpusView implements Corpus {
  readonly #days: ViewDays
  readonly #newestDay: string
  readonly #ask: ReadRows
  readonly #outlines = new LruCache<string, NormSummary[]>(CACHED_NORMS, ({ length }) => length)
  readonly #lines = new Map<string, LineInState>()
  /** Read for the first norm whose relationships are asked. */
  #citations: Promise<PastCitations> | undefined
  readonly #lawNames: () => Promise<LawNames>

  /**
   * @param newest the corpus, of which this is a view
   * @param days of this view, and of the newest state
   */
  constructor(newest: Corpus, ask: ReadRows, days: { state: string; own: string; newest: string }) {
    super(newest)
    this.#ask = ask
    this.#days = new ViewDays(ask, days)
    this.#newestDay = days.newest
    this.#lawNames = once(() => LawNames.read(ask, namesOf(this.#days)))
  }

  override laws: Corpus['laws'] = async (options) => {
    const { query = '', initial, limit = Number.MAX_SAFE_INTEGER, offset = 0 } = options
    if (foldName(query) !== '' || initial !== undefined) {
      const ids = (await this.#lawNames()).listed(options)
      return { items: this.#lawsOfLines(ids.slice(offset, offset + limit)), total: ids.length }
    }
    const sql = `SELECT ${LAW_SUMMARY} ${LAWS} ORDER BY line.code`
    const items = this.#ask<LawSummary>(`${sql} LIMIT ? OFFSET ?`, ...this.#days.values, limit, offset)
    const [counted] = this.#ask<{ count: number }>(`SELECT count(*) AS count ${LAWS}`, ...this.#days.values)
    return { items, total: counted?.count ?? 0 }
  }

  override findLaws: Corpus['findLaws'] = async (name) => {
    const exact = this.#lawsWithCode(name)
    return exact.length > 0 ? exact : inForms(name, (form) => this.#lawsNamed(form))
  }

  override lawsCalled: Corpus['lawsCalled'] = async (name) => {
    if (name === name.toLowerCase()) return this.findLaws(name)
    const named = this.#lawsNamed(name)
    return named.length > 0 ? named : this.#lawsWithCode(name)
  }

  override similarLaws: Corpus['similarLaws'] = async (name, limit) =>
    this.#lawsOfLines((await this.#lawNames()).similar(foldName(name), limit))

  override law: Corpus['law'] = async (code) => this.#law(code)

  override lawState: Corpus['lawState'] = async (code) => {
    const [row] = this.#ask<{ state: string }>(
      `SELECT version.state ${LAWS} AND line.code = ?`,
      ...this.#days.values,
      code,
    )
    return row && JSON.parse(row.state)
  }

  override outline: Corpus['outline'] = async (code) => this.#outlines.get(code, () => this.#law(code)?.norms ?? [])

  override normsEndingIn: Corpus['normsEndingIn'] = async (code, elements) => {
    const line = this.#lineOf(code)
    if (line === undefined) return []
    const holdsOne = elements.map(() => 'instr(path, ?)').join(' OR ') || 'false'
    const rows = this.#ask<SummaryRow>(
      `SELECT ${NORM_SUMMARY} FROM ${NORMS} AND (${holdsOne})`,
      line.line,
      line.day,
      line.day,
      ...elements,
    )
    const found = rows
      .filter(({ norm }) => elements.includes(norm.replace(/(?:\/seq:\d+)+$/, '').replace(/^.*\//, '')))
      .map(normSummary)
    return this.#inOrder(code, found)
  }

  override normsIncluding: Corpus['normsIncluding'] = async (code, kind, value) => {
    const line = this.#lineOf(code)
    if (line === undefined) return []
    const rows = this.#ask<SummaryRow & { ranges: string }>(
      `SELECT ${NORM_SUMMARY}, ranges FROM ${NORMS} AND ranges IS NOT NULL`,
      line.line,
      line.day,
      line.day,
    )
    const found = rows.filter(({ ranges }) =>
      (JSON.parse(ranges) as [kind: string, from: string, to: string][]).some(
        ([of, from, to]) => of === kind && rangeIncludes({ from, to }, value),
      ),
    )
    return this.#inOrder(
      code,
      found.map(({ ranges: _ranges, ...row }) => normSummary(row)),
    )
  }

  override norm: Corpus['norm'] = async (code, path) => {
    const line = this.#lineOf(code)
    return line && this.#norm(line, path)
  }

  async *norms(code: string, { start, end } = { start: 0, end: Number.MAX_SAFE_INTEGER }): AsyncGenerator<Norm[]> {
    const line = this.#lineOf(code)
    if (line === undefined) return
    const outline = (await this.outline(code)).slice(start, end)
    for (let first = 0; first < outline.length; first += NORMS_PER_READ) {
      yield outline.slice(first, first + NORMS_PER_READ).map(({ norm }) => this.#norm(line, norm) as Norm)
    }
  }

  override normContext: Corpus['normContext'] = async (code, path) => {
    const line = this.#lineOf(code)
    if (line === undefined) return undefined
    const { readPastContext } = await pastRelationships()
    return readPastContext(this.#ask, await this.#pastCitations(), { law: line, path })
  }

  override relationships: Corpus['relationships'] = async (code, path, options) => {
    const line = this.#lineOf(code)
    if (line === undefined) return { items: [], total: 0 }
    const { readPastRelationships } = await pastRelationships()
    const citations = await this.#pastCitations()
    return readPastRelationships(this.#ask, citations, { law: line, path }, options, (code) => this.outline(code))
  }

  #pastCitations(): Promise<PastCitations> {
    this.#citations ??= import('./past-citations.ts').then(
      ({ PastCitations }) => new PastCitations(this.#ask, this.#days),
    )
    return this.#citations
  }

  #lineOf(code: string): LineInState | undefined {
    const known = this.#lines.get(code)
    if (known !== undefined) return known
    const [row] = this.#ask<LineInState>(
      `SELECT version.line, line.code, version.abbreviation, version.id AS law_version, ${DAY} AS day
       ${LAWS} AND line.code = ?`,
      ...this.#days.values,
      ...this.#days.values,
      code,
    )
    if (row !== undefined) this.#lines.set(code, row)
    return row
  }

  #law(code: string): Law | undefined {
    const [row] = this.#ask<{ answer: PackedText; source: string; html_url: string | null; document_id: string }>(
      `SELECT coalesce(law_answer.answer, law.answer) AS answer, version.source, version.html_url, version.document_id
       FROM law_version AS version JOIN line ON line.id = version.line
       LEFT JOIN law_answer ON law_answer.id = version.answer LEFT JOIN law ON law.id = line.law
       WHERE line.code = ? AND ${onDay('version')}`,
      code,
      ...this.#days.values,
    )
    if (row === undefined) return undefined
    const { structure, norms, provenance: _newest, ...head } = JSON.parse(unpackText(row.answer)) as Law
    const source = JSON.parse(row.source) as StoredSource
    const provenance = { ...source, html_url: row.html_url, document_id: row.document_id }
    return { ...head, provenance, structure, norms }
  }

  #norm({ law_version, day }: LineInState, path: string): Norm | undefined {
    const [row] = this.#ask<PastNormRow>(SELECT_PAST_NORM, law_version, day, day, path)
    return row && pastNormFromRow(row, this.#newestDay)
  }

  #lawsOfLines(lines: readonly number[]): LawSummary[] {
    const sql = `SELECT ${LAW_SUMMARY} ${LAWS} AND line.id = ?`
    const each = lines.map((line) => [...this.#days.values, line])
    this.#ask.announce?.(sql, each)
    return each.flatMap((values) => this.#ask<LawSummary>(sql, ...values))
  }

  #lawsWithCode(name: string): LawMatch[] {
    const sql = `SELECT ${LAW_SUMMARY}, 0 AS rank ${LAWS} AND line.code = ?`
    return this.#ask(sql, ...this.#days.values, name.toLowerCase())
  }

  #lawsNamed(name: string): LawMatch[] {
    const aliases = this.#ask<{ line: number; rank: number }>(
      `SELECT line.id AS line, rank FROM past_alias JOIN line ON line.id = past_alias.line
       WHERE name = ? AND ${onDay('past_alias')} ORDER BY rank, line.id`,
      foldName(name),
      ...this.#days.values,
    )
    const strongest = aliases.filter(({ rank }) => rank === aliases[0]?.rank)
    return this.#matches(strongest.length > 0 ? strongest : this.#namedInOtherStates(name))
  }

  /** The laws that got or had a name in another state. */
  #namedInOtherStates(name: string): { line: number; rank: number }[] {
    return this.#ask<{ line: number; rank: number }>(
      `SELECT line, min(rank) AS rank FROM past_alias WHERE name = ? GROUP BY line
       HAVING min(rank) = (SELECT min(rank) FROM past_alias WHERE name = ?)`,
      foldName(name),
      foldName(name),
    )
  }

  #matches(lines: readonly { line: number; rank: number }[]): LawMatch[] {
    return lines
      .flatMap(({ line, rank }) => this.#lawsOfLines([line]).map((law): LawMatch => ({ ...law, rank })))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  /** Norms in document order, which their rows do not have. */
  async #inOrder(code: string, norms: NormSummary[]): Promise<NormSummary[]> {
    if (norms.length < 2) return norms
    const places = new Map((await this.outline(code)).map(({ norm }, place) => [norm, place]))
    return norms.sort((a, b) => (places.get(a.norm) ?? 0) - (places.get(b.norm) ?? 0))
  }
}
