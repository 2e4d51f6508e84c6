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
}

/** `G aufgeh. durch …`, `Die V tritt gem. § 5 am 31.7.2007 außer Kraft`, `Diese V ist … nicht mehr anzuwenden`. */
const SUBJECT = String.raw`(?:^|\n)\s*\(?\s*(?:\(\+\+\+ )?(?:Zur |Das |Die |Der |Diese[rs]? )?(?:G|V|AnO|Bek|Erl|Vtr|Vertrag|Abk|Abkommen|Vereinbarung|Gesetz|Verordnung)\s`
const ENDED = new RegExp(
  `${SUBJECT}[^\\n]{0,160}?(?:aufgeh\\.|aufgehoben|außer Kraft|nicht mehr anzuwenden|nur noch anzuwenden)[^\\n]{0,300}`,
  'iu',
)
/** A note that another law ends the application of this one. */
const LAST_APPLIED = /zur letztmaligen Anwendung dieses G/i
/** The law continues: its end was revoked, or its term extended, or it ended in one field only. */
const GOES_ON =
  /soweit|Geltung|hinaus|sofern nicht|ursprünglich|am Tage? |an dem Tage?|Jahres|für (?:Strom|die)|§ \d+[a-z]?(?: (?:Abs|Satz|Nr)\.? \d+)* aufgeh/i
const DATE = /(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/g
/** Before the day of the end, not that of the act that ended it. */
const ENDING = /(?:mWv|mit Wirkung vom|Ablauf d(?:es|\.)|am)\s*$/

/**
 * True if a law is spent on a day: its source says that it is out of force or no longer applied, or none of its
 * norms is in force.
 * @param day ISO date
 */
export function isSpent({ status_notes, notes, norms }: NamedState, day: string): boolean {
  if (norms.length > 0 && norms.every(({ status }) => status === 'repealed')) return true
  const said = [...status_notes.map(({ text }) => text), notes.replace(/\n(?=[\p{Ll}\d])/gu, ' ')].join('\n')
  if (LAST_APPLIED.test(said)) return true
  const ended = ENDED.exec(said)?.[0]
  if (ended === undefined || GOES_ON.test(ended)) return false
  const days = [...ended.matchAll(DATE)].filter(({ index }) => ENDING.test(ended.slice(0, index)))
  return days.every(([, date, month, year]) => `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}` <= day)
}

export interface Choice<Law> {
  law: Law
  others: Law[]
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
  const others = (law: Law) => laws.filter((each) => each !== law)
  let left = laws.filter((law) => !isSpent(law, day))
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
  if (more.length === 0) return { law, others: others(law), certain: true }
  const guess = isOfficial ? left.find(({ code }) => foldName(code) === foldName(name)) : undefined
  // `auslzustv` and `auslzustv_2024`: the plain code is that of the older law.
  if (left.some(({ code }) => code.startsWith(`${guess?.code}_`))) return undefined
  return guess && { law: guess, others: others(guess), certain: false }
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
