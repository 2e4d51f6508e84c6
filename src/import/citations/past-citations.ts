/** Reads the citations of texts that only older states have, and of those of today that cite what is gone. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { NormParts } from '../../citation/union/parts-meant.ts'
import type { ParsedCitation } from '../../model/parsed-law.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'
import { unpackContent } from '../../store/stored-records.ts'
import { type CitingNorm, ownReferences } from './citing-norm.ts'
import { type IndexedLaws, LawIndex } from './law-index.ts'
import { type LawState, type LawTables, NO_PARTS, type NormRow, partsFrom, type RankedLaws } from './law-tables.ts'
import { areOfToday, type NamedCitations, namedCitations } from './named-citations.ts'
import { readCitations } from './read-citations.ts'

/** The last norm that has a text, and the last day on which it had it. */
interface LastUse {
  id: number
  content: number
  day: string
}

type Row = Omit<CitingNorm, 'text' | 'subdivisions' | 'own'> &
  Record<'kind' | 'heading', string> & { answer: PackedText | null }

// SQLite takes the other columns from the row with the maximum.
const LAST_USES = `
SELECT version.id, version.past_content AS content, max(version.observed_to) AS day
FROM norm_version AS version WHERE version.past_content >= ? AND version.kind <> 'toc'
GROUP BY version.past_content ORDER BY day, content`

const CITING = `
SELECT version.id, version.line AS law, line.code, law.title, version.kind, version.path, version.heading, past_content.answer,
       coalesce(version.source ->> 'language', law.language) AS language
FROM norm_version AS version JOIN line ON line.id = version.line
JOIN law_version AS law ON law.line = version.line AND law.observed_from <= version.observed_to
  AND law.observed_to >= version.observed_to
LEFT JOIN past_content ON past_content.id = version.past_content`

export class PastCitations {
  readonly #laws: PastLaws
  readonly #norms: IndexedLaws = new Map()
  readonly #citing: StatementSync
  readonly #ofNorm: StatementSync
  readonly #lines: ReadonlyMap<number, number>
  readonly #uses: readonly LastUse[]
  readonly #newest: LawIndex
  #index: { day: string; index: LawIndex }

  /**
   * @param database the bundle with all laws, norms and their versions
   * @param since the first text that only older states have and that is to be read, by its number
   */
  constructor(database: DatabaseSync, newestDay: string, since: number) {
    this.#laws = new PastLaws(database)
    this.#newest = new LawIndex(this.#laws.on(newestDay))
    this.#index = { day: newestDay, index: this.#newest }
    this.#citing = database.prepare(`${CITING} WHERE version.id = ?`)
    this.#ofNorm = database.prepare(`${CITING} WHERE version.norm = ? ORDER BY version.observed_to DESC LIMIT 1`)
    const lines = database.prepare('SELECT law, id FROM line WHERE law IS NOT NULL').all()
    this.#lines = new Map((lines as { law: number; id: number }[]).map(({ law, id }) => [law, id]))
    this.#uses = database.prepare(LAST_USES).all(since) as unknown as LastUse[]
  }

