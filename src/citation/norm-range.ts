/** Which of the norms beside each other a range (`§§ 3 bis 6`), or a norm with the one behind it (`§ 5 f.`), means. */
import { compareValues } from './norm-path.ts'
import { valueIncludes } from './value-range.ts'

/** What a norm is called, as far as a range needs it. */
export interface Numbered {
  /** The last element of its path, counters aside. */
  own: { value: string }
  /** {@link singleNumber} of that value. */
  number: number
}

/** The longest range that is taken at its word. */
const LONGEST = 500

/**
 * The norms from one value to another, those included that stand for several of them (`§§ 3 bis 6`).
 * @param beside norms of one kind in one place, in the order of the law
 * @param to the last value; undefined for the norm and the one behind it
 * @returns none where there are none, or more than anyone means
 */
export function normsInRange<Norm extends Numbered>(
  beside: readonly Norm[],
  first: string,
  to: string | undefined,
): readonly Norm[] {
  const isFrom = comparison(first)
  const from = beside.filter((norm) => isFrom(norm) >= 0 || valueIncludes(norm.own.value, first))
  if (to === undefined) return from.slice(0, 2)
  const isTo = comparison(to)
  const members = from.filter((norm) => isTo(norm) <= 0)
  return members.length > LONGEST ? [] : members
}

/** Compares norms with a value as {@link compareValues} does; at once where the numbers already differ. */
function comparison(value: string): (norm: Numbered) => number {
  const number = singleNumber(value)
  return ({ own, number: ownNumber }) => ownNumber - number || compareValues(own.value, value)
}

/** The number of a value that is a single one, letters or not: 433 of `433a`; else NaN. */
export function singleNumber(value: string): number {
  return /^\d+[a-z]*$/.test(value) ? Number.parseInt(value, 10) : Number.NaN
}
