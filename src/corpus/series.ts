/** Which norms a range, or a norm with the one after it, stands for. */
import type { FoundNorm } from '../citation/find.ts'
import { compareValues, formatElements, type NormPath } from '../citation/norm-path.ts'
import { valueIncludes } from '../citation/value-range.ts'
import type { LawNorm, LawNorms } from './resolve-norm.ts'

/** The most norms that one range is taken apart into. */
const LONGEST_RANGE = 500

/**
 * The norms that a range, or `§ 5 f.` with the one after it, means, as far as the law has them; `undefined` for what
 * is neither, or means none.
 */
export function membersOf({ norms }: LawNorms, norm: FoundNorm): NormPath['norm'][] | undefined {
  const elements = norm.readings[0]
  const first = elements?.at(-1)
  if (elements === undefined || first === undefined || (norm.to === undefined && norm.following !== 'f'))
    return undefined
  const above = formatElements(elements.slice(0, -1))
  const beside = norms.filter(({ path: { norm: own } }) => {
    return own.at(-1)?.kind === first.kind && (own.length > 1 ? formatElements(own.slice(0, -1)) : '') === above
  })
  const isFrom = comparison(first.value)
  const from = beside.filter((each) => isFrom(each) >= 0 || valueIncludes(each.own.value, first.value))
  const { to } = norm
  const isTo = comparison(to ?? '')
  const members = (to === undefined ? from.slice(0, 2) : from.filter((each) => isTo(each) <= 0)).map(
    ({ path }) => path.norm,
  )
  if (members.length === 0 || members.length > LONGEST_RANGE) return undefined
  return members
}

/** Compares norms with a value as {@link compareValues} does; at once where the numbers already differ. */
function comparison(value: string): (norm: LawNorm) => number {
  const number = singleNumber(value)
  return ({ own, number: ownNumber }) => ownNumber - number || compareValues(own.value, value)
}

/** The number of a value that is a single one, letters or not: 433 of `433a`; else NaN. */
export function singleNumber(value: string): number {
  return /^\d+[a-z]*$/.test(value) ? Number.parseInt(value, 10) : Number.NaN
}
