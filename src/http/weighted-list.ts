/** Lists of headers by which clients say what they like how much: `br, gzip;q=0.5` (RFC 9110, 12.4.2). */

export interface Weighted {
  /** In lower case. */
  name: string
  /** 1 where none is given, 0 where it is no number. */
  weight: number
}

/** @param header the value of `Accept` or `Accept-Encoding` */
export function readWeighted(header: string): Weighted[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { name, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
}
