/** Which norms a range, or a norm with the one after it, stands for. */
import type { FoundNorm } from '../citation/find.ts'
import { formatElements, type NormPath } from '../citation/norm-path.ts'
import { normsInRange } from '../citation/norm-range.ts'
import type { LawNorms } from './law-norms.ts'

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
  const members = normsInRange(beside, first.value, norm.to)
  return members.length > 0 ? members.map(({ path }) => path.norm) : undefined
}
