/** Calendar dates. */

/** Returns `2024-02-29`, `null` for a nonexistent date. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (Number.isNaN(year)) return null
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 'yyyy-mm-dd'.length) : null
}

/** Returns the day of a clock in the local time zone: `2024-02-29`. The only source of today's date. */
export function today(now = new Date()): string {
  return isoDate(now.getFullYear(), now.getMonth() + 1, now.getDate()) as string
}

/** Returns the previous day. @param day `2024-03-01` */
export const dayBefore = (day: string): string => daysLater(day, -1)

/** Returns the next day. @param day `2024-02-29` */
export const dayAfter = (day: string): string => daysLater(day, 1)

function daysLater(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}
