/** Counts the content of a bundle when it is built. */
import type { BuildAccount, Coverage } from '../../model/corpus.ts'
import type { LawAccount } from '../../model/parsed-law.ts'
import { isOfToday, type StoredCoverage } from '../bundle-schema.ts'
import type { BundleWriter } from './bundle-writer.ts'

/** Sums the accounts of laws, and counts the laws that several sources have. */
export class BuildAccountTotals {
  /** By the source family whose law was taken. */
  readonly shared: Record<string, number> = {}
  readonly #sum: BuildAccount = {
    elements: 0,
    headers: { total: 0, with_text: 0 },
    structure: { total: 0, as_norms: 0, empty: 0 },
    designated: 0,
  }

  add(law: LawAccount): void {
    const { headers, structure } = this.#sum
    this.#sum.elements += law.elements
    headers.total += law.headers
    headers.with_text += law.headersWithText
    structure.total += law.structure
    structure.as_norms += law.structureAsNorms
    structure.empty += law.structureEmpty
    this.#sum.designated += law.designated
  }

  /** Counts laws that another source has as well. @param family whose laws were taken */
  addShared(family: string, count = 1): void {
    this.shared[family] = (this.shared[family] ?? 0) + count
  }

  /** @throws Error if the parts do not add up: an element was neither header nor heading nor norm */
  total(norms: number): BuildAccount {
    const { elements, headers, structure, designated } = this.#sum
    const parts = headers.total + structure.total + designated
    const expected = headers.with_text + structure.as_norms + designated
    if (parts !== elements) throw new Error(`${elements} norm elements, but ${parts} accounted for`)
    if (expected !== norms) throw new Error(`${expected} norms expected, but ${norms} written`)
    return this.#sum
  }
}

const CORPUS_DATE = `
SELECT coalesce((SELECT max(observed_on) FROM state), max(substr(source ->> 'fetch_timestamp', 1, 10)),
  max(CASE WHEN source ->> 'source_version' GLOB '[12][0-9][0-9][0-9][01][0-9][0-3][0-9]*'
    THEN substr(source ->> 'source_version', 1, 4) || '-' || substr(source ->> 'source_version', 5, 2) || '-' ||
      substr(source ->> 'source_version', 7, 2) END),
  max(status_date)) AS day
FROM law WHERE ${isOfToday()}`

type CitationCounts = Coverage['citations'] & { all: number; own: number }

const CITATIONS = `
SELECT count(*) AS "all", count(norm) AS resolved, count(law) AS norm_not_found,
       coalesce(sum(norm IS NULL AND law IS NULL AND name IS NOT NULL), 0) AS law_not_found,
       coalesce(sum(norm IS NULL AND law IS NULL AND name IS NULL), 0) AS no_law, coalesce(sum(norm = citing), 0) AS own
FROM citation`

/** Counts the tables of a bundle. */
export function countCoverage(writer: BundleWriter, account: BuildAccountTotals): StoredCoverage {
  const [dates] = writer.query<{ earliest: string | null; latest: string | null }>(
    `SELECT min(status_date) AS earliest, max(status_date) AS latest FROM law WHERE ${isOfToday()}`,
  )
  const [contained] = writer.query<{ count: number }>(`SELECT count(container) AS count FROM norm WHERE ${isOfToday()}`)
  const parsers = writer.query<{ parser: string }>(
    `SELECT DISTINCT source ->> 'parser' AS parser FROM law WHERE ${isOfToday()} ORDER BY 1`,
  )
  const by = (table: 'law' | 'norm', column: string) =>
    countGroups(
      writer,
      `SELECT ${column} AS name, count(*) AS count FROM ${table} WHERE ${isOfToday()} GROUP BY 1 ORDER BY 1`,
    )
  const byFamily = by('law', 'source_family')
  const byKind = by('norm', 'kind')
  const contains = contained?.count ?? 0
  const [{ all, own, ...citations }] = writer.query<CitationCounts>(CITATIONS) as [CitationCounts]
  const [amendments] = writer.query<{ all: number; own: number }>(
    'SELECT count(*) AS "all", count(amended) AS own FROM amendment',
  )
  const [findings] = writer.query<{ count: number }>('SELECT count(*) AS count FROM finding')
  return {
    parsers: parsers.map(({ parser }) => parser),
    laws: sum(byFamily),
    norms: sum(byKind),
    norms_by_kind: byKind,
    norms_by_status: by('norm', 'status'),
    characters: writer.characters,
    relationships_by_type: {
      cites: all,
      cited_by: citations.resolved - own,
      contains,
      contained_in: contains,
      ...(amendments?.all ? { amends: amendments.all, amended_by: amendments.own } : {}),
    },
    citations,
    laws_by_source_family: byFamily,
    ...(sum(account.shared) > 0 && { shared_laws_by_source_family: account.shared }),
    laws_by_jurisdiction: by('law', 'jurisdiction'),
    laws_by_language: by('law', 'language'),
    ...countLimitations(writer),
    findings: findings?.count ?? 0,
    ...(writer.images.stored + writer.images.missing > 0 && { images: writer.images }),
    status_dates: { earliest: dates?.earliest ?? null, latest: dates?.latest ?? null },
    corpus_date: writer.query<{ day: string | null }>(CORPUS_DATE)[0]?.day ?? null,
    account: account.total(sum(byKind)),
  }
}

/** Counts the sources that were not imported. */
export function countLimitations(
  writer: BundleWriter,
): Pick<StoredCoverage, 'limitations' | 'limitations_by_terminal_state' | 'limitations_by_source_family'> {
  const by = (column: string) =>
    countGroups(writer, `SELECT ${column} AS name, count(*) AS count FROM limitation GROUP BY 1 ORDER BY 1`)
  const byState = by('terminal_state')
  return {
    limitations: sum(byState),
    limitations_by_terminal_state: byState,
    limitations_by_source_family: by('source_family'),
  }
}

function countGroups(writer: BundleWriter, sql: string): Record<string, number> {
  return Object.fromEntries(writer.query<{ name: string; count: number }>(sql).map(({ name, count }) => [name, count]))
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
