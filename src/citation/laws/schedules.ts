/** Schedules whose rows are cited by number: `Nr. 3104 VV RVG`, `Nr. 11.3 BKat`, `Zeichen 250 StVO`. */
import { formatSubdivision } from '../designation.ts'
import data from './schedules.json' with { type: 'json' }

const names: Readonly<Record<string, Readonly<Record<string, string>>>> = data.schedules
const numbered: ReadonlyMap<string, string> = new Map(Object.entries(data.numbered))
const signLaws = new Set(data.signs.laws)

/** Returns the customary name of a schedule: `VV RVG`, for the law `rvg` and the norm `annex:1`. */
export const scheduleName = (code: string, norm: string): string | undefined => names[code]?.[norm]

/** Schedules whose rows are searchable by name. */
export const searchedSchedules: readonly { code: string; norm: string }[] = [
  ...Object.entries(names).map(([code, norms]) => [code, Object.keys(norms)] as const),
  ...Object.entries(data.others),
].flatMap(([code, norms]) => norms.map((norm) => ({ code, norm })))

/**
 * Returns the citation of a schedule's row: `Nr. 3104 VV RVG`.
 * @returns `undefined` if the norm is not a schedule with a customary name
 */
export function citeRow({ code, norm }: { code: string; norm: string }, subdivision: string): string | undefined {
  const name = scheduleName(code, norm)
  const row = subdivision.replace(BEFORE_ROW, '')
  return name === undefined || !row.startsWith('nr:') ? undefined : `${formatSubdivision(row)} ${name}`
}

/** The letter above a row whose number is unique: `buchst:c/` of `buchst:c/nr:11.3.5` */
const BEFORE_ROW = /^buchst:[a-z]\/(?=nr:\d+\.)/

/** Returns the law whose only schedule has this name, or is cited so by row: `BKatV` for `BKat`. */
export const numberedLaw = (name: string): string | undefined => numbered.get(name)

/** True for the law of road signs. */
export const isLawOfSigns = (name: string): boolean => signLaws.has(name)

/** Returns the annex with a road sign; signs are numbered consecutively, a hundred or more per annex. */
export function annexOfSign(number: string): string {
  const value = Number.parseInt(number, 10)
  return (data.signs.annexes.findLast(({ from }) => from <= value) ?? data.signs.annexes[0])?.annex ?? '1'
}
