/** Dates for reading. */

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-03-29` -> `29 March 2026`; what is no date stays as it is. */
export function readableDate(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : FORMAT.format(time)
}
