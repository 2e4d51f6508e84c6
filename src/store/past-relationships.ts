/** Reads the relationships of a norm in an older state. */
import type { Corpus, NormContext, Page, Relationship, RelationshipType } from '../model/corpus.ts'
import type { LineRow, VersionRow } from './named-norms.ts'
import { normSummary, type SummaryRow } from './norm-row.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { CitingNorm, PastCitations, PastNormRow } from './past-citations.ts'
import { RELATIONSHIP_TYPES, wordingAt } from './read-relationships.ts'
import type { ReadRows } from './read-rows.ts'
import { unpackContent } from './stored-records.ts'

/** A norm in a state. */
export interface PastNorm {
  law: LineRow
  path: string
}

/** The paths of a law in document order. */
type Outline = (code: string) => Promise<readonly { norm: string }[]>

const VERSION =
  'SELECT id, line, path, label, heading, ranges, norm, past_content, container, previous, next FROM norm_version'
const IN_STATE = 'line = ? AND observed_from <= ? AND observed_to >= ?'

type Row = PastNormRow & Record<'container' | 'previous' | 'next', string | null>

/** @returns `undefined` if the state has no norm at exactly this path */
export function readPastContext(read: ReadRows, citations: PastCitations, norm: PastNorm): NormContext | undefined {
  const own = readRow(read, norm)
  if (own === undefined) return undefined
  const { law } = norm
  const beside = read<SummaryRow>(
    `SELECT path AS norm, label, heading, status, in_force_from FROM norm_version WHERE ${IN_STATE} AND path IN (?, ?)`,
    law.line,
    law.day,
    law.day,
    own.previous,
    own.next,
  )
  const summary = (path: string | null) => {
    const row = beside.find(({ norm }) => norm === path)
    return row ? normSummary(row) : null
  }
  const cites = citations.citedBy(own)
  const citing = citations.citing(own)
  return {
    previous: summary(own.previous),
    next: summary(own.next),
    citations: {
      cites: {
        total: cites.length,
        norms: new Set(cites.map(({ law, path, name }) => JSON.stringify([law?.line, path, name]))).size,
      },
      cited_by: {
        total: timesOf(citing),
        norms: new Set(citing.map(({ id }) => id)).size,
      },
    },
  }
}

/** Returns the relationships of a norm, ordered by type and by place in the text. */
export async function readPastRelationships(
  read: ReadRows,
  citations: PastCitations,
  norm: PastNorm,
  { type, limit, offset }: Parameters<Corpus['relationships']>[2],
  outline: Outline,
): Promise<Page<Relationship>> {
  const own = readRow(read, norm)
  if (own === undefined) return { items: [], total: 0 }
  const readList = pastLists(read, citations, norm, own, outline)
  const items: Relationship[] = []
  let total = 0
  for (const of of type === undefined ? RELATIONSHIP_TYPES : [type]) {
    const page = await readList(of, { start: Math.max(0, offset - total), count: limit - items.length })
    items.push(...page.items)
    total += page.total
  }
  return { items, total }
}

/** A part of a list. */
interface Range {
  start: number
  count: number
}

