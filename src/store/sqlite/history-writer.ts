/** Writes the tables of time of a bundle. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { foldName } from '../../citation/laws/law-names.ts'
import type { LawHistory, LawRecord, NormRecord, ObservedSpan } from '../../model/law-history.ts'
import type { ParsedNorm } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { storedSpan, storedSubdivision } from '../bundle-schema.ts'
import { searchedNames } from '../law-names.ts'
import { packAlways, packText } from '../packed-text.ts'
import type { StoredContent } from '../stored-records.ts'
import { lawAnswer, storedSource } from '../stored-records.ts'

const INSERTS = {
  state: 'INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)',
  line: 'INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)',
  law: 'INSERT INTO law_version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  answer: 'INSERT INTO law_answer VALUES (?, ?)',
  alias: 'INSERT INTO past_alias VALUES (?, ?, ?, ?, ?)',
  norm: 'INSERT INTO norm_version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  content: 'INSERT INTO past_content VALUES (?, ?)',
  change: 'INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
}

/** Tables whose rows are numbered. */
const TABLES = {
  line: 'line',
  law: 'law_version',
  answer: 'law_answer',
  norm: 'norm_version',
  content: 'past_content',
  change: 'change',
} as const

/** Removes what a line has in the tables of time. The number of the line is the only parameter. */
const REMOVALS = [
  `DELETE FROM cited_path WHERE citing IN (SELECT id FROM text_citations WHERE past_content IN (SELECT past_content FROM norm_version WHERE line = ?))`,
  'DELETE FROM text_citations WHERE past_content IN (SELECT past_content FROM norm_version WHERE line = ?)',
  'DELETE FROM past_content WHERE id IN (SELECT past_content FROM norm_version WHERE line = ?)',
  'DELETE FROM law_answer WHERE id IN (SELECT answer FROM law_version WHERE line = ?)',
  ...['norm_version', 'law_version', 'past_alias', 'change'].map((table) => `DELETE FROM ${table} WHERE line = ?`),
  'DELETE FROM line WHERE id = ?',
]

/** A law in the tables of the newest state. */
export interface WrittenLaw {
  id: number
  firstNorm: number
  norms: readonly ParsedNorm[]
}

export class HistoryWriter {
  readonly #insert: Record<keyof typeof INSERTS, StatementSync>
  readonly #fetchedAt: string | null
  readonly #structure: (headings: string) => number
  readonly #database: DatabaseSync
  /** The next free numbers. */
  readonly #next: Record<keyof typeof TABLES, number>

