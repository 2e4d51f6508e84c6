/** Reads the relationships of a norm in an older state. */
import type { Corpus, NormContext, Page, Relationship, RelationshipType } from '../model/corpus.ts'
import type { VersionRow } from './named-norms.ts'
import { NORM_SUMMARY, neighbour, normSummary, type SummaryRow } from './norm-row.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { CitingNorm, PastCitations, PastNormRow } from './past-citations.ts'
import { RELATIONSHIP_TYPES, readAmendments, wordingAt } from './read-relationships.ts'
import type { AskRows } from './read-rows.ts'
import { type LawInView, ON_DAY } from './view.ts'

/** A norm in a state. */
export interface PastNorm {
  law: LawInView
  path: string
}

/** The paths of a law in document order. */
type Outline = (code: string) => Promise<readonly { norm: string }[]>

/** Norms of a law on a day. Parameters: both. */
const NORMS = `
SELECT id, law, path, label, heading, ranges, content, container, ${neighbour('previous')}, ${neighbour('next')}
FROM norm WHERE law = ? AND ${ON_DAY}`

type Row = PastNormRow & Record<'container' | 'previous' | 'next', string | null>

/** @param ownDay on which a dated law is looked at @returns `undefined` if the state has no norm at exactly this path */
export async function readPastContext(
  ask: AskRows,
  citations: PastCitations,
  norm: PastNorm,
  ownDay: string | undefined,
): Promise<NormContext | undefined> {
  const own = await readRow(ask, norm)
  if (own === undefined) return undefined
  const { law, day } = norm.law
  const [beside, cites, citing] = await Promise.all([
    ask<SummaryRow>(
      `SELECT ${NORM_SUMMARY} FROM norm WHERE law = ? AND ${ON_DAY} AND path IN (?, ?)`,
      ...[law, day, own.previous, own.next],
    ),
    citations.citedBy(own),
    citations.citing(own),
  ])
  const summary = (path: string | null) => {
    const row = beside.find(({ norm }) => norm === path)
    return row ? normSummary(row, ownDay) : null
  }
  return {
    previous: summary(own.previous),
    next: summary(own.next),
    citations: {
      cites: {
        total: cites.length,
        norms: new Set(cites.map(({ law, path, name }) => JSON.stringify([law?.law, path, name]))).size,
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
  ask: AskRows,
  citations: PastCitations,
  norm: PastNorm,
  { type, limit, offset }: Parameters<Corpus['relationships']>[2],
  outline: Outline,
): Promise<Page<Relationship>> {
  const own = await readRow(ask, norm)
  if (own === undefined) return { items: [], total: 0 }
  const readList = pastLists(ask, citations, norm, own, outline)
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
function pastLists(ask: AskRows, citations: PastCitations, { law }: PastNorm, own: Row, outline: Outline) {
  const cites = async (range: Range): Promise<Page<Relationship>> => {
    const cited = await citations.citedBy(own)
    const shown = part(cited, range)
    const text = shown.length === 0 ? '' : await textOf(ask, own.content)
    const items = shown.map(({ law, norm, path, name, start, end, subdivision }): Relationship => {
      const linked = relationship('cites', law, norm)
      return { ...linked, norm: path, subdivision, law: name, ...wordingAt(text, start, end, true) }
    })
    return { items, total: cited.length }
  }

  /** By weight as {@link readRelationships}; stated citations without a place come last. */
  const citedBy = async ({ start, count }: Range): Promise<Page<Relationship>> => {
    const end = start + Math.max(0, count)
    const items: Relationship[] = []
    let place = 0
    for (const { code, citing, times } of byKindAndLaw(await citations.citing(own))) {
      const isShown = place < end && place + times > start
      let first = place
      const ordered = isShown ? await inOrder(code, citing) : []
      for (const norm of ordered.toSorted((a, b) => b.times - a.times)) {
        if (first < end && first + norm.times > start) {
          items.push(...(await citationsOf(norm)).slice(Math.max(0, start - first), end - first))
        }
        first += norm.times
      }
      place += times
    }
    return { items, total: place }
  }

  const citationsOf = async (citing: CitingNorm): Promise<Relationship[]> => {
    const [norm, places] = await Promise.all([readRow(ask, citing), citing.places()])
    const text = norm === undefined ? '' : await textOf(ask, norm.content)
    return places.map(({ start, end, subdivision }) => {
      return { ...relationship('cited_by', citing.law, norm), subdivision, ...wordingAt(text, start, end, true) }
    })
  }

  const contained = async () =>
    inOrder(law.code, await ask<Row>(`${NORMS} AND container = ?`, law.law, law.day, own.path))

  const container = async () =>
    own.container === null ? [] : [(await readRow(ask, { law, path: own.container })) ?? []].flat()

  /** Norms of one law in document order, which their rows lack. */
  const inOrder = async <Norm extends { path: string }>(code: string, norms: readonly Norm[]) => {
    if (norms.length < 2) return norms
    const places = new Map((await outline(code)).map(({ norm }, place) => [norm, place]))
    return norms.toSorted((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
  }

  return async (type: RelationshipType, range: Range): Promise<Page<Relationship>> => {
    if (type === 'cites') return cites(range)
    if (type === 'cited_by') return citedBy(range)
    if (type === 'amends' || type === 'amended_by') {
      const amendments = await readAmendments(ask, type, own.id)
      return { items: part(amendments, range), total: amendments.length }
    }
    const rows = await (type === 'contains' ? contained() : container())
    const linked = rows.map((row) => relationship(type, law, row))
    return { items: part(linked, range), total: linked.length }
  }
}

async function textOf(ask: AskRows, content: number): Promise<string> {
  const [row] = await ask<{ text: PackedText }>('SELECT text FROM content WHERE id = ?', content)
  return row ? unpackText(row.text) : ''
}

async function readRow(ask: AskRows, { law, path }: PastNorm): Promise<Row | undefined> {
  return (await ask<Row>(`${NORMS} AND path = ?`, law.law, law.day, path))[0]
}

/** Citations with a place in the text before those without, each by the codes of their laws. */
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
  law: Pick<LawInView, 'code' | 'abbreviation'> | undefined,
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
