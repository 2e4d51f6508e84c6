/** Files that the package build has made: the assets of the pages, and the API reference at `/docs`. */

import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Middleware } from 'polka'
import sirv from 'sirv'
import { assetPath } from '../program/package.ts'
import type { Settings } from '../program/settings.ts'
import { DIFF_STYLE } from '../render/diff-html.ts'
import { STYLE } from '../render/html.ts'
import { preferredEncoding } from './content-negotiation.ts'
import { variesBy } from './cross-origin.ts'
import { PAGE_SECURITY } from './html/page-request.ts'
import { assertPreconditions, IMMUTABLE } from './representation.ts'

/** Routes of the pages, in the notation of the router. */
export const PAGE_ROUTES = ['/assets/:file', '/docs', '/docs/:file']

/** The encodings in which the package build has made the files. */
const ENCODED = ['br', 'gzip'] as const

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The policy of a norm or a difference as an HTML document: only its own style. */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)} ${hashOf(DIFF_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the files of the pages, and calls `next` for others. Files are looked up for each request, so that a new version of the
 * package may replace them while the server runs.
 */
export function pages({ corsOrigin, authTokenFile }: Pick<Settings, 'corsOrigin' | 'authTokenFile'>): Middleware {
  const vary = variesBy(corsOrigin)
  const visibility = authTokenFile === undefined ? '' : 'private, '
  const setHeaders = (response: ServerResponse, path: string, { mtime }: Stats) => {
    assertPreconditions(response.req, undefined, mtime)
    const caching = ASSET.test(path) ? `${visibility || 'public, '}${IMMUTABLE}` : `${visibility}no-cache`
    response.setHeader('Cache-Control', caching)
    response.setHeader('Vary', vary)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    for (const [name, value] of Object.entries(PAGE_SECURITY)) response.setHeader(name, value)
  }
  const serve = sirv(assetPath('web'), { dev: true, brotli: true, gzip: true, setHeaders })
  return (request, response, next) => {
    // sirv would normalize the path.
    if (/^\.\.?$/.test(request.params.file ?? '')) return next()
    // Ranges are optional (RFC 9110, 14.2), and sirv fails on reversed ones.
    delete request.headers.range
    // sirv ignores quality values, so it gets only the preferred encoding.
    request.headers['accept-encoding'] = preferredEncoding(request.headers['accept-encoding'], ENCODED)
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    serve(request, response, next)
  }
}

/** Paths of assets. Their names contain a hash of their content, so each is immutable. */
export const ASSET = /^\/(?:assets|docs)\/[\w-]+-[0-9a-f]{8}\.(?:js|css|svg)$/
