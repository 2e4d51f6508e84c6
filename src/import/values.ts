/** Values that several source families check or make: codes, names, dates, limitations of files, norm paths. */
import { foldName } from '../citation/laws/law-names.ts'
import { formatElements, type PathElement } from '../citation/norm-path.ts'
import type { Alias, ParsedLimitation } from '../model/parsed-law.ts'
import { isoDate } from '../util/iso-date.ts'

/** Source family of files in a format that no family reads. */
export const NO_FAMILY = 'none'

/** Source family of laws whose record names none, and of findings without a law. */
export const PACKAGE_FAMILY = 'json-package'

/** True for the name or path of an image. The content determines its type. */
export const isImage = (path: string) => /\.(?:jpe?g|png|gif)$/i.test(path)

/** Returns the limitation for a file whose law is unknown. */
export function limitationOfFile(
  sourceFamily: string,
  { path, reason, terminalState }: Pick<ParsedLimitation, 'reason' | 'terminalState'> & { path: string },
): ParsedLimitation {
  const about = { sourceFamily, sourceId: path, title: path, sourceUrl: null, lawId: null }
  return { ...about, terminalState, reason: `${path}: ${reason}` }
}

/** Code of a law, as used in paths, addresses and comma-separated lists. */
export const CODE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/** Compares by code unit, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns every name once, at its strongest rank, in the given order. */
export function strongestAliases(aliases: readonly Alias[]): Alias[] {
  const strongest = new Map<string, Alias>()
  for (const alias of aliases) {
    const key = foldName(alias.name)
    if (key !== '' && (strongest.get(key)?.rank ?? Number.POSITIVE_INFINITY) > alias.rank) strongest.set(key, alias)
  }
  return [...strongest.values()]
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/**
 * Parses a date, or a date and time (ISO 8601).
 * @returns it in UTC, `2026-04-29T00:00:00Z`; `undefined` for anything else, and for invalid days
 */
export function isoTimestamp(text: string): string | undefined {
  const [, year, month, day] = TIMESTAMP.exec(text) ?? []
  const date = new Date(text)
  if (isoDate(Number(year), Number(month), Number(day)) === null || Number.isNaN(date.getTime())) return undefined
  return date.toISOString().replace('.000Z', 'Z')
}

/** Returns the day of a date and time (ISO 8601), in its own time zone: `2026-04-29`. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 'yyyy-mm-dd'.length)
}

/** Elements of the path of a norm. */
export interface PathDraft {
  /** Elements that are always in the path: `par:1`, `art:246a/par:1`. */
  own: PathElement[]
  /** Elements of the structure above it, outermost first, that may precede them. */
  above: PathElement[]
}

/**
 * Assigns paths. If several norms have the same own elements, those of the structure precede them, with as few levels from the
 * top as distinguish most of them. If that is not enough, `seq:2`, `seq:3` … follow the paths of the second and later norms in
 * document order.
 * @returns a unique path for each draft, in order
 */
export function assignPaths(drafts: readonly PathDraft[]): string[] {
  const groups = Map.groupBy(drafts.keys(), (index) => formatElements((drafts[index] as PathDraft).own))
  const wanted = new Array<string>(drafts.length)
  for (const [key, group] of groups) {
    const levels = group.length === 1 ? 0 : levelsNeeded(group.map((index) => (drafts[index] as PathDraft).above))
    for (const index of group) {
      const above = (drafts[index] as PathDraft).above.slice(0, levels)
      wanted[index] = above.length === 0 ? key : `${formatElements(above)}/${key}`
    }
  }
  return numberRepeats(wanted)
}

/** Returns the smallest number of levels from the top that distinguishes as many paths as all levels do. */
function levelsNeeded(chains: PathElement[][]): number {
  const deepest = chains.reduce((most, chain) => Math.max(most, chain.length), 0)
  const distinct = (levels: number) => new Set(chains.map((chain) => formatElements(chain.slice(0, levels)))).size
  const most = distinct(deepest)
  let levels = 0
  while (distinct(levels) < most) levels++
  return levels
}

function numberRepeats(wanted: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return wanted.map((path) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count === 1 ? path : `${path}/seq:${count}`
  })
}
