/** Entity tags and the requests that depend on them (RFC 9110, 8.8.3 and 13.1.2). */
import { createHash } from 'node:crypto'

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
