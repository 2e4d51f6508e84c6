const UNITS = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes as people say it: `316 MB`, `8.2 MB`, `12 bytes`. Units are decimal. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  let value = bytes
  let unit = -1
  // What would be rounded to 1,000 of a unit is 1 of the next.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')} ${UNITS[unit]}`
}
