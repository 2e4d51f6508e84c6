/** Writes the tables of a bundle. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldName } from '../citation/laws/law-names.ts'
import type { Law, NormSummary, SourceFinding as WrittenFinding } from '../corpus/corpus.ts'
import type {
  NormAddress,
  Origin,
  ParsedCitation,
  ParsedFinding,
  ParsedLaw,
  ParsedLimitation,
  ParsedNorm,
  SubdivisionSpan,
} from '../corpus/parsed-law.ts'
import {
  APPLICATION_ID,
  CITATION_INDEX,
  DIGEST_PLACEHOLDER,
  type MetaKey,
  SCHEMA,
  SCHEMA_VERSION,
  type StoredSpan,
  type StoredSubdivision,
} from './bundle-schema.ts'
import { type PackedText, packText } from './packed-text.ts'

/** Statements of the writer, one an insert. */
const INSERTS = {
  meta: 'INSERT INTO meta VALUES (?, ?)',
  law: 'INSERT INTO law VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  alias: 'INSERT INTO alias VALUES (?, ?, ?)',
  norm: 'INSERT INTO norm VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  range: 'INSERT OR IGNORE INTO norm_range VALUES (?, ?, ?, ?, ?)',
  structure: 'INSERT INTO structure VALUES (?, ?)',
  content: 'INSERT INTO content VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  citation: 'INSERT INTO citation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  stated: `
    WITH given (citing, norm, subdivision) AS (VALUES (?, ?, ?))
    INSERT INTO citation
    SELECT citing, (SELECT coalesce(max(place) + 1, 0) FROM citation WHERE citing = given.citing), NULL, NULL, norm,
      NULL, NULL, NULL, subdivision
    FROM given
    WHERE NOT EXISTS (SELECT 1 FROM citation WHERE citing = given.citing AND norm = given.norm)`,
  limitation: 'INSERT INTO limitation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  finding: 'INSERT INTO finding VALUES (?, ?, ?, ?, ?)',
}

/** A citation that the source states, without a place in the text. Norms are numbers. */
export interface StatedCitationRow {
  citing: number
  norm: number
  subdivision: string | null
}

export class BundleWriter {
  readonly file: string
  readonly #database: DatabaseSync
  readonly #insert: Record<keyof typeof INSERTS, StatementSync>
  readonly #structures = new Map<string, number>()
  readonly #fetchedAt: string | null
  #find: StatementSync | undefined
  /** UTF-16 code units written so far. */
  readonly characters = { text: 0, footnotes: 0 }
  #laws = 0
  #norms = 0
  #limitations = 0
  #findings = 0

