/** Reads the tables of time: versions and changes. */

import { foldName } from '../citation/laws/law-names.ts'
import { contentHash } from '../files/content-hash.ts'
import type { Change, ChangeFilter, FormerLaw, LawChange, LawVersion, NormVersion, Page } from '../model/corpus.ts'
import { LruCache } from '../util/lru-cache.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { ReadRows } from './read-rows.ts'
import { unpackContent } from './stored-records.ts'
import { onDay } from './view-days.ts'

/** The day of the newest state. */
const NEWEST = '(SELECT max(observed_on) FROM state)'

/** The last day of a span, NULL if it lasts. */
const endOf = (day: string) => `CASE WHEN ${day} >= ${NEWEST} THEN NULL ELSE ${day} END`

/** The law with a code: that of today, else the one that had it last. */
const LINE = `
SELECT line.id FROM line WHERE code = ?
ORDER BY law IS NULL, (SELECT max(observed_to) FROM law_version WHERE law_version.line = line.id) DESC LIMIT 1`

type VersionRow = Omit<NormVersion, 'text_hash'> & { text: PackedText | null; answer: PackedText | null }

/** The last row of each version stands for it. */
const NORM_VERSIONS = `
SELECT version.version_from AS observed_from, ${endOf('version.version_to')} AS observed_to, version.valid_from,
       version.valid_to, version.label, version.heading, version.status, version.moved_from, content.text,
       past_content.answer,
       (SELECT status_note FROM law_version AS law WHERE law.line = version.line AND law.observed_from <= version.version_from
        ORDER BY law.observed_from DESC LIMIT 1) AS status_note
FROM norm_version AS version
LEFT JOIN content ON content.norm = version.norm LEFT JOIN past_content ON past_content.id = version.past_content
WHERE version.line = (${LINE}) AND version.path = ? AND version.observed_to = version.version_to
ORDER BY version.version_from DESC`

/** Reads the versions of a norm, newest first. */
export function readNormVersions(read: ReadRows, code: string, path: string): NormVersion[] {
  return read<VersionRow>(NORM_VERSIONS, code, path).map(({ text, answer, ...row }) => ({
    observed_from: row.observed_from,
    observed_to: row.observed_to,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    label: row.label,
    heading: row.heading,
    status: row.status,
    text_hash: contentHash(text === null ? unpackContent(answer as PackedText)[0] : unpackText(text)),
    status_note: row.status_note,
    moved_from: row.moved_from,
  }))
}

/** Changes of marks alone are changes, too. */
const ofType = (type: string) => `change.type IN ('${type}'${type === 'changed' ? ", 'typographic'" : ''})`

const COUNT = (type: string) => `
  (SELECT count(*) FROM change WHERE change.line = version.line AND change.observed_on = version.observed_from
   AND ${ofType(type)} AND path IS NOT NULL) AS ${type}`

const LAW_VERSIONS = `
SELECT version.observed_from, version.status_date, version.status_note, version.starts_version,
       ${endOf('version.observed_to')} AS observed_to,
       ${['added', 'changed', 'moved', 'removed'].map(COUNT).join(', ')}
FROM law_version AS version WHERE version.line = (${LINE}) ORDER BY version.observed_from`

/** Reads the versions of a law, newest first. */
export function readLawVersions(read: ReadRows, code: string): LawVersion[] {
  const versions: LawVersion[] = []
  for (const { starts_version, ...row } of read<LawVersion & { starts_version: number }>(LAW_VERSIONS, code)) {
    const last = versions.at(-1)
    if (starts_version !== 0 || last === undefined) versions.push({ ...row })
    else last.observed_to = row.observed_to
  }
  return versions.reverse()
}

/** The conditions of a filter, and their values. */
function conditionsOf({ since, until, observed, codes, typographic }: Omit<ChangeFilter, 'limit' | 'offset'>): {
  where: string
  values: string[]
} {
  const conditions = [
    ...(since === undefined ? [] : ['change.observed_on >= ?']),
    ...(until === undefined ? [] : ['change.observed_on <= ?']),
    ...(observed ? ['line.dated = 0'] : []),
    ...(typographic ? [] : ["change.type <> 'typographic'"]),
    ...(codes === undefined ? [] : [`line.code IN (${codes.map(() => '?').join(', ') || 'NULL'})`]),
  ]
  const values = [since, until, ...(codes ?? [])].filter((value) => value !== undefined)
  return { where: `change JOIN line ON line.id = change.line WHERE ${conditions.join(' AND ') || 'true'}`, values }
}

