/** Requests of pages from elsewhere (CORS, fetch.spec.whatwg.org): refused by browsers unless a setting allows them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a browser may remember what it was allowed, in seconds. */
const MAXIMUM_AGE = 86_400

/**
 * Headers of requests that answers depend on.
 * @param origins as in {@link allowOrigins}
 * @param hasFormats whether the answer has other formats than JSON
 */
export function variesBy(origins: readonly string[] | undefined, hasFormats = false): string {
  const own = origins === undefined || origins.includes('*') ? '' : 'Origin, '
  return `${own}${hasFormats ? 'Accept, ' : ''}Accept-Encoding`
}

/**
 * Puts the headers into an answer that let pages of the allowed origins read it.
 * @param origins `*`, or those that are allowed; nothing for none
 */
export function allowOrigins(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[] | undefined,
): void {
  if (origins === undefined) return
  const { origin } = request.headers
  const isAny = origins.includes('*')
  if (!isAny) response.setHeader('Vary', 'Origin')
  if (!isAny && (origin === undefined || !origins.includes(origin))) return
  response.setHeader('Access-Control-Allow-Origin', isAny ? '*' : (origin as string))
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Link, Retry-After, X-Request-Id')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD')
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, If-None-Match, X-Request-Id')
  response.setHeader('Access-Control-Max-Age', MAXIMUM_AGE)
}