  /**
   * Begins a bundle in an empty file.
   * @param fetchedAt time when the source was fetched (ISO 8601), `null` if unknown
   */
  constructor(file: string, fetchedAt: string | null) {
    this.file = file
    this.#fetchedAt = fetchedAt
    this.#database = begin(file)
    this.#insert = Object.fromEntries(
      Object.entries(INSERTS).map(([name, sql]) => [name, this.#database.prepare(sql)]),
    ) as Record<keyof typeof INSERTS, StatementSync>
    this.setMeta('schema_version', String(SCHEMA_VERSION))
    this.setMeta('digest', DIGEST_PLACEHOLDER)
  }

  setMeta(key: MetaKey, value: string): void {
    this.#insert.meta.run(key, value)
  }

  /**
   * Adds a law with its norms. Laws must be added in the order of their codes.
   * @throws LegalTextError `invalid_input` if a text is too long; nothing is added then
   */
  addLaw(law: ParsedLaw): void {
    const answer = packText(JSON.stringify(this.#answer(law)))
    const norms = law.norms.map((norm): [ParsedNorm, PackedNorm] => [norm, packNorm(norm)])
    const id = this.#laws++
    const first = this.#norms
    const names = [...new Set(law.aliases.map(({ name }) => foldName(name)))]
    this.#insert.law.run(
      id,
      law.code,
      law.abbreviation,
      law.title,
      law.jurisdiction,
      law.sourceFamily,
      law.norms.length,
      law.statusDate,
      first,
      names.join('\n'),
      JSON.stringify(this.#source(law, law.parser)),
      answer,
    )
    for (const { name, rank } of law.aliases) this.#insert.alias.run(foldName(name), rank, id)
    for (const [norm, packed] of norms) this.#addNorm(id, first, norm, packed, law.parser)
  }

  /** Adds the citations in the text of a norm, in order. Norms must come in the order of their numbers. */
  addCitations(citing: number, citations: readonly ParsedCitation[]): void {
    for (const [place, { start, end, norm, law, path, name, subdivision }] of citations.entries()) {
      this.#insert.citation.run(citing, place, start, end, norm, law, path, name, subdivision)
    }
  }

  /** Adds a citation after those in the text, unless the norm cites the same one already. */
  addStatedCitation({ citing, norm, subdivision }: StatedCitationRow): void {
    this.#insert.stated.run(citing, norm, subdivision)
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
  query<Row>(sql: string): Row[] {
    return this.#database.prepare(sql).all() as Row[]
  }

  /** The number of a norm. */
  findNorm({ code, path }: NormAddress): number | undefined {
    this.#find ??= this.#database.prepare(
      'SELECT norm.id FROM law JOIN norm ON norm.law = law.id WHERE code = ? AND path = ?',
    )
    return (this.#find.get(code, path) as { id: number } | undefined)?.id
  }

  /** Completes the file. @throws Error if SQLite finds it damaged */
  finish(): void {
    this.#database.exec(`${CITATION_INDEX}; COMMIT; ANALYZE;`)
    const [check] = this.query<{ quick_check: string }>('PRAGMA quick_check(1)')
    if (check?.quick_check !== 'ok') throw new Error(`the new bundle is damaged: ${check?.quick_check}`)
    this.#database.close()
  }

  /** Closes the file after a failure. */
  abandon(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #addNorm(law: number, first: number, norm: ParsedNorm, packed: PackedNorm, parser: string): void {
    const id = this.#norms++
    this.characters.text += norm.text.length
    this.characters.footnotes += norm.footnotes.length
    const container = norm.container === undefined ? null : first + norm.container
    const { path, label, heading, status, inForceFrom = null, kind: ownKind } = norm
    this.#insert.norm.run(id, law, path, label, heading, status, inForceFrom, ownKind, container)
    for (const { kind, from, to } of norm.ranges) this.#insert.range.run(law, kind, from, to, id)
    this.#insert.content.run(
      id,
      packed.text,
      norm.footnotes,
      this.#structure(JSON.stringify(norm.structure)),
      packed.subdivisions,
      JSON.stringify(norm.attachments),
      packed.marks,
      packed.spans,
      packed.tables,
      norm.documentId,
      norm.htmlUrl,
      norm.origin === undefined ? null : JSON.stringify(this.#source(norm.origin, parser)),
    )
  }

  #structure(headings: string): number {
    let id = this.#structures.get(headings)
    if (id === undefined) {
      id = this.#structures.size
      this.#structures.set(headings, id)
      this.#insert.structure.run(id, headings)
    }
    return id
  }

  #source({ sourceUrl, fetchedAt, contentHash, sourceVersion = undefined }: Origin, parser: string) {
    return {
      source_url: sourceUrl,
      fetch_timestamp: fetchedAt ?? this.#fetchedAt,
      content_hash: contentHash,
      parser,
      source_version: sourceVersion ?? null,
    }
  }

  #answer(law: ParsedLaw): Law {
    const norms = law.norms.map(
      ({ path, label, heading, status, inForceFrom }): NormSummary => ({
        norm: path,
        label,
        heading,
        status,
        ...(inForceFrom && { in_force_from: inForceFrom }),
      }),
    )
    return {
      code: law.code,
      abbreviation: law.abbreviation,
      title: law.title,
      aliases: law.aliases.map(({ name }) => name),
      jurisdiction: law.jurisdiction,
      source_family: law.sourceFamily,
      promulgated_on: law.promulgatedOn,
      promulgation: law.promulgation,
      status_date: law.statusDate,
      status_notes: law.statusNotes,
      notes: law.notes,
      norm_count: norms.length,
      provenance: { ...this.#source(law, law.parser), html_url: law.htmlUrl, document_id: law.documentId },
      structure: law.structure,
      norms,
    }
  }
}

/** The parts of a norm that may be long. */
type PackedNorm = Record<'text' | 'subdivisions' | 'marks' | 'spans' | 'tables', PackedText>

function packNorm({ text, subdivisions, marks, spans, tables }: ParsedNorm): PackedNorm {
  return {
    text: packText(text),
    subdivisions: packText(JSON.stringify(subdivisions.map(storedSubdivision))),
    marks: packText(JSON.stringify(marks)),
    spans: packText(JSON.stringify(spans.map(({ kind, start, end }): StoredSpan => [kind, start, end]))),
    tables: packText(JSON.stringify(tables)),
  }
}

function storedSubdivision({ path, label, start, end }: SubdivisionSpan): StoredSubdivision {
  return [path, label, start, end]
}

/** Creates the tables in an empty file, and leaves a transaction open. */
function begin(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // Without syncs: a file that is not finished is useless anyway.
    database.exec(`
      PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
      PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};
      ${SCHEMA}
      BEGIN;
    `)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
