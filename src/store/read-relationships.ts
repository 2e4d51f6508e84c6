/** Reads the relationships of a norm, and its context. */
import { editionBeside } from '../citation/text/editions.ts'
import type { Corpus, NormContext, Page, Relationship, RelationshipType } from '../model/corpus.ts'
import type { NormAddress } from '../model/parsed-law.ts'
import { isOfToday } from './bundle-schema.ts'
import { NORM_SUMMARY, normSummary, type SummaryRow } from './norm-row.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { AskRows } from './read-rows.ts'

/** The types in the order of the response. */
export const RELATIONSHIP_TYPES: readonly RelationshipType[] = [
  ...(['cites', 'cited_by', 'contains', 'contained_in'] as const),
  ...(['amends', 'amended_by'] as const),
]

const SUMMARY = 'law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading'

/** Condition for today's norms: one contains the other. */
const CONTAINS = (one: string, other: string) =>
  `${other}.law = ${one}.law AND ${other}.container = ${one}.path AND ${isOfToday(one)} AND ${isOfToday(other)}`

/** Reads the amendments of a norm of today by its number; older states record none. */
export async function readAmendments(ask: AskRows, type: 'amends' | 'amended_by', id: number): Promise<Relationship[]> {
  return (await ask<Row>(SELECTS[type].rows, id)).map((row) => relationshipFrom(type, row, undefined, false))
}

/** Queries by type: the linked norms of a norm number, in order, and their count. */
const SELECTS: Record<RelationshipType, { rows: string; count: string }> = {
  cites: {
    rows: `
      SELECT citation.start, citation.end, citation.subdivision, citation.name, law.code, law.abbreviation,
             coalesce(norm.path, citation.path) AS norm, norm.label, norm.heading, norm.id
      FROM citation LEFT JOIN norm ON norm.id = citation.norm
      LEFT JOIN law ON law.id = coalesce(norm.law, citation.law)
      WHERE citation.citing = ? ORDER BY citation.place`,
    count: 'SELECT count(*) AS count FROM citation WHERE citing = ?',
  },
  cited_by: {
    rows: `
      SELECT citation.start, citation.end, citation.subdivision, NULL AS name, content.text, ${SUMMARY}, norm.id
      FROM (
        SELECT other.citing, other.norm, other.start IS NULL AS "isStated", count(*) AS times,
               sum(count(*)) OVER (PARTITION BY other.start IS NULL, source.law) AS "ofLaw"
        FROM citation AS other JOIN norm AS source ON source.id = other.citing
        WHERE other.norm = ? AND other.citing <> other.norm
        GROUP BY other.citing, other.norm, other.start IS NULL, source.law
      ) AS weight
      JOIN citation ON citation.citing = weight.citing AND citation.norm = weight.norm
        AND (citation.start IS NULL) = weight."isStated"
      JOIN norm ON norm.id = citation.citing JOIN content ON content.id = norm.content JOIN law ON law.id = norm.law
      ORDER BY weight."isStated", weight."ofLaw" DESC, law.id, weight.times DESC, citation.citing, citation.place`,
    count: 'SELECT count(*) AS count FROM citation WHERE norm = ? AND citing <> norm',
  },
  contains: {
    rows: `
      SELECT ${SUMMARY}, norm.id FROM norm AS own JOIN norm ON ${CONTAINS('own', 'norm')}
      JOIN law ON law.id = norm.law WHERE own.id = ? ORDER BY norm.id`,
    count: `SELECT count(norm.id) AS count FROM norm AS own JOIN norm ON ${CONTAINS('own', 'norm')} WHERE own.id = ?`,
  },
  contained_in: {
    rows: `
      SELECT ${SUMMARY}, norm.id FROM norm AS own JOIN norm ON ${CONTAINS('norm', 'own')}
      JOIN law ON law.id = norm.law WHERE own.id = ?`,
    count: 'SELECT count(container) AS count FROM norm WHERE id = ?',
  },
  amends: {
    rows: `
      SELECT amendment.subdivision, amendment.effective_from, CASE WHEN norm.id IS NULL THEN amendment.name END AS name,
             ${SUMMARY}, norm.id
      FROM amendment LEFT JOIN norm ON norm.id = amendment.amended LEFT JOIN law ON law.id = norm.law
      WHERE amendment.amending = ? ORDER BY amendment.place`,
    count: 'SELECT count(*) AS count FROM amendment WHERE amending = ?',
  },
  amended_by: {
    rows: `
      SELECT amendment.subdivision, amendment.effective_from, ${SUMMARY}, norm.id
      FROM amendment JOIN norm ON norm.id = amendment.amending JOIN law ON law.id = norm.law
      WHERE amendment.amended = ? ORDER BY amendment.effective_from, amendment.amending, amendment.place`,
    count: 'SELECT count(*) AS count FROM amendment WHERE amended = ?',
  },
}

interface Row
  extends Pick<Relationship, 'code' | 'abbreviation' | 'norm' | 'label' | 'heading'>,
    Partial<Pick<Relationship, 'start' | 'end' | 'subdivision' | 'effective_from'>> {
  /** The linked norm, `null` if the corpus lacks it. */
  id: number | null
  name?: string | null
  /** The text of the citing norm, if it is another norm. */
  text?: PackedText
}