/** The norms of a law that was added or removed as a whole. */
const NORMS_OF_LAW = `
(SELECT count(*) FROM change AS own WHERE own.observed_on = change.observed_on AND own.line = change.line
 AND own.type = change.type AND own.path IS NOT NULL)`

/** Reads changes, newest state first. */
export function readChanges(read: ReadRows, { limit, offset, ...filter }: ChangeFilter): Page<Change> {
  const days = countsByDay(read, filter)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const page = daysOfPage(days, offset, limit)
  if (page === undefined) return { items: [], total }
  const { where, values } = conditionsOf({ ...filter, since: page.since, until: page.until })
  const items = read<Omit<Change, 'type'> & { type: Change['type'] | 'typographic' }>(
    `SELECT change.observed_on, change.type, line.code, line.abbreviation, change.path AS norm, change.label, change.heading,
            change.moved_to, CASE WHEN change.path IS NULL THEN ${NORMS_OF_LAW} END AS norm_count
     FROM ${where} ORDER BY change.observed_on DESC, line.code, change.id LIMIT ? OFFSET ?`,
    ...values,
    limit,
    page.offset,
  )
  const told = items.map((row): Change => {
    const { type } = row
    return type === 'typographic' ? { ...row, type: 'changed', typographic: true } : { ...row, type }
  })
  return { items: told, total }
}

interface ChangesOfDay {
  day: string
  count: number
}

/** Filters whose counts, and whose changed laws, are kept: counting takes a tenth of a second. */
const KEPT_FILTERS = 64
const counts = new WeakMap<ReadRows, LruCache<string, ChangesOfDay[]>>()
const changedLaws = new WeakMap<ReadRows, LruCache<string, Page<LawChange>>>()

/** A reading of a corpus by its filter. @returns the one of before if there is one */
function kept<Result>(
  cache: WeakMap<ReadRows, LruCache<string, Result>>,
  read: ReadRows,
  filter: object,
  make: () => Result,
): Result {
  const own = cache.get(read) ?? new LruCache<string, Result>(KEPT_FILTERS, () => 1)
  cache.set(read, own)
  return own.get(JSON.stringify(filter), make)
}

/** How many changes each day has, newest first. */
function countsByDay(read: ReadRows, filter: Omit<ChangeFilter, 'limit' | 'offset'>): ChangesOfDay[] {
  const { since, until, ...others } = filter
  // Once for all days that can be asked for.
  return kept(counts, read, others, () => {
    const { where, values } = conditionsOf(others)
    const ordered = 'GROUP BY change.observed_on ORDER BY change.observed_on DESC'
    return read<ChangesOfDay>(`SELECT change.observed_on AS day, count(*) AS count FROM ${where} ${ordered}`, ...values)
  }).filter(({ day }) => (since === undefined || day >= since) && (until === undefined || day <= until))
}

/** The days that have the changes of a page, and its offset among them: the others need not be sorted. */
function daysOfPage(days: readonly ChangesOfDay[], offset: number, limit: number) {
  let first = 0
  let before = 0
  for (; first < days.length && before + (days[first] as ChangesOfDay).count <= offset; first++)
    before += (days[first] as ChangesOfDay).count
  const until = days[first]?.day
  let last = first
  for (let end = before; last < days.length && end < offset + limit; last++) end += (days[last] as ChangesOfDay).count
  const since = days[last - 1]?.day
  return since === undefined || until === undefined ? undefined : { since, until, offset: offset - before }
}

const COUNT_OF = (type: string) => `count(CASE WHEN ${ofType(type)} AND change.path IS NOT NULL THEN 1 END) AS ${type}`

