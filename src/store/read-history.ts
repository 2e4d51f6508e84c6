/** Reads the tables of time: versions and changes. */

import { foldName } from '../citation/laws/law-names.ts'
import { contentHash } from '../files/content-hash.ts'
import type { Change, ChangeFilter, FormerLaw, LawChange, LawVersion, NormVersion, Page } from '../model/corpus.ts'
import { LAST_DAY } from '../model/law-history.ts'
import { type InForceSpan, type NormStatus, statusOn } from '../model/versions.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { AskRows } from './read-rows.ts'
import { type ViewDays, viewOf } from './view.ts'

/** The day of the newest state. */
const NEWEST = '(SELECT max(observed_on) FROM state)'

/** The last day of a span, NULL if it lasts. */
const endOf = (day: string) => `CASE WHEN ${day} = ${NEWEST} OR ${day} >= '${LAST_DAY}' THEN NULL ELSE ${day} END`

/** The line of a law with a code: today's, else the last one with that code. */
const LINE = 'SELECT line FROM law WHERE code = ? AND state_from IS NOT NULL ORDER BY state_to DESC LIMIT 1'

type VersionRow = Omit<NormVersion, 'text_hash'> & InForceSpan & { text: PackedText; dated: number }

/** The last row of each version stands for it. */
const NORM_VERSIONS = `
SELECT norm.version_from AS observed_from, ${endOf('norm.version_to')} AS observed_to, norm.valid_from, norm.valid_to,
       norm.in_force_from, norm.in_force_to, (SELECT law.dated FROM law WHERE law.id = norm.law) AS dated,
       norm.label, norm.heading, norm.status, norm.moved_from, content.text,
       (SELECT status_note FROM law WHERE law.line = norm.law AND law.state_from <= norm.version_from
        ORDER BY law.state_from DESC LIMIT 1) AS status_note
FROM norm JOIN content ON content.id = norm.content
WHERE norm.law = (${LINE}) AND norm.path = ? AND coalesce(norm.last_day, norm.state_to) = norm.version_to
ORDER BY norm.version_from DESC`

/** Reads the versions of a norm, newest first. */
export async function readNormVersions(ask: AskRows, code: string, path: string): Promise<NormVersion[]> {
  return (await ask<VersionRow>(NORM_VERSIONS, code, path)).map(({ text, ...row }) => ({
    observed_from: row.observed_from,
    observed_to: row.observed_to,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    label: row.label,
    heading: row.heading,
    status: row.dated === 1 ? statusAtFirst(row) : row.status,
    text_hash: contentHash(unpackText(text)),
    status_note: row.status_note,
    moved_from: row.moved_from,
  }))
}

/** The status of a version of a dated law on its first day: its row has the status of the newest state. */
function statusAtFirst(row: InForceSpan & Pick<NormVersion, 'observed_from' | 'status'>): NormStatus {
  const { observed_from, in_force_from: from, in_force_to: to } = row
  return to || from ? statusOn(from && from > observed_from ? from : observed_from, row) : row.status
}

/** Changes of marks alone count as changes. */
const ofType = (type: string) => `change.type IN ('${type}'${type === 'changed' ? ", 'typographic'" : ''})`

const COUNT = (type: string) => `
  (SELECT count(*) FROM change WHERE change.law = law.line AND change.observed_on = law.state_from
   AND ${ofType(type)} AND path IS NOT NULL) AS ${type}`

const LAW_VERSIONS = `
SELECT law.state_from AS observed_from, law.status_date, law.status_note, law.starts_version,
       ${endOf('coalesce(law.last_day, law.state_to)')} AS observed_to,
       ${['added', 'changed', 'moved', 'removed'].map(COUNT).join(', ')}
FROM law WHERE law.line = (${LINE}) ORDER BY law.state_from`

/** Reads the versions of a law, newest first. */
export async function readLawVersions(ask: AskRows, code: string): Promise<LawVersion[]> {
  const versions: LawVersion[] = []
  for (const { starts_version, ...row } of await ask<LawVersion & { starts_version: number }>(LAW_VERSIONS, code)) {
    const last = versions.at(-1)
    if (starts_version !== 0 || last === undefined) versions.push(row)
    else last.observed_to = row.observed_to
  }
  return versions.reverse()
}

/** A norm, also under its path before a renumbering. Parameters: code, path, path. */
const OF_NORM = '(line.code = ? AND (change.path = ? OR change.moved_to = ?))'

/** The conditions of a filter, and their values. */
function conditionsOf({
  since,
  until,
  observed,
  byEffect,
  codes,
  norms,
  typographic,
}: Omit<ChangeFilter, 'limit' | 'offset'>): {
  where: string
  values: string[]
} {
  const conditions = [
    ...(since === undefined ? [] : ['change.observed_on >= ?']),
    ...(until === undefined ? [] : ['change.observed_on <= ?']),
    ...(observed ? ['line.dated = 0'] : []),
    byEffect ? 'line.dated = 1' : `change.observed_on <= ${NEWEST}`,
    ...(typographic ? [] : ["change.type <> 'typographic'"]),
    ...(codes === undefined ? [] : [`line.code IN (${codes.map(() => '?').join(', ') || 'NULL'})`]),
    ...(norms === undefined ? [] : [`(${norms.map(() => OF_NORM).join(' OR ')})`]),
  ]
  const ofNorms = norms?.flatMap(({ code, norm }) => [code, norm, norm]) ?? []
  const values = [since, until, ...(codes ?? []), ...ofNorms].filter((value) => value !== undefined)
  return {
    where: `change JOIN law AS line ON line.id = change.law WHERE ${conditions.join(' AND ') || 'true'}`,
    values,
  }
}

