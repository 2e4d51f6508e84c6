/** Writes the tables of a bundle. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { foldName } from '../../citation/laws/law-names.ts'
import type { SourceFinding as WrittenFinding } from '../../model/corpus.ts'
import { type LawHistory, type LawRecord, NOW, type NormRecord, type ObservedSpan } from '../../model/law-history.ts'
import type { AttachedImage, Attachment } from '../../model/norm-text.ts'
import {
  type NormAddress,
  type ParsedCitation,
  type ParsedFinding,
  type ParsedLaw,
  type ParsedLimitation,
  type ParsedNorm,
  summaryOf,
} from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { cached } from '../../util/cached.ts'
import {
  APPLICATION_ID,
  CITATION_INDEX,
  DIGEST_PLACEHOLDER,
  FIRST_PAST,
  IMAGE_TABLE,
  isOfToday,
  type MetaKey,
  SCHEMA,
  SCHEMA_VERSION,
} from '../bundle-schema.ts'
import { searchedNames } from '../law-names.ts'
import { packText, packTightly } from '../packed-text.ts'
import { lawAnswer, type PackedNorm, packNorm, storedNormSource, storedSource } from '../stored-records.ts'
import { layOut } from './seal.ts'

/** The columns of a law that come from a document. */
const LAW_COLUMNS = [
  ...['starts_version', 'abbreviation', 'title', 'jurisdiction', 'source_family', 'language', 'norm_count'],
  ...[
    'status_date',
    'status_note',
    'in_force_from',
    'in_force_to',
    'state',
    'names',
    'source',
    'html_url',
    'document_id',
  ],
]
/** The columns of a norm that come from its record, except for its content and its neighbours. */
const NORM_COLUMNS = [
  ...[
    'label',
    'heading',
    'status',
    'in_force_from',
    'in_force_to',
    'valid_from',
    'valid_to',
    'kind',
    'ranges',
    'container',
  ],
  ...['structure', 'document_id', 'html_url', 'source'],
]