  /** Reads some of these texts. They are in the order of the days on which they were published last. */
  read(start: number, end: number): { content: number; named: NamedCitations }[] {
    return this.#uses.slice(start, end).flatMap(({ id, content, day }) => {
      const { kind, heading, answer, ...norm } = this.#citing.get(id) as unknown as Row
      const [text, , subdivisions] = unpackContent(answer as PackedText)
      const own = ownReferences({ title: norm.title, kind, heading, text })
      const index = this.#indexOf(day)
      const citations = readCitations({ ...norm, text, subdivisions: () => subdivisions, own }, index)
      if (citations.length === 0) return []
      return [{ content, named: namedCitations(citations, index, (line) => line) }]
    })
  }

  /**
   * What a text of today cites in older states; `undefined` if its citations of today tell it.
   * @param citations of today, read with `index`
   */
  ofToday(norm: CitingNorm, citations: readonly ParsedCitation[], index: LawIndex): NamedCitations | undefined {
    const { id, path } = norm
    // A law without versions has only the text of today.
    if (!this.#lines.has(norm.law)) return undefined
    const isGone = citations.some(({ name, law }) => {
      return (
        name !== null && law === null && index.lawsNamed(name).length === 0 && this.#newest.lawsNamed(name).length > 0
      )
    })
    if (!isGone) {
      if (areOfToday(citations)) return undefined
      return namedCitations(citations, index, (law) => this.#lines.get(law))
    }
    const past = this.#ofNorm.get(id) as unknown as Row
    const read = readCitations({ ...norm, id: past.id, law: past.law, path }, this.#newest)
    // Where a law is gone, the text's name for it remains.
    const names = new Map(citations.map(({ start, name }) => [start, name]))
    const withNames = read.map((citation) => ({
      ...citation,
      name: citation.name ?? names.get(citation.start) ?? null,
    }))
    return namedCitations(withNames, this.#newest, (line) => line)
  }

  #indexOf(day: string): LawIndex {
    if (this.#index.day !== day) this.#index = { day, index: new LawIndex(this.#laws.on(day), this.#norms) }
    return this.#index.index
  }
}

/** When a law was published as one document had it, or had a name. */
interface Span {
  observed_from: string
  observed_to: string
}

type VersionRow = Span & { id: number; line: number; code: string }
type AliasRow = Span & { name: string; rank: number; line: number }

const holds = ({ observed_from, observed_to }: Span, day: string) => observed_from <= day && day <= observed_to

/** The laws of all states. */
class PastLaws {
  readonly #versions: ReadonlyMap<number, readonly VersionRow[]>
  readonly #lines: ReadonlyMap<string, readonly number[]>
  readonly #aliases: ReadonlyMap<string, readonly AliasRow[]>
  readonly #answer: StatementSync
  readonly #norms: StatementSync
  readonly #place: StatementSync
  readonly #label: StatementSync
  readonly #content: StatementSync

  /** @param database the bundle with all laws, norms and their versions */
  constructor(database: DatabaseSync) {
    const versions = database
      .prepare(
        `SELECT version.id, version.line, line.code, version.observed_from, version.observed_to
         FROM law_version AS version JOIN line ON line.id = version.line ORDER BY version.line, version.observed_from`,
      )
      .all() as unknown as VersionRow[]
    const aliases = database.prepare('SELECT * FROM past_alias ORDER BY name, rank, line, observed_from').all()
    this.#versions = Map.groupBy(versions, ({ line }) => line)
    const coded = Map.groupBy(versions, ({ code }) => code)
    this.#lines = new Map([...coded].map(([code, rows]) => [code, [...new Set(rows.map(({ line }) => line))]]))
    this.#aliases = Map.groupBy(aliases as unknown as AliasRow[], ({ name }) => name)
    this.#answer = database.prepare(
      `SELECT coalesce(law_answer.answer, law.answer) AS answer
       FROM law_version AS version JOIN line ON line.id = version.line
       LEFT JOIN law_answer ON law_answer.id = version.answer LEFT JOIN law ON law.id = line.law WHERE version.id = ?`,
    )
    this.#norms = database.prepare(
      'SELECT id, path FROM norm_version WHERE line = ? AND observed_from <= ? AND observed_to >= ? ORDER BY id',
    )
    this.#place = database.prepare('SELECT line AS law, path FROM norm_version WHERE id = ?')
    this.#label = database.prepare('SELECT label FROM norm_version WHERE id = ?')
    this.#content = database.prepare(
      `SELECT content.subdivisions, past_content.answer FROM norm_version AS version
       LEFT JOIN content ON content.norm = version.norm LEFT JOIN past_content ON past_content.id = version.past_content
       WHERE version.id = ?`,
    )
  }

  /**
   * The laws of a state. A name or code that it does not have is that of the law that had it last: a text may still cite
   * a law that is gone.
   */
  on(day: string): LawTables {
    return {
      day,
      lawCoded: (code) => this.#lawCoded(code, day),
      lawsNamed: (name) => this.#lawsNamed(name, day),
      lawState: (line) => {
        const { answer } = this.#answer.get(this.#versionOn(line, day)?.id ?? null) as { answer: PackedText }
        return JSON.parse(unpackText(answer)) as LawState
      },
      versionOf: (line) => this.#versionOn(line, day)?.id ?? -1,
      norms: (line) => {
        const version = this.#versionOn(line, day)
        if (version === undefined) return []
        const last = version.observed_to < day ? version.observed_to : day
        return this.#norms.all(line, last, last) as unknown as NormRow[]
      },
      placeOf: (norm) => this.#place.get(norm) as { law: number; path: string },
      labelOf: (norm) => (this.#label.get(norm) as { label: string }).label,
      partsOf: (norm) => this.#partsOf(norm),
    }
  }

  #versionOn(line: number, day: string): VersionRow | undefined {
    return this.#versions.get(line)?.findLast(({ observed_from }) => observed_from <= day)
  }

  #lawCoded(code: string, day: string): number | undefined {
    const known = (this.#lines.get(code) ?? []).flatMap((line) => this.#versionOn(line, day) ?? [])
    return lastOf(known, day)[0]?.line
  }

  #lawsNamed(name: string, day: string): RankedLaws | undefined {
    const known = (this.#aliases.get(name) ?? []).filter(({ observed_from }) => observed_from <= day)
    const [first, ...others] = lastOf(known, day).sort((a, b) => a.rank - b.rank)
    if (first === undefined) return undefined
    const strongest = [first, ...others.filter(({ rank }) => rank === first.rank)]
    return { rank: first.rank, laws: [...new Set(strongest.map(({ line }) => line))] }
  }

  #partsOf(norm: number): NormParts {
    const { subdivisions, answer } = this.#content.get(norm) as Record<'subdivisions' | 'answer', PackedText | null>
    if (subdivisions !== null) return partsFrom(JSON.parse(unpackText(subdivisions)) as StoredSubdivision[])
    return answer === null ? NO_PARTS : partsFrom(unpackContent(answer)[2])
  }
}

/** Those that hold on a day; if none does, those that held last. */
function lastOf<Row extends Span>(rows: readonly Row[], day: string): Row[] {
  const present = rows.filter((row) => holds(row, day))
  if (present.length > 0) return present
  const last = rows.reduce((latest, { observed_to }) => (observed_to > latest ? observed_to : latest), '')
  return rows.filter(({ observed_to }) => observed_to === last)
}
