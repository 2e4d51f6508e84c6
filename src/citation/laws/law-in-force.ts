/** Chooses among laws of one name: a law in force comes before one that is spent. */
import { foldName } from './law-names.ts'

/** The fields of a law on which the choice depends. */
export interface NamedState {
  code: string
  abbreviation: string
  title: string
  promulgated_on: string | null
  status_notes: readonly { type: string; text: string }[]
  /** The notes of its header. */
  notes: string
  norms: readonly { status: string }[]
  /** The ends of the law, or of some of its norms, see `corpus/law-state.ts`. */
  endings: readonly { last_day: string | null; norms: readonly string[] }[]
}

/** A note that the law applies to older cases only. */
const LAST_APPLIED = /zur letztmaligen Anwendung dieses G|\b(?:G|V|AnO) nur noch anzuwenden/i

/**
 * True if a law is spent on a day: its source says that it has ended, but for some of its norms, or that it applies to older
 * cases only, or none of its norms is in force.
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
  /** Those of the others that are not spent. */
  rivals: Law[]
  /** True if the others are out of force, or have the name only by derivation; else the choice is a guess. */
  certain: boolean
}

/**
 * Chooses among laws that share a name: the one in force; the one with the name as its abbreviation,
 * in the same capitals; the newer of two with one title. If several are left, the one whose code is the name
 * is a guess.
 * @param isOfficial whether the name is an abbreviation or title of all of them, not one derived by leaving out a year
 * @returns `undefined` if none can be preferred
 */
export function chooseInForce<Law extends NamedState>(
  name: string,
  laws: readonly Law[],
  { day, isOfficial }: { day: string; isOfficial: boolean },
): Choice<Law> | undefined {
  const unspent = laws.filter((law) => !isSpent(law, day))
  const chosen = (law: Law, certain: boolean) => {
    const [others, rivals] = [laws, unspent].map((all) => all.filter((each) => each !== law)) as [Law[], Law[]]
    return { law, others, rivals, certain }
  }
  let left = unspent
  if (isOfficial) {
    left = left.filter((law) => !left.some((newer) => succeeds(newer, law)))
    for (const shows of [
      (law: Law) => foldName(withoutYear(law.abbreviation)) === foldName(name),
      (law: Law) => withoutYear(law.abbreviation) === name,
    ]) {
      const showing = left.filter(shows)
      if (left.length > 1 && showing.length > 0) left = showing
    }
  }
  const [law, ...more] = left
  if (law === undefined) return undefined
  if (more.length === 0) return chosen(law, true)
  const guess = isOfficial ? left.find(({ code }) => foldName(code) === foldName(name)) : undefined
  // `auslzustv` and `auslzustv_2024`: the plain code is that of the older law.
  if (left.some(({ code }) => code.startsWith(`${guess?.code}_`))) return undefined
  return guess && chosen(guess, false)
}

const withoutYear = (text: string) => text.replace(/\s(?:1[89]|20)\d\d$/, '')

/** True if a law has the title of an older one, or its abbreviation with a year, and so has taken its place. */
function succeeds(newer: NamedState, older: NamedState): boolean {
  const title = (law: NamedState) => foldName(withoutYear(law.title))
  const [from, to] = [older.promulgated_on, newer.promulgated_on]
  if (from === null || to === null || from >= to) return false
  const stem = withoutYear(newer.abbreviation)
  return (
    title(newer) === title(older) || (stem !== newer.abbreviation && foldName(stem) === foldName(older.abbreviation))
  )
}
