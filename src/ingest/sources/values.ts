const TIMESTAMP = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/**
 * Reads a date, or a date and time (ISO 8601).
 * @returns it in UTC, `2026-04-29T00:00:00Z`; `undefined` for anything else, and for days that are not in the calendar
 */
export function isoTimestamp(text: string): string | undefined {
  const date = TIMESTAMP.test(text) ? new Date(text) : undefined
  const [year, month, day] = text.split(/\D/, 3).map(Number)
  const exists = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day
  if (date === undefined || Number.isNaN(date.getTime()) || !exists) return undefined
  return date.toISOString().replace('.000Z', 'Z')
}