/** Reads the laws that changed, newest state first. */
export function readChangedLaws(read: ReadRows, filter: ChangeFilter): Page<LawChange> {
  const { limit, offset, ...asked } = filter
  // By the days that have changes, not by those that are asked for.
  const days = countsByDay(read, asked)
  const [until, since] = [days[0]?.day, days.at(-1)?.day]
  if (until === undefined || since === undefined) return { items: [], total: 0 }
  const understood = { ...filter, since, until }
  return kept(changedLaws, read, understood, () => selectChangedLaws(read, understood))
}

function selectChangedLaws(read: ReadRows, { limit, offset, ...filter }: ChangeFilter): Page<LawChange> {
  const { where, values } = conditionsOf(filter)
  const groups = `FROM ${where} GROUP BY change.observed_on, change.line, line.code, line.abbreviation`
  const [counted] = read<{ count: number }>(`SELECT count(*) AS count FROM (SELECT 1 ${groups}) AS changed`, ...values)
  const items = read<LawChange>(
    `SELECT change.observed_on,
            (SELECT max(observed_to) FROM law_version AS before
             WHERE before.line = change.line AND before.observed_to < change.observed_on) AS observed_before,
            line.code, line.abbreviation,
            (SELECT title FROM law_version WHERE law_version.line = change.line ORDER BY observed_from DESC LIMIT 1) AS title,
            max(CASE WHEN change.path IS NULL THEN change.type END) AS whole,
            ${['added', 'changed', 'moved', 'removed'].map(COUNT_OF).join(', ')}
     ${groups} ORDER BY change.observed_on DESC, line.code LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  )
  return { items: items.map((row) => ({ ...row })), total: counted?.count ?? 0 }
}

/** A day, and the last state up to it. */
type DayAndState = readonly [day: string, state: string]

/** Paths on a day, with what identifies their versions. Parameters: code, {@link DayAndState} twice. */
const PATHS = `
SELECT norm.path, norm.line || ' ' || norm.version_from AS version
FROM law_version AS law JOIN line ON line.id = law.line JOIN norm_version AS norm ON norm.line = law.line
WHERE line.code = ? AND ${onDay('law')} AND ${onDay('norm')}`

/** Reads the paths of the norms of which two days have different versions, or only one has the norm. */
export function readDifferingNorms(read: ReadRows, code: string, from: DayAndState, to: DayAndState): string[] {
  const versionsOn = (days: DayAndState) =>
    new Map(
      read<{ path: string; version: string }>(PATHS, code, ...days, ...days).map(({ path, version }) => [
        path,
        version,
      ]),
    )
  const [before, after] = [versionsOn(from), versionsOn(to)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

/** Laws by code or folded name. */
const LAWS = `
SELECT line.code, last.abbreviation, last.title, CASE WHEN last.observed_to >= (SELECT max(observed_on) FROM state) THEN NULL ELSE last.observed_to END AS observed_to
FROM line JOIN law_version AS last ON last.line = line.id
  AND last.observed_from = (SELECT max(observed_from) FROM law_version WHERE law_version.line = line.id)`

/** Reads the laws that have or had this name in any state: those with the code, else those with the strongest alias. */
export function readLawsEverCalled(read: ReadRows, name: string): FormerLaw[] {
  const order = 'ORDER BY last.observed_to DESC, line.code'
  const withCode = read<FormerLaw>(`${LAWS} WHERE line.code = ? ${order}`, name.toLowerCase())
  const found =
    withCode.length > 0
      ? withCode
      : read<FormerLaw>(
          `${LAWS} WHERE line.id IN (SELECT line FROM past_alias WHERE name = ?
             AND rank = (SELECT min(rank) FROM past_alias WHERE name = ?)) ${order}`,
          foldName(name),
          foldName(name),
        )
  return found.map((law) => ({ ...law }))
}

/** Reads the states that were the last to have a norm of the law, newest first. */
export function readLastStatesOfNorms(read: ReadRows, code: string): string[] {
  const rows = read<{ day: string }>(
    `SELECT DISTINCT max(norm.observed_to) AS day FROM norm_version AS norm JOIN line ON line.id = norm.line
     WHERE line.code = ? GROUP BY norm.line, norm.path
     HAVING max(norm.observed_to) < (SELECT max(observed_on) FROM state) ORDER BY day DESC`,
    code,
  )
  return rows.map(({ day }) => day)
}
