/** Reads the laws of all states back from a bundle, as the source family once parsed them. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { foldName } from '../../citation/laws/law-names.ts'
import type { Law } from '../../model/corpus.ts'
import type { ObservedLaw, ObservedSpan } from '../../model/law-history.ts'
import type { NormRange, Origin, ParsedLaw, ParsedNorm } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { actOf } from '../norm-row.ts'
import { type PackedText, unpackText } from '../packed-text.ts'
import type { ReadRows } from '../read-rows.ts'
import { readStates } from '../stored-corpus.ts'
import { type ContentRow, contentOf, type StoredSource } from '../stored-records.ts'
import { openBundleDatabase } from './bundle-database.ts'

/** A law in some states; a bundle of one state does not have the days. */
interface LawRow extends Partial<ObservedSpan> {
  answer: PackedText
  source: string
  status_note: string | null
  state: string
  /** As in the answer, unless they differ. */
  html_url?: string | null
  document_id?: string
}

interface NormRow extends Partial<ObservedSpan>, ContentRow {
  path: string
  label: string
  heading: string
  status: ParsedNorm['status']
  in_force_from: string | null
  valid_from: string | null
  valid_to: string | null
  kind: ParsedNorm['kind']
  ranges: string | null
  container: string | null
  headings: string
  document_id: string
  html_url: string | null
  source: string | null
}

const CONTENT = `content.text, content.footnotes, content.subdivisions, content.attachments, content.marks, content.spans,
  content.tables`

/** The tables of a bundle with history. Parameter of all but the first: the number of a line. */
const OF_LINES = {
  lines: 'SELECT id, identity, code FROM line ORDER BY id',
  laws: `
    SELECT version.observed_from AS "from", version.observed_to AS "to", coalesce(law_answer.answer, law.answer) AS answer,
           version.source, version.status_note, version.state, version.html_url, version.document_id
    FROM law_version AS version JOIN line ON line.id = version.line
    LEFT JOIN law_answer ON law_answer.id = version.answer LEFT JOIN law ON law.id = line.law
    WHERE version.line = ? ORDER BY version.observed_from`,
  norms: `
    SELECT version.observed_from AS "from", version.observed_to AS "to", version.path, version.label, version.heading,
           version.status, version.in_force_from, version.valid_from, version.valid_to, version.kind, version.ranges,
           version.container, structure.headings, version.document_id, version.html_url, version.source,
           past_content.answer, ${CONTENT}
    FROM norm_version AS version JOIN structure ON structure.id = version.structure
    LEFT JOIN content ON content.norm = version.norm LEFT JOIN past_content ON past_content.id = version.past_content
    WHERE version.line = ?`,
  aliases: 'SELECT DISTINCT name, rank FROM past_alias WHERE line = ?',
}

/** The tables of a bundle of one state. Parameter of all but the first: the number of a law. */
const OF_LAWS = {
  lines: 'SELECT id, identity, code FROM law ORDER BY id',
  laws: 'SELECT answer, source, status_note, state FROM law WHERE id = ?',
  norms: `
    SELECT norm.path, norm.label, norm.heading, norm.status, norm.in_force_from, norm.valid_from, norm.valid_to, norm.kind,
           (SELECT json_group_array(json_array(kind, first, last)) FROM norm_range WHERE norm_range.law = norm.law
            AND norm_range.norm = norm.id) AS ranges,
           container.path AS container, structure.headings, content.document_id, content.html_url, content.source,
           NULL AS answer, ${CONTENT}
    FROM norm JOIN content ON content.norm = norm.id JOIN structure ON structure.id = content.structure
    LEFT JOIN norm AS container ON container.id = norm.container
    WHERE norm.law = ? ORDER BY norm.id`,
  aliases: 'SELECT DISTINCT name, rank FROM alias WHERE law = ?',
}

/** Reads the laws of a bundle, of all its states. Those that are dated are only in the newest one. */
export class HistoryReader {
  readonly #database: DatabaseSync
  readonly #queries: typeof OF_LINES | typeof OF_LAWS
  /** The laws that are not taken, by what identifies them. */
  readonly #lines: Map<string, { id: number; code: string }>
  /** Oldest first. */
  readonly states: readonly State[]