  /**
   * @param fetchedAt time when the source was fetched (ISO 8601), `null` if unknown
   * @param structure gives the number of stored headings
   */
  constructor(database: DatabaseSync, fetchedAt: string | null, structure: (headings: string) => number) {
    this.#database = database
    this.#fetchedAt = fetchedAt
    this.#structure = structure
    this.#next = Object.fromEntries(
      Object.entries(TABLES).map(([name, table]) => [
        name,
        this.#number(`SELECT coalesce(max(id) + 1, 0) FROM ${table}`),
      ]),
    ) as Record<keyof typeof TABLES, number>
    this.#insert = Object.fromEntries(
      Object.entries(INSERTS).map(([name, sql]) => [name, database.prepare(sql)]),
    ) as Record<keyof typeof INSERTS, StatementSync>
  }

  addState({ observed_on, source, listing, incomplete }: State): void {
    this.#insert.state.run(observed_on, source, listing, incomplete)
  }

  /** Adds the history of a law. @param written its tables of the newest state, `undefined` if that does not have it */
  addLaw(history: LawHistory, written: WrittenLaw | undefined): void {
    this.#addLine(this.#next.line++, history, written)
  }

  /** Replaces the history of a law, or adds it. @param newest the day of the newest state */
  replaceLaw(history: LawHistory, newest: string): void {
    const line = this.#number('SELECT id FROM line WHERE identity = ?', history.identity) ?? this.#next.line++
    const law = this.#row<{ id: number; firstNorm: number }>(
      'SELECT id, first_norm AS firstNorm FROM law WHERE identity = ?',
      history.identity,
    )
    for (const sql of REMOVALS) this.#database.prepare(sql).run(line)
    const ofToday = new Map(history.norms.filter(({ to }) => to === newest).map((record) => [record.norm.path, record]))
    const records = history.laws.at(-1)?.outline.map(({ norm }) => ofToday.get(norm) as NormRecord) ?? []
    this.#addLine(line, history, law && { ...law, norms: records.map(({ norm }) => norm) })
    if (law === undefined) return
    const setVersion = this.#database.prepare('UPDATE norm SET observed_from = ? WHERE id = ?')
    for (const [index, { version }] of records.entries()) setVersion.run(version.from, law.firstNorm + index)
  }

  #number(sql: string, ...values: string[]): number | undefined {
    return Object.values(this.#row<Record<string, number>>(sql, ...values) ?? {})[0]
  }

  #row<Row>(sql: string, ...values: string[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined
  }

  #addLine(line: number, history: LawHistory, written: WrittenLaw | undefined): void {
    const { identity, code, abbreviation, isDated } = history
    this.#insert.line.run(line, identity, code, abbreviation, Number(isDated), written?.id ?? null)
    this.#addRecords(line, history.laws, written !== undefined)
    this.#addAliases(line, history.laws)
    this.#addNorms(line, history, written)
    for (const { observedOn, type, typographic, path, label, heading, movedTo } of history.changes) {
      const stored = typographic ? 'typographic' : type
      this.#insert.change.run(this.#next.change++, observedOn, line, stored, path, label, heading, movedTo)
    }
  }

  /** @param isCurrent true if the last record is the law of today */
  #addRecords(line: number, records: readonly LawRecord[], isCurrent: boolean): void {
    const current = isCurrent ? this.#answerOf(records.at(-1) as LawRecord) : undefined
    let last: { text: string; id: number } | undefined
    for (const record of records) {
      const { law, from, to, startsVersion, outline } = record
      const text = this.#answerOf(record)
      if (text !== current && text !== last?.text) {
        last = { text, id: this.#next.answer++ }
        this.#insert.answer.run(last.id, packText(text))
      }
      this.#insert.law.run(
        this.#next.law++,
        line,
        from,
        to,
        Number(startsVersion),
        law.statusNote,
        law.abbreviation,
        law.title,
        law.jurisdiction,
        law.sourceFamily,
        law.language,
        outline.length,
        law.statusDate,
        JSON.stringify(law.state),
        searchedNames(law),
        JSON.stringify(storedSource(law, law.parser, this.#fetchedAt)),
        law.htmlUrl,
        law.documentId,
        text === current ? null : (last as { id: number }).id,
      )
    }
  }

  #answerOf({ law, outline }: LawRecord): string {
    const { provenance: _provenance, ...answer } = lawAnswer(law, outline, this.#fetchedAt)
    return JSON.stringify(answer)
  }

  #addAliases(line: number, records: readonly LawRecord[]): void {
    const spans = new Map<string, { name: string; rank: number; spans: ObservedSpan[] }>()
    let before: LawRecord | undefined
    for (const record of records) {
      for (const { name, rank } of record.law.aliases) {
        const folded = foldName(name)
        const key = `${rank} ${folded}`
        const known = spans.get(key) ?? { name: folded, rank, spans: [] }
        spans.set(key, known)
        const last = known.spans.at(-1)
        if (last !== undefined && (last.to === before?.to || last.to === record.to)) last.to = record.to
        else known.spans.push({ from: record.from, to: record.to })
      }
      before = record
    }
    for (const { name, rank, spans: own } of spans.values()) {
      for (const { from, to } of own) this.#insert.alias.run(name, rank, line, from, to)
    }
  }

  #addNorms(line: number, { norms, laws }: LawHistory, written: WrittenLaw | undefined): void {
    const current = new Map(written?.norms.map((norm, index) => [norm.path, { norm, index }]))
    let contents: { norm: ParsedNorm; id: number }[] = []
    let path: string | undefined
    for (const record of norms) {
      const { norm, from } = record
      if (norm.path !== path) contents = []
      path = norm.path
      const own = current.get(path)
      const isCurrent = own !== undefined && hasSameContent(own.norm, norm)
      const law = laws.findLast((each) => each.from <= from) as LawRecord
      this.#addNorm(line, record, law.law, {
        norm: isCurrent ? (written as WrittenLaw).firstNorm + own.index : null,
        content: isCurrent ? null : this.#contentOf(norm, contents),
      })
    }
  }

  #addNorm(
    line: number,
    { norm, from, to, version, container, previous, next }: NormRecord,
    law: LawRecord['law'],
    place: { norm: number | null; content: number | null },
  ): void {
    this.#insert.norm.run(
      this.#next.norm++,
      line,
      norm.path,
      from,
      to,
      version.from,
      version.to,
      norm.label,
      norm.heading,
      norm.status,
      norm.inForceFrom ?? null,
      norm.validFrom ?? null,
      norm.validTo ?? null,
      version.movedFrom,
      norm.kind,
      norm.ranges.length === 0 ? null : JSON.stringify(norm.ranges.map((range) => [range.kind, range.from, range.to])),
      container,
      previous,
      next,
      this.#structure(JSON.stringify(norm.structure)),
      norm.documentId,
      norm.htmlUrl,
      norm.origin === undefined ? null : JSON.stringify(storedSource(norm.origin, law.parser, this.#fetchedAt)),
      place.norm,
      place.content,
    )
  }

  /** The number of a content. @param known those of the norm, which learn it */
  #contentOf(norm: ParsedNorm, known: { norm: ParsedNorm; id: number }[]): number {
    const same = known.find((each) => hasSameContent(each.norm, norm))
    if (same !== undefined) return same.id
    const id = this.#next.content++
    this.#insert.content.run(id, packAlways(JSON.stringify(storedContent(norm))))
    known.push({ norm, id })
    return id
  }
}

function storedContent(norm: ParsedNorm): StoredContent {
  const { text, footnotes, subdivisions, attachments, marks, spans, tables } = norm
  return [text, footnotes, subdivisions.map(storedSubdivision), attachments, marks, spans.map(storedSpan), tables]
}

const CONTENT = ['text', 'footnotes', 'subdivisions', 'attachments', 'marks', 'spans', 'tables'] as const

function hasSameContent(one: ParsedNorm, other: ParsedNorm): boolean {
  return (
    one === other ||
    CONTENT.every((field) => one[field] === other[field] || isDeepStrictEqual(one[field], other[field]))
  )
}
