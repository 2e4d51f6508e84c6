/** Reads the laws of all states back from a bundle, as the source family parsed them. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { foldName } from '../../citation/laws/law-names.ts'
import type { Law } from '../../model/corpus.ts'
import { type LawHistory, NOW, type ObservedLaw, type ObservedSpan } from '../../model/law-history.ts'
import type { NormRange, Origin, ParsedLaw, ParsedNorm } from '../../model/parsed-law.ts'
import type { Change, ChangeType, State } from '../../model/versions.ts'
import { FIRST_PAST, isOfToday, subdivisionSpan } from '../bundle-schema.ts'
import { actOf, conversionOf, type NormRow as StoredNormRow } from '../norm-row.ts'
import { type PackedText, unpackText } from '../packed-text.ts'
import type { ReadRows } from '../read-rows.ts'
import { type ContentRow, contentOf, type StoredSource } from '../stored-records.ts'
import { STATES } from '../table-corpus.ts'
import { openBundleDatabase } from './bundle-database.ts'

interface Spanned {
  state_from: string
  state_to: string
}

/** Columns only for dated laws, of a record with its own span. */
interface RecordRow extends Spanned {
  last_day: string | null
}

interface LawRow extends RecordRow, Pick<StoredNormRow, 'source' | 'state' | 'html_url' | 'document_id'> {
  known_from: string | null
  starts_version: number
  answer: PackedText
  status_note: string | null
}

interface NormRow
  extends RecordRow,
    ContentRow,
    Pick<StoredNormRow, 'path' | 'label' | 'heading' | 'status' | 'headings' | 'document_id' | 'html_url'>,
    Pick<StoredNormRow, 'previous' | 'next' | 'in_force_from' | 'in_force_to' | 'valid_from' | 'valid_to'> {
  version_from: string
  version_to: string
  moved_from: string | null
  kind: ParsedNorm['kind']
  ranges: string | null
  container: string | null
  source: string | null
}

/** Reads the laws of a bundle, of all its states. Dated laws are only in the newest one. */
export class HistoryReader {
  readonly #database: DatabaseSync
  /** Condition for the rows that are read. */
  readonly #rows: string
  readonly #isOfStates: boolean
  /** Ranks of folded names, by line of the law. */
  #ranks: ReadonlyMap<number, ReadonlyMap<string, number>> | undefined
  /** The laws not yet taken, by identity. */
  readonly #lines: Map<string, { id: number; code: string }>
  /** Oldest first. */
  readonly states: readonly State[]

  /**
   * @param unknown stands for the only state of a bundle without history, which does not record it
   * @param newestOnly true to read the newest state only, with dated laws
   * @throws LegalTextError `not_ready` if the file is missing, not a bundle, damaged, or of another schema version
   */
  constructor(
    file: string,
    unknown: (newestFetch: string | null, listing: State['listing']) => State,
    newestOnly = false,
  ) {
    this.#database = openBundleDatabase(file).database
    const ofStates = 'state_from IS NOT NULL AND dated = 0'
    const isOfStates = !newestOnly && this.ask(`SELECT 1 FROM law WHERE ${ofStates} LIMIT 1`).length > 0
    this.#rows = isOfStates ? ofStates : newestOnly ? isOfToday() : `${isOfToday()} AND dated = 0`
    const states = newestOnly || isOfStates ? this.ask<State>(STATES).slice(newestOnly ? -1 : 0) : []
    const [{ newest }] = this.ask<{ newest: string | null }>(
      `SELECT max(source ->> 'fetch_timestamp') AS newest FROM law WHERE ${isOfToday()}`,
    ) as [{ newest: string | null }]
    const [meta] = this.ask<{ value: State['listing'] }>(`SELECT value FROM meta WHERE key = 'listing'`)
    this.states = states.length > 0 ? states : [unknown(newest, meta?.value ?? 'partial')]
    const laws = this.ask<{ id: number; identity: string; code: string }>(
      `SELECT DISTINCT line AS id, identity, code FROM law WHERE ${this.#rows} ORDER BY line`,
    )
    this.#lines = new Map(laws.map(({ identity, ...line }) => [identity, line]))
    this.#isOfStates = isOfStates
  }

