/** Reads the citations of texts that only older states have, and of those of today that cite what is gone. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import { type PackedText, unpackText } from '../../tables/packed-text.ts'
import type { StoredContent } from '../../tables/stored-records.ts'
import { type CitingNorm, ownReferences } from './citing-norm.ts'
import { type IndexedLaws, LawIndex } from './law-index.ts'
import { areOfToday, type NamedCitations, namedCitations } from './named-citations.ts'
import { PastLaws } from './past-tables.ts'
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
      const [text, , subdivisions] = JSON.parse(unpackText(answer as PackedText)) as StoredContent
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
