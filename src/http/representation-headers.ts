/** The headers of an answer: what it is, who may keep it, and what is beside it. */

import { createHash } from 'node:crypto'
import { FORMATS } from '../formats/formats.ts'
import type { Encoding } from './content-negotiation.ts'

/** The headers of every JSON body. */
export const JSON_HEADERS = { 'Content-Type': FORMATS.json.contentType, 'X-Content-Type-Options': 'nosniff' } as const

/**
 * Clients may keep an answer and must ask whether it is still right: what stands under a URL changes with the corpus, and
 * the question costs little.
 */
const REVALIDATED = 'no-cache'

export interface HeaderOptions {
  contentType?: string
  /** Strong entity tag; where there is none, nobody is to keep the answer. */
  tag?: string | undefined
  /** Whether only the client itself may keep the answer. */
  isPrivate?: boolean
  /** Headers of requests that answers depend on. */
  vary?: string | undefined
  /** Value of the header `Link`. */
  link?: string | undefined
  /** Further headers, names and values in turn. */
  more?: readonly string[]
}

export class RepresentationHeaders {
  readonly tag: string | undefined
  readonly #options: HeaderOptions
  readonly #conditions = new Map<Encoding, string[]>()

  constructor(options: HeaderOptions) {
    this.tag = options.tag
    this.#options = options
  }

  /** The headers that tell a client whether it may go on using the answer; names and values in turn. */
  notModifiedHeaders(encoding: Encoding): string[] {
    let headers = this.#conditions.get(encoding)
    if (headers === undefined) {
      const { tag, isPrivate = false, vary = 'Accept-Encoding', link } = this.#options
      const kept = tag === undefined ? 'no-store' : `${isPrivate ? 'private' : 'public'}, ${REVALIDATED}`
      headers = [
        ...['Cache-Control', kept, 'Vary', vary],
        ...(tag === undefined ? [] : ['ETag', encodedTag(tag, encoding)]),
        ...(link === undefined ? [] : ['Link', link]),
      ]
      this.#conditions.set(encoding, headers)
    }
    return headers
  }

  /** All headers but the length of the body; names and values in turn, which Node writes soonest. */
  headers(encoding: Encoding): string[] {
    const { contentType = FORMATS.json.contentType, more = [] } = this.#options
    return [
      ...['Content-Type', contentType, 'X-Content-Type-Options', 'nosniff', ...more],
      ...this.notModifiedHeaders(encoding),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ]
  }
}

/*FILEDOC Entity tags and the requests that depend on them (RFC 9110, 8.8.3 and 13.1.2). */

/** Bytes of the hash that make a tag: two answers with the same one are not to be expected. */
const TAG_BYTES = 16

/**
 * A strong tag, with its quotes: another one for everything that could make another body.
 * @param parts what the body depends on: the digest of the corpus, the request target, the representation
 */
export function entityTag(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest()
  return `"${hash.subarray(0, TAG_BYTES).toString('base64url')}"`
}

/** The tag of a body in an encoding: the bytes differ, and so a strong tag must. */
export function encodedTag(tag: string, encoding: string): string {
  return encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`
}

/** A tag of a list: weak or not, and what is between the quotes. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/**
 * Whether the client has the answer already.
 * @param header the value of `If-None-Match`: `*`, or a list of tags, compared weakly
 * @param tag the strong tag of the answer
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag
  if (header.trim() === '*') return true
  const opaque = tag.slice(1, -1)
  return [...header.matchAll(TAG)].some(([, listed]) => listed === opaque)
}
