/** The laws and norms of a corpus in tables, in the newest state or on a day. */
import { placeOf } from '../citation/laws/jurisdictions.ts'
import { foldName, inForms, nominativeForms } from '../citation/laws/law-names.ts'
import { rangeIncludes } from '../citation/ranges.ts'
import type { Law, LawMatch, LawSummary, Norm, NormSummary, Texts } from '../model/corpus.ts'
import { statusOn } from '../model/versions.ts'
import { LruCache } from '../util/lru-cache.ts'
import { LawNames } from './law-names.ts'
import {
  NORM_SUMMARY,
  NORMS_PER_READ,
  type NormRow,
  normFromRow,
  normSummary,
  readNorms,
  type SummaryRow,
  selectNorm,
} from './norm-row.ts'
import { once } from './once.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { PastCitations } from './past-citations.ts'
import { readNormContext, readRelationships } from './read-relationships.ts'
import type { AskRows } from './read-rows.ts'
import type { StoredSource } from './stored-records.ts'
import type { LawInView, View } from './view.ts'

const LAW_SUMMARY = [
  ...['code', 'abbreviation', 'title', 'jurisdiction', 'source_family', 'language', 'norm_count', 'status_date'],
  ...['in_force_from', 'in_force_to'],
]
  .map((name) => `law.${name}`)
  .join(', ')

/** Cache sizes: outlines of laws, and laws by their codes. */
const [KEPT_OUTLINES, KEPT_LAWS] = [16, 100]

// Lazy: every bundle loads this file, and most look-ups ask for the newest text.
const pastRelationships = () => import('./past-relationships.ts')