  /** Identities of the laws not yet taken, in the order of the bundle. */
  identities(): string[] {
    return [...this.#lines.keys()]
  }

  /** Code and content hash of the laws of the newest state, by identity. */
  newestLaws(): Map<string, { code: string; hash: string }> {
    const rows = this.ask<{ identity: string; code: string; hash: string }>(
      `SELECT identity, code, source ->> 'content_hash' AS hash FROM law WHERE ${isOfToday()}`,
    )
    return new Map(rows.map(({ identity, ...law }) => [identity, law]))
  }

  /** The code of a law not yet taken. */
  codeOf(identity: string): string | undefined {
    return this.#lines.get(identity)?.code
  }

  /** Identity of the law with a code, not yet taken; of several the one published today. */
  identityOf(code: string): string | undefined {
    const found = [...this.#lines].filter(([, line]) => line.code === code).map(([identity]) => identity)
    if (found.length < 2) return found[0]
    const newest = this.newestLaws()
    return found.find((identity) => newest.has(identity)) ?? found.at(-1)
  }

  /** Content hashes of the documents of a law not yet taken, with their states; empty for a bundle of one state. */
  documents(identity: string): (ObservedSpan & { hash: string })[] {
    const line = this.#lines.get(identity)
    if (line === undefined || !this.#isOfStates) return []
    const rows = this.ask<Spanned & { hash: string }>(
      `SELECT state_from, state_to, source ->> 'content_hash' AS hash FROM law WHERE line = ? ORDER BY state_from`,
      line.id,
    )
    const documents: (ObservedSpan & { hash: string })[] = []
    for (const row of rows) {
      const { from, to } = this.#spanOf(row)
      const last = documents.at(-1)
      if (last?.hash === row.hash && this.#isNext(last.to, from)) last.to = to
      else documents.push({ from, to, hash: row.hash })
    }
    return documents
  }

  #isNext(last: string, day: string): boolean {
    return this.states.findIndex(({ observed_on }) => observed_on === day) > 0 && this.#dayBefore(day) === last
  }

  #dayBefore(day: string): string | undefined {
    return this.states.findLast(({ observed_on }) => observed_on < day)?.observed_on
  }

  /** The days of a row; in a bundle of one state, the day of that state. */
  #spanOf({ state_from, state_to }: Spanned): ObservedSpan {
    const { observed_on: newest } = this.states.at(-1) as State
    return this.#isOfStates
      ? { from: state_from, to: state_to === NOW ? newest : state_to }
      : { from: newest, to: newest }
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
    const ranks = this.#ranksOf(line)
    const condition = this.#isOfStates ? 'norm.state_from IS NOT NULL' : isOfToday('norm')
    const norms = this.#norms(line, condition).map((row) => {
      return { ...this.#spanOf(row), norm: normFrom(row), container: row.container }
    })
    return this.#laws(line, this.#rows).map((row) => {
      const { from, to } = this.#spanOf(row)
      const own = new Map(
        norms.filter((each) => each.from <= from && from <= each.to).map((each) => [each.norm.path, each]),
      )
      const law = lawFrom(row, identity, ranks)
      const places = new Map(law.outline.map(({ norm }, place) => [norm, place]))
      const inOrder = law.outline.map(({ norm: path }): ParsedNorm => {
        const { norm, container } = own.get(path) as (typeof norms)[number]
        return container === null ? norm : { ...norm, container: places.get(container) }
      })
      return { from, to, law: { ...law.head, norms: inOrder } }
    })
  }

  /** The history of a dated law not yet taken; `undefined` for any other. */
  datedHistory(identity: string): LawHistory | undefined {
    const { id: line = -1, code = '' } = this.#lines.get(identity) ?? {}
    const laws = this.#laws(line, 'dated = 1').map((row) => {
      const { head, outline } = lawFrom(row, identity, this.#ranksOf(line))
      return { ...recordOf(row), law: head, outline, startsVersion: row.starts_version === 1 }
    })
    const last = laws.at(-1)
    if (last === undefined) return undefined
    const norms = this.#norms(line, 'TRUE').map((row) => {
      const { previous, next, container, version_from: from, version_to: to, moved_from: movedFrom } = row
      return { ...recordOf(row), norm: normFrom(row), previous, next, container, version: { from, to, movedFrom } }
    })
    const changes = this.ask<ChangeRow>('SELECT * FROM change WHERE law = ? ORDER BY id', line).map((row) => ({
      observedOn: row.observed_on,
      ...(row.type === 'typographic' ? { type: 'changed' as const, typographic: true as const } : { type: row.type }),
      ...{ path: row.path, label: row.label, heading: row.heading, movedTo: row.moved_to },
    }))
    return { identity, code, abbreviation: last.law.abbreviation, isDated: true, laws, norms, changes }
  }

  #laws(line: number, condition: string): LawRow[] {
    return this.ask<LawRow>(
      `SELECT state_from, state_to, last_day, known_from, starts_version, law_answer.answer, source, status_note, state, html_url,
              document_id
       FROM law JOIN law_answer ON law_answer.id = law.answer WHERE line = ? AND ${condition} ORDER BY state_from`,
      line,
    )
  }

  #norms(line: number, condition: string): NormRow[] {
    return this.ask<NormRow>(
      `SELECT norm.*, structure.headings, content.text, content.footnotes, content.subdivisions, content.attachments,
              content.marks, content.spans, content.tables
       FROM norm JOIN structure ON structure.id = norm.structure JOIN content ON content.id = norm.content
       WHERE norm.law = ? AND ${condition}
       ORDER BY min(CASE WHEN norm.id >= ${FIRST_PAST} THEN norm.id END) OVER (PARTITION BY norm.path), norm.path, norm.state_from`,
      line,
    )
  }

  #ranksOf(line: number): ReadonlyMap<string, number> {
    this.#ranks ??= new Map(
      [
        ...Map.groupBy(
          this.ask<{ law: number; name: string; rank: number }>('SELECT law, name, rank FROM alias'),
          ({ law }) => law,
        ),
      ].map(([law, own]) => [law, new Map(own.map(({ name, rank }) => [name, rank]))]),
    )
    return this.#ranks.get(line) ?? new Map()
  }

  /** The laws not yet taken. */
  *rest(): Generator<ObservedLaw[]> {
    for (const identity of this.identities()) yield this.take(identity)
  }

  close(): void {
    this.#database.close()
  }

  protected readonly ask: ReadRows = <Row>(sql: string, ...values: SQLInputValue[]): Row[] =>
    this.#database.prepare(sql).all(...values) as Row[]
}

