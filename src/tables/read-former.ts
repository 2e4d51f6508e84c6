/** Reads laws and norms that not all states have. */
import { foldName } from '../citation/laws/law-names.ts'
import type { FormerLaw } from '../corpus/corpus.ts'
import type { ReadRows } from './read-rows.ts'
import { onDay } from './view-days.ts'

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
