/** Which format of an answer a client likes best (RFC 9110, 12.5.1). */
import { FORMATS, type FormatName } from '../formats/formats.ts'
import { readWeighted, type Weighted } from './weighted-list.ts'

/**
 * @param header the value of `Accept`
 * @param formats those that there are, JSON first
 * @returns the one that is wanted most; JSON where several are wanted as much, and where none is: an answer that a
 *   client may be able to read serves it better than none
 */
export function acceptedFormat(header: string | undefined, formats: readonly FormatName[]): FormatName {
  if (header === undefined || header === '*/*' || formats.length === 1) return 'json'
  const ranges = readWeighted(header)
  let best: FormatName = 'json'
  let most = 0
  for (const format of formats) {
    const weight = Math.max(...FORMATS[format].mediaTypes.map((type) => weightOf(type, ranges)))
    if (weight > most) {
      best = format
      most = weight
    }
  }
  return best
}

/** The weight of the range that fits a type most closely, 0 where none does. */
function weightOf(mediaType: string, ranges: readonly Weighted[]): number {
  const [family] = mediaType.split('/')
  for (const wanted of [mediaType, `${family}/*`, '*/*']) {
    const range = ranges.find(({ name }) => name === wanted)
    if (range !== undefined) return range.weight <= 1 ? range.weight : 0
  }
  return 0
}