const insertInto = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** Prepared inserts of the writer. */
const INSERTS = {
  meta: 'INSERT OR REPLACE INTO meta VALUES (?, ?)',
  state: 'INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)',
  law: insertInto('law', [
    ...['id', 'line', 'code', 'identity', 'dated', 'state_from', 'state_to', 'last_day', 'known_from'],
    ...['first_norm', 'answer'],
    ...LAW_COLUMNS,
  ]),
  answer: 'INSERT INTO law_answer VALUES (?, ?)',
  alias: 'INSERT INTO alias VALUES (?, ?, ?, ?, ?)',
  norm: insertInto('norm', [
    ...['id', 'law', 'path', 'state_from', 'state_to', 'last_day', 'version_from', 'version_to', 'moved_from'],
    ...['previous', 'next', 'content', ...NORM_COLUMNS],
  ]),
  structure: 'INSERT INTO structure VALUES (?, ?)',
  content: 'INSERT INTO content VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  change: 'INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  citation: 'INSERT INTO citation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  stated: `
    WITH given (citing, norm, subdivision) AS (VALUES (?, ?, ?))
    INSERT INTO citation
    SELECT citing, (SELECT coalesce(max(place) + 1, 0) FROM citation WHERE citing = given.citing), NULL, NULL, norm,
      NULL, NULL, NULL, subdivision
    FROM given
    WHERE NOT EXISTS (SELECT 1 FROM citation WHERE citing = given.citing AND norm = given.norm)`,
  amendment: 'INSERT INTO amendment VALUES (?, ?, ?, ?, ?, ?)',
  limitation: 'INSERT INTO limitation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  finding: 'INSERT INTO finding VALUES (?, ?, ?, ?, ?)',
}

/** A citation that the source states, without a place in the text. Norms are numbers. */
export interface StatedCitationRow {
  citing: number
  norm: number
  subdivision: string | null
}

/** The target of an amendment, as its source says. */
export interface Amended {
  /** Identifies the amended law in its source. */
  law: string
  subdivision: string | null
  /** ISO date, `null` if the source names none. */
  effectiveFrom: string | null
}

/** An image of a law, with its bytes. */
export interface LawImage {
  facts: AttachedImage
  bytes: Uint8Array
}

/** By the names in the texts of a law. */
export type LawImages = ReadonlyMap<string, LawImage>

/** Tables with rows that the newest state lacks, which are numbered in order of insertion. */
const NUMBERED = { law: 'law', answer: 'law_answer', norm: 'norm', content: 'content' } as const

/** Deletes the past of a law: its rows in other states, its changes and its names. Parameter: its line. */
const REMOVALS = [
  `DELETE FROM cited_path WHERE citing IN (SELECT content FROM norm WHERE law = ? AND content >= ${FIRST_PAST})`,
  `DELETE FROM text_citations WHERE content IN (SELECT content FROM norm WHERE law = ? AND content >= ${FIRST_PAST})`,
  `DELETE FROM content WHERE id IN (SELECT content FROM norm WHERE law = ? AND content >= ${FIRST_PAST})`,
  `DELETE FROM law_answer WHERE id IN (SELECT answer FROM law WHERE line = ? AND answer >= ${FIRST_PAST})`,
  `DELETE FROM norm WHERE law = ? AND id >= ${FIRST_PAST}`,
  `DELETE FROM law WHERE line = ? AND id >= ${FIRST_PAST}`,
  'DELETE FROM alias WHERE law = ?',
  'DELETE FROM change WHERE law = ?',
]

type Value = string | number | null
type Row = Record<string, Value>

/** A law in the newest state, as columns, for comparison with its history. */
interface LawOfToday {
  id: number
  columns: readonly Value[]
  /** Its answer, without provenance. */
  answer: string
  /** Keys of its names ({@link aliasKey}). */
  aliases: ReadonlySet<string>
  /** By path, in document order. */
  norms: ReadonlyMap<string, { id: number; norm: ParsedNorm; columns: readonly Value[] }>
}

/** A record of a norm, with the parser of its law. */
type LastRecord = NormRecord & { parser: string }

const aliasKey = (rank: number, name: string) => `${rank} ${foldName(name)}`

export class BundleWriter {
  readonly file: string
  readonly #database: DatabaseSync
  readonly #insert: Record<keyof typeof INSERTS, StatementSync>
  readonly #structures = new Map<string, number>()
  readonly #fetchedAt: string | null
  /** Days of the states, oldest first. */
  #days: string[]
  /** The next numbers of rows that the newest state lacks. */
  readonly #next: Record<keyof typeof NUMBERED, number>
  #find: StatementSync | undefined
  #insertImage: StatementSync | undefined
  /** UTF-16 code units written so far. */
  readonly characters = { text: 0, footnotes: 0 }
  /** Images written so far, and image names of laws that could not be resolved. */
  readonly images = { stored: 0, missing: 0 }
  #laws = 0
  #norms = 0
  #changes: number
  #limitations: number
  #findings = 0

  /** Begins a bundle in an empty file. @param fetchedAt when the source was fetched (ISO 8601), `null` if unknown */
  static create(file: string, fetchedAt: string | null): BundleWriter {
    return new BundleWriter(file, fetchedAt, CREATE)
  }

  /** Changes the history in a copy of a bundle. Its laws, norms and search index stay. */
  static reopen(file: string): BundleWriter {
    return new BundleWriter(file, null, REOPEN)
  }

  private constructor(file: string, fetchedAt: string | null, beginning: string) {
    this.file = file
    this.#fetchedAt = fetchedAt
    this.#database = begin(file, beginning)
    for (const { id, headings } of this.query<{ id: number; headings: string }>('SELECT id, headings FROM structure')) {
      this.#structures.set(headings, id)
    }
    const next = (table: string, first = 0) =>
      this.query<{ id: number | null }>(`SELECT max(id) + 1 AS id FROM ${table} WHERE id >= ${first}`)[0]?.id ?? first
    this.#next = Object.fromEntries(
      Object.entries(NUMBERED).map(([name, table]) => [name, next(table, FIRST_PAST)]),
    ) as Record<keyof typeof NUMBERED, number>
    this.#changes = next('change')
    this.#limitations = next('limitation')
    this.#days = this.query<State>('SELECT observed_on FROM state ORDER BY 1').map(({ observed_on }) => observed_on)
    this.#insert = Object.fromEntries(
      Object.entries(INSERTS).map(([name, sql]) => [name, this.#database.prepare(sql)]),
    ) as Record<keyof typeof INSERTS, StatementSync>
    this.setMeta('schema_version', String(SCHEMA_VERSION))
    this.setMeta('digest', DIGEST_PLACEHOLDER)
  }

  setMeta(key: MetaKey, value: string): void {
    this.#insert.meta.run(key, value)
  }

  /** Adds the states of the corpus, before its laws. */
  addStates(states: readonly State[]): void {
    for (const { observed_on, source, listing, incomplete } of states) {
      this.#insert.state.run(observed_on, source, listing, incomplete)
    }
    this.#days = [...new Set([...this.#days, ...states.map(({ observed_on }) => observed_on)])].sort()
  }

  /**
   * Adds a law with its norms. Laws must be added in the order of their codes.
   * @param observed its history; absent in a bundle of one state
   * @throws LegalTextError `invalid_input` if a text is too long; nothing is added then
   */
  addLaw(law: ParsedLaw, observed?: LawHistory, images: LawImages = new Map()): void {
    const history = observed && untilNow(observed, this.#newestDay())
    const outline = law.norms.map(summaryOf)
    const answer = this.#answerOf(law, outline)
    const packedAnswer = packText(answer)
    const packed = law.norms.map((norm) => packNorm(norm, packText))
    const id = this.#laws++
    const first = this.#norms
    this.#norms += law.norms.length
    const norms = law.norms.map((norm, index): [string, { id: number; norm: ParsedNorm; columns: Value[] }] => {
      const container = norm.container === undefined ? null : (law.norms[norm.container]?.path ?? null)
      return [norm.path, { id: first + index, norm, columns: this.#normColumns(norm, law.parser, container) }]
    })
    const last = lastRecord(history)
    const today: LawOfToday = {
      id,
      columns: this.#lawColumns(law, outline.length, last?.startsVersion ?? true),
      answer,
      aliases: new Set(law.aliases.map(({ name, rank }) => aliasKey(rank, name))),
      norms: new Map(norms),
    }
    const { code, identity } = law
    this.#insert.answer.run(id, packedAnswer)
    const isDated = Number(history?.isDated ?? false)
    const [from, startsVersion] = this.#beginningOf(last, today)
    const columns = [startsVersion, ...today.columns.slice(1)]
    this.#insert.law.run(
      id,
      id,
      code,
      identity,
      isDated,
      from,
      NOW,
      last?.lastDay ?? null,
      law.knownFrom ?? null,
      ...[first, id],
      ...columns,
    )
    for (const name of imageNames(law)) this.#addImage(images.get(name))
    const records = lastRecords(history)
    for (const [index, [path, { id: number, norm, columns }]] of norms.entries()) {
      this.characters.text += norm.text.length
      this.characters.footnotes += norm.footnotes.length
      const attachments = norm.attachments.map((each) => withImage(each, images))
      this.#addContent(number, { ...norm, attachments }, packed[index] as PackedNorm)
      const [from, ...version] = this.#spanOfToday(records.get(path), today)
      this.#insert.norm.run(
        number,
        id,
        path,
        from,
        NOW,
        records.get(path)?.lastDay ?? null,
        ...version,
        null,
        null,
        number,
        ...columns,
      )
    }
    if (history !== undefined) this.#addHistory(id, history, today)
    else for (const { name, rank } of law.aliases) this.#insert.alias.run(foldName(name), rank, id, null, NOW)
  }

  /** Adds the history of a law that the newest state lacks. */
  addFormerLaw(history: LawHistory): void {
    this.#addHistory(this.#next.law++, history, undefined)
  }

  /** Replaces or adds the history of a law in a bundle that gets further states. */
  replaceHistory(observed: LawHistory): void {
    const { identity } = observed
    const [known] = this.query<{ line: number }>('SELECT line FROM law WHERE identity = ? LIMIT 1', identity)
    if (known === undefined) {
      this.addFormerLaw(observed)
      return
    }
    const { line } = known
    const [law] = this.query<Row>(`SELECT * FROM law WHERE id = ? AND ${isOfToday()}`, line)
    const history = law === undefined ? observed : untilNow(observed, this.#newestDay())
    const today = law && this.#lawOfToday(law, history)
    for (const sql of REMOVALS) this.#database.prepare(sql).run(line)
    this.#addHistory(line, history, today)
    if (today === undefined) return
    const setLaw = 'UPDATE law SET state_from = ?, starts_version = ? WHERE id = ?'
    this.query(setLaw, ...this.#beginningOf(lastRecord(history), today), line)
    const setSpan = this.#database.prepare(
      'UPDATE norm SET state_from = ?, version_from = ?, version_to = ?, moved_from = ? WHERE id = ?',
    )
    const records = lastRecords(history)
    for (const [path, { id }] of today.norms) setSpan.run(...this.#spanOfToday(records.get(path), today), id)
  }

  /** Reads a law in the newest state of the bundle; its texts are those of its last records. */
  #lawOfToday(law: Row, history: LawHistory): LawOfToday {
    const values = (row: Row, columns: readonly string[]) => columns.map((name) => row[name] ?? null)
    const line = law.id as number
    const last = lastRecord(history) as LawRecord
    const aliases = this.query<{ key: string }>(
      `SELECT rank || ' ' || name AS key FROM alias WHERE law = ? AND ${isOfToday()}`,
      line,
    )
    const rows = this.query<Row & { id: number; path: string }>(
      `SELECT * FROM norm WHERE law = ? AND ${isOfToday()} ORDER BY id`,
      line,
    )
    const records = lastRecords(history)
    const columns = values(law, LAW_COLUMNS)
    return {
      id: line,
      columns: [Number(last.startsVersion), ...columns.slice(1)],
      answer: this.#answerOf(last.law, last.outline),
      aliases: new Set(aliases.map(({ key }) => key)),
      norms: new Map(
        rows.map((row) => {
          const { norm } = records.get(row.path) as NormRecord
          return [row.path, { id: row.id, norm, columns: values(row, NORM_COLUMNS) }]
        }),
      ),
    }
  }

  #newestDay(): string {
    return this.#days.at(-1) as string
  }

  /** The last day of a past row: a record that differs from today's row ends before the newest state. */
  #lastDay({ to }: ObservedSpan): string {
    return to === NOW ? (this.#days.at(-2) ?? '') : to
  }

  #isLawOfToday(record: LawRecord, { columns, answer }: LawOfToday): boolean {
    const { law, outline, startsVersion } = record
    return (
      record.to === NOW &&
      this.#answerOf(law, outline) === answer &&
      isDeepStrictEqual(this.#lawColumns(law, outline.length, startsVersion), columns)
    )
  }

  #isNormOfToday({ norm, to, container, parser }: LastRecord, today: LawOfToday): boolean {
    const own = today.norms.get(norm.path)
    if (own === undefined || to !== NOW || !hasSameContent(own.norm, norm)) return false
    return isDeepStrictEqual(this.#normColumns(norm, parser, container), own.columns)
  }

  /** The first day of today's row of a law, and whether it starts a version. @param last record of its history */
  #beginningOf(last: LawRecord | undefined, today: LawOfToday): [from: string | null, startsVersion: number] {
    if (last === undefined) return [null, 1]
    // If a record differs from today's row, for example in the time of its fetch, its past is a row of its own.
    const isDivided = !this.#isLawOfToday(last, today) && last.from < this.#newestDay()
    return [isDivided ? this.#newestDay() : last.from, Number(last.startsVersion && !isDivided)]
  }

  /** The span of today's row, its version and its origin if moved. */
  #spanOfToday(record: LastRecord | undefined, today: LawOfToday): [from: Value, ...version: [Value, Value, Value]] {
    if (record === undefined) return [null, null, null, null]
    const { from, to, version } = record
    const isDivided = !this.#isNormOfToday(record, today) && from < this.#newestDay()
    return [isDivided ? this.#newestDay() : from, version.from, to === NOW ? version.to : NOW, version.movedFrom]
  }

  #lawColumns(law: LawRecord['law'], norms: number, startsVersion: boolean): Value[] {
    return [
      Number(startsVersion),
      law.abbreviation,
      law.title,
      law.jurisdiction,
      law.sourceFamily,
      law.language,
      norms,
      law.statusDate,
      law.statusNote,
      law.inForceFrom ?? null,
      law.inForceTo ?? null,
      JSON.stringify(law.state),
      searchedNames(law),
      JSON.stringify(storedSource(law, law.parser, this.#fetchedAt)),
      law.htmlUrl,
      law.documentId,
    ]
  }

  /** @param parser of the law @param container path of the norm that contains it */
  #normColumns(norm: ParsedNorm, parser: string, container: string | null): Value[] {
    return [
      norm.label,
      norm.heading,
      norm.status,
      norm.inForceFrom ?? null,
      norm.inForceTo ?? null,
      norm.validFrom ?? null,
      norm.validTo ?? null,
      norm.kind,
      norm.ranges.length === 0 ? null : JSON.stringify(norm.ranges.map(({ kind, from, to }) => [kind, from, to])),
      container,
      this.#structure(JSON.stringify(norm.structure)),
      norm.documentId,
      norm.htmlUrl,
      norm.origin === undefined ? null : JSON.stringify(storedNormSource(norm.origin, parser, this.#fetchedAt)),
    ]
  }

  #answerOf(law: LawRecord['law'], outline: LawRecord['outline']): string {
    const { provenance: _provenance, ...answer } = lawAnswer(law, outline, this.#fetchedAt)
    return JSON.stringify(answer)
  }

  /** Adds the past of a law: its rows in other states, its names and its changes. @param today its rows in the newest state */
  #addHistory(line: number, history: LawHistory, today: LawOfToday | undefined): void {
    this.#addRecords(line, history, today)
    this.#addAliases(line, history.laws, today)
    this.#addNorms(line, history, today)
    for (const { observedOn, type, typographic, path, label, heading, movedTo } of history.changes) {
      const stored = typographic ? 'typographic' : type
      this.#insert.change.run(this.#changes++, observedOn, line, stored, path, label, heading, movedTo)
    }
  }

  #addRecords(line: number, { code, identity, isDated, laws }: LawHistory, today: LawOfToday | undefined): void {
    let last = today && { text: today.answer, id: today.id }
    // The last one is the line of a law that the newest state lacks: the others refer to it.
    for (const record of laws.toReversed()) {
      if (today !== undefined && this.#isLawOfToday(record, today)) continue
      const to = this.#lastDay(record)
      if (to < record.from) continue
      const text = this.#answerOf(record.law, record.outline)
      if (text !== last?.text) {
        last = { text, id: this.#next.answer++ }
        this.#insert.answer.run(last.id, packText(text))
      }
      const id = today === undefined && record === laws.at(-1) ? line : this.#next.law++
      const columns = this.#lawColumns(record.law, record.outline.length, record.startsVersion)
      this.#insert.law.run(
        id,
        line,
        code,
        identity,
        Number(isDated),
        record.from,
        to,
        null,
        record.law.knownFrom ?? null,
        ...[null, last.id],
        ...columns,
      )
    }
  }

  #addAliases(line: number, records: readonly LawRecord[], today: LawOfToday | undefined): void {
    const spans = new Map<string, ObservedSpan[]>()
    let before: LawRecord | undefined
    for (const record of records) {
      // Today's names are names of future days, too.
      if (before?.to === NOW) break
      for (const { name, rank } of record.law.aliases) {
        const key = aliasKey(rank, name)
        const known = spans.get(key) ?? []
        spans.set(key, known)
        const last = known.at(-1)
        if (last !== undefined && (last.to === before?.to || last.to === record.to)) last.to = record.to
        else known.push({ from: record.from, to: record.to })
      }
      before = record
    }
    for (const key of today?.aliases ?? []) {
      const known = spans.get(key) ?? []
      const last = known.at(-1)
      if (last?.to !== NOW) spans.set(key, [...known, { from: this.#newestDay(), to: NOW }])
    }
    for (const [key, own] of spans) {
      const [rank, name] = [Number(key.slice(0, key.indexOf(' '))), key.slice(key.indexOf(' ') + 1)]
      for (const span of own) {
        const to = today?.aliases.has(key) ? span.to : this.#lastDay(span)
        if (span.from <= to) this.#insert.alias.run(name, rank, line, span.from, to)
      }
    }
  }

  #addNorms(line: number, { norms, laws }: LawHistory, today: LawOfToday | undefined): void {
    let contents: { norm: ParsedNorm; id: number }[] = []
    let path: string | undefined
    for (const record of norms) {
      const { norm, from, version } = record
      if (norm.path !== path) {
        const own = today?.norms.get(norm.path)
        contents = own === undefined ? [] : [own]
      }
      path = norm.path
      const { parser } = (laws.findLast((each) => each.from <= from) as LawRecord).law
      if (today !== undefined && this.#isNormOfToday({ ...record, parser }, today)) continue
      const to = this.#lastDay(record)
      if (to < from) continue
      this.#insert.norm.run(
        this.#next.norm++,
        line,
        path,
        from,
        to,
        null,
        version.from,
        version.to,
        version.movedFrom,
        record.previous,
        record.next,
        this.#contentOf(norm, contents),
        ...this.#normColumns(norm, parser, record.container),
      )
    }
  }

  /** The number of a content. @param known contents of the norm, extended by the call */
  #contentOf(norm: ParsedNorm, known: { norm: ParsedNorm; id: number }[]): number {
    const same = known.find((each) => hasSameContent(each.norm, norm))
    if (same !== undefined) return same.id
    const id = this.#next.content++
    this.#addContent(id, norm, packNorm(norm, packTightly))
    known.push({ norm, id })
    return id
  }

  #addContent(id: number, { footnotes, attachments }: ParsedNorm, packed: PackedNorm): void {
    const { text, subdivisions, marks, spans, tables } = packed
    this.#insert.content.run(id, text, footnotes, subdivisions, JSON.stringify(attachments), marks, spans, tables)
  }

  /** Adds the citations in the text of a norm, in order. Norms must come in the order of their numbers. */
  addCitations(citing: number, citations: readonly ParsedCitation[]): void {
    for (const [place, { start, end, norm, law, path, name, subdivision }] of citations.entries()) {
      this.#insert.citation.run(citing, place, start, end, norm, law, path, name, subdivision)
    }
  }

  /** Adds the citations of texts in older states. */
  addNamedCitations = (texts: readonly CitingText[]) => addNamedCitations(this.#database, texts)

  /** Removes the citations of texts in older states. */
  removeNamedCitations(): void {
    this.#database.exec('DELETE FROM cited_path; DELETE FROM text_citations;')
  }

  /** Adds a citation after those in the text, unless the norm already cites the same norm. */
  addStatedCitation({ citing, norm, subdivision }: StatedCitationRow): void {
    this.#insert.stated.run(citing, norm, subdivision)
  }

  /** Adds an amendment by a norm of an amending law. @param amended its number, `null` if the bundle lacks it */
  addAmendment(
    amending: number,
    place: number,
    amended: number | null,
    { law, subdivision, effectiveFrom }: Amended,
  ): void {
    this.#insert.amendment.run(amending, place, amended, law, subdivision, effectiveFrom)
  }

  addLimitation(limitation: ParsedLimitation): void {
    const { sourceFamily, sourceId, title, sourceUrl, terminalState, reason } = limitation
    const { stateCode = null, lawId = sourceId, retrievedAt = this.#fetchedAt } = limitation
    const { limitationId = null, httpStatus = null, retryable = null } = limitation
    const id = this.#limitations++
    this.#insert.limitation.run(
      id,
      sourceFamily,
      sourceId,
      title,
      sourceUrl,
      terminalState,
      reason,
      stateCode,
      lawId,
      retrievedAt,
      limitationId,
      httpStatus,
      retryable === null ? null : Number(retryable),
    )
  }

  addFinding({ sourceFamily, sourceId, lawId, reason }: ParsedFinding): void {
    this.#insert.finding.run(this.#findings++, sourceFamily, sourceId, lawId, reason)
  }

  /** The findings so far, in order. */
  findings(): WrittenFinding[] {
    return this.query('SELECT source_family, source_id, law_id, reason FROM finding ORDER BY id')
  }

  /** Makes the rows so far visible to other connections, and lets them write. */
  commit(): void {
    this.#database.exec('COMMIT; BEGIN;')
  }

  /** Runs a query on the rows so far. */
  query<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#database.prepare(sql).all(...values) as Row[]
  }

  /** The number of a norm. */
  findNorm({ code, path }: NormAddress): number | undefined {
    this.#find ??= this.#database.prepare(
      `SELECT norm.id FROM law JOIN norm ON norm.law = law.id
       WHERE code = ? AND ${isOfToday('law')} AND path = ? AND ${isOfToday('norm')}`,
    )
    return (this.#find.get(code, path) as { id: number } | undefined)?.id
  }

  /** Completes the file. @throws Error if SQLite finds it damaged */
  finish(): void {
    this.#database.exec(
      `DROP INDEX IF EXISTS alias_line; DROP INDEX IF EXISTS cited_path_citing; ${CITATION_INDEX}; COMMIT; ANALYZE;`,
    )
    layOut(this.#database, this.file)
  }

  /** Closes the file after a failure. */
  abandon(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  /** Writes an image unless the bundle has it. */
  #addImage(image: LawImage | undefined): void {
    if (image === undefined) {
      this.images.missing++
      return
    }
    if (this.#insertImage === undefined) {
      this.#database.exec(IMAGE_TABLE)
      this.#insertImage = this.#database.prepare('INSERT OR IGNORE INTO image VALUES (?, ?, ?)')
    }
    const { sha256, media_type } = image.facts
    this.images.stored += Number(this.#insertImage.run(sha256, media_type, image.bytes).changes)
  }

  #structure(headings: string): number {
    return cached(this.#structures, headings, () => {
      this.#insert.structure.run(this.#structures.size, headings)
      return this.#structures.size
    })
  }
}

/** The image names in the texts of a law, without duplicates, in order. */
export function imageNames({ norms }: ParsedLaw): Set<string> {
  const images = norms.flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'image'))
  return new Set(images.map(({ name }) => name))
}

function withImage(attachment: Attachment, images: LawImages): Attachment {
  const image = attachment.kind === 'image' ? images.get(attachment.name) : undefined
  return image === undefined ? attachment : { ...attachment, image: image.facts }
}

const CREATE = `
  PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};
  ${SCHEMA}
  BEGIN;`

/** Own indexes, without which checking foreign keys would take too long. */
const REOPEN = `
  PRAGMA foreign_keys = OFF;
  BEGIN;
  DROP INDEX citation_norm;
  CREATE INDEX alias_line ON alias (law); CREATE INDEX cited_path_citing ON cited_path (citing);`

/** Opens a file and leaves a transaction open. */
function begin(file: string, beginning: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // No syncs: an unfinished file is useless anyway.
    database.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${beginning}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The history of a law of the newest state, with open ends for records that last until then. */
function untilNow(history: LawHistory, newest: string): LawHistory {
  if (history.isDated) return history
  const open = <Span extends ObservedSpan>(span: Span) => (span.to === newest ? { ...span, to: NOW } : span)
  const norms = history.norms.map((record) => open({ ...record, version: open(record.version) }))
  return { ...history, laws: history.laws.map(open), norms }
}

/** The record of a law in the newest state, else its last one. */
const lastRecord = (history: LawHistory | undefined): LawRecord | undefined =>
  history?.laws.findLast(({ to }) => to === NOW) ?? history?.laws.at(-1)

/** The records of norms in the newest state, with the parser of their law. */
function lastRecords(history: LawHistory | undefined): Map<string, LastRecord> {
  const last = new Map<string, NormRecord>()
  for (const record of history?.norms ?? []) {
    if (last.get(record.norm.path)?.to !== NOW) last.set(record.norm.path, record)
  }
  return new Map(
    [...last].map(([path, record]) => {
      const law = history?.laws.findLast(({ from }) => from <= record.from) as LawRecord
      return [path, { ...record, parser: law.law.parser }]
    }),
  )
}

const CONTENT = ['text', 'footnotes', 'subdivisions', 'attachments', 'marks', 'spans', 'tables'] as const

function hasSameContent(one: ParsedNorm, other: ParsedNorm): boolean {
  return (
    one === other ||
    CONTENT.every((field) => one[field] === other[field] || isDeepStrictEqual(one[field], other[field]))
  )
}

/** The citations of a text. */
interface CitingText {
  content: number
  /** As `text_citations` stores them. */
  packed: Uint8Array
  /** Number of times that it names each path of a law. */
  paths: readonly [law: number, path: string, times: number][]
}

function addNamedCitations(database: DatabaseSync, texts: readonly CitingText[]): void {
  const insertText = database.prepare('INSERT INTO text_citations VALUES (?, ?)')
  const insertPath = database.prepare('INSERT INTO cited_path VALUES (?, ?, ?, ?)')
  const paths: { law: number; path: string; citing: number; times: number }[] = []
  for (const { content, packed, paths: named } of texts) {
    insertText.run(content, packed)
    for (const [law, path, times] of named) paths.push({ law, path, citing: content, times })
  }
  // In the order of the table: appended rows fill its pages.
  paths.sort((a, b) => a.law - b.law || compare(a.path, b.path) || a.citing - b.citing)
  for (const { law, path, citing, times } of paths) insertPath.run(law, path, citing, times)
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