  /**
   * @param unknown tells what the only state of a bundle without history is, which does not record it
   * @param newestOnly true to read the newest state only, with dated laws
   * @throws LegalTextError `not_ready` if the file is missing, no bundle, damaged, or of another schema version
   */
  constructor(
    file: string,
    unknown: (newestFetch: string | null, listing: State['listing']) => State,
    newestOnly = false,
  ) {
    this.#database = openBundleDatabase(file).database
    const lines = this.#ask<{ identity: string; dated: number }>('SELECT identity, dated FROM line')
    const isOfStates = !newestOnly && lines.some(({ dated }) => dated === 0)
    this.#queries = isOfStates ? OF_LINES : OF_LAWS
    const states = newestOnly || isOfStates ? readStates(this.#ask).slice(newestOnly ? -1 : 0) : []
    const [{ newest }] = this.#ask<{ newest: string | null }>(
      `SELECT max(source ->> 'fetch_timestamp') AS newest FROM law`,
    ) as [{ newest: string | null }]
    const [meta] = this.#ask<{ value: State['listing'] }>(`SELECT value FROM meta WHERE key = 'listing'`)
    this.states = states.length > 0 ? states : [unknown(newest, meta?.value ?? 'partial')]
    const dated = new Set(lines.flatMap(({ identity, dated }) => (dated && !newestOnly ? [identity] : [])))
    const laws = this.#ask<{ id: number; identity: string; code: string }>(this.#queries.lines)
    this.#lines = new Map(
      laws.filter(({ identity }) => !dated.has(identity)).map(({ identity, ...line }) => [identity, line]),
    )
  }

  /** What identifies the laws that are not taken, in the order of the bundle. */
  identities(): string[] {
    return [...this.#lines.keys()]
  }

  /** Code and content hash of the laws of the newest state, by what identifies them. */
  newestLaws(): Map<string, { code: string; hash: string }> {
    const rows = this.#ask<{ identity: string; code: string; hash: string }>(
      `SELECT identity, code, source ->> 'content_hash' AS hash FROM law`,
    )
    return new Map(rows.map(({ identity, ...law }) => [identity, law]))
  }

  /** The code of a law that is not taken. */
  codeOf(identity: string): string | undefined {
    return this.#lines.get(identity)?.code
  }

  /** What identifies the law with a code that is not taken; of several the one that is published today. */
  identityOf(code: string): string | undefined {
    const found = [...this.#lines].filter(([, line]) => line.code === code).map(([identity]) => identity)
    if (found.length < 2) return found[0]
    const newest = this.newestLaws()
    return found.find((identity) => newest.has(identity)) ?? found.at(-1)
  }

  /** Content hashes of the documents of a law that is not taken, with their states; empty for a bundle of one state. */
  documents(identity: string): (ObservedSpan & { hash: string })[] {
    const line = this.#lines.get(identity)
    if (line === undefined || this.#queries === OF_LAWS) return []
    return this.#ask(
      `SELECT observed_from AS "from", observed_to AS "to", source ->> 'content_hash' AS hash FROM law_version
       WHERE line = ?`,
      line.id,
    )
  }

  /** Leaves a law out. */
  skip(identity: string): void {
    this.#lines.delete(identity)
  }

  /** Takes the documents of a law, oldest first; empty if there are none. */
  take(identity: string): ObservedLaw[] {
    const { id: line } = this.#lines.get(identity) ?? {}
    if (line === undefined) return []
    this.#lines.delete(identity)
    const ranks = new Map(
      this.#ask<{ name: string; rank: number }>(this.#queries.aliases, line).map(({ name, rank }) => [name, rank]),
    )
    const day = this.states[0]?.observed_on as string
    const norms = this.#ask<NormRow>(this.#queries.norms, line).map((row) => ({
      from: row.from ?? day,
      to: row.to ?? day,
      norm: normFrom(row),
      container: row.container,
    }))
    return this.#ask<LawRow>(this.#queries.laws, line).map((row) => {
      const from = row.from ?? day
      const own = new Map(
        norms.filter((each) => each.from <= from && from <= each.to).map((each) => [each.norm.path, each]),
      )
      const law = lawFrom(row, identity, ranks)
      const places = new Map(law.outline.map(({ norm }, place) => [norm, place]))
      const inOrder = law.outline.map(({ norm: path }): ParsedNorm => {
        const { norm, container } = own.get(path) as (typeof norms)[number]
        return container === null ? norm : { ...norm, container: places.get(container) }
      })
      return { from, to: row.to ?? day, law: { ...law.head, norms: inOrder } }
    })
  }

  /** The laws that are not taken. */
  *rest(): Generator<ObservedLaw[]> {
    for (const identity of this.identities()) yield this.take(identity)
  }

  close(): void {
    this.#database.close()
  }

  readonly #ask: ReadRows = <Row>(sql: string, ...values: SQLInputValue[]): Row[] =>
    this.#database.prepare(sql).all(...values) as Row[]
}