interface ChangeRow extends Pick<Change, 'observed_on' | 'label' | 'heading' | 'moved_to'> {
  type: ChangeType | 'typographic'
  path: string | null
}

const recordOf = ({ state_from: from, state_to: to, last_day: lastDay }: RecordRow) =>
  lastDay === null ? { from, to } : { from, to, lastDay }

function lawFrom(row: LawRow, identity: string, ranks: ReadonlyMap<string, number>) {
  const {
    norms: outline,
    aliases,
    norm_count: _count,
    ...answer
  } = JSON.parse(unpackText(row.answer)) as Omit<Law, 'provenance'>
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
    inForceFrom: answer.in_force_from ?? undefined,
    inForceTo: answer.in_force_to ?? undefined,
    statusNotes: answer.status_notes,
    state: JSON.parse(row.state),
    statusNote: row.status_note,
    knownFrom: row.known_from ?? undefined,
    notes: answer.notes,
    ...originFrom(JSON.parse(row.source) as StoredSource),
    language: answer.language,
    parser,
    htmlUrl: row.html_url,
    documentId: row.document_id,
    structure: answer.structure,
  }
  return { outline, head }
}

function normFrom(row: NormRow): ParsedNorm {
  const { text, footnotes, subdivisions, attachments, marks, spans, tables } = contentOf(row)
  const ranges = row.ranges === null ? [] : (JSON.parse(row.ranges) as [NormRange['kind'], string, string][])
  return {
    path: row.path,
    kind: row.kind,
    label: row.label,
    heading: row.heading,
    status: row.status,
    inForceFrom: row.in_force_from ?? undefined,
    inForceTo: row.in_force_to ?? undefined,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
    text,
    footnotes,
    structure: JSON.parse(row.headings),
    subdivisions: subdivisions.map(subdivisionSpan),
    // A parsed document does not record whether the image exists.
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
  const [act, conversion] = [actOf(source), conversionOf(source)]
  return {
    sourceUrl: source_url,
    ...(fetch_timestamp !== null && { fetchedAt: fetch_timestamp }),
    contentHash: content_hash,
    ...(source_version !== null && { sourceVersion: source_version }),
    ...(act && { act }),
    ...(conversion && { conversion }),
    ...(language !== undefined && { language }),
  }
}
