/** Cross-origin requests (CORS, fetch.spec.whatwg.org): browsers block them unless a setting allows them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The headers that pages may send to routes that are read, and to those of POST. */
const READ = 'Authorization, If-None-Match, X-Request-Id'
const POSTED = 'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id'

/** How long a browser may cache the result of a preflight, in seconds. */
const MAXIMUM_AGE = 86_400

/**
 * The value of the header `Vary`.
 * @param origins as in {@link allowOrigins}
 * @param of the response: whether it has other formats, and whether it is a page, which has a language
 */
export function variesBy(
  origins: readonly string[] | undefined,
  { hasFormats = false, isPage = false }: { hasFormats?: boolean; isPage?: boolean } = {},
): string {
  const own = origins === undefined || origins.includes('*') ? '' : 'Origin, '
  const language = isPage ? 'Accept-Language, Cookie, ' : ''
  return `${own}${hasFormats ? 'Accept, ' : ''}${language}Accept-Encoding`
}

/**
 * Sets the headers that let pages of the allowed origins read a response.
 * @param origins `*`, or the allowed ones; `undefined` for none
 * @param takesBody whether the route is one for POST
 */
export function allowOrigins(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[] | undefined,
  takesBody = false,
): void {
  if (origins === undefined) return
  const { origin } = request.headers
  const isAny = origins.includes('*')
  if (!isAny) response.setHeader('Vary', 'Origin')
  if (!isAny && (origin === undefined || !origins.includes(origin))) return
  response.setHeader('Access-Control-Allow-Origin', isAny ? '*' : (origin as string))
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Link, Retry-After, X-Request-Id')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
  response.setHeader('Access-Control-Allow-Methods', takesBody ? 'POST' : 'GET, HEAD')
  response.setHeader('Access-Control-Allow-Headers', takesBody ? POSTED : READ)
  response.setHeader('Access-Control-Max-Age', MAXIMUM_AGE)
}