function lawFrom(row: LawRow, identity: string, ranks: ReadonlyMap<string, number>) {
  const {
    norms: outline,
    provenance,
    aliases,
    norm_count: _count,
    ...answer
  } = JSON.parse(unpackText(row.answer)) as Law
  const { parser } = JSON.parse(row.source) as StoredSource
  const head: Omit<ParsedLaw, 'norms' | 'account'> = {
    code: answer.code,
    identity,
    abbreviation: answer.abbreviation,
    title: answer.title,
    jurisdiction: answer.jurisdiction,
    sourceFamily: answer.source_family,
    aliases: aliases.map((name) => ({ name, rank: ranks.get(foldName(name)) ?? 0 })),
    promulgatedOn: answer.promulgated_on,
    promulgation: answer.promulgation,
    statusDate: answer.status_date,
    statusNotes: answer.status_notes,
    state: JSON.parse(row.state),
    statusNote: row.status_note,
    notes: answer.notes,
    ...originFrom(JSON.parse(row.source) as StoredSource),
    language: answer.language,
    parser,
    htmlUrl: row.html_url === undefined ? provenance.html_url : row.html_url,
    documentId: row.document_id ?? provenance.document_id,
    structure: answer.structure,
  }
  return { outline, head }
}

function normFrom(row: NormRow): ParsedNorm {
  const [text, footnotes, subdivisions, attachments, marks, spans, tables] = contentOf(row)
  const ranges = row.ranges === null ? [] : (JSON.parse(row.ranges) as [NormRange['kind'], string, string][])
  return {
    path: row.path,
    kind: row.kind,
    label: row.label,
    heading: row.heading,
    status: row.status,
    ...(row.in_force_from !== null && { inForceFrom: row.in_force_from }),
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
    text,
    footnotes,
    structure: JSON.parse(row.headings),
    subdivisions: subdivisions.map(([path, label, start, end]) => ({ path, label, start, end })),
    // A parsed document does not tell whether the image is there.
    attachments: attachments.map(({ image: _image, ...named }) => named),
    marks,
    spans: spans.map(([kind, start, end]) => ({ kind, start, end })),
    tables,
    ranges: ranges.map(([kind, from, to]) => ({ kind, from, to })),
    container: undefined,
    documentId: row.document_id,
    htmlUrl: row.html_url,
    ...(row.source !== null && { origin: originFrom(JSON.parse(row.source) as StoredSource) }),
  }
}

function originFrom(source: StoredSource): Origin {
  const { source_url, fetch_timestamp, content_hash, source_version, language } = source
  const act = actOf(source)
  return {
    sourceUrl: source_url,
    ...(fetch_timestamp !== null && { fetchedAt: fetch_timestamp }),
    contentHash: content_hash,
    ...(source_version !== null && { sourceVersion: source_version }),
    ...(act && { act }),
    ...(language !== undefined && { language }),
  }
}
