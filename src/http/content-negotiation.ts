/** Content negotiation (RFC 9110, 12.5): the format and the encoding that a client prefers, and encoding itself. */
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
import { FORMATS, type FormatName } from '../render/formats.ts'

interface Weighted {
  /** In lower case. */
  name: string
  /** Default: 1; 0 if it is not a number. */
  weight: number
}

/** Reads a header with quality values: `br, gzip;q=0.5` (RFC 9110, 12.4.2). */
function readWeighted(header: string): Weighted[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { name, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
}

/** True if a client prefers HTML to JSON, as browsers do. @param header value of `Accept` */
export function prefersHtml(header: string | undefined): boolean {
  const ranges = readWeighted(header ?? '')
  return header !== undefined && weightOf('text/html', ranges) > weightOf('application/json', ranges)
}

/**
 * Returns the format of an answer that a client prefers. HTML counts as JSON: browsers get data at the addresses of data, and HTML
 * only if the parameter `format` asks for it.
 * @param header value of `Accept`
 * @param formats the available ones, JSON first
 * @returns JSON if several are preferred equally, and if none is accepted: a response that the client may be able to read serves it
 *   better than none
 */
export function acceptedFormat(header: string | undefined, formats: readonly FormatName[]): FormatName {
  if (header === undefined || header === '*/*' || formats.length === 1) return 'json'
  const ranges = readWeighted(header)
  let best: FormatName = 'json'
  let most = 0
  const asHtml = ranges.find(({ name }) => name === 'text/html')?.weight ?? 0
  for (const format of formats.filter((name) => name !== 'html')) {
    const weights = FORMATS[format].mediaTypes.map((type) => weightOf(type, ranges))
    const weight = Math.max(...weights, format === 'json' && asHtml <= 1 ? asHtml : 0)
    if (weight > most) {
      best = format
      most = weight
    }
  }
  return best
}

/** True if a header (`Accept`) accepts a media type. */
export const accepts = (header: string, mediaType: string): boolean => weightOf(mediaType, readWeighted(header)) > 0

/** The weight of the most specific range that matches a type, 0 if none does. */
function weightOf(mediaType: string, ranges: readonly Weighted[]): number {
  const [family] = mediaType.split('/')
  for (const wanted of [mediaType, `${family}/*`, '*/*']) {
    const range = ranges.find(({ name }) => name === wanted)
    if (range !== undefined) return range.weight <= 1 ? range.weight : 0
  }
  return 0
}

/** In order of preference among encodings that a client accepts equally. */
const ENCODINGS = ['br', 'zstd', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Smaller bodies fit into one packet without encoding. */
export const SMALLEST_ENCODED = 1400

const compress = {
  br: promisify(brotliCompress),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

/** Higher qualities take many times as long for a few percent less. */
const BROTLI_QUALITY = 5

/** Window of a streaming encoder, as a power of two: its memory is a few times that. */
const STREAM_WINDOW = 18

/** Encodes a body in another thread. */
export function encode(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding !== 'br') return compress[encoding](body)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compress.br(body, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

/** Returns a streaming encoder. */
export function encoder(encoding: Exclude<Encoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip()
  if (encoding === 'zstd') return createZstdCompress()
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  return createBrotliCompress({
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_LGWIN]: STREAM_WINDOW },
  })
}

/**
 * Returns the encoding that a client prefers.
 * @param header value of `Accept-Encoding`
 * @param available encodings
 * @returns `identity` without a header, and if none is accepted: a response that the client may be able to read serves it
 *   better than none
 */
export function preferredEncoding(
  header: string | undefined,
  available: readonly Exclude<Encoding, 'identity'>[] = ENCODINGS,
): Encoding {
  if (header === undefined) return 'identity'
  const weights = new Map<string, number>()
  for (const { name, weight } of readWeighted(header)) {
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const others = weights.get('*') ?? 0
  let best: Encoding = 'identity'
  let most = weights.get('identity') ?? 0
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? others
    if (weight > 0 && weight >= most && (best === 'identity' || weight > most)) {
      best = encoding
      most = weight
    }
  }
  return best
}
