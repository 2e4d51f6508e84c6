/** Writes the tables of a bundle. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldName } from '../../citation/laws/law-names.ts'
import type { SourceFinding as WrittenFinding } from '../../model/corpus.ts'
import type { LawHistory } from '../../model/law-history.ts'
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
import {
  APPLICATION_ID,
  CITATION_INDEX,
  DIGEST_PLACEHOLDER,
  IMAGE_TABLE,
  type MetaKey,
  SCHEMA,
  SCHEMA_VERSION,
} from '../bundle-schema.ts'
import { searchedNames } from '../law-names.ts'
import { packText } from '../packed-text.ts'
import { lawAnswer, type PackedNorm, packNorm, storedNormSource, storedSource } from '../stored-records.ts'
import { HistoryWriter } from './history-writer.ts'

/** Statements of the writer, one an insert. */
const INSERTS = {
  meta: 'INSERT OR REPLACE INTO meta VALUES (?, ?)',
  law: 'INSERT INTO law VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  alias: 'INSERT INTO alias VALUES (?, ?, ?)',
  norm: 'INSERT INTO norm VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
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

/** An image of a law, with its bytes. */
export interface LawImage {
  facts: AttachedImage
  bytes: Uint8Array
}

/** By the names in the texts of a law. */
export type LawImages = ReadonlyMap<string, LawImage>

export class BundleWriter {
  readonly file: string
  readonly #database: DatabaseSync
  readonly #insert: Record<keyof typeof INSERTS, StatementSync>
  /** Writes the tables of time. */
  readonly history: HistoryWriter
  readonly #structures = new Map<string, number>()
  readonly #fetchedAt: string | null
  #find: StatementSync | undefined
  #insertImage: StatementSync | undefined
  /** UTF-16 code units written so far. */
  readonly characters = { text: 0, footnotes: 0 }
  /** Images written so far, and names of a law that lead to none. */
  readonly images = { stored: 0, missing: 0 }
  #laws = 0
  #norms = 0
  #limitations = 0
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
    this.#limitations = this.query('SELECT 1 FROM limitation').length
    this.#insert = Object.fromEntries(
      Object.entries(INSERTS).map(([name, sql]) => [name, this.#database.prepare(sql)]),
    ) as Record<keyof typeof INSERTS, StatementSync>
    this.history = new HistoryWriter(this.#database, fetchedAt, (headings) => this.#structure(headings))
    this.setMeta('schema_version', String(SCHEMA_VERSION))
    this.setMeta('digest', DIGEST_PLACEHOLDER)
  }

  setMeta(key: MetaKey, value: string): void {
    this.#insert.meta.run(key, value)
  }

  /**
   * Adds a law with its norms. Laws must be added in the order of their codes.
   * @param history of the law; absent in a bundle of one state
   * @throws LegalTextError `invalid_input` if a text is too long; nothing is added then
   */
  addLaw(law: ParsedLaw, history?: LawHistory, images: LawImages = new Map()): void {
    const answer = packText(JSON.stringify(lawAnswer(law, law.norms.map(summaryOf), this.#fetchedAt)))
    const norms = law.norms.map((norm): [ParsedNorm, PackedNorm] => [norm, packNorm(norm)])
    const id = this.#laws++
    const first = this.#norms
    this.#insert.law.run(
      id,
      law.code,
      law.identity,
      law.abbreviation,
      law.title,
      law.jurisdiction,
      law.sourceFamily,
      law.language,
      law.norms.length,
      law.statusDate,
      law.statusNote,
      JSON.stringify(law.state),
      first,
      searchedNames(law),
      JSON.stringify(storedSource(law, law.parser, this.#fetchedAt)),
      answer,
    )
    for (const { name, rank } of law.aliases) this.#insert.alias.run(foldName(name), rank, id)
    const last = new Map(history?.norms.map((record) => [record.norm.path, record.version.from]))
    for (const name of imageNames(law)) this.#addImage(images.get(name))
    for (const [norm, packed] of norms) {
      const attachments = norm.attachments.map((each) => withImage(each, images))
      this.#addNorm(id, first, { ...norm, attachments }, packed, law.parser, last.get(norm.path))
    }
    if (history !== undefined) this.history.addLaw(history, { id, firstNorm: first, norms: law.norms })
  }

  /** Adds the citations in the text of a norm, in order. Norms must come in the order of their numbers. */
  addCitations(citing: number, citations: readonly ParsedCitation[]): void {
    for (const [place, { start, end, norm, law, path, name, subdivision }] of citations.entries()) {
      this.#insert.citation.run(citing, place, start, end, norm, law, path, name, subdivision)
    }
  }

  /** Adds what texts cite in older states. */
  addNamedCitations = (texts: readonly CitingText[]) => addNamedCitations(this.#database, texts)

  /** Removes what texts cite in older states. */
  removeNamedCitations(): void {
    this.#database.exec('DELETE FROM cited_path; DELETE FROM text_citations;')
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
  query<Row>(sql: string, ...values: number[]): Row[] {
    return this.#database.prepare(sql).all(...values) as Row[]
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
    this.#database.exec(
      `DROP INDEX IF EXISTS alias_line; DROP INDEX IF EXISTS cited_path_citing; ${CITATION_INDEX}; COMMIT; ANALYZE;`,
    )
    const [check] = this.query<{ quick_check: string }>('PRAGMA quick_check(1)')
    if (check?.quick_check !== 'ok') throw new Error(`the new bundle is damaged: ${check?.quick_check}`)
    this.#database.close()
  }

  /** Closes the file after a failure. */
  abandon(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  /** @param observedFrom first day of its version, in a bundle with history */
  #addNorm(
    law: number,
    first: number,
    norm: ParsedNorm,
    packed: PackedNorm,
    parser: string,
    observedFrom: string | undefined,
  ): void {
    const id = this.#norms++
    this.characters.text += norm.text.length
    this.characters.footnotes += norm.footnotes.length
    const container = norm.container === undefined ? null : first + norm.container
    const { path, label, heading, status, inForceFrom = null, kind: ownKind } = norm
    this.#insert.norm.run(
      id,
      law,
      path,
      label,
      heading,
      status,
      inForceFrom,
      ownKind,
      container,
      observedFrom ?? null,
      norm.validFrom ?? null,
      norm.validTo ?? null,
    )
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
      norm.origin === undefined ? null : JSON.stringify(storedNormSource(norm.origin, parser, this.#fetchedAt)),
    )
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
    let id = this.#structures.get(headings)
    if (id === undefined) {
      id = this.#structures.size
      this.#structures.set(headings, id)
      this.#insert.structure.run(id, headings)
    }
    return id
  }
}

/** The names of images in the texts of a law, each once, in their order. */
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

/** Without indexes of its own, no foreign key could be checked in time. */
const REOPEN = `
  PRAGMA foreign_keys = OFF;
  BEGIN;
  DROP INDEX citation_norm;
  CREATE INDEX alias_line ON past_alias (line); CREATE INDEX cited_path_citing ON cited_path (citing);`

/** Opens a file and leaves a transaction open. */
function begin(file: string, beginning: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // Without syncs: a file that is not finished is useless anyway.
    database.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${beginning}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A text of a norm of today, or of an older content. */
interface CitingText {
  norm: number | null
  content: number | null
  /** Its citations, as `text_citations` stores them. */
  packed: Uint8Array
  /** How often it names each path of a line. */
  paths: readonly [line: number, path: string, times: number][]
}

/** @param texts are numbered in their order */
function addNamedCitations(database: DatabaseSync, texts: readonly CitingText[]): void {
  const insertText = database.prepare('INSERT INTO text_citations VALUES (?, ?, ?, ?)')
  const insertPath = database.prepare('INSERT INTO cited_path VALUES (?, ?, ?, ?)')
  const paths: { line: number; path: string; citing: number; times: number }[] = []
  const { next } = database.prepare('SELECT coalesce(max(id) + 1, 0) AS next FROM text_citations').get() as {
    next: number
  }
  for (const [index, text] of texts.entries()) {
    const citing = next + index
    insertText.run(citing, text.norm, text.content, text.packed)
    for (const [line, path, times] of text.paths) paths.push({ line, path, citing, times })
  }
  // In the order of the table: inserted at its end, they fill its pages.
  paths.sort((a, b) => a.line - b.line || compare(a.path, b.path) || a.citing - b.citing)
  for (const { line, path, citing, times } of paths) insertPath.run(line, path, citing, times)
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