/** Reads lists of the relationships of one norm, by type. */
function pastLists(read: ReadRows, citations: PastCitations, { law }: PastNorm, own: Row, outline: Outline) {
  const cites = (range: Range): Page<Relationship> => {
    const cited = citations.citedBy(own)
    const shown = part(cited, range)
    const text = shown.length === 0 ? '' : textOf(read, own.id)
    const items = shown.map(({ law, norm, path, name, start, end, subdivision }): Relationship => {
      const linked = relationship('cites', law, norm)
      return { ...linked, norm: path, subdivision, law: name, ...wordingAt(text, start, end, true) }
    })
    return { items, total: cited.length }
  }

  /** By weight as {@link readRelationships}; what the source states without a place comes last. */
  const citedBy = async ({ start, count }: Range): Promise<Page<Relationship>> => {
    const end = start + Math.max(0, count)
    const items: Relationship[] = []
    let place = 0
    for (const { code, citing, times } of byKindAndLaw(citations.citing(own))) {
      const isShown = place < end && place + times > start
      let first = place
      const ordered = isShown ? await inOrder(code, citing) : []
      for (const norm of ordered.toSorted((a, b) => b.times - a.times)) {
        if (first < end && first + norm.times > start) {
          items.push(...citationsOf(norm).slice(Math.max(0, start - first), end - first))
        }
        first += norm.times
      }
      place += times
    }
    return { items, total: place }
  }

  const citationsOf = (citing: CitingNorm): Relationship[] => {
    const text = textOf(read, citing.id)
    const norm = readRow(read, citing)
    return citing.places().map(({ start, end, subdivision }) => {
      return { ...relationship('cited_by', citing.law, norm), subdivision, ...wordingAt(text, start, end, true) }
    })
  }

  const contained = () =>
    inOrder(law.code, read<Row>(`${VERSION} WHERE ${IN_STATE} AND container = ?`, law.line, law.day, law.day, own.path))

  const container = () => (own.container === null ? [] : [readRow(read, { law, path: own.container }) ?? []].flat())

  /** Norms of one law in document order, which their rows do not have. */
  const inOrder = async <Norm extends { path: string }>(code: string, norms: readonly Norm[]) => {
    if (norms.length < 2) return norms
    const places = new Map((await outline(code)).map(({ norm }, place) => [norm, place]))
    return norms.toSorted((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
  }

  return async (type: RelationshipType, range: Range): Promise<Page<Relationship>> => {
    if (type === 'cites') return cites(range)
    if (type === 'cited_by') return citedBy(range)
    const rows = type === 'contains' ? await contained() : container()
    const linked = rows.map((row) => relationship(type, law, row))
    return { items: part(linked, range), total: linked.length }
  }
}

function textOf(read: ReadRows, version: number): string {
  const [row] = read<{ text: PackedText | null; answer: PackedText | null }>(TEXT, version)
  if (row?.text) return unpackText(row.text)
  return row?.answer ? unpackContent(row.answer)[0] : ''
}

const TEXT = `
SELECT content.text, past_content.answer FROM norm_version AS version
LEFT JOIN content ON content.norm = version.norm LEFT JOIN past_content ON past_content.id = version.past_content
WHERE version.id = ?`

function readRow(read: ReadRows, { law, path }: PastNorm): Row | undefined {
  return read<Row>(`${VERSION} WHERE ${IN_STATE} AND path = ?`, law.line, law.day, law.day, path)[0]
}

/** Those with a place in the text before those without, each by the codes of their laws. */
function byKindAndLaw(citing: readonly CitingNorm[]): { code: string; citing: CitingNorm[]; times: number }[] {
  return [false, true].flatMap((isStated) => {
    const byLaw = Map.groupBy(
      citing.filter((each) => each.isStated === isStated),
      ({ law }) => law.code,
    )
    const laws = [...byLaw].map(([code, norms]) => ({ code, citing: norms, times: timesOf(norms) }))
    return laws.sort((a, b) => b.times - a.times || (a.code < b.code ? -1 : 1))
  })
}

const timesOf = (citing: readonly CitingNorm[]) => citing.reduce((sum, { times }) => sum + times, 0)

const part = <Item>(items: readonly Item[], { start, count }: Range) => items.slice(start, start + Math.max(0, count))

/** A link without its place in a text. */
function relationship(
  type: RelationshipType,
  law: Pick<LineRow, 'code' | 'abbreviation'> | undefined,
  norm: VersionRow | undefined,
): Relationship {
  return {
    type,
    code: law?.code ?? null,
    abbreviation: law?.abbreviation ?? null,
    norm: norm?.path ?? null,
    label: norm?.label ?? null,
    heading: norm?.heading ?? null,
    subdivision: null,
    law: null,
    citation: null,
    start: null,
    end: null,
    resolved: norm !== undefined,
  }
}
