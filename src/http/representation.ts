/**
 * Representations of answers: buffered ones, in every requested encoding, and streamed ones; their entity tags, preconditions
 * and caching (RFC 9110, 8.8.3 and 13).
 */

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { say } from '../i18n/texts.ts'
import { FORMATS } from '../render/formats.ts'
import { LegalTextError } from '../util/errors.ts'
import { type Encoding, encode, SMALLEST_ENCODED } from './content-negotiation.ts'

/** The headers of every JSON body. */
export const JSON_HEADERS = { 'Content-Type': FORMATS.json.contentType, 'X-Content-Type-Options': 'nosniff' } as const

/** Clients may store a response but must revalidate it, which is cheap: the content of a URL changes with the corpus. */
const REVALIDATED = 'no-cache'

/** For addresses with a hash of the content. */
export const IMMUTABLE = 'max-age=31536000, immutable'

export interface HeaderOptions {
  contentType?: string
  /** Strong entity tag; without one, the response must not be stored. */
  tag?: string | undefined
  /** True if only the client itself may store the response. */
  isPrivate?: boolean
  /** True if the address always has this response, whose bytes are already compressed. */
  isImmutable?: boolean
  /** Value of the header `Vary`. */
  vary?: string | undefined
  /** Value of the header `Link`. */
  link?: string | undefined
  /** The address of another page, to which the response redirects. */
  location?: string | undefined
  /** Further headers, names and values in turn. */
  more?: readonly string[]
}

/**
 * Bytes; short ones as a string (`latin1`), which Node writes in one piece with the headers. A separate buffer costs a twelfth of
 * the time of a norm (80,000 instead of 86,000 requests a second).
 */
export type Bytes = string | Buffer

/** Most norms are shorter. Node could do the same with strings of 16 KB, but many stored strings make V8's heap grow. */
const LONGEST_STRING = 4096

/** Upper estimate of the size of all encoded forms, as a share of the body. */
const ENCODED_SHARE = 0.6

export class Representation {
  /** The body. A function streams it: no faster than the client reads, and never whole in memory. */
  readonly body: Bytes | (() => Readable)
  readonly tag: string | undefined
  readonly status: number
  readonly #options: HeaderOptions
  /** By encoding. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Bytes>>()

  /** @param body a function, called on demand, streams a body; destroying the stream stops it */
  constructor(body: string | Buffer | (() => Readable), options: HeaderOptions = {}) {
    this.body = typeof body === 'string' ? toBytes(body) : body
    this.tag = options.tag
    this.status = options.location === undefined ? 200 : 302
    this.#options = options
  }

  /** True if the body is to be encoded. */
  get isCompressible(): boolean {
    return typeof this.body === 'function' || (!this.#options.isImmutable && this.body.length >= SMALLEST_ENCODED)
  }

  /** Its memory with all encoded forms, in bytes. */
  get size(): number {
    return this.body.length * (this.isCompressible ? 1 + ENCODED_SHARE : 1)
  }

  /** The headers of a response 304; names and values in turn. */
  notModifiedHeaders(encoding: Encoding): string[] {
    const { tag, isPrivate = false, vary = 'Accept-Encoding', link, isImmutable } = this.#options
    const caching = isImmutable ? IMMUTABLE : REVALIDATED
    const stored = tag === undefined ? 'no-store' : `${isPrivate ? 'private' : 'public'}, ${caching}`
    return [
      ...['Cache-Control', stored, 'Vary', vary],
      ...(tag === undefined ? [] : ['ETag', encodedTag(tag, encoding)]),
      ...(link === undefined ? [] : ['Link', link]),
    ]
  }

  /** All headers, computed once; names and values in turn, the form that Node writes fastest. @param length of the encoded body */
  headers(encoding: Encoding, length?: number): string[] {
    let headers = this.#headers.get(encoding)
    if (headers === undefined) {
      const { contentType = FORMATS.json.contentType, location, more = [] } = this.#options
      headers = [
        ...(length === undefined ? [] : ['Content-Length', String(length)]),
        ...['Content-Type', contentType, 'X-Content-Type-Options', 'nosniff', ...more],
        ...(location === undefined ? [] : ['Location', location]),
        ...this.notModifiedHeaders(encoding),
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ]
      this.#headers.set(encoding, headers)
    }
    return headers
  }

  /** The encoded body, made at the first request; after a failure, the next request tries again. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Bytes> {
    let body = this.#encoded.get(encoding)
    if (body === undefined) {
      const bytes = typeof this.body === 'string' ? Buffer.from(this.body, 'latin1') : (this.body as Buffer)
      body = encode(bytes, encoding).then(shortToString)
      body.catch(() => this.#encoded.delete(encoding))
      this.#encoded.set(encoding, body)
    }
    return body
  }
}

/** Buffer for encoding short texts. */
const scratch = Buffer.allocUnsafeSlow(LONGEST_STRING)

/** Gives long bodies their own memory: a slice of the shared pool would keep the whole pool alive. */
function toBytes(text: string): Bytes {
  const length = Buffer.byteLength(text)
  if (length <= LONGEST_STRING) return scratch.toString('latin1', 0, scratch.write(text))
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text)
  return bytes
}

const shortToString = (bytes: Buffer): Bytes => (bytes.length <= LONGEST_STRING ? bytes.toString('latin1') : bytes)

/** Bytes of the hash in a tag: enough to make collisions impossible in practice. */
const TAG_BYTES = 16

/**
 * Returns a strong tag, with its quotes.
 * @param parts everything that the body depends on: the digest of the corpus, the request target, the representation
 */
export function entityTag(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest()
  return `"${hash.subarray(0, TAG_BYTES).toString('base64url')}"`
}

/** The tag of an encoded body: its bytes differ, and so must a strong tag. */
export function encodedTag(tag: string, encoding: string): string {
  return encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`
}

/** A weak or strong tag of a list, and the text between its quotes. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/**
 * True if a conditional request names the present tag.
 * @param header value of `If-None-Match`: `*`, or a list of tags, compared weakly
 * @param tag strong tag of the response
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag
  if (header.trim() === '*') return true
  const opaque = tag.slice(1, -1)
  return [...header.matchAll(TAG)].some(([, listed]) => listed === opaque)
}

/**
 * Checks the preconditions that reject a request (RFC 9110, 13): `If-Match` and, without it, `If-Unmodified-Since`. Both come
 * before `If-None-Match`, and count only if the response were 200 without them.
 * @param tag strong tag of the response; without one, only `*` matches
 * @param modified the value of `Last-Modified`; without it, `If-Unmodified-Since` does not count (RFC 9110, 13.1.4)
 * @throws LegalTextError `precondition_failed`
 */
export function assertPreconditions({ headers }: IncomingMessage, tag: string | undefined, modified?: Date): void {
  const required = headers['if-match']
  if (required !== undefined) {
    if (!matchesStrongly(required, tag)) throw preconditionFailed('If-Match')
    return
  }
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  // HTTP dates have whole seconds. Unreadable ones are ignored.
  if (modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 > since) {
    throw preconditionFailed('If-Unmodified-Since')
  }
}

export function preconditionFailed(header: string): LegalTextError {
  return new LegalTextError('precondition_failed', say`the answer is not the one that ${header} requires`)
}

/** True if a list names the tag. Weak tags match nothing (strong comparison, RFC 9110, 8.8.3.2). */
function matchesStrongly(list: string, tag: string | undefined): boolean {
  return list.trim() === '*' || [...list.matchAll(TAG)].some(([listed]) => listed === tag)
}
