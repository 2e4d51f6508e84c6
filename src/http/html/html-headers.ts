/** Headers of pages. */

/** The media type of pages. */
export const HTML_TYPE = 'text/html; charset=utf-8'

/** Pages may load only files of this server, and images within the styles; their forms ask this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What every page tells the browser, whatever it shows. */
export const PAGE_SECURITY = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' } as const

/** The headers of a page that is not cached: of an error. */
export const HTML_HEADERS = {
  'Content-Type': HTML_TYPE,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Accept-Language, Cookie',
  ...PAGE_SECURITY,
} as const