/** The norms of a law that was added or removed as a whole. */
const NORMS_OF_LAW = `
(SELECT count(*) FROM change AS own WHERE own.observed_on = change.observed_on AND own.law = change.law
 AND own.type = change.type AND own.path IS NOT NULL)`

/** Reads changes, newest state first. */
export async function readChanges(ask: AskRows, { limit, offset, ...filter }: ChangeFilter): Promise<Page<Change>> {
  const days = await countsByDay(ask, filter)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const page = daysOfPage(days, offset, limit)
  if (page === undefined) return { items: [], total }
  const { where, values } = conditionsOf({ ...filter, since: page.since, until: page.until })
  const items = await ask<Omit<Change, 'type'> & { type: Change['type'] | 'typographic' }>(
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

/** Number of changes per day, newest first. */
async function countsByDay(ask: AskRows, filter: Omit<ChangeFilter, 'limit' | 'offset'>): Promise<ChangesOfDay[]> {
  const { where, values } = conditionsOf(filter)
  const ordered = 'GROUP BY change.observed_on ORDER BY change.observed_on DESC'
  return ask<ChangesOfDay>(`SELECT change.observed_on AS day, count(*) AS count FROM ${where} ${ordered}`, ...values)
}

/** The days with the changes of a page, and its offset among them: the others need not be sorted. */
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
export async function readChangedLaws(
  ask: AskRows,
  { limit, offset, ...filter }: ChangeFilter,
): Promise<Page<LawChange>> {
  const { where, values } = conditionsOf(filter)
  const groups = `FROM ${where} GROUP BY change.observed_on, change.law, line.code, line.abbreviation`
  const [[counted], items] = await Promise.all([
    ask<{ count: number }>(`SELECT count(*) AS count FROM (SELECT 1 ${groups}) AS changed`, ...values),
    ask<LawChange>(
      `SELECT change.observed_on,
              (SELECT max(state_to) FROM law AS before
               WHERE before.line = change.law AND before.state_to < change.observed_on) AS observed_before,
              line.code, line.abbreviation,
              (SELECT title FROM law WHERE law.id = change.law) AS title,
              max(CASE WHEN change.path IS NULL THEN change.type END) AS whole,
              ${['added', 'changed', 'moved', 'removed'].map(COUNT_OF).join(', ')}
       ${groups} ORDER BY change.observed_on DESC, line.code LIMIT ? OFFSET ?`,
      ...[...values, limit, offset],
    ),
  ])
  return { items, total: counted?.count ?? 0 }
}

/**
 * Reads the paths of the norms that differ between two days, or exist on only one; of dated laws also of those that take or lose
 * effect in between.
 */
export async function readDifferingNorms(ask: AskRows, code: string, from: ViewDays, to: ViewDays): Promise<string[]> {
  const versionsOn = async (days: ViewDays) => {
    const { on, values } = viewOf(days)
    const rows = await ask<{ path: string; version: string; dated: number; status: NormStatus } & InForceSpan>(
      `SELECT norm.path, norm.law || ' ' || norm.version_from AS version, law.dated, norm.status, norm.in_force_from,
              norm.in_force_to
       FROM law JOIN norm ON norm.law = law.line
       WHERE law.code = ? AND ${on('law')} AND ${on('norm')}`,
      ...[code, ...values, ...values],
    )
    const statusOf = (row: (typeof rows)[number]) => (row.dated === 1 ? statusOn(days.own, row) : '')
    return new Map(rows.map((row) => [row.path, `${row.version} ${statusOf(row)}`]))
  }
  const [before, after] = await Promise.all([versionsOn(from), versionsOn(to)])
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

/** Laws by code or folded name, as they are now or were last. */
const LAWS = `
SELECT law.code, law.abbreviation, law.title, law.jurisdiction, ${endOf('law.state_to')} AS observed_to
FROM law WHERE law.id = law.line AND law.state_from IS NOT NULL`

/** Reads the laws that have or had this name in any state: by code, else by the strongest alias. */
export async function readLawsEverCalled(ask: AskRows, name: string): Promise<FormerLaw[]> {
  const order = 'ORDER BY law.state_to DESC, law.code'
  const withCode = await ask<FormerLaw>(`${LAWS} AND law.code = ? ${order}`, name.toLowerCase())
  if (withCode.length > 0) return withCode
  const strongest = 'SELECT min(rank) FROM alias WHERE name = ? AND state_from IS NOT NULL'
  return ask<FormerLaw>(
    `${LAWS} AND law.id IN (SELECT law FROM alias WHERE name = ? AND state_from IS NOT NULL AND rank = (${strongest})) ${order}`,
    ...[foldName(name), foldName(name)],
  )
}

/** Reads the last states with a norm of the law, newest first. */
export async function readLastStatesOfNorms(ask: AskRows, code: string): Promise<string[]> {
  const rows = await ask<{ day: string }>(
    `SELECT DISTINCT max(norm.state_to) AS day FROM norm JOIN law ON law.id = norm.law
     WHERE law.code = ? AND norm.state_from IS NOT NULL GROUP BY norm.law, norm.path
     HAVING max(norm.state_to) < ${NEWEST} ORDER BY day DESC`,
    code,
  )
  return rows.map(({ day }) => day)
}

/** The first day of a dated law; `undefined` if it is not dated. */
export async function readDatedSince(ask: AskRows, code: string): Promise<string | undefined> {
  const sql = 'SELECT min(state_from) AS day FROM law WHERE dated = 1 AND code = ?'
  const [first] = await ask<{ day: string | null }>(sql, code)
  return first?.day ?? undefined
}
