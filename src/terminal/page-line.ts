/** The line under a list that says how much of it is shown. */
import { counted, formatNumber } from './fields.ts'

interface Page {
  count: number
  total: number
  /** Where false, there are `total` entries or more. */
  total_is_exact?: boolean
  next: number | null
}

/**
 * `1,234 laws`, or with more to come `20 of 1,234 laws; the next with --offset 20`, `20 of at least 10,000 results …`.
 */
export function pageLine(
  { count, total, total_is_exact: isExact = true, next }: Page,
  one: string,
  many?: string,
): string {
  if (count === total && isExact) return counted(total, one, many)
  const more = next === null ? '' : `; the next with --offset ${next}`
  return `${formatNumber(count)} of ${isExact ? '' : 'at least '}${counted(total, one, many)}${more}`
}
