/** The line under a list that says how much of it is shown. */
import { counted, formatNumber } from './fields.ts'

interface Page {
  count: number
  total: number
  next: number | null
}

/** `1,234 laws`, or with more to come `20 of 1,234 laws; the next with --offset 20`. */
export function pageLine({ count, total, next }: Page, one: string, many?: string): string {
  if (count === total) return counted(total, one, many)
  const more = next === null ? '' : `; the next with --offset ${next}`
  return `${formatNumber(count)} of ${counted(total, one, many)}${more}`
}