const SELECT_NUMBER = `
SELECT norm.id, norm.content FROM law JOIN norm ON norm.law = law.id
WHERE law.code = ? AND ${isOfToday('law')} AND norm.path = ? AND ${isOfToday('norm')}`

/**
 * Returns the relationships of a norm of today, ordered by type and by place in the text; citing norms by weight: the law that
 * cites it most often first, and within a law the norm. Self-citations are left out.
 * @param hasStates true if the corpus may have the editions that texts name
 */
export async function readRelationships(
  ask: AskRows,
  { code, path }: NormAddress,
  { type, limit, offset }: Parameters<Corpus['relationships']>[2],
  hasStates: boolean,
): Promise<Page<Relationship>> {
  const [own] = await ask<{ id: number; content: number }>(SELECT_NUMBER, code, path)
  if (own === undefined) return { items: [], total: 0 }
  const types = type === undefined ? RELATIONSHIP_TYPES : [type]
  const counts = await Promise.all(types.map((of) => ask<{ count: number }>(SELECTS[of].count, own.id)))
  const items: Relationship[] = []
  let total = 0
  for (const [place, of] of types.entries()) {
    const count = counts[place]?.[0]?.count ?? 0
    const skipped = Math.max(0, offset - total)
    const wanted = limit - items.length
    if (wanted > 0 && skipped < count) {
      // The citations of a norm are in its own text, which is read once.
      const [found, [content]] = await Promise.all([
        ask<Row>(`${SELECTS[of].rows} LIMIT ? OFFSET ?`, own.id, wanted, skipped),
        of === 'cites' ? ask<{ text: PackedText }>('SELECT text FROM content WHERE id = ?', own.content) : [],
      ])
      const text = content && unpackText(content.text)
      for (const row of found)
        items.push(relationshipFrom(of, row, text ?? (row.text && unpackText(row.text)), hasStates))
    }
    total += count
  }
  return { items, total }
}

function relationshipFrom(
  type: RelationshipType,
  row: Row,
  text: string | undefined,
  hasStates: boolean,
): Relationship {
  const { code, abbreviation, norm, label, heading, start = null, end = null } = row
  return {
    type,
    code,
    abbreviation,
    norm,
    label,
    heading,
    subdivision: row.subdivision ?? null,
    law: row.name ?? null,
    ...wordingAt(text ?? '', start, end, hasStates),
    ...(row.effective_from !== undefined && { effective_from: row.effective_from }),
    resolved: row.id !== null,
  }
}

/** The words of a citation, their place and their edition. @param hasStates false to leave out the edition */
export function wordingAt(
  text: string,
  start: number | null,
  end: number | null,
  hasStates: boolean,
): Pick<Relationship, 'citation' | 'start' | 'end' | 'edition'> {
  if (start === null || end === null) return { citation: null, start, end }
  const edition = hasStates ? editionBeside(text, start, end)?.text : undefined
  return { citation: text.slice(start, end), start, end, ...(edition !== undefined && { edition }) }
}

/** Selects a count of citations of `own`, one index range each. @param linked expression that identifies the linked norms */
function countsBy(column: 'citing' | 'norm', linked: string, name: string): string {
  const others = column === 'norm' ? ' AND citation.citing <> own.id' : ''
  const citations = `FROM citation WHERE citation.${column} = own.id${others}`
  return `CASE WHEN norm.id = own.id THEN (SELECT count(*) ${citations}) END AS ${name}_total,
    CASE WHEN norm.id = own.id THEN (SELECT count(*) FROM (SELECT DISTINCT ${linked} ${citations}) AS linked) END AS ${name}_norms`
}

/**
 * Selects a norm and its neighbours in its law. Norms are numbered in document order. The plus keeps SQLite from the index on law,
 * through which it would read all norms of the law.
 */
const SELECT_NEIGHBOURS = `
SELECT ${NORM_SUMMARY}, norm.id - own.id AS distance,
  ${countsBy('citing', 'norm, law, path, name', 'cites')},
  ${countsBy('norm', 'citing', 'cited_by')}
FROM law JOIN norm AS own ON own.law = law.id
JOIN norm ON norm.id BETWEEN own.id - 1 AND own.id + 1 AND +norm.law = own.law
WHERE law.code = ? AND ${isOfToday('law')} AND own.path = ? AND ${isOfToday('own')}`

interface Neighbour extends SummaryRow {
  distance: number
  /** Of the norm itself. */
  cites_total: number
  cites_norms: number
  cited_by_total: number
  cited_by_norms: number
}

/** @returns `undefined` if the law has no norm at exactly this path */
export async function readNormContext(ask: AskRows, code: string, path: string): Promise<NormContext | undefined> {
  const rows = await ask<Neighbour>(SELECT_NEIGHBOURS, code, path)
  const at = (distance: number) => rows.find((row) => row.distance === distance)
  const [own, previous, next] = [at(0), at(-1), at(1)]
  if (own === undefined) return undefined
  return {
    previous: previous ? normSummary(previous) : null,
    next: next ? normSummary(next) : null,
    citations: {
      cites: { total: own.cites_total, norms: own.cites_norms },
      cited_by: { total: own.cited_by_total, norms: own.cited_by_norms },
    },
  }
}
