/** The pages: the reader at `/` and the reference of the interface at `/docs`, from what the package build has made. */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Middleware } from 'polka'
import sirv from 'sirv'
import { STYLE } from '../formats/html.ts'
import { assetPath } from '../package.ts'
import type { Settings } from '../settings.ts'
import { preferredEncoding } from './content-negotiation.ts'
import { variesBy } from './cross-origin.ts'

/** Routes of the pages, in the router's notation. */
export const PAGE_ROUTES = ['/', '/assets/:file', '/docs', '/docs/:file']

/** In what encodings the package build has made the files. */
const ENCODED = ['br', 'gzip'] as const

/** What the names of assets hold: a hash of their content, so that a name never means anything else. */
const HASHED = /-[0-9a-f]{8}\.\w+$/

/** What a page may load: what comes from here, and images within the styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What a norm as a page of its own may do: have its style. */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the files of the pages. Files are looked up for each request: what is replaced while the server runs (a new
 * version of the package) is served as it is then, and what is gone is not found. `next` is called where there is none.
 */
export function pages({ corsOrigin, authTokenFile }: Pick<Settings, 'corsOrigin' | 'authTokenFile'>): Middleware {
  const vary = variesBy(corsOrigin)
  const keeper = authTokenFile === undefined ? '' : 'private, '
  const setHeaders = (response: ServerResponse, path: string) => {
    const kept = HASHED.test(path) ? `${keeper || 'public, '}max-age=31536000, immutable` : `${keeper}no-cache`
    response.setHeader('Cache-Control', kept)
    response.setHeader('Vary', vary)
    response.setHeader('Content-Security-Policy', POLICY)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Referrer-Policy', 'no-referrer')
  }
  const serve = sirv(assetPath('web'), { dev: true, brotli: true, gzip: true, setHeaders })
  return (request, response, next) => {
    // No file is called so, but sirv would tidy the path.
    if (/^\.\.?$/.test(request.params.file ?? '')) return next()
    // Ranges are optional (RFC 9110, 14.2), and sirv does not expect those that end before they begin.
    delete request.headers.range
    // Nor does it weigh what a client takes: it is told of the one encoding to be sent.
    request.headers['accept-encoding'] = preferredEncoding(request.headers['accept-encoding'], ENCODED)
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    return serve(request, response, next)
  }
}
