/** Chooses among laws of one name: a law in force takes precedence over a spent one. */
import { foldName } from './law-names.ts'

/** The source family of laws in Markdown: conversions, not official texts. */
export const CONVERSIONS = 'markdown'

export const isConversion = ({ source_family }: { source_family?: string }): boolean => source_family === CONVERSIONS

/** The properties of a law for the choice. */
export interface NamedState {
  code: string
  source_family?: string
  abbreviation: string
  title: string
  /** Its names as written. */
  aliases: readonly string[]
  promulgated_on: string | null
  status_notes: readonly { type: string; text: string }[]
  /** The notes in its header. */
  notes: string
  norms: readonly { status: string }[]
  /** The ends of the law, or of some norms, see `model/law-state.ts`. */
  endings: readonly { last_day: string | null; norms: readonly string[] }[]
}

/** A note that the law applies to older cases only. */
const LAST_APPLIED = /zur letztmaligen Anwendung dieses G|\b(?:G|V|AnO) nur noch anzuwenden/i

/**
 * True if a law is spent on a day: according to its source it has ended, except for some norms, or applies to older cases only;
 * or none of its norms is in force.
 * @param day ISO date
 */
export function isSpent({ status_notes, notes, norms, endings }: NamedState, day: string): boolean {
  if (norms.length > 0 && norms.every(({ status }) => status === 'repealed')) return true
  if ([notes, ...status_notes.map(({ text }) => text)].some((note) => LAST_APPLIED.test(note))) return true
  return endings.some((end) => end.norms.length === 0 && (end.last_day === null || end.last_day < day))
}

export interface Choice<Law> {
  law: Law
  others: Law[]
  /** The others that are not spent and have the name as their abbreviation, as `law` has. */
  rivals: Law[]
}

/**
 * Chooses among laws that share a name: official texts before conversions; laws with the same spelling (`GbV` is not `GBV`);
 * the one in force; the newer of two with one title; the one with the name as its abbreviation.
 * @param isOfficial true if the name is an abbreviation or title of all of them, not derived by omitting a year
 * @returns `undefined` if several remain
 */
export function chooseInForce<Law extends NamedState>(
  name: string,
  named: readonly Law[],
  { day, isOfficial }: { day: string; isOfficial: boolean },
): Choice<Law> | undefined {
  const official = preferred(named, (law) => !isConversion(law))
  const laws = preferred(official, ({ aliases }) => aliases.includes(name.trim()))
  const unspent = laws.filter((law) => !isSpent(law, day))
  let left = unspent.length > 0 ? unspent : laws
  if (isOfficial) left = left.filter((law) => !left.some((newer) => succeeds(newer, law)))
  const showing = (some: readonly Law[]) => (isOfficial ? showingName(name, some) : some)
  const [law, ...more] = showing(left)
  if (law === undefined || more.length > 0) return undefined
  const conversions = named.filter((each) => !official.includes(each))
  const others = [...laws, ...conversions].filter((each) => each !== law)
  const rivals = showing(unspent).filter((each) => each !== law)
  return { law, others, rivals }
}

/** The laws with a name as their abbreviation; with the same capitals if any has them. */
function showingName<Law extends NamedState>(name: string, laws: readonly Law[]): readonly Law[] {
  const alike = preferred(laws, ({ abbreviation }) => foldName(withoutYear(abbreviation)) === foldName(name))
  return preferred(alike, ({ abbreviation }) => withoutYear(abbreviation) === name)
}

/** The laws that have a property; all if none has it. */
function preferred<Law>(laws: readonly Law[], has: (law: Law) => boolean): readonly Law[] {
  const having = laws.filter(has)
  return having.length > 0 ? having : laws
}

const withoutYear = (text: string) => text.replace(/\s(?:1[89]|20)\d\d$/, '')

/** True if a law has the title of an older one, or its abbreviation with a year, and so replaces it. */
function succeeds(newer: NamedState, older: NamedState): boolean {
  const title = (law: NamedState) => foldName(withoutYear(law.title))
  const [from, to] = [older.promulgated_on, newer.promulgated_on]
  if (from === null || to === null || from >= to) return false
  const stem = withoutYear(newer.abbreviation)
  return title(newer) === title(older) || (stem !== newer.abbreviation && stem === older.abbreviation)
}
