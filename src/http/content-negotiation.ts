/** Which format of an answer a client likes best (RFC 9110, 12.5.1). */

import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import { FORMATS, type FormatName } from '../formats/formats.ts'

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

/*FILEDOC Encodings of bodies: which one a client takes best (RFC 9110, 12.5.3), and how they are made. */

/** In the order of preference among what a client takes equally well. */
const ENCODINGS = ['br', 'zstd', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Smaller bodies fit into one packet as they are. */
export const SMALLEST_ENCODED = 1400

const compress = {
  br: promisify(brotliCompress),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

/** Higher qualities take many times as long for a few percent less. */
const BROTLI_QUALITY = 5

/** How far back a stream looks for what repeats, as a power of two: the memory of each is a few times that. */
const STREAM_WINDOW = 18

/** @returns the body in an encoding; made in a thread of its own */
export function encode(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding !== 'br') return compress[encoding](body)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compress.br(body, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

/** What encodes a body as it is made. */
export function encoder(encoding: Exclude<Encoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip()
  if (encoding === 'zstd') return createZstdCompress()
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  return createBrotliCompress({
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_LGWIN]: STREAM_WINDOW },
  })
}

/**
 * The encoding that a client likes best.
 * @param header the value of `Accept-Encoding`; without one the body is sent as it is. So it is where the client takes
 *   nothing at all: an answer that it may be able to read serves it better than none.
 * @param made the encodings that there are
 */
export function preferredEncoding(
  header: string | undefined,
  made: readonly Exclude<Encoding, 'identity'>[] = ENCODINGS,
): Encoding {
  if (header === undefined) return 'identity'
  const weights = new Map<string, number>()
  for (const { name, weight } of readWeighted(header)) {
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const others = weights.get('*') ?? 0
  let best: Encoding = 'identity'
  let most = weights.get('identity') ?? 0
  for (const encoding of made) {
    const weight = weights.get(encoding) ?? others
    if (weight > 0 && weight >= most && (best === 'identity' || weight > most)) {
      best = encoding
      most = weight
    }
  }
  return best
}

/*FILEDOC Lists of headers by which clients say what they like how much: `br, gzip;q=0.5` (RFC 9110, 12.4.2). */

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
