/**
 * Preconditions that reject a request (RFC 9110, 13): `If-Match` and, without it, `If-Unmodified-Since`. Both come before
 * `If-None-Match`, and count only if the response were 200 without them.
 */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../util/errors.ts'

/** A weak or strong tag of a list. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
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
  // Dates of HTTP have whole seconds. One that cannot be read does not count.
  if (modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 > since) {
    throw preconditionFailed('If-Unmodified-Since')
  }
}

export function preconditionFailed(header: string): LegalTextError {
  return new LegalTextError('precondition_failed', `the answer is not the one that ${header} requires`)
}

/** Whether a list names the tag. Weak tags match nothing (strong comparison, RFC 9110, 8.8.3.2). */
function matchesStrongly(list: string, tag: string | undefined): boolean {
  return list.trim() === '*' || [...list.matchAll(TAG)].some(([listed]) => listed === tag)
}