/** @param newestDay of the newest state; empty in a corpus of one state */
export function textsIn(ask: AskRows, view: View, newestDay: string): Texts {
  const { days, values } = view
  const LAWS = `FROM law WHERE ${view.on('law')}`
  const NORMS = `FROM law JOIN norm ON norm.law = law.line AND ${view.on('norm')} WHERE ${view.on('law')}`
  const SELECT_NORM = selectNorm(view)

  /** All names of laws, read on the first text that may be part of one, or misspelled. */
  const lawNames = once(() => LawNames.read(ask, view))
  const outlines = new LruCache<string, () => Promise<NormSummary[]>>(KEPT_OUTLINES, () => 1)
  const lines = new LruCache<string, () => Promise<LawInView | undefined>>(KEPT_LAWS, () => 1)
  const citations = once(async (): Promise<PastCitations> => {
    const { PastCitations } = await import('./past-citations.ts')
    return new PastCitations(ask, view)
  })

  const laws: Texts['laws'] = async (options) => {
    const { query = '', initial, limit = Number.MAX_SAFE_INTEGER, offset = 0 } = options
    if (foldName(query) !== '' || initial !== undefined) {
      const found = await (await lawNames()).listed(options)
      return { items: await lawsOfLines(found.slice(offset, offset + limit)), total: found.length }
    }
    const [counted] = await ask<{ count: number }>(`SELECT count(*) AS count ${LAWS}`, ...values)
    const sql = `SELECT ${LAW_SUMMARY} ${LAWS} ORDER BY law.code`
    return {
      items: await ask<LawSummary>(`${sql} LIMIT ? OFFSET ?`, ...values, limit, offset),
      total: counted?.count ?? 0,
    }
  }

  const lawsWithEffect: Texts['lawsWithEffect'] = async (code) => {
    const named = (rows: string, column: string) => `${rows}.${column} IS NOT NULL`
    const sql = `SELECT law.code ${LAWS} AND law.dated = 1 AND ? IN ('', law.code)
      AND (${named('law', 'in_force_from')} OR ${named('law', 'in_force_to')} OR EXISTS (SELECT 1 FROM norm
        WHERE norm.law = law.line AND ${view.on('norm')} AND (${named('norm', 'valid_from')} OR ${named('norm', 'in_force_from')})))`
    return (await ask<{ code: string }>(sql, ...values, code ?? '', ...values)).map((law) => law.code)
  }

  const lawsOfLines = async (wanted: readonly number[]): Promise<LawSummary[]> => {
    const sql = `SELECT ${LAW_SUMMARY} ${LAWS} AND law.line = ?`
    return (await Promise.all(wanted.map((line) => ask<LawSummary>(sql, ...values, line)))).flat()
  }

  /** Condition for the laws of a place. Parameter: the place, empty for all. */
  const IN_PLACE = `? IN ('', lower(law.jurisdiction))`

  const lawsWithCode = (name: string, place = '') =>
    ask<LawMatch>(
      `SELECT ${LAW_SUMMARY}, 0 AS rank ${LAWS} AND law.code = ? AND ${IN_PLACE}`,
      ...values,
      name.toLowerCase(),
      place,
    )

  const lawsNamed = async (name: string, place = ''): Promise<LawMatch[]> => {
    const folded = foldName(name)
    const found = await ask<LawMatch>(
      `SELECT ${LAW_SUMMARY}, alias.rank FROM alias JOIN law ON law.line = alias.law AND ${view.on('law')}
       WHERE alias.name = ? AND ${view.onNames('alias')} AND ${IN_PLACE} ORDER BY alias.rank, law.code`,
      ...values,
      folded,
      ...values,
      place,
    )
    const first = Map.groupBy(found, ({ jurisdiction }) => placeOf(jurisdiction))
    const strongest = found.filter(({ jurisdiction, rank }) => rank === first.get(placeOf(jurisdiction))?.[0]?.rank)
    if (strongest.length > 0 || days === undefined) return strongest
    // Laws with the name in another state.
    return ask<LawMatch>(
      `SELECT ${LAW_SUMMARY}, named.rank FROM (SELECT alias.law, min(alias.rank) AS rank FROM alias WHERE name = ? GROUP BY alias.law) AS named
       JOIN law ON law.line = named.law AND ${view.on('law')}
       WHERE named.rank = (SELECT min(alias.rank) FROM alias WHERE name = ?) AND ${IN_PLACE} ORDER BY law.code`,
      folded,
      ...values,
      folded,
      place,
    )
  }

  const hasOtherPlaces = once(async () => {
    const sql = `SELECT 1 AS one FROM law WHERE lower(jurisdiction) NOT IN ('de', 'eu') LIMIT 1`
    return (await ask<{ one: number }>(sql)).length > 0
  })

  /** The laws of a Land or state in the name, by the rest of the name: `LBO` of `LBO Hamburg`. */
  const lawsOfState = async (name: string, place?: string): Promise<LawMatch[]> => {
    if (!(await hasOtherPlaces())) return []
    const [{ stateInName }, { namesWithoutState, placeOfState }] = await Promise.all([
      import('../citation/laws/out-of-scope.ts'),
      import('../citation/laws/places.ts'),
    ])
    const state = stateInName(name)
    const own = state && placeOfState(state)
    if (state === undefined || own === undefined || (place ?? own) !== own) return []
    for (const bare of namesWithoutState(name, state).flatMap(nominativeForms)) {
      const found = await lawsNamed(bare, own)
      if (found.length > 0) return found
    }
    return []
  }

  const findLaws: Texts['findLaws'] = async (name, place) => {
    const exact = await lawsWithCode(name, place)
    if (exact.length > 0) return exact
    const named = await inForms(name, (form) => lawsNamed(form, place))
    return named.length > 0 ? named : lawsOfState(name, place)
  }

  const lawsCalled: Texts['lawsCalled'] = async (name, place) => {
    if (name === name.toLowerCase()) return findLaws(name, place)
    const named = await lawsNamed(name, place)
    if (named.length > 0) return named
    const coded = await lawsWithCode(name, place)
    return coded.length > 0 ? coded : lawsOfState(name, place)
  }

  const law: Texts['law'] = async (code) => {
    const [row] = await ask<{ answer: PackedText; source: string; html_url: string | null; document_id: string }>(
      `SELECT law_answer.answer, law.source, law.html_url, law.document_id
       FROM law JOIN law_answer ON law_answer.id = law.answer WHERE ${view.on('law')} AND law.code = ?`,
      ...values,
      code,
    )
    if (row === undefined) return undefined
    const { structure, norms, ...head } = JSON.parse(unpackText(row.answer)) as Omit<Law, 'provenance'>
    const source = JSON.parse(row.source) as StoredSource
    const provenance = { ...source, html_url: row.html_url, document_id: row.document_id }
    const day = await ownDay(code)
    const ofDay = day === undefined ? norms : norms.map((norm) => ({ ...norm, status: statusOn(day, norm) }))
    return { ...head, provenance, structure, norms: ofDay }
  }

  const outline: Texts['outline'] = (code) =>
    outlines.get(code, () => once(async () => (await law(code))?.norms ?? []))()

  /** Norms of a law in document order, which their rows lack in older states. */
  const inOrder = async (code: string, norms: SummaryRow[]): Promise<NormSummary[]> => {
    const day = await ownDay(code)
    const summaries = norms.map((row) => normSummary(row, day))
    if (days === undefined || norms.length < 2) return summaries
    const places = new Map((await outline(code)).map(({ norm }, place) => [norm, place]))
    return summaries.sort((a, b) => (places.get(a.norm) ?? 0) - (places.get(b.norm) ?? 0))
  }

  const lawInView = (code: string) =>
    lines.get(code, () =>
      once(async () => {
        const sql = `SELECT law.line AS law, law.code, law.abbreviation, law.dated, ${view.day} AS day ${LAWS} AND law.code = ?`
        const [row] = await ask<LawInView>(sql, ...values, ...values, code)
        return row
      }),
    )()

  /** The day of a look-up in a law, if the law is dated. */
  const ownDay = async (code: string) => (days !== undefined && (await lawInView(code))?.dated ? days.own : undefined)

  async function* norms(code: string, range = { start: 0, end: Number.MAX_SAFE_INTEGER }): AsyncGenerator<Norm[]> {
    if (days === undefined) return yield* readNorms(ask, code, range)
    const paths = (await outline(code)).slice(range.start, range.end).map((each) => each.norm)
    for (let first = 0; first < paths.length; first += NORMS_PER_READ) {
      yield (await Promise.all(paths.slice(first, first + NORMS_PER_READ).map((path) => norm(code, path)))) as Norm[]
    }
  }

  const norm: Texts['norm'] = async (code, path) => {
    const [row] = await ask<NormRow>(SELECT_NORM, ...values, ...values, code, path)
    return row && normFromRow(row, newestDay, days?.own)
  }

  return {
    laws,
    lawsWithEffect,
    findLaws,
    lawsCalled,
    law,
    outline,
    norms,
    norm,

    similarLaws: async (name, limit) => lawsOfLines((await lawNames()).similar(foldName(name), limit)),

    lawState: async (code) => {
      const [row] = await ask<{ state: string }>(`SELECT law.state ${LAWS} AND law.code = ?`, ...values, code)
      return row && JSON.parse(row.state)
    },

    normsEndingIn: async (code, elements) => {
      // A scan of the index on law and path: rows are read only for the few paths that contain an element.
      const holdsOne = elements.map(() => 'instr(path, ?)').join(' OR ') || 'false'
      const rows = await ask<SummaryRow>(
        `SELECT ${NORM_SUMMARY} ${NORMS} AND law.code = ? AND (${holdsOne}) ORDER BY norm.id`,
        ...[...values, ...values, code, ...elements],
      )
      const found = rows.filter(({ norm }) =>
        elements.includes(norm.replace(/(?:\/seq:\d+)+$/, '').replace(/^.*\//, '')),
      )
      return inOrder(code, found)
    },

    normsIncluding: async (code, kind, value) => {
      const rows = await ask<SummaryRow & { ranges: string }>(
        `SELECT ${NORM_SUMMARY}, norm.ranges ${NORMS} AND law.code = ? AND norm.ranges IS NOT NULL ORDER BY norm.id`,
        ...[...values, ...values, code],
      )
      const found = rows.filter(({ ranges }) =>
        (JSON.parse(ranges) as [kind: string, from: string, to: string][]).some(
          ([of, from, to]) => of === kind && rangeIncludes({ from, to }, value),
        ),
      )
      return inOrder(code, found)
    },

    normContext: async (code, path) => {
      if (days === undefined) return readNormContext(ask, code, path)
      const law = await lawInView(code)
      if (law === undefined) return undefined
      const { readPastContext } = await pastRelationships()
      return readPastContext(ask, await citations(), { law, path }, law.dated ? days.own : undefined)
    },

    relationships: async (code, path, options) => {
      if (days === undefined) return readRelationships(ask, { code, path }, options, newestDay !== '')
      const law = await lawInView(code)
      if (law === undefined) return { items: [], total: 0 }
      const { readPastRelationships } = await pastRelationships()
      return readPastRelationships(ask, await citations(), { law, path }, options, outline)
    },
  }
}
