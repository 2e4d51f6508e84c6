/** An answer that is ready to be sent, in every encoding that clients ask for. */
import { type Encoding, encode, SMALLEST_ENCODED } from './content-encoding.ts'
import { encodedTag } from './entity-tag.ts'

/** The headers of every body. */
export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
} as const

/**
 * Clients may keep an answer and must ask whether it is still right: what stands under a URL changes with the corpus, and
 * the question costs little.
 */
const REVALIDATED = 'public, no-cache'

export interface AnswerHead {
  /** Strong entity tag; where there is none, nobody is to keep the answer. */
  tag?: string | undefined
  /** Headers of requests that answers depend on. */
  vary?: string | undefined
  /** Value of the header `Link`. */
  link?: string | undefined
}

/** What the encoded forms of a body take beside it, at most, as a share of it. */
const ENCODED_SHARE = 0.6

export class ReadyAnswer {
  readonly body: Buffer
  readonly tag: string | undefined
  readonly #link: string | undefined
  readonly #vary: string
  /** By encoding; the names and values in turn, which Node writes soonest. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(json: string, { tag, link, vary = 'Accept-Encoding' }: AnswerHead = {}) {
    this.body = toBytes(json)
    this.tag = tag
    this.#link = link
    this.#vary = vary
  }

  /** Whether it is worth while to encode the body. */
  get isLarge(): boolean {
    return this.body.length >= SMALLEST_ENCODED
  }

  /** The memory that it takes or may come to take, in bytes. */
  get size(): number {
    return this.body.length * (this.isLarge ? 1 + ENCODED_SHARE : 1)
  }

  /** The headers that tell a client whether it may go on using the answer. */
  conditionHeaders(encoding: Encoding): string[] {
    const headers = ['Cache-Control', this.tag === undefined ? 'no-store' : REVALIDATED, 'Vary', this.#vary]
    if (this.tag !== undefined) headers.push('ETag', encodedTag(this.tag, encoding))
    if (this.#link !== undefined) headers.push('Link', this.#link)
    return headers
  }

  /** All headers of the answer. @param body in this encoding */
  headers(encoding: Encoding, body: Buffer): string[] {
    let headers = this.#headers.get(encoding)
    if (headers === undefined) {
      headers = [
        ...Object.entries(JSON_HEADERS).flat(),
        'Content-Length',
        String(body.length),
        ...this.conditionHeaders(encoding),
      ]
      if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
      this.#headers.set(encoding, headers)
    }
    return headers
  }

  /** The body in an encoding, which is made once. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    let body = this.#encoded.get(encoding)
    if (body === undefined) {
      body = encode(this.body, encoding)
      this.#encoded.set(encoding, body)
    }
    return body
  }
}

/** A body in memory of its own: as part of Node's shared pool it would keep the whole pool for as long as it is kept. */
function toBytes(json: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return bytes
}
