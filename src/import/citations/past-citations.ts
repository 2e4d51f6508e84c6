/** Reads the citations of texts that only older states have, and of today's texts that cite repealed norms. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ParsedCitation } from '../../model/parsed-law.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'
import { type CitingNorm, ownReferences } from './citing-norm.ts'
import { type IndexedLaws, LawIndex } from './law-index.ts'
import type { StoredLaws } from './law-tables.ts'
import { areOfToday, type NamedCitations, namedCitations } from './named-citations.ts'
import { readCitations } from './read-citations.ts'

/** The last norm with a text, and its last day. */
interface LastUse {
  id: number
  content: number
  day: string
}

/** Columns of a norm whose text is read. */
export type CitingRow = Omit<CitingNorm, 'text' | 'subdivisions' | 'own'> &
  Record<'kind' | 'heading', string> &
  Record<'text' | 'subdivisions', PackedText>

// SQLite takes the other columns from the row with the maximum.
const LAST_USES = `
SELECT id, content, max(state_to) AS day FROM norm
WHERE state_from IS NOT NULL AND content >= ? AND kind <> 'toc' GROUP BY content ORDER BY day, content`

const CITING = `
SELECT norm.id, norm.law, law.code, law.title, norm.kind, norm.path, norm.heading, content.text, content.subdivisions,
       coalesce(norm.source ->> 'language', law.language) AS language
FROM norm JOIN law ON law.line = norm.law AND law.state_from <= norm.state_to AND law.state_to >= norm.state_to
JOIN content ON content.id = norm.content WHERE norm.id = ?`

export class PastCitations {
  readonly #laws: StoredLaws
  readonly #norms: IndexedLaws = new Map()
  readonly #citing: StatementSync
  readonly #uses: readonly LastUse[]
  readonly #newest: LawIndex
  #index: { day: string; index: LawIndex }

  /**
   * @param database bundle with all laws and norms
   * @param since number of the first text to read that only older states have
   */
  constructor(database: DatabaseSync, laws: StoredLaws, newestDay: string, since: number) {
    this.#laws = laws
    this.#newest = new LawIndex(this.#laws.on(newestDay))
    this.#index = { day: newestDay, index: this.#newest }
    this.#citing = database.prepare(CITING)
    this.#uses = database.prepare(LAST_USES).all(since) as unknown as LastUse[]
  }

  /** Reads some of these texts, ordered by the day on which they were last published. */
  read(start: number, end: number): { content: number; named: NamedCitations }[] {
    return this.#uses.slice(start, end).flatMap(({ id, content, day }) => {
      const { kind, heading, text: packed, ...norm } = this.#citing.get(id) as unknown as CitingRow
      const text = unpackText(packed)
      const own = ownReferences({ title: norm.title, kind, heading, text })
      const index = this.#indexOf(day)
      const subdivisions = () => JSON.parse(unpackText(norm.subdivisions)) as StoredSubdivision[]
      const citations = readCitations({ ...norm, text, subdivisions, own }, index)
      if (citations.length === 0) return []
      return [{ content, named: namedCitations(citations, index, () => true) }]
    })
  }

  /**
   * Returns what a text of today cites in older states; `undefined` if its citations of today determine that.
   * @param citations of today, read with `index`
   */
  ofToday(norm: CitingNorm, citations: readonly ParsedCitation[], index: LawIndex): NamedCitations | undefined {
    // A law without versions has only its text of today.
    if (!this.#laws.hasHistory(norm.law)) return undefined
    const isGone = citations.some(({ name, law }) => {
      return (
        name !== null &&
        law === null &&
        index.readBy(norm.law).lawsNamed(name).length === 0 &&
        this.#newest.readBy(norm.law).lawsNamed(name).length > 0
      )
    })
    if (!isGone) {
      if (areOfToday(citations)) return undefined
      return namedCitations(citations, index, (law) => this.#laws.hasHistory(law))
    }
    const read = readCitations(norm, this.#newest)
    // The text still names a repealed law.
    const names = new Map(citations.map(({ start, name }) => [start, name]))
    const withNames = read.map((citation) => ({
      ...citation,
      name: citation.name ?? names.get(citation.start) ?? null,
    }))
    return namedCitations(withNames, this.#newest, () => true)
  }

  #indexOf(day: string): LawIndex {
    if (this.#index.day !== day) this.#index = { day, index: new LawIndex(this.#laws.on(day), this.#norms) }
    return this.#index.index
  }
}
